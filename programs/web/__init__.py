"""The calculator's face on a page: a server that holds the calculators, and a page that paints them."""
