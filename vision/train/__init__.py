"""Fits the network of vision.network on our own drawings. Needs the extra `train`; nothing else imports it."""
