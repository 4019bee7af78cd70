"""Brook: a small language model whose blocks take turns between retention and attention."""
