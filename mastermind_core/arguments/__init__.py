"""What callers give: numbers that are checked, and seeds of lots."""
