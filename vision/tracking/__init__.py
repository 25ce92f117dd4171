"""Frames in, settled boards out: when to read, what changed, what to believe.

In: Frame after Frame, images BGR uint8 (rows, columns, 3), times in seconds on the source's own clock.
Out: SettledBoard, the whole board each time that it has settled; CameraEvent when the view of it is lost or comes back.
Never: tells what changed from board to board: see service.watch_lines; compares the board with a game.

change_detector says what moves in a picture, moving_background what never rests, read_trigger when to read,
early_reading which cards are told before all is in sight, tracker reads on from where the cards lay,
picture_alignment says how the camera moved, camera_shift carries the board along, bare_table knows the table without
cards, known_places what happened where cards lie or lay, temporal_filter believes what several readings agree on.
"""
