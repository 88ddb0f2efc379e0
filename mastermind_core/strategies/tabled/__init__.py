"""Strategies that read the score table of a game."""
