"""The planner: plans are checked, measured and ranked, and the best one becomes a listing."""
