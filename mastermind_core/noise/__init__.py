"""Games whose answers may be wrong: beliefs, strategies, bounds, policies."""
