"""Motion between frames."""
