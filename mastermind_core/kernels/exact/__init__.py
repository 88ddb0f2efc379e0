"""Exact search."""
