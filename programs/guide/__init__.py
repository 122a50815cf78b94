"""The guide: chapters as Markdown, each example of which a test runs, and the site made of them."""
