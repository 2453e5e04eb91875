"""The command line of the project and its doctor."""

import harness as harness  # settles the process before anything heavy is imported: see harness.process

__version__ = "0.1.0"
