"""Partitions, score tables and greedy trees."""
