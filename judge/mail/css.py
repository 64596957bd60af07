"""The CSS style of an HTML element as far as it hides text: struck out, hidden, too small, of no contrast.

From style sheets all rules count whose selectors can be parsed (css_selectors.py), by specificity, order and
importance. Every text is scanned a bounded number of times.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass, field
from types import MappingProxyType

from judge.mail.css_selectors import STEPS_TO_PARSE, ElementNode, Selector, SelectorMatcher, selectors

# --- CSS colours of text and background, and whether a reader can tell one from the other


_UNKNOWN_COLOUR = "unknown"
"""A colour that is not computed: a picture, a gradient."""

TRANSPARENT = "transparent"

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_IN_NUMBERS = re.compile(r"(rgb|hsl)a?\(([^()]{1,60})\)")
_PART = re.compile(r"(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%?)")
_LARGEST_DIFFERENCE = 8
"""How far two colours may differ in each of red, green and blue and still look the same."""

FAINTEST = 0.05
"""How opaque text may be at most and still not be seen."""

_NAMED = MappingProxyType(
    {
        "white": "#ffffff",
        "black": "#000000",
        "windowtext": "#000000",
        "window": "#ffffff",
        "red": "#ff0000",
        "lime": "#00ff00",
        "blue": "#0000ff",
        "yellow": "#ffff00",
        "aqua": "#00ffff",
        "cyan": "#00ffff",
        "fuchsia": "#ff00ff",
        "magenta": "#ff00ff",
        "green": "#008000",
        "navy": "#000080",
        "maroon": "#800000",
        "olive": "#808000",
        "purple": "#800080",
        "teal": "#008080",
        "silver": "#c0c0c0",
        "gray": "#808080",
        "grey": "#808080",
        "snow": "#fffafa",
        "ivory": "#fffff0",
        "ghostwhite": "#f8f8ff",
        "whitesmoke": "#f5f5f5",
        TRANSPARENT: TRANSPARENT,
    }
)


def is_invisible_on(ink: str, ground: str) -> bool:
    """Whether text of one colour is invisible on a background of another."""
    if ink == TRANSPARENT or _UNKNOWN_COLOUR in {ink, ground}:
        return ink == TRANSPARENT
    return all(
        abs(one - other) <= _LARGEST_DIFFERENCE for one, other in zip(_channels(ink), _channels(ground), strict=True)
    )


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def background_of(said: str) -> str | None:
    """The background colour of a style; None where the background behind the element shows through."""
    if "url(" in said or "gradient" in said:
        return _UNKNOWN_COLOUR
    colours = [colour for word in _words(said) if (colour := colour_of(word)) != _UNKNOWN_COLOUR]
    colour = colours[0] if colours else _UNKNOWN_COLOUR if "(" in said else None
    return None if colour == TRANSPARENT else colour


def _words(said: str) -> Iterator[str]:
    """The words of a CSS value; ``rgb(1, 2, 3)`` is one word."""
    yield from (found.group() for found in _IN_NUMBERS.finditer(said))
    yield from _IN_NUMBERS.sub(" ", said).split()


def colour_of(said: str) -> str | None:
    """A colour as ``#rrggbb``; None where it is inherited from the parent element."""
    if said in {"inherit", "currentcolor", "unset", ""}:
        return None
    if said in _NAMED:
        return _NAMED[said]
    if _HEX.fullmatch(said):
        digits = said[1:] if len(said) > 5 else "".join(2 * digit for digit in said[1:])  # noqa: PLR2004
        is_faint = digits[6:] and int(digits[6:], 16) <= 255 * FAINTEST
        return TRANSPARENT if is_faint else f"#{digits[:6]}"
    numbers = _IN_NUMBERS.fullmatch(said)
    return _of_numbers(numbers[1], numbers[2]) if numbers else _UNKNOWN_COLOUR


