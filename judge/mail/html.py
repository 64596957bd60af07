"""Converts HTML to plain lines in one pass over the text: no markup, however broken, makes it slow.

Elements are closed as browsers close them: an inline element (``<s>``) goes on past the end of its paragraph until it
is closed itself, or its table cell ends. Each element is opened once and closed once, whatever its depth.

Quotations become lines that begin with ``>``, as in plain text, so that one place decides what is new. Struck out words
bear the marks of headers.py; invisible words are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from judge.mail.css import DEFAULT_STYLE, Style, StyleSheet, is_invisible_on
from judge.mail.css_selectors import ElementNode, attributes_of, root_node
from judge.mail.headers import MOST_LINES_SEARCHED, STRUCK_BEGIN, STRUCK_END, resolve_references
from judge.mail.quoted_letters import load_client_marks

# --- the HTML elements open at a place of the page, and how their styles combine for the text there


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
        began = 0
        for name in names:  # for every tag of a page: a generator takes twice as long
            last = self._named_last(name) if self._named.get(name) else None
            if last and last.serial > began:
                began = last.serial
        return began


def _top(kept: list[_Element]) -> Style:
    """The style of the innermost element that is still open."""
    while kept and not kept[-1].is_open:
        kept.pop()
    return kept[-1].look if kept else DEFAULT_STYLE


# --- converts HTML to plain lines in one pass over the text: no markup, however broken, makes it slow


_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,20})")
_QUOTE_OR_END = re.compile(r"""=\s{0,3}["']|>""")
_QUOTE_BLOCK = re.compile(
    r"\bname\s{0,3}=\s{0,3}[\"']?quote\b|judge-letter\b|border-left\s{0,3}:\s{0,3}(?:[^\s;]{1,20}\s{1,3})?solid\b",
    re.IGNORECASE,
)
"""How GMX and WEB.DE name what they quote, our own pages, the bar that word processors draw beside a quotation."""
_PREFORMATTED = re.compile(r"white-space\s{0,3}:\s{0,3}pre")
_NEVER_SHOWN = ("script", "style", "title", "template", "iframe", "noframes", "noembed")
_END_OF_NEVER_SHOWN = {name: re.compile(f"</{name}", re.IGNORECASE) for name in _NEVER_SHOWN}
_BLOCKS = frozenset(
    {"address", "article", "blockquote", "body", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
_SPACED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})

_MOST_TOKENS = 40_000
"""Tags, with the texts between them; letters that people write have a tenth of it."""


@dataclass(frozen=True)
class _Tag:
    name: str
    opens: bool
    attributes: str


@dataclass(frozen=True)
class _Style:
    text: str


@dataclass(frozen=True)
class VisibleText:
    """The text of a page as its reader sees it, a line for each block; ``hidden`` are new words that are invisible."""

    text: str
    hidden: tuple[str, ...]


def plain_text(html: str) -> str:
    """The visible text, a line for each block."""
    return visible_text(html).text


def visible_text(html: str) -> VisibleText:
    """The visible text, with the words that are invisible.

    TooStyledError where its style sheets take more work than those of any page that a person writes.
    """
    page = _Page()
    marks = load_client_marks()
    tokens = tuple(islice(_tokens(html), _MOST_TOKENS))
    for sheet in (token.text for token in tokens if isinstance(token, _Style)):
        page.sheet.add(sheet)
    for token in tokens:
        if len(page.lines) > MOST_LINES_SEARCHED:
            break
        if isinstance(token, str):
            page.write(token)
        elif isinstance(token, _Tag):
            if token.opens and any(mark in token.attributes for mark in marks.html_cut):
                break
            page.mark(token)
            if token.opens and any(mark in token.attributes for mark in marks.html_attribution):
                page.attribution = True
    page.end_line()
    return VisibleText("\n".join(page.lines), tuple(page.hidden))


