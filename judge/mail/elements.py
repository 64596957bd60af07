"""The elements of HTML that are open at a place of the page, and what they together say of its words.

Elements are closed as browsers close them: one that only shapes letters (``<s>``) goes on past the end of its paragraph
until it is closed itself, or its cell of a table ends. Each element is opened once and closed once, whatever its depth.
"""

from dataclasses import dataclass, field

from judge.mail.colours import unseen_on
from judge.mail.css import PLAIN, Look, Sheet
from judge.mail.selectors import Node, root

_SHAPING = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_ROOMS = frozenset({"table", "td", "th", "caption"})
"""What an end within does not reach out of."""

_ENDS_PARAGRAPH = frozenset(
    {"address", "article", "aside", "blockquote", "center", "div", "dl", "fieldset", "footer", "form", "h1", "h2", "h3"}
    | {"h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul", "li", "dd", "dt"}
)
_ENDS_ITS_LIKE = {
    "li": ("li",),
    "dd": ("dd", "dt"),
    "dt": ("dd", "dt"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
    "option": ("option",),
}
"""What begins, and what that ends; not beyond the list or the table it stands in."""

_LISTS = frozenset({"ol", "ul", "dl", "table"})


@dataclass(eq=False, slots=True)
class _Element:
    name: str
    look: Look
    serial: int
    node: Node
    is_open: bool = True


@dataclass(slots=True)
class Elements:
    """What is open; asked after each tag what becomes of the words that follow."""

    _blocks: list[_Element] = field(default_factory=list)
    _shaping: list[_Element] = field(default_factory=list)
    _named: dict[str, list[_Element]] = field(default_factory=dict)
    _unseen: list[_Element] = field(default_factory=list)
    _tiny: list[_Element] = field(default_factory=list)
    _ink: list[_Element] = field(default_factory=list)
    _ground: list[_Element] = field(default_factory=list)
    _root: Node = field(default_factory=root)
    _serial: int = 0
    _striking: int = 0
    _hiding: int = 0

    def open(self, name: str, attributes: str, sheet: Sheet) -> None:
        """Begin an element, which looks as the style sheet says, and end those that it ends by beginning."""
        if name in _ENDS_PARAGRAPH and self._named.get("p"):
            self._end("p", self._last(_ROOMS))
        for like in _ENDS_ITS_LIKE.get(name, ()):
            self._end(like, self._last(_LISTS))
        node = self._around.begin(name, attributes)
        if name not in _VOID:
            self._begin(name, sheet.look(node), node)

    def close(self, name: str) -> None:
        """End the last open element of a name; an end that belongs to none is none."""
        if self._named.get(name):
            self._end(name, 0 if name in _ROOMS else self._last(_ROOMS))

    @property
    def strikes(self) -> bool:
        """Whether words here are struck out."""
        return self._striking > 0

    @property
    def hides(self) -> bool:
        """Whether words here cannot be seen."""
        if self._hiding:
            return True
        unseen, tiny, ink, ground = map(_top, (self._unseen, self._tiny, self._ink, self._ground))
        if unseen.unseen or tiny.tiny:
            return True
        return bool(ink.ink) and unseen_on(ink.ink or "", ground.ground or "#ffffff")

    @property
    def _around(self) -> Node:
        """The element in which the next one begins."""
        while self._shaping and not self._shaping[-1].is_open:
            self._shaping.pop()
        tops = [kept[-1] for kept in (self._blocks, self._shaping) if kept]
        return max(tops, key=lambda element: element.serial).node if tops else self._root

    def _begin(self, name: str, look: Look, node: Node) -> None:
        self._serial += 1
        element = _Element(name, look, self._serial, node)
        (self._shaping if name in _SHAPING else self._blocks).append(element)
        self._named.setdefault(name, []).append(element)
        if look is PLAIN:
            return
        self._striking += look.struck
        self._hiding += look.gone
        for said, kept in self._kept(look):
            if said is not None:
                kept.append(element)

    def _kept(self, look: Look) -> tuple[tuple[object, list[_Element]], ...]:
        return (
            (look.unseen, self._unseen),
            (look.tiny, self._tiny),
            (look.ink, self._ink),
            (look.ground, self._ground),
        )

    def _end(self, name: str, within: int) -> None:
        """End the last open element of a name if it began behind ``within``, and all that its end ends."""
        element = self._named_last(name)
        if element is None or element.serial <= within:
            return
        if name in _SHAPING:
            self._drop(element)
            return
        while self._blocks[-1] is not element:
            self._drop(self._blocks.pop())
        self._drop(self._blocks.pop())
        while name in _ROOMS and self._shaping and self._shaping[-1].serial > element.serial:
            self._drop(self._shaping.pop())

    def _drop(self, element: _Element) -> None:
        if element.is_open:
            element.is_open = False
            self._striking -= element.look.struck
            self._hiding -= element.look.gone

    def _named_last(self, name: str) -> _Element | None:
        named = self._named.get(name, [])
        while named and not named[-1].is_open:
            named.pop()
        return named[-1] if named else None

    def _last(self, names: frozenset[str]) -> int:
        """Where the innermost open element of these names began; 0 where none is open."""
        found = (self._named_last(name) for name in names if name in self._named)
        return max((element.serial for element in found if element), default=0)


def _top(kept: list[_Element]) -> Look:
    """The innermost look of those still open."""
    while kept and not kept[-1].is_open:
        kept.pop()
    return kept[-1].look if kept else PLAIN
