"""Guess trees: all games of a strategy at once, openings, trees as files."""
