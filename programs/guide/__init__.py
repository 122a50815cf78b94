"""The guide: chapters as Markdown, whose examples are run by a test, and the site made of them."""
