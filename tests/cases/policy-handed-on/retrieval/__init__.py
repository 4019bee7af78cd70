"""Search by late interaction."""
