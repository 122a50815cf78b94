"""The page without a server: a folder that any static web host can serve."""
