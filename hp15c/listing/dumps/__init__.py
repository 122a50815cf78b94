"""Programs in the memory of a DM15 or a Collector's Edition, as their programs print it."""
