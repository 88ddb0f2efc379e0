"""The proof of an optimum, written to a file."""
