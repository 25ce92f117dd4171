"""What lies where on a table in; a painting of it as seen from straight above out. Knows no camera and no reader."""
