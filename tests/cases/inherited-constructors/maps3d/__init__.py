"""Maps in three dimensions."""
