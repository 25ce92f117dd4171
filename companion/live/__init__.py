"""The running table: what the camera saw, proposals, the dealer, the journal and the one session that writes."""
