"""Reads a variant from whatever file it is in."""

from pathlib import Path

from judge.formats.variants.jdip import read_jdip
from judge.formats.variants.map_file import read_map
from judge.formats.variants.variant import Variant, VariantError


def read_variant(path: Path, wanted: str = "") -> Variant:
    """Return the variant of a file; ``wanted`` is its name in a file of several.

    VariantError if it is neither a ``.map`` file nor one of jDip's, or cannot be read as what it is.
    """
    if path.read_bytes().lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_jdip(path, wanted)
    if wanted:
        message = f"{path.name} is one variant; --variant is for jDip's variants.xml"
        raise VariantError(message)
    return read_map(path)
