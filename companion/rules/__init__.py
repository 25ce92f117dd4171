"""The verbs, pure: decide judges a command, evolve applies an event. No input or output, no clock, no chance."""
