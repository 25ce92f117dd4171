"""Shards in; batches, a loss, and the weights with their figures out: one task a network. The loop: see fit.

face_lessons is common to those that are taught faces.
"""
