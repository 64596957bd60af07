"""A war besides its orders: alliances, and what the master decides for a nation."""
