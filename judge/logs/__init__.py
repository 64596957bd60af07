"""The log of a judge: what its lines are about, where they go."""
