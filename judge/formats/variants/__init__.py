"""The files of variants."""
