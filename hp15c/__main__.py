"""`python -m hp15c`: the console script of the installed project.

The script's verbs come from packages that import this one, so this module finds the script by its registered
name.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

from hp15c.shell.own_packages import leave_working_folder, own_packages_first


def main() -> None:
    """Call the console script. Exit code 2 where the project is not installed."""
    scripts = entry_points(group="console_scripts", name="hp15c")
    if not scripts:
        print("Error: hp15c is not installed; in its folder: pip install .", file=sys.stderr)
        sys.exit(2)
    with own_packages_first():
        script = next(iter(scripts)).load()
    script()


if __name__ == "__main__":
    leave_working_folder()
    main()
