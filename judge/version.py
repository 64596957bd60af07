"""The version of the judge, said here and nowhere else."""

__version__ = "0.2.0"
