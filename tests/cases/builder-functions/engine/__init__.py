"""An engine that serves language models."""
