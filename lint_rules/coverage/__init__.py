"""What exclusions cover: the entries of manifests and recipes, held against the names of a project's modules."""
