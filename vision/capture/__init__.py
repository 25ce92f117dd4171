"""A camera, stream, video, folder or file in; numbered frames out. Nothing here knows what a card is.

In: what a person typed (a number, an address, a path), or an array of any kind.
Out: Frame, its image BGR uint8 (rows, columns, 3) and its time in seconds on the source's own clock; or a Hint why not.
Never: raises for what a device, a file or a network does; keeps a picture; judges what is in it.

device opens cameras, stream opens streams and films, whose address address makes of what people type; source gives
their frames one after the other, with the times of film_clock, and phone those that a phone sends; picture opens a
file, and png_file and jpeg_file tell whether one is as it was written, and how large; photo_folder waits for
photographs that come into a folder.
"""
