"""Listings: the text formats in which owners exchange programs, read and written."""
