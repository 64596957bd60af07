"""The plain text of an article and the blocks it is made of, read and written.

docs/zine.md shows it. Nothing in it can be lost: a line that begins no other block is part of a paragraph.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from judge.game.published import PublicLetter
from judge.game.settings import Language
from judge.languages import facts_of
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.reports.press import sender_name
from judge.requests.small_talk import guess_language
from judge.rules.board import Board
from judge.rules.position import Phase

# --- the blocks that an article of the fanzine is made of, from top to bottom


_BLANKS = re.compile(r"(?:(?![\u00a0\u2007\u202f])[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ue000])+")
"""Blanks, but those at which no line breaks; what cannot be printed counts as one, as does the layout's own space."""

_ANY_SPACE = re.compile(r"[\u00a0\u2007\u202f]")

_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ue000]")

PICTURE_NAME = r"\w[\w.-]*"
"""How a picture may be named: so is its file, without ``.svg``."""

HEADLINE_LEVELS = (1, 2, 3)


@dataclass(frozen=True)
class Headline:
    """A heading of one line; ``level`` 1 is that of the article, 2 and 3 stand below it."""

    text: str
    level: int = 1

    def __post_init__(self) -> None:
        _set(self, text=one_line_text(self.text))
        if self.level not in HEADLINE_LEVELS:
            raise ValueError(f"a headline has level 1, 2 or 3, not {self.level}")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, whose lines are broken anew by every form."""

    text: str

    def __post_init__(self) -> None:
        _set(self, text=one_line_text(self.text))


@dataclass(frozen=True)
class Items:
    """A list, each item as a paragraph is."""

    items: tuple[str, ...]

    def __post_init__(self) -> None:
        _set(self, items=tuple(item for item in map(one_line_text, self.items) if item))


@dataclass(frozen=True)
class Quotation:
    """What somebody has written, in lines as they wrote it; ``author`` is the line that says who, to whom."""

    author: str
    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        _set(self, author=one_line_text(self.author), lines=_lines_as_written(self.lines))

    def language_within(self, language: Language) -> Language:
        """Return the language of the lines, as their small words tell it; that of the text around where they do not."""
        return guess_language(*self.lines) or language


@dataclass(frozen=True)
class Table:
    """A table; ``head`` is empty where the columns have no headings. Rows that are too short get empty cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        width = max(map(len, (self.head, *self.rows)))
        head, *rows = (
            (*map(one_line_text, row), *[""] * (width - len(row)))[:width] for row in (self.head, *self.rows)
        )
        _set(self, head=head if any(head) else (), rows=tuple(rows) if width else ())


@dataclass(frozen=True)
class Verbatim:
    """Lines in letters of one breadth that no form breaks anew, as lists of orders are; never two empty ones."""

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        lines = _lines_as_written(self.lines)
        _set(self, lines=tuple(line for line, before in zip(lines, ("", *lines), strict=False) if line or before))


_NAMED_ENTRY = re.compile(r"([^:]*?) *:(?: +|$)(.*)", re.DOTALL)
_END_OF_ORDER = re.compile(r", +(?![^(]*\))")


@dataclass(frozen=True)
class Orders:
    """A list of orders: each power, empty where none is named, with its orders in a row, a comma between them."""

    entries: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        rows = (one_line_text(_ANY_SPACE.sub(" ", f"{power}: {orders}")) for power, orders in self.entries)
        _set(self, entries=tuple(map(_entry, filter(lambda row: row.strip(": "), rows))))


def orders_in_row(text: str) -> Sequence[str]:
    """Return the orders of a row, one by one; no form breaks one of them over two lines."""
    return [order for order in _END_OF_ORDER.split(text) if order]


def _entry(row: str) -> tuple[str, str]:
    found = _NAMED_ENTRY.match(row)
    power, orders = (found[1].strip(), found[2]) if found else ("", row)
    return power, ", ".join(orders_in_row(orders.strip()))


@dataclass(frozen=True)
class Picture:
    """A picture of the issue, by its name, and what is said below it; ValueError where nothing can be so named."""

    name: str
    caption: str = ""

    def __post_init__(self) -> None:
        _set(self, name=re.sub(r"(\.svg)+$", "", self.name), caption=one_line_text(self.caption))
        if not re.fullmatch(PICTURE_NAME, self.name):
            raise ValueError(f"a picture is named with letters, digits, “-”, “_” and “.”, not {self.name!r}")


