"""What is in the boxes and in the rulebooks, as typed literals with their source. No behaviour."""
