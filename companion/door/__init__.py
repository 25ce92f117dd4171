"""The door: what each command does, in the one room that sees camera and pages. No rules, no pictures, no pages.

commands        which there are, and that none of them ends with a traceback
streams, threads, ctrl_c, memory, not_installed
                what holds before any of them is loaded: where goes what is printed, what is told of a thread that
                ends, what Ctrl-C does, how freed memory goes back to the system, how it ends without a package
play            the game night
evening, pages, secure
                what it begins with: game and camera; the pages and their port; the door through which a phone films
demo_evening    the demo's simulated table, and who plays at it
read, watch     pictures, or a live source, as lines of JSON
side_by_side    several pictures read at the same time
judge           `check` and `gold`
teach           a deck from labelled scans
print_markers   the sheet with the four markers
json_file       what a case's file holds, or what is wrong in it
named_deck, folders, speech, give_up
                what several of them need: a deck by its name, where files lie, the terminal's language, how one ends
"""
