"""What `hp15c mastermind bench` measures: the tiers, and the ways of scoring."""
