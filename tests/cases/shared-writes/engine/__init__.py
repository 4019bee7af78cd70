"""An inference engine, in parts."""
