"""Codes that fit a history, and strategies that draw them."""
