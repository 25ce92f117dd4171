"""What one viewer may see: the only types a page may get. Nothing here keeps state."""
