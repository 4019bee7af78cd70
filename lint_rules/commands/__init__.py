"""The commands, one a file. Each takes its options and returns the exit code."""
