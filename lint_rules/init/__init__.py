"""The first manifest of a project: what carries a config, what a recipe excludes, and which classes that is."""
