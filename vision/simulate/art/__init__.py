"""A face and a deck's style in; the picture of one card out. Knows no table and no camera."""
