"""The frame of a picture: the title above, what the signs mean below."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.maps.geometry import Point, grouped_text, text_breadth, text_element
from judge.maps.spots import (
    ARMY,
    FLEET,
    GOLD,
    INK,
    PAPER,
    UNKNOWN,
    centre_mark,
    double_ring,
    gained_mark,
    kind_shown,
    scout_sign,
    star,
)
from judge.maps.view import MapView, PowerLook
from judge.rules.board import NO_WAR, Power

HEAD, FOOT_ROW, MARGIN = 150, 92, 50
"""Heights of the title and of a row of the legend; the breadth of the margins."""

_TEXT = 50.0
_GAP = 40.0


@dataclass(frozen=True)
class _Entry:
    """A sign with its meaning; the sign is drawn around a point and takes so much room to its right and left."""

    sign: str
    breadth: float
    text: str

    @property
    def whole(self) -> float:
        """The breadth of the sign and the text."""
        return self.breadth + 14 + text_breadth(self.text, "italic", _TEXT) + _GAP


def legend_style() -> str:
    """Return the style of the texts of the legend."""
    return f"<style>.l{{font-size:{_TEXT:g}px;font-style:italic;text-anchor:start;fill:{INK}}}</style>"


def title(view: MapView, width: int) -> str:
    """Return the title: the game's name large, the phase beside it."""
    phase = view.phase[:1].upper() + view.phase[1:]
    if not view.title:
        return text_element((0, -72), phase, "bold", 74, "start", f' fill="{INK}"')
    return "".join(
        (
            text_element((0, -72), view.title, "bold", 84, "start", f' fill="{INK}"'),
            text_element((width, -64), phase, "italic", 60, "end", f' fill="{INK}"'),
        )
    )


def legend_rows(view: MapView, width: int, signs: Sequence[tuple[str, float, str]]) -> Sequence[str]:
    """Return the rows of the legend, each around a height of 0: the powers, then signs with breadth and meaning."""
    powers = [_power(view, power, look) for power, look in view.looks.items()]
    later = [_Entry("", -14, view.say("map.counted_later"))] if view.counts_later else []
    others = [*_general(view), *(_Entry(*sign) for sign in signs), *later]
    return [_row(row) for entries in (powers, others) for row in _rows(entries, width)]


def _rows(entries: Sequence[_Entry], width: int) -> Iterator[Sequence[_Entry]]:
    row: list[_Entry] = []
    for entry in entries:
        if row and sum(each.whole for each in (*row, entry)) - _GAP > width:
            yield row
            row = []
        row.append(entry)
    if row:
        yield row


def _row(entries: Sequence[_Entry]) -> str:
    x, drawn = 0.0, []
    for entry in entries:
        drawn.append(f'<g transform="translate({x + entry.breadth / 2:.0f} 0)">{entry.sign}</g>')
        at: Point = (x + entry.breadth + 14, 0)
        drawn.append(grouped_text(at, entry.text, _TEXT, ' class="l"'))
        x += entry.whole
    return "".join(drawn)


def _power(view: MapView, power: Power, look: PowerLook) -> _Entry:
    """The pattern of a power with its letters, its name and the number of its centres."""
    letters = text_element((-16, 0), look.letters, "bold", 32 - 6 * (len(look.letters) - 1), more=' fill="#fff"')
    sign = (
        f'<path d="M0-24H44V24H0" fill="{look.fill}" stroke="{look.colour}" stroke-width="3"/>'
        f'<path d="M-42-25H8V25H-42Z" fill="{look.colour}"/>{letters}'
    )
    number = "" if view.sight is not None else f" {view.centres(power)}{_change(view, power)}"
    return _Entry(sign, 90, view.phrasing.power(power) + number)


def _change(view: MapView, power: Power) -> str:
    """What a power has gained or lost in the phase, in brackets."""
    change = view.centres(power) - len(view.position.centres_of(power))
    return f" ({change:+})" if change else ""


def _general(view: MapView) -> Iterator[_Entry]:
    dark = "#6d6350"
    kinds = {ARMY, FLEET, *(kind_shown(view.board, unit) for unit in view.position.units.values())}
    for kind, key in ((ARMY, "map.army"), (FLEET, "map.fleet"), (UNKNOWN, "map.army_or_fleet")):
        if kind in kinds:
            yield _Entry(f'<use href="#{kind}" fill="{dark}"/>', 54, view.say(key))
    if view.scouts:
        yield _Entry(scout_sign((0, 0), dark), 42, view.say("map.scout"))
    war = view.board.war
    if war.worth:
        yield _Entry(double_ring((0, 0)), 20, view.say("map.town"))
    if war.capitals:
        yield _Entry(star((0, 0), GOLD), 24, view.say("map.capital"))
    if war is not NO_WAR:
        yield _Entry(star((0, 0), INK), 24, view.say("map.strategic"))
    if war is NO_WAR:
        yield _Entry(centre_mark((0, 0), PAPER, is_home=False), 18, view.say("map.centre"))
        yield _Entry(centre_mark((0, 0), PAPER, is_home=True), 20, view.say("map.home"))
    if view.gained:
        yield _Entry(centre_mark((0, 0), PAPER, is_home=False) + gained_mark((0, 0)), 28, view.say("map.gained"))
