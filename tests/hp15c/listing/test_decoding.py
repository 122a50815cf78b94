"""The bytes of files as text: what is refused, and why."""

import pytest

from hp15c.errors import InputError
from hp15c.listing.decoding import decode


def test_a_python_file_is_no_listing_and_the_error_says_what_reads_it() -> None:
    with pytest.raises(InputError, match=r"^nim\.PY: this is a Python file; hp15c compile"):
        decode(b"from generator.language import program", "nim.PY")
