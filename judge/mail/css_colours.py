"""CSS colours of text and background, and whether a reader can tell one from the other."""

import re
from collections.abc import Iterator
from colorsys import hls_to_rgb
from types import MappingProxyType

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
