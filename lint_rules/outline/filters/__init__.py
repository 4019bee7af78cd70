"""Filter functions that decide which layers a conversion quantizes, and the patterns that they try on a name."""
