"""The best tree that a budget gives, where a proof takes longer: greedy on top, exact below."""
