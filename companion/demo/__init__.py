"""The demo table: simulated players and hands, who use the session like any guest. No pictures: see vision.simulate."""
