"""Proofs that a CodeMaker scores every pair of codes rightly, by running it on digits that are symbols."""
