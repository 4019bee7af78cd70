"""What quantfence costs on real engines, beside tools that read the same files."""
