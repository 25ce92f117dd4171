"""View -> what templates need: drawings as SVG and sentences. Nothing here reads a request or asks the session."""
