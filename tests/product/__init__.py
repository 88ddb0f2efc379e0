"""The product: every form of a game and every question of it, on every path, against one oracle."""
