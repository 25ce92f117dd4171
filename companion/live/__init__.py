"""The running table: what the camera saw, proposals, the dealer, the journal and the one session that writes.

session         the one writer: threads meet here, and nothing but views comes out
table           what one press or one look of the camera does
presses         each press is done once, and not on a page that is out of date
windows         what everybody sees now
places, tokens  who sits down and gets up; tokens and names
grants          seats that the table screen plays, phones that may do what it does
phones          whose phone is there, and whose is gone
seat_requests   phones that ask for a seat in mid-round
newcomers       who comes in the middle of a game and sits down before its next round
holder          who holds the players' cards: they, or the app for them
turn_clock      how long this turn has taken

ledger          story and journal in step: on the disk first
handling        what can be taken back, and what makes a press stale, for each kind of command
story, undo     what has been done, step by step; how a step is taken back and a misread put right
night           opening the night that lies in a folder, or a new one
dealer          chance
stacks          where every card of a simulated deck is
store           a story in the journal's words, and back
journal         the night's entries, as they are kept
journal_file, journal_lock, journal_log, journal_tables, journal_damage
                its two files; the lock on their folder; SQLite's own log beside them; earlier formats; what is done
                where they are damaged
disk_trouble    trouble with the disk, as a refusal
past_nights     the file of finished games
guest_wifi      the Wi-Fi that guests are shown, and its file

tell_game       what the camera's reader is told of the game
propose         its settled board beside the game's: what is asked of people, and what needs no asking
set_table       what it shows of a table that is being set
proposal        what such a question is
known           what is known beside game and board
goal_seen, gone_seen
                ... about goals; about cards that went
open_questions  those that are open
settings        thresholds
"""
