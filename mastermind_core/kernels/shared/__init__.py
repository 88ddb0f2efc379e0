"""Parts shared by the families of kernels."""