def _of_numbers(kind: str, text: str) -> str:
    parts = [part.removesuffix("deg") for part in re.split(r"[\s,/]+", text.strip()) if part]
    read = [found for part in parts if (found := _PART.fullmatch(part))]
    if len(parts) not in {3, 4} or len(read) != len(parts):
        return _UNKNOWN_COLOUR
    first, second, third, *alpha = [float(one[1]) / (100 if one[2] else 1) for one in read]
    if alpha and alpha[0] <= FAINTEST:
        return TRANSPARENT
    if kind == "hsl":
        shown = [255 * part for part in hls_to_rgb(first / 360, min(1, third), min(1, second))]
    else:
        shown = [part * (255 if one[2] else 1) for part, one in zip((first, second, third), read, strict=False)]
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in shown)


# --- the CSS style of an HTML element as far as it hides text


Declared = Mapping[str, tuple[str, bool]]
"""Properties with their values; True for those marked ``!important``."""

_FOR_ALL = re.compile(
    r"@media\s+(?:(?:only\s+)?(?:screen|all)|not\s+print)\s*|@layer\b.{0,100}|@supports\s*\((?:(?!\bnot\b).){0,200}"
)
"""Blocks whose rules hold on every screen."""

_BRACE = re.compile(r"[{}]")
_LENGTH = re.compile(r"(-?\d{0,9}(?:\.\d{0,9})?)(px|pt|pc|em|rem|ex|ch|vw|vh|%|in|cm|mm|)")
_SIZE_OF_FONT = re.compile(r"(?:^|\s)(-?\d{0,9}\.?\d{1,9}(?:px|pt|em|rem|ex|%|))(?=[\s/])")
_MOST_CLASSES = 20
_SMALLEST = 1.0
"""Points or pixels; letters of that size cannot be read."""
_FAR = 900.0
"""Pixels; text as far from its place is on no screen."""

_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?")
_ONE_LENGTH = re.compile(r"calc\(\s{0,9}([^()\s]{1,20})\s{0,9}\)")
_LEADING_NUMBER = re.compile(r"(-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))")
_SIDES = 4
_WHOLE = 100
"""Per cent."""

_CALL = re.compile(r"([a-z][a-z0-9]{0,20})\(([^()]{0,300})\)")

_CUTTING = ("overflow", "overflow-x", "overflow-y")
_FLATTENING = ("height", "max-height", "width", "max-width", "line-height")
_PLACING = ("left", "right", "top", "bottom")
_HIDING = frozenset(
    {"display", "mso-hide", "opacity", "text-indent", "margin-left", "margin-top", "clip", "clip-path", "filter"}
    | {"transform", "translate", "scale", "zoom", "content-visibility", *_CUTTING, *_PLACING}
)
_RELEVANT = _HIDING | frozenset(
    {"visibility", "font", "font-size", "color", "background", "background-color", "text-decoration", "position"}
    | {"text-decoration-line", "text-line-through", "-webkit-text-fill-color", *_FLATTENING}
)
_LONG_NAMES = {"text-decoration": "text-decoration-line"}
"""Properties that say the same as another one, so that the later of the two counts."""

_STRIKING = frozenset({"s", "strike", "del"})
_NOT_SHOWN = frozenset({"datalist", "canvas", "video", "audio", "rp", "desc"})
"""Elements of which a browser shows nothing, or nothing of their text."""

_STYLED_BY_NAME = _STRIKING | _NOT_SHOWN | {"dialog"}
"""Elements that look different without any attribute."""


@dataclass(frozen=True)
class Style:
    """The style of an element; None where it is inherited from the parent element.

    ``struck`` and ``gone`` apply to all descendants, whatever their style; ``unseen``, ``tiny`` and the colours apply
    until a descendant overrides them.
    """

    struck: bool = False
    gone: bool = False
    unseen: bool | None = None
    tiny: bool | None = None
    ink: str | None = None
    ground: str | None = None


DEFAULT_STYLE = Style()


@dataclass(frozen=True)
class _Rule:
    """The declarations of one selector; of two rules of the same specificity the later one counts."""

    selector: Selector
    order: int
    declared: dict[str, tuple[str, bool]]

    @property
    def rank(self) -> tuple[tuple[int, int, int], int]:
        return self.selector.weight, self.order


