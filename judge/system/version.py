"""The version of the judge, said here and nowhere else; how versions are compared."""

__version__ = "0.2.0"


def version_number(version: str) -> tuple[int, ...]:
    """Return what versions are compared by: the numbers of ``1.10.2``; of no version, none."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())
