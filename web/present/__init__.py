"""View -> what templates need: drawings as SVG and sentences. Nothing here reads a request or asks the session.

page          all that the templates of one page may use
sentences     codes and facts as sentences
labels        how wide their longest word is
badges        what tells the badges of players apart
endings       how a round came out; a card that waits for an answer
podium        who stands how high when a game is over
moments       what has just happened, for the page's script
how_to_play   how to play, in six panels

actions       what a phone may press in a turn
selection     what is chosen of it so far, in the page's address
panels        its panels by name, with their icons
picking       what the card in the open panel asks
palette       which cards a thumb can choose from
gold          the gold cards of which one may be kept
setup_offers  what the set-up page offers
box_offers, house_rule_offers
              ... of boxes; of house rules

drawings      the drawings of one page
maze_drawing  the whole maze
layout_drawing how the cards are laid out before a round
growing_maze  ... of a round, move by move, for the keepsake
night_picture the night as one picture to show around
card_drawing, dwarf_drawing, box_drawing, figures
              one tunnel card, one dwarf, one box; what lies in the mine beside tunnels
secret_card   what lies under a thumb, as long for every secret
way           the way to a goal through the maze
maze_words, card_words
              the maze and its cards in words, for those who cannot see the drawing
qr            an address as a QR code
"""
