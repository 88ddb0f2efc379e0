"""Codes that are consistent with a history, and blocks of codes."""