Block = Headline | Paragraph | Items | Quotation | Table | Verbatim | Orders | Picture


@dataclass(frozen=True)
class Article:
    """Blocks from top to bottom; those that say nothing are left out, verbatim lines that follow others are of one."""

    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        kept: list[Block] = []
        for block in filter(_says_something, self.blocks):
            if isinstance(block, Verbatim) and kept and isinstance(before := kept[-1], Verbatim):
                kept[-1] = Verbatim((*before.lines, "", *block.lines))
            else:
                kept.append(block)
        _set(self, blocks=tuple(kept))

    @property
    def title(self) -> str:
        """The first headline of level 1; empty where there is none."""
        return next((block.text for block in self.blocks if isinstance(block, Headline) and block.level == 1), "")


def _set(block: object, **fields: object) -> None:
    for name, value in fields.items():
        object.__setattr__(block, name, value)


def _says_something(block: Block) -> bool:
    match block:
        case Headline(text) | Paragraph(text):
            return bool(text)
        case Items(items):
            return bool(items)
        case Quotation(_, lines) | Verbatim(lines):
            return bool(lines)
        case Table(head, rows):
            return bool(head or rows)
        case Orders(entries):
            return bool(entries)
        case Picture():
            return True


def one_line_text(text: str) -> str:
    """Return a text on one line: each run of blanks is one space, no-break spaces stay as they are."""
    return _BLANKS.sub(" ", text).strip()


