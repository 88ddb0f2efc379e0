"""What the kernels have in common."""
