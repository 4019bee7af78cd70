"""An encoder and two decoders."""
