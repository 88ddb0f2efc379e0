"""Strategies for games of codes of any size."""
