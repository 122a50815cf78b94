"""The writers of listings, a module for each format, and the list of all formats."""
