"""From findings with fixes to changed files: edits, rounds, a diff, writing. Nothing of it is imported by a plain check."""
