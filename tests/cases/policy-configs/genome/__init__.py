"""Long convolutions over bases."""
