"""CSS selectors: which elements of a page they match (Selectors Level 3, without pseudo-classes).

``.gone span``, ``div > s``, ``p, li.x``, ``#old``, ``[style*="x"]``, ``u + .body td``. A selector with a pseudo-class
matches no element here: nearly all of them depend on what a reader does with the mouse.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.mail.headers import resolve_references

_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"'<>]+))?""")
_PIECE = re.compile(
    r"""(?P<any>\*)|(?P<kind>[.#]?)(?P<name>[\w-]{1,100})"""
    r"""|\[\s{0,9}(?P<of>[\w:-]{1,100})\s{0,9}(?:(?P<how>[~|^$*]?=)\s{0,9}"""
    r"""(?P<value>"[^"]{0,200}"|'[^']{0,200}'|[\w-]{1,200})\s{0,9}[is]?\s{0,9})?\]"""
)
_COMBINATOR = re.compile(r"\s{0,99}([>+~])\s{0,99}|\s{1,99}")
_COMMA = re.compile(r"\s{0,99},\s{0,99}")
_LONGEST = 2_000
"""Characters of the selectors of one rule that are read."""

_LONGEST_VALUE = 1_000
"""Characters of the value of an attribute that selectors are compared with."""

_DEEPEST = 12
"""Compounds of one selector; a longer one matches nothing."""


@dataclass(eq=False, slots=True)
class ElementNode:
    """An element in its place: its parent and its previous sibling, both None at the root."""

    name: str
    attributes: str = ""
    parent: "ElementNode | None" = None
    before: "ElementNode | None" = None
    last: "ElementNode | None" = None
    _bears: Mapping[str, str] | None = None
    _classes: frozenset[str] | None = None

    def begin(self, name: str, attributes: str) -> "ElementNode":
        """Append an element as the last child of this one."""
        self.last = ElementNode(name, attributes, self, self.last)
        return self.last

    @property
    def bears(self) -> Mapping[str, str]:
        """Its attributes."""
        if self._bears is None:
            self._bears = attributes_of(self.attributes)
        return self._bears

    @property
    def classes(self) -> frozenset[str]:
        """Its classes, in lower case."""
        if self._classes is None:
            self._classes = frozenset(self.bears.get("class", "").lower().split())
        return self._classes


def root_node() -> ElementNode:
    """The body that every page has, whether its text contains the tag or not."""
    return ElementNode("html").begin("body", "")


def attributes_of(text: str) -> Mapping[str, str]:
    """The attributes of a tag by their names in lower case; the first of a name counts."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        found.setdefault(match[1].lower(), resolve_references((match[2] or "").strip("\"'")))
    return found


@dataclass(frozen=True)
class Compound:
    """The conditions on one element: name, id, classes, attributes; ``joined`` is the combinator before it.

    ``joined`` is a space (descendant), ``>`` (child), ``+`` (next sibling), ``~`` (later sibling), or empty.
    """

    joined: str
    name: str = ""
    identity: str = ""
    classes: frozenset[str] = frozenset()
    having: tuple[tuple[str, str, str], ...] = ()

    def fits(self, node: ElementNode) -> bool:
        """Whether an element meets these conditions."""
        if self.name and self.name != node.name:
            return False
        if not (self.identity or self.classes or self.having):
            return True
        bears = node.bears
        return (
            (not self.identity or bears.get("id", "").strip().lower() == self.identity)
            and self.classes <= node.classes
            and all(_attribute_matches(bears, *wanted) for wanted in self.having)
        )


def _attribute_matches(bears: Mapping[str, str], name: str, how: str, value: str) -> bool:
    if name not in bears:
        return False
    told = bears[name][:_LONGEST_VALUE].lower()
    match how:
        case "":
            return True
        case "=":
            return told == value
        case "~=":
            return value in told.split()
        case "|=":
            return told == value or told.startswith(f"{value}-")
        case _ if not value:
            return False
        case "^=":
            return told.startswith(value)
        case "$=":
            return told.endswith(value)
        case _:
            return value in told


@dataclass(frozen=True)
class Selector:
    """One selector as its compounds, the one for the matched element last."""

    compounds: tuple[Compound, ...]

    @cached_property
    def weight(self) -> tuple[int, int, int]:
        """Its specificity (Selectors Level 3, 9): ids, classes with attributes, names."""
        ids = sum(bool(one.identity) for one in self.compounds)
        classes = sum(len(one.classes) + len(one.having) for one in self.compounds)
        return ids, classes, sum(bool(one.name) for one in self.compounds)

    @property
    def key(self) -> str:
        """What an element must have to match: ``#id``, ``.class`` or its name; ``*`` for any element."""
        last = self.compounds[-1]
        if last.identity:
            return f"#{last.identity}"
        return f".{min(last.classes)}" if last.classes else last.name or "*"

    @property
    def is_alone(self) -> bool:
        """Whether it has no condition on other elements."""
        return len(self.compounds) == 1