@dataclass
class StyleSheet:
    """The rules of a page's style sheets, indexed by what an element must have for them to match."""

    rules: dict[str, list[_Rule]] = field(default_factory=dict)
    _count: int = 0
    _last: _Rule | None = None
    _matching: SelectorMatcher = field(default_factory=SelectorMatcher)
    _own: dict[tuple[str, str], tuple[tuple[_Rule, ...], tuple[_Rule, ...]]] = field(default_factory=dict)
    _known: dict[tuple[str, str, tuple[int, ...]], Style] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """Add the rules of one more style sheet; TooStyledError as of ``look``."""
        plain = _plainly(_without_comments(text.lower().replace("<!--", " ").replace("-->", " ")))
        for named, body in _blocks(plain):
            declared = _declarations(body)
            for selector in selectors(named) if declared else ():
                self._matching.spend(STEPS_TO_PARSE * len(selector.compounds))
                self._add(selector, declared)

    def _add(self, selector: Selector, declared: Declared) -> None:
        if self._last and self._last.selector == selector:
            _merge(self._last.declared, declared)
            return
        self._count += 1
        self._last = _Rule(selector, self._count, dict(declared))
        self.rules.setdefault(selector.key, []).append(self._last)

    def look(self, node: ElementNode) -> Style:
        """The style of an element in its place: the style sheets', then its own.

        TooStyledError where the sheets have taken all the work that those of one page may take.
        """
        if not (node.attributes or self.rules or node.name in _STYLED_BY_NAME):
            return DEFAULT_STYLE
        key = node.name, node.attributes
        if key not in self._own:
            self._own[key] = self._that_may_name(node)
        always, by_place = self._own[key]
        placed = tuple(rule for rule in by_place if self._matching.names(rule.selector, node))
        self._matching.spend(len(placed))
        known = (*key, tuple(rule.order for rule in placed))
        if known not in self._known:
            self._matching.spend(len(always) + len(placed))
            self._known[known] = _computed_style(node, sorted((*always, *placed), key=lambda rule: rule.rank))
        return self._known[known]

    def _that_may_name(self, node: ElementNode) -> tuple[tuple[_Rule, ...], tuple[_Rule, ...]]:
        """The rules that match such an element anywhere, and those that depend on its place."""
        if not self.rules:
            return (), ()
        bears = node.bears
        classes = dict.fromkeys(bears.get("class", "").lower().split()[:_MOST_CLASSES])
        keys = ("*", node.name, *(f".{one}" for one in classes), f"#{bears.get('id', '').strip().lower()}")
        found = [rule for key in keys for rule in self.rules.get(key, ())]
        by_place = tuple(rule for rule in found if not rule.selector.is_alone)
        alone = (rule for rule in found if rule.selector.is_alone)
        return tuple(rule for rule in alone if self._matching.names(rule.selector, node)), by_place


def _computed_style(node: ElementNode, rules: Iterable[_Rule]) -> Style:
    """The computed style: presentational attributes, then rules from the weakest, then the style attribute."""
    declared: dict[str, tuple[str, bool]] = dict(_presented(node.name, node.bears))
    for rule in rules:
        _merge(declared, rule.declared)
    if "style" in node.bears:
        _merge(declared, _declarations(_without_comments(node.bears["style"].lower())))
    return _style_of({key: value for key, (value, _) in declared.items()}) if declared else DEFAULT_STYLE


def _declarations(text: str) -> Declared:
    """The declarations of a style, in lower case, that affect whether text is visible."""
    found: dict[str, tuple[str, bool]] = {}
    for piece in _plainly(text).split(";"):
        name, colon, value = piece.partition(":")
        if colon and (name := name.strip()) in _RELEVANT:
            said, mark, _ = value.partition("!")
            _merge(found, {_LONG_NAMES.get(name, name): (said.strip(), bool(mark))})
    return found


