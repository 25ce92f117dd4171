"""A TableHypothesis and the Evidence in; a TableProof out, with the cards that are truly there. Makes no hypothesis.

hypothesis_proof asks for the goals, start_card_proof then for the start card; table_proof says what they are worth
beside other_cards, rival_proofs which of several is believed. Once the maze has grown, place_proof says whether it lies
where it must.
"""
