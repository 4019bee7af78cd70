"""The engines, one a file: a function for each method, which says what was read where, and a table of them."""
