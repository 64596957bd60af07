"""The regions of a board for HELP and for the letter that begins a game: abbreviations, names, neighbours, coasts."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from judge.game.people.address_book import Person
from judge.game.settings import Language
from judge.notation.tables import Notation, abbreviations_of, load_notation, notation_names
from judge.notation.write import write_place
from judge.reports.board_tables import across_rivers
from judge.reports.language import alphabetic, listing, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import bare_region_name, power_name
from judge.reports.phrasing import key_for_board
from judge.reports.templates import fill_template
from judge.rules.board import Board, Location, Province, Terrain, UnitKind

_TITLES = {Terrain.LAND: "regions.inland", Terrain.COAST: "regions.coastal", Terrain.SEA: "regions.seas"}


def write_regions(reader: Person, board: Board) -> str:
    """Return every region of a board in the reader's notation, each with what lies next to it."""
    return fill_template(reader.language, "anyone.regions", groups=region_groups(reader, board))


@dataclass(frozen=True)
class RegionGroup:
    """The regions of one terrain, a row for each, perhaps of several lines."""

    title: str
    rows: tuple[str, ...]


def region_groups(reader: Person, board: Board) -> tuple[RegionGroup, ...]:
    """Return the regions of a board by terrain, sorted by abbreviation."""
    gazetteer = _Gazetteer(board, reader.language, load_notation(reader.notation))
    by_terrain = {
        terrain: sorted((at for at in board.regions if board.terrain(at) is terrain), key=gazetteer.code_order)
        for terrain in _TITLES
    }
    return tuple(
        RegionGroup(say(reader.language, _TITLES[terrain]), tuple(map(gazetteer.row, codes)))
        for terrain, codes in by_terrain.items()
        if codes
    )


def write_region(province: Province, reader: Person, board: Board) -> str:
    """Return one region in sentences: how it is written, what it is, what lies next to it."""
    gazetteer = _Gazetteer(board, reader.language, load_notation(reader.notation))
    return fill_template(
        reader.language,
        "anyone.region",
        name=bare_region_name(province, board, reader.language, reader.notation),
        code=gazetteer.code(province),
        sentences=tuple(gazetteer.sentences(province)),
    )


@dataclass(frozen=True)
class _Gazetteer:
    """What is said of the regions of a board in one language and notation."""

    board: Board
    language: Language
    notation: Notation

    def code(self, at: Province) -> str:
        """Return the abbreviation of a region."""
        return write_place(Location(at), self.notation, self.board)

    def code_order(self, at: Province) -> str:
        """Return what puts regions in the order of their abbreviations."""
        return alphabetic(self.code(at))

    def _in_order(self, others: Collection[Province]) -> list[Province]:
        """Return regions in the order of their names."""
        return sorted(others, key=lambda at: alphabetic(self._name(at)))

    def _name(self, at: Province) -> str:
        return bare_region_name(at, self.board, self.language, self.notation.name)

    def row(self, at: Province) -> str:
        """Return a region in one row: its abbreviation, its name, its neighbours as abbreviations."""
        name = self._name(at)
        others = abbreviations_of(self.notation, at)[1:] if self.notation.board == self.board.map else ()
        traits = [say(self.language, "regions.also", codes=", ".join(others))] * bool(others)
        said = ", ".join((name, *traits, *self._traits(at)))
        label = f"  {self.code(at)} ".ljust(3 + max(len(self.code(other)) for other in self.board.regions)) + " "
        text = f"{said}. {' '.join(self._ways_in_codes(at))}" if at not in self.board.closed else f"{said}."
        return hanging_indent(label, text.strip().split(" "), len(label))

    def _traits(self, at: Province) -> Iterator[str]:
        region = self.board.regions[at]
        if region.home_of:
            yield self._say("regions.home", power=self.board.name_of(region.home_of, self.language))
        elif region.is_centre:
            yield self._say("regions.centre")
        if region.port:
            yield say(self.language, "regions.port")
        if at in self.board.closed:
            yield say(self.language, "regions.closed")

    def _say(self, key: str, **facts: str) -> str:
        """Return a sentence in the words of the board, which may have territories rather than centres."""
        return say(self.language, key_for_board(key, self.board), **facts)

    def _ways_in_codes(self, at: Province) -> Iterator[str]:
        """Yield where armies and fleets go from a region; where only one kind can stand, without naming it."""
        is_coast = self.board.terrain(at) is Terrain.COAST
        for kind in UnitKind:
            for place in self._places(at, kind):
                codes = ", ".join(sorted(map(self.code, self._next(kind, place)), key=alphabetic))
                who = no_wrap(f"F {write_place(place, self.notation, self.board)}") if place.coast else kind.value
                said = say(self.language, "regions.ways", who=who, codes=codes) if is_coast else f"{codes}."
                yield said.replace(": ", no_wrap(": "), 1)

        banks = sorted(map(self.code, across_rivers(self.board, at)), key=alphabetic)
        if banks:
            yield say(self.language, "regions.rivers", codes=", ".join(banks)).replace(": ", no_wrap(": "), 1)

    def _places(self, at: Province, kind: UnitKind) -> tuple[Location, ...]:
        """Return where in a region units of a kind can stand so that they have somewhere to go."""
        return tuple(sorted(place for place, ways in self.board.borders[kind].items() if place.province == at and ways))

    def _next(self, kind: UnitKind, place: Location) -> Collection[Province]:
        return {other.province for other in self.board.neighbours(kind, place)}

    def sentences(self, at: Province) -> Iterator[str]:
        """Yield what a region is and what lies next to it, in full names."""
        region = self.board.regions[at]
        yield say(self.language, f"regions.is.{region.terrain.value}")
        if region.port:
            yield say(self.language, "regions.is_port")
        if region.home_of:
            power = power_name(region.home_of, self.board, self.language).of
            yield self._say("regions.is_home", power=power)
        elif region.is_centre:
            yield self._say("regions.is_centre")
        if at in self.board.closed:
            yield say(self.language, "regions.is_closed")
        for kind in UnitKind:
            for place in self._places(at, kind):
                key = f"regions.next.{kind.value}{'_coast' if place.coast else ''}"
                written = write_place(place, self.notation, self.board)
                named = [self._named(other) for other in self._in_order(self._next(kind, place))]
                yield say(self.language, key, place=no_wrap(written), regions=listing(self.language, named))
        banks = [self._named(other) for other in self._in_order(across_rivers(self.board, at))]
        if banks:
            yield say(self.language, "regions.across", regions=listing(self.language, banks))
        if self.notation.board == self.board.map:
            yield self._written(at)

    def _named(self, at: Province) -> str:
        return f"{self._name(at)} ({no_wrap(self.code(at))})"

    def _written(self, at: Province) -> str:
        """Return how every notation abbreviates a region."""
        written = [(name, abbreviations_of(load_notation(name), at)) for name in notation_names()]
        told = [say(self.language, "regions.in", notation=name, codes=", ".join(codes)) for name, codes in written]
        return say(self.language, "regions.written", notations=listing(self.language, told))
