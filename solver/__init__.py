"""Mastermind: codes, scores, strategies, guess trees and optimal play. Knows nothing of the calculator."""
