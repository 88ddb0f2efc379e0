"""Strategies for games with codes of any size."""
