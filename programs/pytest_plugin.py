"""The pytest plugin under the name that installations of version 1.1 registered."""

from hp15c.shell.pytest_plugin import pytest_addoption, pytest_collect_file

__all__ = ["pytest_addoption", "pytest_collect_file"]
