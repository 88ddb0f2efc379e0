"""Strategies that no strategy can beat, with the proof that comes from having searched them all."""
