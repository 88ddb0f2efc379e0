"""A search that is divided among workers."""
