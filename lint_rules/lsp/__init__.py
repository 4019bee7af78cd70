"""The language server. Data flows one way: documents, then what a check made of them, then what an editor shows of that."""
