"""Handle standing wishes: where units retreat to, what is built, what is removed."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.orders.messages import DropWishes, KeepWish
from judge.game.orders.plans import BuildWish, RemovalWish, RetreatWish, Wish
from judge.game.refusals import Refusal, Refused
from judge.handlers.names import NamedRegion, RegionReader, notations_of
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.tables import Notation, OrderPart
from judge.notation.write import write_place
from judge.reports.line_answers import Done, InvalidCommand, Unknown
from judge.reports.outcomes import Outcome
from judge.requests.requests import KeepWishRequest
from judge.requests.vocabulary import Word, vocabulary
from judge.rules.adjustments import builds_at
from judge.rules.board import Board, Location, Power, Province, UnitKind
from judge.rules.orders import Build
from judge.rules.territory import possible_build_centres

_MOST_HINTS = 6


@dataclass(frozen=True)
class _WishReader:
    """Whose wishes are read, on which board, in which notations."""

    board: Board
    power: Power
    own: Notation
    others: Sequence[Notation]


@dataclass(frozen=True)
class _RegionList:
    """The regions of a list; ``closed`` when it ends with the word for nothing more."""

    items: tuple[tuple[NamedRegion, int], ...]
    closed: bool


def handle_wishes(session: GameSession, line: str, wished: KeepWishRequest, context: LineContext) -> Session:
    """Keep a wish, or drop all wishes; a list with anything wrong in it is not kept."""
    game, by = session.game, session.person.address
    powers = game.powers_of(by)
    if not powers:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    if wished.kind == "nothing":
        return session.decided(line, DropWishes(by), context, Done(Outcome.WISHES_DROPPED))
    reader = _WishReader(game.board, powers[0], *notations_of(session.person, game.board))
    wish = _read_wish(wished, wished.list or Word("", len(line.rstrip())), reader)
    if isinstance(wish, InvalidCommand):
        return session.told(line, wish)
    return session.decided(line, KeepWish(by, wish, context.number), context, Done(Outcome.WISH_KEPT))


def _read_wish(wished: KeepWishRequest, written: Word, reader: _WishReader) -> Wish | InvalidCommand:
    names = RegionReader(written, reader.board, reader.own, reader.others)
    match wished.kind:
        case "retreats":
            return _read_retreats(names, reader)
        case "builds":
            return _read_builds(names, reader)
        case "removals":
            listed = _read_list(names, 0, None)
            return listed if isinstance(listed, InvalidCommand) else RemovalWish(tuple(_provinces_of(listed)))
        case _:
            word = wished.word or written
            return InvalidCommand.at(Unknown.WISH, word)


def _read_list(names: RegionReader, place: int, closing: OrderPart | None) -> _RegionList | InvalidCommand:
    """Read the regions from a token on, up to the word that closes the list.

    Signs and "and" separate them.
    """
    items: list[tuple[NamedRegion, int]] = []
    while place < names.size:
        token = names.tokens[place]
        closed = next((found.end for found in names.lexicon.of(place, closing)), None) if closing else None
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
        elif closed and not any(names.lexicon.of(place, OrderPart.PLACE)):
            more = names.wrong(Unknown.BEHIND_LIST_END, closed, names.size)
            return more if closed < names.size else _RegionList(tuple(items), closed=True)
        else:
            named = names.named(place)
            if isinstance(named, InvalidCommand):
                return named
            items.append((named, place))
            place = named.end
    return _RegionList(tuple(items), closed=False) if items else names.wrong(Unknown.REGION, place, place)


def _provinces_of(listed: _RegionList) -> dict[Province, None]:
    return dict.fromkeys(named.at.province for named, _ in listed.items)


# --- retreats


def _read_retreats(names: RegionReader, reader: _WishReader) -> RetreatWish | InvalidCommand:
    """Read ``A BUR: PAR, GAS, D`` for the unit of one region, ``PAR, GAS`` for every unit."""
    colon = next((place for place, token in enumerate(names.tokens) if token.text == ":"), None)
    unit = names.named(0) if colon else None
    if isinstance(unit, InvalidCommand):
        return unit
    listed = _read_list(names, (colon or -1) + 1, OrderPart.DISBAND)
    if isinstance(listed, InvalidCommand):
        return listed
    if unit is None:
        return RetreatWish(None, _locations_of(listed), listed.closed)
    ways = _reachable_from(unit.at.province, reader.board)
    for named, place in listed.items:
        if named.at.province not in {way.province for way in ways}:
            hints = [write_place(Location(way), reader.own, reader.board) for way in sorted({w.province for w in ways})]
            return names.wrong(Unknown.RETREAT, place, named.end, hints[:_MOST_HINTS])
    return RetreatWish(unit.at.province, _locations_of(listed), listed.closed)


def _locations_of(listed: _RegionList) -> tuple[Location, ...]:
    return tuple(dict.fromkeys(named.at for named, _ in listed.items))


def _reachable_from(province: Province, board: Board) -> frozenset[Location]:
    """Return where any unit could go that stood in a province."""
    stands = [Location(province), *(Location(province, coast) for coast in board.regions[province].coasts)]
    return frozenset().union(*(board.neighbours(kind, at) for kind in UnitKind for at in stands))


# --- builds


def _read_builds(names: RegionReader, reader: _WishReader) -> BuildWish | InvalidCommand:
    """Read ``F BRE, A PAR``, perhaps with the word for no more builds at the end."""
    listed = _read_list(names, 0, OrderPart.WAIVE)
    if isinstance(listed, InvalidCommand):
        return listed
    builds: list[Build] = []
    for named, place in listed.items:
        possible = _possible_builds(reader, named.at.province)
        meant = [build for build in possible if _is_meant(named, build, reader.board)]
        if len(meant) != 1:
            some = (
                meant
                or possible
                or [build for home in _homes_of_reader(reader) for build in _possible_builds(reader, home)]
            )
            hints = [_write_build(build, reader) for build in some]
            return names.wrong(Unknown.BUILD, place, named.end, hints[:_MOST_HINTS])
        builds += meant
    return BuildWish(tuple(dict.fromkeys(builds)), listed.closed)


def _homes_of_reader(reader: _WishReader) -> Sequence[Province]:
    return sorted(possible_build_centres(reader.board, reader.power))


def _possible_builds(reader: _WishReader, province: Province) -> list[Build]:
    """Return all that a power can ever build in a province."""
    if province not in possible_build_centres(reader.board, reader.power):
        return []
    troops = reader.board.war.troops
    builds = builds_at(reader.board, province)
    return [
        build for build in builds if not build.troop or reader.power in (troops[build.troop].powers or {reader.power})
    ]


def _is_meant(named: NamedRegion, build: Build, board: Board) -> bool:
    """Return whether a name means a build; an army needs no coast, but one may be named."""
    wants_coast = bool(named.at.coast and board.regions[named.at.province].coasts and build.kind is UnitKind.FLEET)
    if named.troop and build.troop:
        return named.troop == build.troop
    return named.kind in {None, build.kind} and (not wants_coast or build.at.coast == named.at.coast)


def _write_build(build: Build, reader: _WishReader) -> str:
    return f"{build.troop or build.kind.value} {write_place(build.at, reader.own, reader.board)}"
