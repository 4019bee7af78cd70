"""Tables in, vectors out."""
