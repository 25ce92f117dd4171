"""The camera while an evening lasts, and what commands and pages get of it.

In: the name of a source or of a picture's file, or a Source; the game, the deck and the corners that it is told.
Out: SettledBoard and CameraEvent, told from the camera's thread; its status; JPEG bytes; JSON; an SVG to print.
Never: reads a picture itself; stops for a picture that cannot be read.

camera_service is the one camera of an evening, phone_film puts a phone in its place, camera_thread watches one source,
read_lines and watch_lines are the lines of the commands `read` and `watch`, marker_sheet is the page with the four
markers.
"""
