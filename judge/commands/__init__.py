"""The commands of the shell, a module for each heading of the help."""
