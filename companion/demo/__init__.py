"""The demo table: simulated players and hands, who use the session like any guest. No pictures: see vision.simulate.

players        simulated players, each at his own phone's window
mind           what one remembers and may do
policy, policy_cards, policy_maze
               what he would do; with action cards; with path cards
hands          lay the cards that people and simulated players hold
hand_table     the simulated table as hands use it
tidy           makes that table follow the game where no player would
app_holds      the holder of the players' cards, as the session knows him
shuffled_deck  what lies in each hand
settings       what simulated players like, and how long they wait
"""
