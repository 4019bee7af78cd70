"""What a change of some files makes of an outcome: nothing, in most cases, and that is told without a check."""
