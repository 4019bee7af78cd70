"""Around the training."""
