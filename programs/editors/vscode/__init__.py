"""The extension for VS Code: its files made from the tables, and its package."""
