"""The outline: which modules each class builds, where, and what it calls them; no conditions, no precision."""
