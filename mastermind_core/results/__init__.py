"""What results share: cards in notebooks, and data frames."""
