"""What lies on a table in; pictures of it out, with their truth, drawn by the project alone. Reads no picture.

art draws single cards, scene lays them on a table seen from above; webcam films it from a camera_stand with the hands
over it (studio); demo_table is a source of such frames. random_decks serve the training; truth says what is to be read.
"""
