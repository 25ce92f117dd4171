"""Numbers from pictures: finds the table, finds the cards, says what they are and how sure it is. Knows no rules.

One straight road; a room is a stage, and imports only from rooms above it in this list:

arrays        what arrays hold: element type, shape, order of axes
capture       a camera, a phone, a file, a folder    ->  Frame: numbered, timed, BGR uint8 (rows, columns, 3)
geometry      points and quads                       ->  millimetres of the table <-> pixels of the picture
detection     a picture                              ->  Detections: quads in pixels, what lies there with probabilities
registration  detections, probed again               ->  RegisteredTable: the pose; LocatedCard: one in each cell
recognition   CardEstimates, a taught deck           ->  FacePosterior: faces with probabilities
reading       one picture                            ->  Reading: cards in cells, with candidates and hints
tracking      frames, one after the other            ->  SettledBoard: all that lies there, once it has settled
teaching      cards under the camera, or scans       ->  decks that recognition compares with
service       a source's name                        ->  the camera's thread, lines of JSON, the sheet of markers
simulate      a board                                ->  frames of it, with their truth, drawn by the project
train         simulated pictures                     ->  weights/, the networks of detection

Pictures are (row, column), points (x, y); a suffix says the unit: _px _mm _rad _s. Each stage has its thresholds beside
it in one frozen settings object, with unit and reason, and reads no other's.
"""

import os

# Before OpenCV is loaded. What is wrong with a file or a camera is told in our own words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
# Windows' own way to a camera tries every way to decode its pictures on the graphics card first: up to a minute, with
# some cameras (opencv/opencv#17687). Nobody needs that of one camera.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# A file of a few bytes may claim a picture of gigabytes. No camera has more than this.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(220_000_000))
