"""Speech encoders for live captions."""
