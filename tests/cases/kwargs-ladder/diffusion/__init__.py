"""A denoiser, made of classes that hand on what they do not know."""
