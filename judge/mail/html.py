"""HTML into plain lines, in one pass over the text: no markup, however broken, makes it slow.

Quotations become lines that begin with ``>``, as in plain text, so that one place decides what is new.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from judge.mail.clients import load_clients

_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,20})")
_QUOTE_OR_END = re.compile(r"""=\s{0,3}["']|>""")
_AS_TYPED = re.compile(r"white-space\s{0,3}:\s{0,3}pre")
_SILENT = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title", "template")}
_BLOCKS = frozenset(
    {"address", "article", "blockquote", "body", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
_SPACED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(frozen=True)
class _Tag:
    name: str
    opens: bool
    attributes: str


def plain_text(html: str) -> str:
    """The text a reader would see, a line for each block."""
    page = _Page()
    marks = load_clients()
    for token in _tokens(html):
        if isinstance(token, str):
            page.write(token)
        elif token.opens and any(mark in token.attributes for mark in marks.html_cut):
            break
        else:
            page.mark(token)
            if token.opens and any(mark in token.attributes for mark in marks.html_attribution):
                page.attribution = True
    page.end_line()
    return "\n".join(page.lines)


@dataclass
class _Page:
    """The lines so far, and the one that is being written."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    depth: int = 0
    preformatted: int = 0
    styled: str = ""
    attribution: bool = False

    def write(self, text: str) -> None:
        plain = unescape(text).replace("\u00a0", " ")
        if self.preformatted:
            first, *rest = plain.split("\n")
            self.line.append(first)
            for line in rest:
                self.end_line(blank=True)
                self.line.append(line)
        else:
            self.line.append(re.sub(r"\s+", " ", plain))

    def end_line(self, *, blank: bool = False) -> None:
        """Finish the line; one that is empty counts only where the writer meant it (``blank``)."""
        words = "".join(self.line)
        words = words.rstrip() if self.preformatted else re.sub(r" +", " ", words).strip()
        self.line.clear()
        if words or blank:
            quoted = min(self.depth + self.attribution, 10)
            self.lines.append(">" * quoted + (" " if quoted else "") + words)

    def mark(self, tag: _Tag) -> None:
        """Do what a tag says."""
        self._keep_spaces(tag)
        if tag.name == "br":
            self.end_line(blank=True)
        elif tag.name in {"td", "th"}:
            self.line.append(" ")
        elif tag.name in _BLOCKS:
            self.end_line()
            self._enter_or_leave(tag)

    def _keep_spaces(self, tag: _Tag) -> None:
        """Lines stand as they are typed within an element whose style says so; elements of its name nest."""
        if not self.styled and tag.opens and _AS_TYPED.search(tag.attributes):
            self.styled = tag.name
        elif self.styled != tag.name:
            return
        self.preformatted = max(0, self.preformatted + (1 if tag.opens else -1))
        if not self.preformatted:
            self.styled = ""

    def _enter_or_leave(self, tag: _Tag) -> None:
        step = 1 if tag.opens else -1
        if tag.name == "blockquote" and "border:none" not in tag.attributes.replace(" ", ""):  # else mere indentation
            self.depth = max(0, self.depth + step)
        elif tag.name == "pre":
            self.preformatted = max(0, self.preformatted + step)
        elif tag.name in _SPACED and not tag.opens:
            self.end_line(blank=True)
        if tag.name in {"div", "p"} and not tag.opens:
            self.attribution = False


def _tokens(html: str) -> Iterator[str | _Tag]:
    """Texts and tags in their order. What cannot be finished ends the page, so no text is searched twice."""
    at = 0
    while (start := html.find("<", at)) >= 0:
        yield html[at:start]
        name = _NAME.match(html, start)
        if name:
            at = _end_of_tag(html, name.end())
            tag = _Tag(name[1].lower(), html[start + 1] != "/", html[name.end() : at])
            yield tag
            if tag.opens and tag.name in _SILENT:
                closing = _SILENT[tag.name].search(html, at)
                at = closing.start() if closing else len(html)
        elif html.startswith("<!--", start):
            at = _after(html, "-->", start + 4)
        elif html.startswith(("<!", "<?"), start):
            at = _after(html, ">", start)
        else:
            yield "<"
            at = start + 1
    yield html[at:]


def _after(html: str, mark: str, at: int) -> int:
    found = html.find(mark, at)
    return len(html) if found < 0 else found + len(mark)


def _end_of_tag(html: str, at: int) -> int:
    """Just past the ``>`` of a tag, those inside quoted attributes passed over."""
    while found := _QUOTE_OR_END.search(html, at):
        if found[0] == ">":
            return found.end()
        at = _after(html, found[0][-1], found.end())
    return len(html)
