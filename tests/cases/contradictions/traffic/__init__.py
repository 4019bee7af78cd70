"""Plans the lights of a town."""