def _merge(declared: dict[str, tuple[str, bool]], more: Declared) -> None:
    """Merge later declarations into earlier ones; an important one is replaced only by another important one."""
    declared.update((name, said) for name, said in more.items() if said[1] or not declared.get(name, ("", False))[1])


def _presented(name: str, bears: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, bool]]]:
    """What the element itself and its attributes say without any style."""
    if name in _STRIKING:
        yield "text-decoration-line", ("line-through", False)
    is_closed = name == "dialog" and "open" not in bears
    if is_closed or name in _NOT_SHOWN or not bears.keys().isdisjoint(("hidden", "popover")):
        yield "display", ("none", False)
    if "bgcolor" in bears:
        yield "background-color", (bears["bgcolor"].strip().lower(), False)
    if name == "font" and "size" in bears:
        yield "font-size", ("medium", False)
    if ink := bears.get("color" if name == "font" else "text" if name == "body" else ""):
        yield "color", (ink.strip().lower(), False)


# --- style sheets


def _without_comments(text: str) -> str:
    pieces, at = [], 0
    while (start := text.find("/*", at)) >= 0:
        pieces.append(text[at:start])
        end = text.find("*/", start + 2)
        at = len(text) if end < 0 else end + 2
    return "".join([*pieces, text[at:]])


def _plainly(text: str) -> str:
    r"""A style without escapes of letters and digits (``\69`` is ``i``), without ``calc`` around one length."""
    text = _ESCAPE.sub(_letter_of_escape, text) if "\\" in text else text
    return _ONE_LENGTH.sub(r"\1", text) if "calc(" in text else text


