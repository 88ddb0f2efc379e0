"""Find the first bad commit of a history, or bad items of a set, with answers that may be wrong."""
