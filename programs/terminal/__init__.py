"""The calculator in a terminal: the same desk as the page's, shown with textual."""
