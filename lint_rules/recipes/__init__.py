"""Recipes: what a checkpoint's own config leaves unquantized, and what each engine makes of that. Nothing here knows a project."""