def _lines_as_written(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with tabs as spaces, without what cannot be printed; none empty at either end."""
    split = (line for text in lines for line in re.split(r"\r\n?|\n", text.replace("\ue000", " ")))
    clean = [_UNPRINTED.sub("", line.expandtabs(4)).rstrip() for line in split]
    full = [place for place, line in enumerate(clean) if line]
    return tuple(clean[full[0] : full[-1] + 1]) if full else ()


# --- the plain text of an article, that an editor changes in any editor: read and written


_WIDTH = 72

_HEADLINE = re.compile(r"(#+)(?: +(.*))?$")
_ITEM = re.compile(r"[*-] +(?=[^ ])")
_ENTRY = re.compile(r"~ +(?=[^ ])")
_PICTURE = re.compile(rf"\[(?:picture|image)\s+({PICTURE_NAME})\s*(?::\s*(.*?))?\s*\]$")
_BEGINS = r"#+(?: |$)|[*~] +[^ ]|>|\||\[(?:picture|image)\b"
_BLOCK = re.compile(_BEGINS)
"""What begins a block even right below a line of a paragraph; a dash and a space do so only above all others."""

_MARKED = re.compile(rf"^(\\*)(?=- |{_BEGINS})")
"""What would begin a block, behind the backslashes that say that it does not."""

_RULE_CELL = re.compile(r":?-{2,}:?")
_MARKED_CELL = re.compile(rf"^(\\*)(?={_RULE_CELL.pattern}$)")
_CELL_END = re.compile(r"(?<!\\)\|")


class ArticleError(Exception):
    """A text is no article: at ``line``, from 1, and the character ``place`` in it, from 0, ``what`` is wrong.

    ``example`` is a line that would work.
    """

    def __init__(self, line: int, place: int, what: str, example: str) -> None:
        super().__init__(f"line {line}: {what}; for example: {example}")
        self.line, self.place, self.what, self.example = line, place, what, example


def read_article(text: str) -> Article:
    """Return the article that a text is; ArticleError where a line of it can only be a mistake."""
    lines = [line.expandtabs(4).rstrip(" ") for line in re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))]
    return Article(tuple(_ArticleReader(lines).blocks()))


class _ArticleReader:
    """Reads the blocks of an article, from the line ``_at`` on."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def blocks(self) -> Iterator[Block]:
        """Yield every block."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line:
                self._at += 1
            elif _is_verbatim(line):
                yield Verbatim(tuple(line[4:] for line in self._taken(_is_verbatim)))
            elif line.startswith(">"):
                yield self._quotation("")
            elif line.startswith("|"):
                yield self._table()
            elif found := _HEADLINE.match(line):
                yield self._headline(found)
            elif line.startswith("[") and _BLOCK.match(line):
                yield self._picture(line)
            elif _ITEM.match(line):
                yield Items(tuple(self._items(_ITEM)))
            elif _ENTRY.match(line):
                yield Orders(tuple(map(_entry, self._items(_ENTRY))))
            else:
                yield self._paragraph()

    def _taken(self, belongs: Callable[[str], object]) -> Sequence[str]:
        """Take this line and those right below it that belong to it."""
        start = self._at
        self._at += 1
        while self._at < len(self._lines) and (line := self._lines[self._at]) and belongs(line):
            self._at += 1
        return self._lines[start : self._at]

    def _quotation(self, author: str) -> Quotation:
        lines = self._taken(lambda line: line.startswith(">"))
        return Quotation(author, tuple(line[1:].removeprefix(" ") for line in lines))

    def _paragraph(self) -> Paragraph | Quotation:
        lines = self._taken(lambda line: not _BLOCK.match(line) and not _is_verbatim(line))
        text = " ".join(_MARKED.sub(_without_backslash, line.strip(" ")) for line in lines)
        is_author = len(lines) == 1 and self._at < len(self._lines) and self._lines[self._at].startswith(">")
        return self._quotation(text) if is_author else Paragraph(text)

    def _items(self, mark: re.Pattern[str]) -> Iterator[str]:
        lines = self._taken(lambda line: line.startswith(" ") or mark.match(line) or not _BLOCK.match(line))
        item: list[str] = []
        for line in (line.strip(" ") for line in lines):
            marker = mark.match(line)
            if marker and item:
                yield " ".join(item)
                item = []
            item.append(_MARKED.sub(_without_backslash, line[marker.end() if marker else 0 :]))
        yield " ".join(item)

    def _headline(self, found: re.Match[str]) -> Headline:
        marks, text = found[1], one_line_text(found[2] or "")
        if len(marks) not in HEADLINE_LEVELS:
            raise self._wrong("a headline has one, two or three “#”", f"### {text or 'Standings'}", 3)
        if not text:
            raise self._wrong("a headline without words", f"{marks} Standings", len(marks))
        self._at += 1
        return Headline(text, len(marks))

    def _picture(self, line: str) -> Picture:
        found = _PICTURE.match(line)
        if not found:
            what = "a picture has a name without spaces, and may have a caption behind a colon, all in brackets"
            raise self._wrong(what, "[picture rome-S1905M: Spring 1905]")
        self._at += 1
        return Picture(found[1], found[2] or "")

    def _table(self) -> Table:
        start = self._at
        rows = [_cells(line) for line in self._taken(lambda line: line.startswith("|"))]
        has_head = len(rows) > 1 and all(map(_RULE_CELL.fullmatch, rows[1]))
        for number, row in enumerate(rows):
            if not row or len(row) != len(rows[0]):
                self._at = start + number
                first = len(rows[0]) or 1
                what = f"this row of the table has {len(row)} cells, and its first row {len(rows[0])}"
                raise self._wrong(what, _row([*row, *["…"] * first][:first]))
        texts = [tuple(_MARKED_CELL.sub(_without_backslash, cell) for cell in row) for row in rows]
        return Table(texts[0], tuple(texts[2:])) if has_head else Table((), tuple(texts))

    def _wrong(self, what: str, example: str, place: int = 0) -> ArticleError:
        return ArticleError(self._at + 1, place, what, example)


def _is_verbatim(line: str) -> bool:
    return line.startswith("    ")


def _without_backslash(found: re.Match[str]) -> str:
    return found[1][1:]


def _cells(line: str) -> list[str]:
    """The cells of a row; its last line upright may be missing."""
    _, *cells = _CELL_END.split(line)
    return [cell.strip(" ").replace("\\|", "|") for cell in (cells[:-1] if not cells[-1].strip(" ") else cells)]


# --- writing


def article_text(article: Article) -> str:
    """Return an article as a text that ``read_article`` reads as the same article: lines of 72 columns, LF."""
    return "\n\n".join("\n".join(_written(block)) for block in article.blocks) + "\n"


def _written(block: Block) -> Iterator[str]:
    match block:
        case Headline(text, level):
            yield f"{'#' * level} {text}"
        case Paragraph(text):
            for number, line in enumerate(_broken(text, _WIDTH)):
                yield _escaped(line, is_first=not number)
        case Items(items):
            for item in items:
                first, *rest = map(_escaped, _broken(item, _WIDTH - 2))
                yield from (f"* {first}", *(f"  {line}" for line in rest))
        case Quotation(author, lines):
            yield from ([_escaped(author)] if author else [])
            yield from (f"> {line}".rstrip(" ") for line in lines)
        case Table(head, rows):
            if head:
                yield from (_row(head), f"|{'---|' * len(head)}")
            yield from map(_row, rows)
        case Verbatim(lines):
            yield from (f"    {line}".rstrip(" ") for line in lines)
        case Orders(entries):
            for power, orders in entries:
                whole = ", ".join(order.replace(" ", _NO_BREAK) for order in orders_in_row(orders))
                row = _broken(f"{power}: {whole}" if power or ":" in orders else whole, _WIDTH - 2)
                first, *rest = (_escaped(line.replace(_NO_BREAK, " ")) for line in row)
                yield from (f"~ {first}", *(f"  {line}" for line in rest))
        case Picture(name, caption):
            yield f"[picture {name}: {caption}]" if caption else f"[picture {name}]"


def _broken(text: str, width: int) -> Sequence[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False, expand_tabs=False)


def _escaped(line: str, *, is_first: bool = True) -> str:
    """A line of words that begins no block; below the first of a paragraph, a dash begins none."""
    if line.startswith("- ") and not is_first:
        return line
    return _MARKED.sub(_with_backslash, line)


def _with_backslash(found: re.Match[str]) -> str:
    return f"\\{found[1]}"


def _row(cells: Sequence[str]) -> str:
    marked = (_MARKED_CELL.sub(_with_backslash, cell).replace("|", r"\|") for cell in cells)
    return "".join(f"| {cell} " for cell in marked) + "|"


# --- the columns of a table: which hold numbers, how broad they may be


_NUMBER = re.compile(r"[+−–-]?[\d ,.\u00a0\u202f]*[½¼¾\d]\s*%?")
_EMPTY = {"", "-", "–", "—", "."}
_NARROWEST = 3


def is_of_numbers(cells: Sequence[str]) -> bool:
    """Return whether all cells of a column but the empty ones are numbers, which stand at its right."""
    said = [cell for cell in cells if cell not in _EMPTY]
    return bool(said) and all(map(_NUMBER.fullmatch, said))


def narrowed(rows: Sequence[Sequence[str]], room: int, gap: int) -> list[int]:
    """Return the breadth of each column in characters: the broadest lose until all fit in the room."""
    widths = [max(1, *(len(cell) for cell in column)) for column in zip(*rows, strict=True)]
    while sum(widths) + gap * (len(widths) - 1) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


# --- the press of a game as an article prints it: in the order in which it came, under the name that it bears


def press_blocks(
    board: Board, press: Sequence[PublicLetter], language: Language, level: int, phase: Phase | None
) -> Iterator[Block]:
    """Yield press under a heading of its own, of a level; nothing where nobody has written.

    Where a letter was written in another phase than ``phase``, that is told.
    """
    if press:
        yield Headline(say(language, "zine.press"), level)
        yield from (_letter(board, one, language, phase) for one in press)


def _letter(board: Board, one: PublicLetter, language: Language, phase_told: Phase | None) -> Quotation:
    """A letter under the name that it is signed with, true or not, and the phase in which it was written."""
    letter = one.letter
    author = sender_name(letter.writer, board, language)
    if letter.phase and letter.phase != phase_told:
        phase = phase_name(letter.phase, board.phase_names, language)
        author = say(language, "zine.author", author=author, phase=phase)
    return Quotation(plain_spaces(author), tuple(letter.text.splitlines()))


# --- the typography of each language, for the forms that are set in type: spaces, quotation marks, apostrophes
#
# French after the Lexique des règles typographiques en usage à l'Imprimerie nationale: a narrow no-break space before
# “;”, “!” and “?”, a no-break space before “:” and inside guillemets.


_NO_BREAK, _NARROW, _JOINED = "\u00a0", "\u202f", "\u2060"

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=[\s.,;:!?)]|$)")
_DASH = re.compile(r"(?<=\s)--(?=\s)|^--(?=\s)|(?<=[^\W\d_])--(?=[^\W\d_])")
"""Two hyphens that stand for a dash, between words or at their beginning; not those of a command's option."""

_TYPED = re.compile(r"""--|\.\.\.|['"]|-[\u00a0\u202f]""")
"""What is set otherwise than it is typed, but for numbers and spaces."""

_ELLIPSIS = re.compile(r"(?<!\.)\.\.\.(?!\.)")
_STRAIGHT_QUOTES = re.compile(r'"([^"\s](?:[^"]*[^"\s])?)"(?!\w)')
_ORDER_DASH = re.compile(r"-(?=[\u00a0\u202f])")
"""A hyphen before a no-break space, as in an order: else a line may end between them."""

_NUMBER_SIGN = re.compile(r"\b(no|No|n°|N°|nº) (?=\d)")

_BEFORE_HIGH = re.compile(r"(?<=[\w)»”’…]) ?[\u00a0\u202f]?([;!?]+)(?=[\s)»”]|$)")
_BEFORE_COLON = re.compile(r"(?<=[\w)»”’…])[ \u00a0\u202f](?=:(?:\s|$))")
_BEFORE_HOUR = re.compile(r"(?<=\d) (?=h\b)")
_AFTER_OPENING = re.compile(r"«[ \u00a0\u202f]?(?=\S)")
_BEFORE_CLOSING = re.compile(r"(?<=\S)[ \u00a0\u202f]?»")


@lru_cache(maxsize=8192)
def typeset(text: str, language: Language) -> str:
    """Return a text with the spaces, the quotation marks and the apostrophes of its language; no word changes."""
    if _TYPED.search(text):
        text = _ELLIPSIS.sub("…", _APOSTROPHE.sub("’", _DASH.sub("—", text)))
        text = text.replace(f"-{_NO_BREAK}", f"-{_JOINED}{_NO_BREAK}")  # a line could end behind the sign of a move
        text = _ORDER_DASH.sub("-\u2060", text)
        before, after = facts_of(language)["quotes"]
        text = _STRAIGHT_QUOTES.sub(f"{before}\\1{after}", text)
    text = _NUMBER_SIGN.sub(rf"\1{_NO_BREAK}", text)
    if not facts_of(language)["spaced"]:
        return text
    text = _BEFORE_HIGH.sub(rf"{_NARROW}\1", text)
    text = _BEFORE_COLON.sub(_NO_BREAK, _BEFORE_HOUR.sub(_NO_BREAK, text))
    text = _AFTER_OPENING.sub(f"«{_NO_BREAK}", text)
    return _BEFORE_CLOSING.sub(f"{_NO_BREAK}»", text)


def parts_of_ordinals(text: str, language: Language) -> Sequence[tuple[str, bool]]:
    """Return a text in parts, and whether each is the ending of an ordinal that its language raises: 1er, 2e, XIXe."""
    endings = facts_of(language).get("raised")
    if not endings:
        return [(text, False)]
    parts: list[tuple[str, bool]] = []
    last = 0
    for found in re.finditer(rf"\b(\d+|[IVX]{{2,}})({'|'.join(endings)})\b", text):
        parts += [(text[last : found.start(2)], False), (found[2], True)]
        last = found.end()
    return [(part, is_raised) for part, is_raised in (*parts, (text[last:], False)) if part]


_EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])")

