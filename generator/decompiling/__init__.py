"""From a listing to a module of `generator.language`: it runs as Python, and compiles to keystrokes again."""
