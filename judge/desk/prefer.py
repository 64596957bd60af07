"""Keeps standing wishes: where units retreat to, what is built, what is removed."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress
from judge.desk.regions import Named, Names
from judge.game.orders.messages import DropWishes, KeepWish
from judge.game.orders.plans import BuildWish, RemovalWish, RetreatWish, Wish
from judge.game.refusals import Refusal, Refused
from judge.mail.meanings import Prefer
from judge.mail.vocabulary import vocabulary
from judge.mail.words import Word
from judge.notation.tables import Notation, Part
from judge.notation.write import write_place
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.rules.adjustments import builds_in
from judge.rules.board import Board, Kind, Location, Power, Province
from judge.rules.orders import Build

_MOST_HINTS = 6


@dataclass(frozen=True)
class _Reader:
    """Who wishes, on which board, written how."""

    board: Board
    power: Power
    own: Notation
    others: Sequence[Notation]


@dataclass(frozen=True)
class _Listed:
    """The regions of a list; ``closed`` when its last word was that for nothing more."""

    items: tuple[tuple[Named, int], ...]
    closed: bool


def prefer(progress: InGame, line: str, wished: Prefer, context: Context) -> Progress:
    """Keep a wish, or drop them all; a list with anything wrong in it is not kept."""
    game, by = progress.game, progress.person.address
    powers = game.powers_of(by)
    if not powers:
        return progress.told(line, Refused(Refusal.NOT_A_PLAYER))
    if wished.kind == "nothing":
        return progress.decided(line, DropWishes(by), context, Did(Deed.WISHES_DROPPED))
    reader = _Reader(game.board, powers[0], *notations_of(progress.person, game.board))
    wish = _wish(wished, wished.list or Word("", len(line.rstrip())), reader)
    if isinstance(wish, Wrong):
        return progress.told(line, wish)
    return progress.decided(line, KeepWish(by, wish, context.number), context, Did(Deed.WISH_KEPT))


def _wish(wished: Prefer, written: Word, reader: _Reader) -> Wish | Wrong:
    names = Names(written, reader.board, reader.own, reader.others)
    match wished.kind:
        case "retreats":
            return _retreats(names, reader)
        case "builds":
            return _builds(names, reader)
        case "removals":
            listed = _list(names, 0, None)
            return listed if isinstance(listed, Wrong) else RemovalWish(tuple(_provinces(listed)))
        case _:
            word = wished.word or written
            return Wrong.at(Unknown.WISH, word)


def _list(names: Names, place: int, closing: Part | None) -> _Listed | Wrong:
    """The regions named from a token on, up to the word that closes the list; signs and "and" only part them."""
    items: list[tuple[Named, int]] = []
    while place < names.size:
        token = names.tokens[place]
        closed = next((found.end for found in names.lexicon.of(place, closing)), None) if closing else None
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
        elif closed and not any(names.lexicon.of(place, Part.PLACE)):
            more = names.wrong(Unknown.AFTER_ALL, closed, names.size)
            return more if closed < names.size else _Listed(tuple(items), closed=True)
        else:
            named = names.named(place)
            if isinstance(named, Wrong):
                return named
            items.append((named, place))
            place = named.end
    return _Listed(tuple(items), closed=False) if items else names.wrong(Unknown.REGION, place, place)


def _provinces(listed: _Listed) -> dict[Province, None]:
    return dict.fromkeys(named.at.province for named, _ in listed.items)


# --- retreats


def _retreats(names: Names, reader: _Reader) -> RetreatWish | Wrong:
    """``A BUR: PAR, GAS, D`` for the unit of one region, ``PAR, GAS`` for every unit."""
    colon = next((place for place, token in enumerate(names.tokens) if token.text == ":"), None)
    unit = names.named(0) if colon else None
    if isinstance(unit, Wrong):
        return unit
    listed = _list(names, (colon or -1) + 1, Part.DISBAND)
    if isinstance(listed, Wrong):
        return listed
    if unit is None:
        return RetreatWish(None, _places(listed), listed.closed)
    ways = _ways(unit.at.province, reader.board)
    for named, place in listed.items:
        if named.at.province not in {way.province for way in ways}:
            hints = [write_place(Location(way), reader.own, reader.board) for way in sorted({w.province for w in ways})]
            return names.wrong(Unknown.WAY, place, named.end, hints[:_MOST_HINTS])
    return RetreatWish(unit.at.province, _places(listed), listed.closed)


def _places(listed: _Listed) -> tuple[Location, ...]:
    return tuple(dict.fromkeys(named.at for named, _ in listed.items))


def _ways(province: Province, board: Board) -> frozenset[Location]:
    """Where any unit could go that stood there."""
    stands = [Location(province), *(Location(province, coast) for coast in board.regions[province].coasts)]
    return frozenset().union(*(board.neighbours(kind, at) for kind in Kind for at in stands))


# --- builds


def _builds(names: Names, reader: _Reader) -> BuildWish | Wrong:
    """``F BRE, A PAR``, perhaps with the word for no more builds at the end."""
    listed = _list(names, 0, Part.WAIVE)
    if isinstance(listed, Wrong):
        return listed
    builds: list[Build] = []
    for named, place in listed.items:
        possible = _buildable(reader, named.at.province)
        meant = [build for build in possible if _is_meant(named, build, reader.board)]
        if len(meant) != 1:
            some = meant or possible or [build for home in _homes(reader) for build in _buildable(reader, home)]
            hints = [_written(build, reader) for build in some]
            return names.wrong(Unknown.BUILD, place, named.end, hints[:_MOST_HINTS])
        builds += meant
    return BuildWish(tuple(dict.fromkeys(builds)), listed.closed)


def _homes(reader: _Reader) -> Sequence[Province]:
    return sorted(reader.board.homes(reader.power))


def _buildable(reader: _Reader, province: Province) -> list[Build]:
    """What a power can ever raise in a province."""
    if province not in reader.board.homes(reader.power):
        return []
    troops = reader.board.war.troops
    builds = builds_in(reader.board, province)
    return [
        build for build in builds if not build.troop or reader.power in (troops[build.troop].powers or {reader.power})
    ]


def _is_meant(named: Named, build: Build, board: Board) -> bool:
    """An army needs no coast, and is none the worse for one."""
    wants_coast = bool(named.at.coast and board.regions[named.at.province].coasts and build.kind is Kind.FLEET)
    if named.troop and build.troop:
        return named.troop == build.troop
    return named.kind in {None, build.kind} and (not wants_coast or build.at.coast == named.at.coast)


def _written(build: Build, reader: _Reader) -> str:
    return f"{build.troop or build.kind.value} {write_place(build.at, reader.own, reader.board)}"
