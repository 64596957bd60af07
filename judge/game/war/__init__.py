"""Decisions of a war besides orders: alliances, and what the master decides for a nation."""
