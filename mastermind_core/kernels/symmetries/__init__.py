"""Symmetries of a score table: found, and checked."""
