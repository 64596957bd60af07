"""The commands of the shell: what they show of a judge, and how the master writes to it."""
