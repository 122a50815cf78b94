"""The programs for owners: sources in Python or listings written by hand, and the listings made from them."""
