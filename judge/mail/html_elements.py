"""The HTML elements open at a place of the page, and how their styles combine for the text there.

Elements are closed as browsers close them: an inline element (``<s>``) goes on past the end of its paragraph until it
is closed itself, or its table cell ends. Each element is opened once and closed once, whatever its depth.
"""

from dataclasses import dataclass, field

from judge.mail.css import DEFAULT_STYLE, Style, StyleSheet
from judge.mail.css_colours import is_invisible_on
from judge.mail.css_selectors import ElementNode, root_node

_INLINE = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_BARRIERS = frozenset({"table", "td", "th", "caption"})
"""Elements that an end tag inside them does not reach out of."""

_ENDS_PARAGRAPH = frozenset(
    {"address", "article", "aside", "blockquote", "center", "div", "dl", "fieldset", "footer", "form", "h1", "h2", "h3"}
    | {"h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul", "li", "dd", "dt"}
)
_CLOSES_SIBLINGS = {
    "li": ("li",),
    "dd": ("dd", "dt"),
    "dt": ("dd", "dt"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
    "option": ("option",),
}
"""The open elements that each start tag closes, within the same list or table."""

_LISTS = frozenset({"ol", "ul", "dl", "table"})


@dataclass(eq=False, slots=True)
class _Element:
    name: str
    look: Style
    serial: int
    node: ElementNode
    is_open: bool = True


@dataclass(slots=True)
class OpenElements:
    """The open elements; asked after each tag how the text that follows looks."""

    _blocks: list[_Element] = field(default_factory=list)
    _shaping: list[_Element] = field(default_factory=list)
    _named: dict[str, list[_Element]] = field(default_factory=dict)
    _unseen: list[_Element] = field(default_factory=list)
    _tiny: list[_Element] = field(default_factory=list)
    _ink: list[_Element] = field(default_factory=list)
    _ground: list[_Element] = field(default_factory=list)
    _root: ElementNode = field(default_factory=root_node)
    _serial: int = 0
    _striking: int = 0
    _hiding: int = 0

    def open(self, name: str, attributes: str, sheet: StyleSheet) -> None:
        """Open an element with the style of the style sheet, and close those that its start tag closes."""
        if name in _ENDS_PARAGRAPH and self._named.get("p"):
            self._end("p", self._last(_BARRIERS))
        for like in _CLOSES_SIBLINGS.get(name, ()):
            self._end(like, self._last(_LISTS))
        node = self._around.begin(name, attributes)
        if name not in _VOID:
            self._begin(name, sheet.look(node), node)

    def close(self, name: str) -> None:
        """Close the last open element of a name; an end tag without a start tag is ignored."""
        if self._named.get(name):
            self._end(name, 0 if name in _BARRIERS else self._last(_BARRIERS))

    @property
    def strikes(self) -> bool:
        """Whether text here is struck out."""
        return self._striking > 0

    @property
    def hides(self) -> bool:
        """Whether text here is invisible."""
        if self._hiding:
            return True
        unseen, tiny, ink, ground = map(_top, (self._unseen, self._tiny, self._ink, self._ground))
        if unseen.unseen or tiny.tiny:
            return True
        return bool(ink.ink) and is_invisible_on(ink.ink or "", ground.ground or "#ffffff")

    @property
    def _around(self) -> ElementNode:
        """The parent of the next element."""
        while self._shaping and not self._shaping[-1].is_open:
            self._shaping.pop()
        tops = [kept[-1] for kept in (self._blocks, self._shaping) if kept]
        return max(tops, key=lambda element: element.serial).node if tops else self._root

    def _begin(self, name: str, look: Style, node: ElementNode) -> None:
        self._serial += 1
        element = _Element(name, look, self._serial, node)
        (self._shaping if name in _INLINE else self._blocks).append(element)
        self._named.setdefault(name, []).append(element)
        if look is DEFAULT_STYLE:
            return
        self._striking += look.struck
        self._hiding += look.gone
        for said, kept in self._kept(look):
            if said is not None:
                kept.append(element)

    def _kept(self, look: Style) -> tuple[tuple[object, list[_Element]], ...]:
        return (
            (look.unseen, self._unseen),
            (look.tiny, self._tiny),
            (look.ink, self._ink),
            (look.ground, self._ground),
        )

    def _end(self, name: str, within: int) -> None:
        """Close the last open element of a name if it began behind ``within``, and all that this closes."""
        element = self._named_last(name)
        if element is None or element.serial <= within:
            return
        if name in _INLINE:
            self._drop(element)
            return
        while self._blocks[-1] is not element:
            self._drop(self._blocks.pop())
        self._drop(self._blocks.pop())
        while name in _BARRIERS and self._shaping and self._shaping[-1].serial > element.serial:
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


def _top(kept: list[_Element]) -> Style:
    """The style of the innermost element that is still open."""
    while kept and not kept[-1].is_open:
        kept.pop()
    return kept[-1].look if kept else DEFAULT_STYLE
