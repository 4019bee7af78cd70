"""Tables, one token for each column."""
