"""Symmetries of a score table."""
