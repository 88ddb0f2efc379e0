"""The commands, a module each: ``add`` declares the options and ``run`` does the work."""
