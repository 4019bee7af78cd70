"""Vision-language configs."""
