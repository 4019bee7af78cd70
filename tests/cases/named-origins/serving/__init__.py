"""A sparse model for serving, without a type for its quantization settings."""
