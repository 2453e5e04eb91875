"""What stands between the planner model and the world: contract, environments, tools, memory, skills, context, execution."""