def selectors(text: str) -> Iterator[Selector]:
    """The selectors of a rule, in lower case; those that cannot be parsed are left out."""
    for one in _COMMA.split(text[:_LONGEST].strip()):
        compounds = tuple(_compounds(one))
        if compounds and all(compounds):
            yield Selector(tuple(compound for compound in compounds if compound))


def _compounds(text: str) -> Iterator[Compound | None]:
    at, joined = 0, ""
    for _ in range(_DEEPEST):
        compound, at = _compound(text, at, joined)
        yield compound
        join = _COMBINATOR.match(text, at)
        if compound is None or join is None:
            break
        joined, at = join[1] or " ", join.end()
    if at < len(text):
        yield None


def _compound(text: str, at: int, joined: str) -> tuple[Compound | None, int]:
    names: dict[str, list[str]] = {"": [], "#": [], ".": []}
    having: list[tuple[str, str, str]] = []
    begun = at
    while piece := _PIECE.match(text, at):
        if piece["of"]:
            having.append((piece["of"], piece["how"] or "", (piece["value"] or "").strip("\"'")))
        elif piece["name"]:
            names[piece["kind"]].append(piece["name"])
        at = piece.end()
    if at == begun or len(names[""]) > 1 or len({*names["#"]}) > 1:
        return None, at
    name, identity = ("".join(names[kind][:1]) for kind in ("", "#"))
    return Compound(joined, name, identity, frozenset(names["."]), tuple(having)), at


class TooStyledError(Exception):
    """The style sheets of a page take more work than any page that a person writes."""


STEPS_TO_PARSE = 5
"""What one compound takes to parse, in steps of a SelectorMatcher."""


@dataclass(slots=True)
class SelectorMatcher:
    """Matches selectors with elements, within the work that the style sheets of one page may take together.

    A step is one rule looked at for one element, or one element looked at for one part of a selector; to parse such a
    part takes ``STEPS_TO_PARSE``. Whoever steps beyond what is ``left`` raises TooStyledError.
    """

    left: int = 100_000

    def spend(self, steps: int) -> None:
        """Count steps of work that are about to be done."""
        self.left -= steps
        if self.left < 0:
            raise TooStyledError

    def names(self, selector: Selector, node: ElementNode) -> bool:
        """Whether a selector matches an element."""
        return self._fits(selector.compounds, len(selector.compounds) - 1, node)

    def _fits(self, compounds: tuple[Compound, ...], place: int, node: ElementNode) -> bool:
        self.spend(1 + len(compounds[place].having))
        if not compounds[place].fits(node):
            return False
        if place == 0:
            return True
        return any(self._fits(compounds, place - 1, other) for other in _candidates(node, compounds[place].joined))


def _candidates(node: ElementNode, joined: str) -> Iterator[ElementNode]:
    """The elements that the compound before this one may match, the nearest first."""
    is_around, is_one = joined in {" ", ">"}, joined in {">", "+"}
    other = node.parent if is_around else node.before
    while other is not None:
        yield other
        if is_one:
            return
        other = other.parent if is_around else other.before
