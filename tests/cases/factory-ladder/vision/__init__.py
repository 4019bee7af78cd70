"""Image towers, made by factories that call one another."""
