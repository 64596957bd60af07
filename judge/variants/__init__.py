"""Variants of the hobby, read from the files of other programs and written as board files of ours."""
