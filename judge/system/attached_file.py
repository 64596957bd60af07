"""A file that a letter bears as an attachment."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AttachedFile:
    """A file: its name (ASCII), its media type, its bytes."""

    name: str
    kind: str
    content: bytes
