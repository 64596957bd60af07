"""The phrasing for one reader: names, units, places and orders in their language and notation."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol, TypeVar, assert_never

from judge.game.settings import Language, Settings
from judge.languages import LANGUAGES, facts_of
from judge.notation.tables import Notation, load_notation, notation_in
from judge.notation.write import write_listed, write_order, write_place
from judge.reports.language import Phrasebook, alphabetic, listing, phrasebook
from judge.reports.layout import no_wrap
from judge.reports.names import (
    bare_region_name,
    names_of_powers,
    phase_line,
    phase_name,
    power_name,
    region_name,
    troop_name,
)
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.fast import kept_for_same
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Phase, PhaseKind, Position

RegionForm = Literal["name", "of", "at", "goal", "source"]
"""The form of a region's name in a sentence: a field of ``RegionName``."""

FORMS_OF_PLACES: Mapping[str, RegionForm] = {"": "name", "_at": "at", "_of": "source", "_to": "goal"}
"""The forms of a region by the end of their names in a sentence: ``{goal_at}``."""

USUAL_NOTATIONS: Mapping[Language, str] = {language: facts_of(language)["notation"] for language in LANGUAGES}
"""The notation of those who have not chosen one, by their language."""


_NEUTRAL_NOTATION = "standard"
"""The notation of what readers of different notations are shown together."""


def neutral_notation(board: Board) -> Notation:
    """Return the notation in which the orders of a board are quoted and archived; it has a word for every unit."""
    return load_notation(board.notation if board.war.troops and board.notation else _NEUTRAL_NOTATION)


def notation_of_game(settings: Settings, language: Language) -> str:
    """Return the notation of those who choose none: the game's, its rule book's, the usual one of the language."""
    is_of_book = settings.rulebook in facts_of(language)["book_notations"]
    return settings.notation or (settings.rulebook if is_of_book else USUAL_NOTATIONS[language])


Listed = TypeVar("Listed")

Place = Location | Province

UnitForm = Literal["name", "of"]
"""The form of a unit's name: as the subject, or behind the French « de »."""


_COAST_SIDES = {
    **dict.fromkeys(("nc", "cn", "nn"), "north"),
    **dict.fromkeys(("ec", "ce"), "east"),
    **dict.fromkeys(("sc", "cs"), "south"),
    **dict.fromkeys(("wc", "co"), "west"),
}
"""The side of a coast by its abbreviations; to 000 VIII.B the east coast of Bulgaria is its north coast."""


OF_TROOPS = {
    "correction.owner": "correction.lord",
    "fact.built": "fact.raised",
    "fact.lapsed": "fact.lapsed_troops",
    "fact.removed": "fact.dispersed",
    "fact.waived": "fact.waived_troops",
    "force.builds_missing": "force.recruits_missing",
    "force.removals_missing": "force.dispersals_missing",
    "force.units_disband": "force.units_lost",
    "force.void_disband": "force.void_lost",
    "illegal.army_at_sea": "unlawful.troop_at_sea",
    "illegal.build_not_due": "unlawful.recruit_not_due",
    "illegal.build_not_home": "unlawful.recruit_elsewhere",
    "illegal.convoy_no_army": "unlawful.convoy_nobody",
    "illegal.removal_not_due": "unlawful.dispersal_not_due",
    "notable.built": "notable.raised",
    "order.disband": "order.disperse",
    "order.remove": "order.disperse",
    "order.waive": "order.waive_troops",
    "happened.removed_by_default": "happened.dispersed_by_default",
    "happened.removed_from_home": "happened.dispersed_by_default",
    "happened.waived_unordered": "happened.waived_unordered_troops",
    "happened.built": "happened.raised",
    "happened.void_build": "happened.void_raise",
    "chart.about": "chart.about_territories",
    "chart.name": "chart.name_territories",
    "chart.title": "chart.title_territories",
    "chart.victory_at": "chart.victory_at_territories",
    "reason.built": "reason.raised",
    "reason.removed_by_default": "reason.dispersed_by_default",
    "reason.removed_from_home": "reason.dispersed_by_default",
    "reason.void_built": "reason.void_raised",
    "reason.void_disbanded": "reason.void_lost",
    "reason.waived": "reason.waived_troops",
    "reason.waived_unordered": "reason.waived_unordered_troops",
    "then.void_built": "then.void_raised",
    "then.void_disbanded": "then.void_lost",
    "task.builds": "task.recruits",
    "task.removals": "task.dispersals",
    "change.taken": "change.taken_territories",
    "facing.centres": "facing.territories",
    "facing.held": "facing.held_territories",
    "facing.open_title": "facing.open_territories",
    "regions.centre": "regions.territory",
    "regions.home": "regions.home_territory",
    "regions.is_centre": "regions.is_territory",
    "regions.is_home": "regions.is_home_territory",
    "map.units": "map.units_of_troops",
    "words.centres": "words.territories",
}
"""Sentences on a plain board, and what is said in their place on a board with troops of its own."""


