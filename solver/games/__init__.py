"""A game under way: the guess to make, what a history leaves open, two conversations, and looking back."""
