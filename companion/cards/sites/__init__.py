"""Postcards that do something for whoever reaches them first, one module each."""
