"""Pictures of boards: a position, or a phase with its orders and results, as SVG or PNG."""
