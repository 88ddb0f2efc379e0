"""Games whose answers may be wrong: beliefs, strategies, bounds and exact policies."""
