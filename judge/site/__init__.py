"""The games of a judge as pages of the web that anybody may read: what is public, and nothing else."""
