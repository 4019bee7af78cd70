"""How long quantfence takes beside its peers, on trees that everybody can fetch. See README.md."""
