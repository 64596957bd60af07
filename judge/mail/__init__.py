"""Letters in and letters out, as bytes and as people meant them."""
