"""A model that reads a forum before its users do."""
