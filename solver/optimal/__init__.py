"""Optimal play: the least total of turns, proved by branch and bound."""
