"""The sea, in layers."""
