"""A speech encoder in block-scaled formats."""