Run = tuple[str, bool]
"""A part of a text and whether it is emphasised."""


def runs_of(text: str, language: Language) -> list[Run]:
    """Return a text that an editor has written, typeset, in parts; ``*words*`` are emphasised."""
    parts = _EMPHASIS.split(typeset(text, language))
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]


# --- how large a picture is drawn: told by its SVG


_VIEW_BOX = re.compile(r"<svg\b[^>]*?\bviewBox=[\"']\s*(\S+?)[\s,]+(\S+?)[\s,]+([\d.]+)[\s,]+([\d.]+)")
_SMALL = re.compile(r'<svg class="small" ')
_WIDEST_IN_COLUMN = 1500
"""Units of a picture: what is drawn on more of them, as maps are, can only be read across the page."""


def height_by_width(svg: str) -> float:
    """Return the height of a picture for a breadth of 1; a square where the picture does not say."""
    _, _, width, height = box_of(svg)
    return height / width


def is_across(svg: str) -> bool:
    """Return whether a picture needs the breadth of a page; one drawn to be small does not."""
    return box_of(svg)[2] > _WIDEST_IN_COLUMN and not _SMALL.match(svg)


def box_of(svg: str) -> tuple[float, float, float, float]:
    """Return what a picture shows in its own units: left, top, breadth, height; a square where it does not say."""
    found = _VIEW_BOX.search(svg)
    try:
        left, top, width, height = map(float, found.groups()) if found else (0.0, 0.0, 0.0, 0.0)
    except ValueError:
        return 0.0, 0.0, 1.0, 1.0
    return (left, top, width, height) if width and height else (0.0, 0.0, 1.0, 1.0)
