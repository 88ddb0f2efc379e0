"""Guessing games over one protocol."""
