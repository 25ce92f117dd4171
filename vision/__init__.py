"""Numbers from pictures: finds the table, finds the cards, says what they are and how sure it is. Knows no rules."""
