"""The project's own drawing of cards, table and webcam: serves the demo, the fixtures and the training."""