def key_for_board(key: str, board: Board) -> str:
    """Return the key of a sentence for a board: as it is, or the one in words of troops."""
    return OF_TROOPS.get(key, key) if board.war.troops else key


@dataclass(frozen=True)
class Phrasing:
    """A language and a notation for one position; orders, units and places are written with no-wrap spaces.

    Lists stand in the order of what is printed: abbreviations, names of regions, names of powers. With
    ``in_board_order`` they stand as the board has them, as on pages of the archive, which never change.
    """

    language: Language
    notation: Notation
    board: Board
    position: Position
    in_board_order: bool = False

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence."""
        return self._book.say(key_for_board(key, self.board), **facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """Return one sentence in the form that goes with a number."""
        return self._book.count(key_for_board(key, self.board), n, **facts)

    @property
    def _book(self) -> Phrasebook:
        """The sentences, in the words of the game's rule book; on pages of the archive in the usual ones."""
        return phrasebook(self.language, "" if self.in_board_order else self.board.book_words)

    def listing(self, items: Iterable[str], last: str = "words.and") -> str:
        """Return ``A, B and C``."""
        return listing(self.language, tuple(items), last)

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """The powers of the board, by name."""
        return tuple(self.board.powers if self.in_board_order else names_of_powers(self.board, self.language))

    def by_place(self, items: Iterable[Listed], place_of: Callable[[Listed], Place | None]) -> list[Listed]:
        """Return what stands in places, by the abbreviations of these; what stands nowhere last."""

        def key(item: Listed) -> tuple[bool, str]:
            place = place_of(item)
            return place is None, "" if place is None else alphabetic(self.place(place))

        return list(items) if self.in_board_order else sorted(items, key=key)

    def by_name(self, items: Iterable[Listed], place_of: Callable[[Listed], Place]) -> list[Listed]:
        """Return what stands in places, by the names of their regions, which are told in full."""

        def key(item: Listed) -> tuple[str, str]:
            return self._region_order(place_of(item))

        listed = list(items)
        return listed if self.in_board_order or len(listed) < 2 else sorted(listed, key=key)  # noqa: PLR2004

    def _region_order(self, at: Place) -> tuple[str, str]:
        province, coast = (at.province, at.coast) if isinstance(at, Location) else (at, "")
        return alphabetic(bare_region_name(province, self.board, self.language, self.notation.name)), coast

    def units_of(self, power: Power) -> Sequence[Unit]:
        """Return the standing units of a power, by the abbreviations of their places."""
        return self.by_place(self.position.units_of(power), lambda unit: unit.at)

    def places(self, provinces: Iterable[Province]) -> list[str]:
        """Return the abbreviations of provinces in order."""
        return [self.place(province) for province in self.by_place(provinces, lambda province: province)]

    def power(self, power: Power) -> str:
        """Return the name of a power."""
        return self.board.name_of(power, self.language)

    def power_in_words(self, power: Power) -> str:
        """Return a power with its article, as a sentence names it."""
        return power_name(power, self.board, self.language).name

    def side(self, powers: Iterable[Power]) -> str:
        """Return the powers of one side with their articles, as a list."""
        return self.listing(map(self.power_in_words, powers))

    def to_power(self, power: Power) -> str:
        """Return a power as the recipient of something."""
        return power_name(power, self.board, self.language).to

    def of_power(self, power: Power) -> str:
        """Return a power as the owner of something."""
        return power_name(power, self.board, self.language).of

    def place(self, at: Location | Province) -> str:
        """Return the abbreviation of a place."""
        return no_wrap(write_place(at if isinstance(at, Location) else Location(at), self.notation, self.board))

    def unit(self, unit: Unit, seen_by: Power | None = None) -> str:
        """Return a unit with its kind, and with the name of its power unless that is ``seen_by``."""
        text = no_wrap(write_listed(unit, self.notation, self.board))
        return f"{text} ({self.power(unit.power)})" if seen_by not in {None, unit.power} else text

    def unit_at(self, province: Province, seen_by: Power | None = None) -> str:
        """Return the unit in a province, dislodged or not; where none is in sight, words for somebody there."""
        unit = self.position.unit_at(province)
        return self.unit(unit, seen_by) if unit else self.say("kind.nobody_name", at=self.region(province, "at"))

    def named_unit(self, province: Province, power: Power | None, *, is_there: bool = False) -> str:
        """Return the unit of a province in words, with whose it is unless it is of ``power``.

        ``is_there`` where its region has just been named: ``the Austrian army``.
        """
        unit = self.position.unit_at(province)
        if unit is None:
            return self.say("kind.nobody_name", at=self.region(province, "at"))
        sign, of = "unknown" if self.board.war.troops else unit.kind.value, self.region(province, "of")
        if unit.power == power:
            return self.say(f"kind.{sign}", of=of)
        if whose := power_name(unit.power, self.board, self.language).whose:
            return self.say(f"kind.{'there' if is_there else 'of_power'}.{sign}", of=of, whose=whose)
        return f"{self.say(f'kind.{sign}', of=of)} ({self.power(unit.power)})"

    def named_units(self, provinces: Sequence[Province], power: Power | None) -> str:
        """Return several units so; those of one power that are of one kind together: ``the French armies in …``."""
        groups: dict[object, list[Province]] = {}
        for at in self.by_name(provinces, lambda province: province):
            unit = self.position.unit_at(at)
            is_grouped = unit and (unit.power == power or power_name(unit.power, self.board, self.language).whose)
            groups.setdefault((unit.power, unit.kind) if unit and is_grouped else at, []).append(at)
        return self.listing(
            self._units_together(group, power) if len(group) > 1 else self.named_unit(group[0], power)
            for group in groups.values()
        )

    def _units_together(self, provinces: Sequence[Province], power: Power | None) -> str:
        """Return units of one power and one kind."""
        unit = self.position.unit_at(provinces[0])
        assert unit is not None
        sign = "unknown" if self.board.war.troops else unit.kind.value
        names = {"names": self.regions(provinces), "names_of": self.regions(provinces, "of")}
        if unit.power == power:
            return self.say(f"kind.several.{sign}", **names)
        whose = power_name(unit.power, self.board, self.language).whose
        return self.say(f"kind.several_of_power.{sign}", whose=whose, **names)

    @property
    def destroyed(self) -> str:
        """What the notation calls a unit that is lost because it cannot retreat."""
        return self.notation.marks[self.language]["destroyed"]

    def units_at(self, provinces: Iterable[Province], seen_by: Power | None = None) -> str:
        """Return the units of several provinces."""
        in_order = self.by_place(provinces, lambda province: province)
        return self.listing(self.unit_at(province, seen_by) for province in in_order)

    @property
    def written(self) -> Notation:
        """The notation as orders and reports are written to the reader; on pages of the archive as it is."""
        return self.notation if self.in_board_order else notation_in(self.notation, self.language)

    def order(self, order: Order) -> str:
        """Return an order as the reader writes it."""
        return no_wrap(write_order(order, self.position, self.board, self.written))

    def words(self, order: Order) -> str:
        """Return an order in full words."""
        match order:
            case Hold(at, powered):
                return self._does("order.hold", at, powered)
            case Move(at, to, by_sea, powered):
                by_way_of = "_by_sea" if by_sea else ""
                return self._does(f"order.{self.motion(at, to)}{by_way_of}", at, powered, **self.towards(to))
            case SupportHold(at, other, powered):
                return self._does("order.support_hold", at, powered, target=self._full_unit(other))
            case SupportMove(at, origin, to, powered):
                key, target = f"order.support_{self.motion(origin, to)}", self._full_unit(origin, "of")
                return self._does(key, at, powered, target=target, **self.towards(to))
            case Convoy(at, origin, shore):
                return self._does(
                    "order.convoy", at, False, target=self._full_unit(origin), **self.towards(Location(shore))
                )
            case Retreat(at, to):
                return self._does("order.retreat", at, False, **self.towards(to))
            case Disband(at):
                is_removal = self.position.phase.kind is PhaseKind.ADJUSTMENT
                return self._does("order.remove" if is_removal else "order.disband", at)
            case Build():
                return self._raised(order)
            case Waive():
                return self.say("order.waive")
            case _:
                assert_never(order)

    def motion(self, at: Province, to: Location) -> Literal["attack", "move"]:
        """Return what a unit that goes somewhere does: it attacks only where somebody else's unit stands in sight."""
        unit, there = self.position.unit_at(at), self.position.units.get(to.province)
        is_attack = there is not None and (unit is None or there.power != unit.power)
        return "attack" if is_attack else "move"

    def towards(self, to: Location) -> Mapping[str, str]:
        """Return the forms of a place that a sentence on an attack or a move needs."""
        return {"to": self.region(to), "goal": self.region(to, "goal")}

    def in_forms(
        self, name: str, places: Iterable[Location | Province], forms: Mapping[str, RegionForm] = FORMS_OF_PLACES
    ) -> Mapping[str, str]:
        """Return places, each form as a list: ``goal``, ``goal_at``, ``goal_of``, ``goal_to``.

        A language may use any of them, whichever the others use.
        """
        ordered = self.by_name(places, lambda at: at)
        return {f"{name}{end}": self.listing(self.region(at, form) for at in ordered) for end, form in forms.items()}

    def phase(self, phase: Phase, form: str = "name") -> str:
        """Return a phase in words; ``form`` is ``name``, ``of`` or ``for``."""
        return phase_name(phase, self.board.phase_names, self.language, form)

    def phase_line(self, phase: Phase) -> str:
        """Return a phase as a line of a letter names it."""
        return phase_line(phase, self.board.phase_names, self.language)

    def region(self, at: Location | Province, form: RegionForm = "name") -> str:
        """Return the full name of a region in a form, with its coast where one is named."""
        return self._full(at if isinstance(at, Location) else Location(at), form)

    def regions(self, places: Iterable[Location | Province], form: RegionForm = "name", last: str = "words.and") -> str:
        """Return the full names of several regions."""
        return self.listing((self.region(at, form) for at in self.by_name(places, lambda at: at)), last)

    def _does(self, key: str, at: Province, powered: bool = False, **facts: str) -> str:
        """Return what a unit is ordered to do, the verb in the number of its troop, with the power it uses."""
        unit = self.position.unit_at(at)
        number = self.unit_number(unit) if unit else 1
        said = self.count(key, number, unit=self._full_unit(at), **facts)
        return said + self.count("order.powered", number) if powered else said

    def _raised(self, build: Build) -> str:
        troop, at = self.board.war.troops.get(build.troop), self._full(build.at, "at")
        if troop is None:
            return self.say("order.build", kind=self.say(f"new.{build.kind.value}"), at=at)
        what = troop_name(troop, self.language).one
        if build.power is None:
            return self.say("order.raise", what=what, at=at)
        return self.say("order.raise_for", what=what, at=at, power=self.power_in_words(build.power))

    def _full_unit(self, province: Province, form: UnitForm = "name") -> str:
        """Return the unit of a region by its kind or troop; words for an unknown unit where its troop is not known."""
        unit = self.position.unit_at(province)
        if unit:
            return self.unit_in_words(unit, form)
        if not self.board.war.troops:
            key = "kind.nobody_of" if form == "of" else "kind.nobody_name"
            return self.say(key, at=self._full(Location(province), "at"))
        said = self.say("kind.unknown", of=self._full(Location(province), "of"))
        return self.say("kind.of", unit=said) if form == "of" else said

    def unit_in_words(self, unit: Unit, form: UnitForm = "name") -> str:
        """Return a unit by its kind or troop and its region in full: ``the army in Paris``."""
        of = self._full(unit.at, "of")
        if unit.letter in self.board.war.troops:
            troop = troop_name(self.board.war.troops[unit.letter], self.language)
            return self.say("kind.troop", name=troop.of if form == "of" else troop.the, of=of)
        said = self.say(f"kind.{unit.kind.value}" if unit.corps is None else "kind.unknown", of=of)
        return self.say("kind.of", unit=said) if form == "of" else said

    def unit_with_power(self, unit: Unit, own: Collection[Power]) -> str:
        """Return a unit in words with its power in brackets; without, if that is the only one of ``own``."""
        said = self.unit_in_words(unit)
        return said if {*own} == {unit.power} else f"{said} ({self.power(unit.power)})"

    def units_with_power(self, units: Iterable[Unit], own: Collection[Power]) -> str:
        """Return several units so."""
        return self.listing(self.unit_with_power(unit, own) for unit in self.by_name(units, lambda unit: unit.at))

    def unit_number(self, unit: Unit) -> int:
        """Return the number in which a unit's name wants its verb, 1 or 2: that of its troop, if it is one."""
        troop = self.board.war.troops.get(unit.letter)
        return 2 if troop and troop_name(troop, self.language).many else 1

    def _full(self, place: Location, form: RegionForm = "name") -> str:
        """Return the full name of a place in a form, with its coast where one is named."""
        said: str = getattr(region_name(place.province, self.board, self.language, self.notation.name), form)
        return f"{said} ({self._coast(place)})" if place.coast else said

    def _coast(self, place: Location) -> str:
        """Return a coast in words, by its side in the reader's notation; for any other coast the abbreviation."""
        side = _COAST_SIDES.get(self.notation.coasts.get(place.coast, place.coast).casefold())
        return self.say(f"coast.{side}") if side else self.place(place)


_phrasing_of = kept_for_same(Phrasing)


class _OnBoard(Protocol):
    """A game, of which a phrasing needs nothing but its board."""

    @property
    def board(self) -> Board: ...


class _Correspondent(Protocol):
    """A person of a game, by what they have chosen."""

    @property
    def language(self) -> Language: ...

    @property
    def notation(self) -> str: ...


def phrasing_for(game: _OnBoard, reader: _Correspondent, position: Position) -> Phrasing:
    """Return the phrasing of a position for a person of a game."""
    return _phrasing_of(reader.language, load_notation(reader.notation), game.board, position)
