"""Plan families: each lays a CodeMaker out in its own way and offers candidates with different choices."""
