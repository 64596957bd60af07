"""The files of service."""
