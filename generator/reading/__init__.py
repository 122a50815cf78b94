"""Programs read for people: what each line does, and what its values are."""