@dataclass
class _Page:
    """The lines so far, and the one that is being written."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    sheet: StyleSheet = field(default_factory=StyleSheet)
    elements: OpenElements = field(default_factory=OpenElements)
    depth: int = 0
    bars: list[bool] = field(default_factory=list)
    preformatted: int = 0
    styled: str = ""
    attribution: bool = False

    def write(self, text: str) -> None:
        plain = resolve_references(text).replace("\u00a0", " ")
        if not plain.strip():
            self._put(plain)
        elif not self.elements.hides:
            self._put(plain, struck=self.elements.strikes)
        elif not (self.depth or self.attribution):
            self.hidden.append(" ".join(plain.split()))

    def _put(self, plain: str, *, struck: bool = False) -> None:
        before, after = (STRUCK_BEGIN, STRUCK_END) if struck else ("", "")
        if self.preformatted:
            first, *rest = plain.split("\n")
            self.line.append(f"{before}{first}{after}")
            for line in rest:
                self.end_line(blank=True)
                self.line.append(f"{before}{line}{after}")
        else:
            self.line.append(before + re.sub(r"\s+", " ", plain) + after)

    def end_line(self, *, blank: bool = False) -> None:
        """Finish the line; an empty line counts only where the writer meant it (``blank``)."""
        words = (
            "".join(self.line).replace(STRUCK_END + STRUCK_BEGIN, "").replace(f"{STRUCK_BEGIN} ", f" {STRUCK_BEGIN}")
        )
        words = words.rstrip() if self.preformatted else re.sub(r" +", " ", words).strip()
        self.line.clear()
        if words or blank:
            quoted = min(self.depth + self.attribution, 10)
            self.lines.append(">" * quoted + (" " if quoted else "") + words)

    def mark(self, tag: _Tag) -> None:
        """Apply a tag."""
        if tag.opens:
            self.elements.open(tag.name, tag.attributes, self.sheet)
        else:
            self.elements.close(tag.name)
        self._keep_spaces(tag)
        if tag.name == "br":
            self.end_line(blank=True)
        elif tag.name in {"td", "th"}:
            self.line.append(" ")
        elif tag.name in _BLOCKS:
            self.end_line()
            self._enter_or_leave(tag)

    def _keep_spaces(self, tag: _Tag) -> None:
        """Keep line breaks within an element whose style preserves them; elements of its name nest."""
        if not self.styled and tag.opens and _PREFORMATTED.search(tag.attributes):
            self.styled = tag.name
        elif self.styled != tag.name:
            return
        self.preformatted = max(0, self.preformatted + (1 if tag.opens else -1))
        if not self.preformatted:
            self.styled = ""

    def _enter_or_leave(self, tag: _Tag) -> None:
        step = 1 if tag.opens else -1
        if tag.name == "div":
            self._pass_bar(tag)
        if tag.name == "blockquote" and "border:none" not in tag.attributes.replace(" ", ""):  # else mere indentation
            self.depth = max(0, self.depth + step)
        elif tag.name == "pre":
            self.preformatted = max(0, self.preformatted + step)
        elif tag.name in _SPACED and not tag.opens:
            self.end_line(blank=True)
        if tag.name in {"div", "p"} and not tag.opens:
            self.attribution = False

    def _pass_bar(self, tag: _Tag) -> None:
        """Count a division as a quotation up to its end where it is named one, or has a bar at its left."""
        if tag.opens:
            self.bars.append(bool(_QUOTE_BLOCK.search(tag.attributes)))
            self.depth += self.bars[-1]
        elif self.bars:
            self.depth = max(0, self.depth - self.bars.pop())


def _tokens(html: str) -> Iterator[str | _Tag | _Style]:
    """Texts, tags and style sheets in order. An unfinished tag ends the page, so no text is scanned twice."""
    at = 0
    while (start := html.find("<", at)) >= 0:
        yield html[at:start]
        name = _NAME.match(html, start)
        if name:
            at = _end_of_tag(html, name.end())
            tag = _Tag(name[1].lower(), html[start + 1] != "/", html[name.end() : at].rstrip("/>"))
            yield tag
            if tag.opens and tag.name in _END_OF_NEVER_SHOWN:
                closing = _END_OF_NEVER_SHOWN[tag.name].search(html, at)
                end = closing.start() if closing else len(html)
                if tag.name == "style" and _applies_to_screens(tag.attributes):
                    yield _Style(html[at:end])
                at = end
        elif html.startswith("<!--", start):
            at = _after(html, "-->", start + 4)
        elif html.startswith(("<!", "<?"), start):
            at = _after(html, ">", start)
        else:
            yield "<"
            at = start + 1
    yield html[at:]


def _applies_to_screens(attributes: str) -> bool:
    """Whether a style sheet applies to every screen."""
    return attributes_of(attributes).get("media", "all").strip().lower() in {"", "all", "screen"}


def _after(html: str, mark: str, at: int) -> int:
    found = html.find(mark, at)
    return len(html) if found < 0 else found + len(mark)


def _end_of_tag(html: str, at: int) -> int:
    """The place behind the ``>`` of a tag; a ``>`` inside a quoted attribute does not end it."""
    while found := _QUOTE_OR_END.search(html, at):
        if found[0] == ">":
            return found.end()
        at = _after(html, found[0][-1], found.end())
    return len(html)
