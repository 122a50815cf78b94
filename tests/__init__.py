"""The tests: a mirror of the source, and `whole/` for what no single module answers for."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
