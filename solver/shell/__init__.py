"""The verbs of `hp15c mastermind`."""
