"""Where the console script begins. It imports nothing before it is ready for Ctrl-C."""

import sys


def main() -> None:
    """Load the command and run it. A Ctrl-C while it is loaded ends it as anywhere else."""
    try:
        from programs.shell import main as verbs

        verbs()
    except KeyboardInterrupt:
        sys.stderr.write("\nAborted!\n")
        sys.exit(1)
