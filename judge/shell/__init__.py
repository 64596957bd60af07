"""What the shell shows of a judge, and how its master's word gets from there into the inbox."""
