"""Reads an XML file as its elements, each with its line: all that the files of jDip say stands in attributes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

from judge.variants.variant import SourceLine, VariantError


@dataclass(frozen=True)
class XmlElement:
    """An element: its name in capitals, its attributes, how deep it stands, its line."""

    name: str
    attributes: Mapping[str, str]
    depth: int
    line: SourceLine

    def __getitem__(self, attribute: str) -> str:
        return self.attributes.get(attribute, "").strip()


def xml_elements(path: Path) -> tuple[XmlElement, ...]:
    """Return the elements in the order in which they begin; VariantError if the file is not XML.

    Nothing outside the file is read, and entities of its own are refused: none of these files has any.
    """
    found: list[XmlElement] = []
    depth = 0
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        found.append(XmlElement(name.upper(), attributes, depth, SourceLine(path.name, parser.CurrentLineNumber)))
        depth += 1

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(*_declared: object) -> None:
        message = f"{path.name}, line {parser.CurrentLineNumber}: entities are not read; write out what they stand for"
        raise VariantError(message)

    parser.StartElementHandler, parser.EndElementHandler, parser.EntityDeclHandler = begin, end, entity
    try:
        parser.Parse(path.read_bytes(), True)
    except expat.ExpatError as error:
        message = f"{path.name}, line {error.lineno}: it is not XML ({expat.ErrorString(error.code)})"
        raise VariantError(message) from error
    return tuple(found)
