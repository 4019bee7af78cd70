"""Scripts around the library."""
