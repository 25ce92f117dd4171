"""Frames in, settled boards out: when to read, what changed, what to believe.

In: Frame after Frame, images BGR uint8 (rows, columns, 3), times in seconds on the source's own clock.
Out: SettledBoard, the whole board each time that it has settled; CameraEvent when the view of it is lost or comes back.
Never: tells what changed from board to board: see service.watch_lines; compares the board with a game.

change_detector says what moves in a picture, rolling_light takes out what a lamp that flickers draws over it,
picture_difference says where two of them differ, picture_alignment how the camera moved, pixel_memory how the bare
table looks, in what light a card may lie unseen, and what never rests, known_places what happened where the board's
cards lie, read_trigger when to read, table_sight how the table is seen, early_reading what is told before all is in
sight, tracker reads on from where the cards lay, temporal_filter believes what several readings agree on. photographs
reads pictures that are each taken from another place.
"""
