"""Editors: what they show of a listing, the language server, and the extension for VS Code."""
