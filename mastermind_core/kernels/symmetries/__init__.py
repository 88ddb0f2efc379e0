"""The search for symmetries of a score table, and their verification."""
