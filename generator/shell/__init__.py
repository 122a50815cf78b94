"""The verbs `generate` and `compile`."""
