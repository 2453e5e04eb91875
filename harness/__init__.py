"""What stands between the planner model and the world: contract, environments, tools, memory, skills, execution.

Importing it settles the process: see ``harness.process``.
"""

from harness.process import apply_process_defaults

apply_process_defaults()