def _letter_of_escape(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    letter = chr(code).lower() if code < 0x80 else ""  # noqa: PLR2004  # ASCII: what names and words are made of
    return letter if letter.isalnum() or letter in "-_" else found[0]


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each rule as its selectors and its declarations; rules for some screens only are skipped."""
    at = 0
    while (opening := text.find("{", at)) >= 0:
        prelude = text[at:opening].rpartition(";")[2].strip(" \t\r\n}")
        if _FOR_ALL.fullmatch(prelude):
            at = opening + 1
        elif prelude.startswith("@"):
            at = _end_of_block(text, opening)
        else:
            closing = text.find("}", opening)
            end = len(text) if closing < 0 else closing
            yield prelude, text[opening + 1 : end]
            at = end + 1


def _end_of_block(text: str, opening: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(text, opening):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)


# --- what values mean


def _style_of(said: Mapping[str, str]) -> Style:
    struck = "line-through" in said.get("text-decoration-line", "") or said.get("text-line-through", "none") not in {
        "none",
        "inherit",
        "initial",
        "",
    }
    ground = said.get("background-color") or said.get("background")
    return Style(
        struck=struck,
        gone=not _HIDING.isdisjoint(said) and _is_removed(said),
        unseen=_is_invisible(said.get("visibility", "")),
        tiny=_is_tiny(said),
        ink=colour_of(ink) if (ink := said.get("-webkit-text-fill-color") or said.get("color")) else None,
        ground=background_of(ground) if ground else None,
    )


def _is_removed(said: Mapping[str, str]) -> bool:
    """Whether nothing inside can be visible, whatever the descendants' style."""
    cut = any(mark in said.get(name, "") for name in _CUTTING for mark in ("hidden", "clip"))
    placed = said.get("position", "static") not in {"static", "inherit", ""}
    away = (*(_PLACING if placed else ()), "text-indent", "margin-left", "margin-top")
    return (
        said.get("display", "").startswith(("none", "var("))
        or said.get("mso-hide") == "all"
        or said.get("content-visibility") == "hidden"
        or any(name in said and _is_faint(said[name]) for name in ("opacity", "zoom"))
        or (cut and any(_is_small(said.get(name, "")) for name in _FLATTENING))
        or (cut and _is_far(said.get("text-indent", ""), least=100.0))
        or any(_is_far(said.get(name, "")) for name in away)
        or any(_is_nothing_left(*call) for call in _calls(said))
    )


def _calls(said: Mapping[str, str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The functions that shape an element, each with its arguments; ``scale: 0`` is ``scale(0)``."""
    for name in ("transform", "filter", "clip", "clip-path"):
        yield from ((call[1], re.split(r"[\s,]+", call[2].strip())) for call in _CALL.finditer(said.get(name, "")))
    yield from ((name, said[name].split()) for name in ("scale", "translate") if name in said)


def _is_nothing_left(shape: str, arguments: Sequence[str]) -> bool:
    """Whether a function of a style leaves nothing to be seen of its element (CSS Transforms, Masking, Filters)."""
    given = [float(number[1]) for one in arguments if (number := _LEADING_NUMBER.match(one))]
    match shape:
        case "scale" | "scale3d" | "scalex" | "scaley" | "opacity":
            return any(map(_is_faint, arguments))
        case "matrix":
            return len(given) > 3 and abs(given[0] * given[3] - given[1] * given[2]) <= FAINTEST  # noqa: PLR2004
        case "translate" | "translatex" | "translatey" | "translate3d":
            return any(map(_is_far, arguments))
        case "rotatex" | "rotatey":
            return bool(given) and given[0] % 180 == 90  # noqa: PLR2004  # degrees: seen from its edge
        case "circle" | "ellipse":
            return any(number <= _SMALLEST for number in given[: 1 if shape == "circle" else 2])
        case "polygon":
            return len({*given[::2]}) == 1 or len({*given[1::2]}) == 1
        case "rect" if len(given) == _SIDES:
            top, right, bottom, left = given
            return bottom - top <= _SMALLEST or right - left <= _SMALLEST
        case "inset" if given and any("%" in one for one in arguments):
            top, right = given[0], given[min(1, len(given) - 1)]
            bottom = given[2] if len(given) >= 3 else top  # noqa: PLR2004
            left = given[3] if len(given) == _SIDES else right
            return top + bottom >= _WHOLE or right + left >= _WHOLE
        case _:
            return False


def _is_invisible(visibility: str) -> bool | None:
    match visibility:
        case "hidden" | "collapse":
            return True
        case "visible" | "initial":
            return False
        case _:
            return None


def _is_tiny(said: Mapping[str, str]) -> bool | None:
    """Whether text is too small to be seen; None where the size is inherited or relative to the parent's."""
    shorthand = _SIZE_OF_FONT.search(said.get("font", ""))
    size = said.get("font-size") or (shorthand[1] if shorthand else "")
    length = _LENGTH.fullmatch(size)
    if not size or size in {"inherit", "smaller", "larger", "unset"} or (length and not length[1].strip(".-")):
        return None
    if length and length[2] in {"em", "ex", "ch", "%"}:
        part = _number(length[1]) * (0.01 if length[2] == "%" else 1.0)
        return True if part < 0.05 else None  # noqa: PLR2004
    return bool(length and length[2] in {"px", "pt", ""} and _number(length[1]) <= _SMALLEST)


def _is_small(size: str) -> bool:
    length = _LENGTH.fullmatch(size)
    if not length or not length[1].strip(".-"):
        return False
    return _number(length[1]) <= (_SMALLEST if length[2] in {"px", "pt", ""} else 0)


def _is_far(place: str, *, least: float = _FAR) -> bool:
    """Whether a distance is as long, to either side; whole widths of the element or the screen are."""
    length = _LENGTH.fullmatch(place)
    if not length or not length[1].strip(".-"):
        return False
    number = abs(_number(length[1]))
    return number >= _WHOLE if length[2] in {"%", "vw", "vh"} else number * (16 if "em" in length[2] else 1) >= least


def _is_faint(part: str) -> bool:
    """Whether a part of one, or of a hundred with ``%``, is next to nothing."""
    number = _LENGTH.fullmatch(part)
    if not number or not number[1].strip(".-"):
        return False
    return _number(number[1]) / (_WHOLE if number[2] else 1) <= FAINTEST


def _number(digits: str) -> float:
    return float(digits) if digits.strip("-.") else 0.0
