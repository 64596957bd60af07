"""The pages of a record as one zip file."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can tell; with one hour for every page the same pages are the same bytes."""

_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(folder: str, texts: Mapping[str, str]) -> bytes:
    """Return a zip file with the pages, by file name, in one folder; the same pages always give the same bytes."""
    found = BytesIO()
    with ZipFile(found, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, text in texts.items():
            page = ZipInfo(f"{folder}/{name}", _BEGINNING)
            page.create_system, page.external_attr, page.compress_type = _UNIX, _READABLE, ZIP_DEFLATED
            file.writestr(page, text.encode())
    return found.getvalue()
