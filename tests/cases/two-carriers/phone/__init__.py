"""What a telephone hears."""
