"""Reads the letters of a judge back: what reports, first letters and acknowledgements tell of a game.

The writer fills sentences and tables in, the reader takes the same apart; a report is read in every language and
notation in which it may have been written.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache

from judge.formats.kept_letters import LANGUAGES, FoundLetter, ReportText, first_letters_in, plain, reports_in
from judge.formats.positions_json import JsonObject, position_json, read_position
from judge.formats.record.facts import UnreadableOrderError, read_order_lines, unsay
from judge.formats.saved_game import SavedGame, SavedPhase
from judge.game.people.messages import Person
from judge.game.settings import Address, Language, Token
from judge.game.state import Game
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_order
from judge.reports.language import say
from judge.reports.phrasing import USUAL_NOTATIONS, Phrasing, phrasing_for
from judge.rules.board import Board, Location, Power, Unit
from judge.rules.orders import Order
from judge.rules.position import Phase, PhaseKind, Position, Season

# --- what they tell on a board, in a language and a notation


@dataclass(frozen=True)
class ToldPhase:
    """A report on its board: the position after the phase as an object for ``read_position``, but for its phase.

    It has no centres where none has changed hands.

    ``notation`` is that of its reader. ``following`` is the phase that is open next, None where it does not say.
    """

    text: ReportText
    phase: Phase
    following: Phase | None
    after: JsonObject
    notation: str


class UnreadReportError(Exception):
    """A letter that does not tell what it should; the message says what is missing."""


@dataclass(frozen=True)
class ReportReader:
    """Reads letters of one game, whose board and rule book ``game`` has."""

    game: Game

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.board

    def phrasings(self, language: Language, first: str = "") -> Iterator[Phrasing]:
        """Yield every way in which a letter in a language may be written, the likeliest first."""
        position = self.game.stands_at
        usual = (first, self.game.settings.rulebook if language == "fr" else "", USUAL_NOTATIONS[language])
        names = dict.fromkeys(name for name in (*usual, *notation_names()) if name in notation_names())
        for name in names:
            if load_notation(name).board == self.board.map:
                reader = Person(Address("reader@example.invalid"), Token(""), language, name)
                yield phrasing_for(self.game, reader, position)

    def phase_named(self, words: str, language: Language) -> Phase | None:
        """Return the phase that a letter names so; None where it is none."""
        return _phases(self.board, language).get(words)

    def report(self, text: ReportText) -> ToldPhase:
        """Return what a report tells; UnreadReportError."""
        phase = self.phase_named(text.phase, text.language)
        if phase is None:
            raise UnreadReportError(f"“{text.phase}” is no phase of the board {self.board.name}")
        following = self.phase_named(text.following, text.language)
        for phrasing in self.phrasings(text.language):
            table = _Tables(phrasing)
            units = table.units(text.sections.get("position", ()))
            centres = table.centres(text.sections["centres"]) if "centres" in text.sections else {}
            if units is None or centres is None:
                continue
            try:
                ways = table.dislodged(text.sections.get("dislodged", ()))
            except UnreadReportError:
                continue
            after = {"units": units, "centers": centres or None, "dislodged": ways}
            return ToldPhase(text, phase, following, after, phrasing.notation.name)
        raise UnreadReportError("its position is in no notation of this board")

    def orders(self, told: ToldPhase, before: Position) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
        """Return the orders of a report in the neutral notation by power, and the lines that are none.

        ``before`` is the position that the phase began with.
        """
        best: tuple[dict[str, tuple[str, ...]], tuple[str, ...]] | None = None
        for phrasing in self.phrasings(told.text.language, told.notation):
            at = Phrasing(phrasing.language, phrasing.notation, self.board, before)
            found = _Orders(at).of_section(told.text.sections.get("orders", ()))
            if best is None or len(found[1]) < len(best[1]):
                best = found
            if not found[1]:
                break
        assert best is not None
        return best

    def acknowledged(self, text: str, position: Position) -> Mapping[Power, tuple[Order, ...]]:
        """Return the orders in force of an acknowledgement of the open phase, by power; none where it is another's."""
        found: dict[Power, tuple[Order, ...]] = {}
        for language, pattern in _STANDING.items():
            for phrasing in self.phrasings(language):
                at = Phrasing(language, phrasing.notation, self.board, position)
                for power, lines in _standing(plain(text), pattern, at):
                    orders = _Orders(at).read(power, lines)[0]
                    if len(orders) > len(found.get(power, ())):
                        found[power] = orders
        return found

    def powers_acknowledged(self, text: str) -> Iterator[tuple[Language, tuple[Power, ...]]]:
        """Yield the powers that an acknowledgement tells its reader of, with its language."""
        for language, pattern in _STANDING.items():
            named = {plain(self.board.name_of(power, language)): power for power in self.board.powers}
            found = [
                named[told["power"]]
                for line in plain(text).split("\n")
                if (told := pattern.match(line)) and told["power"] in named
            ]
            if found:
                yield language, tuple(found)

    def notation_of(self, text: str, language: Language) -> str:
        """Return the notation of the position in a letter, or else the usual one of its language."""
        sections = [one.sections for one in reports_in(text)] + [one.sections for one in first_letters_in(text)]
        for phrasing in self.phrasings(language):
            if any(_Tables(phrasing).units(one.get("position", ())) is not None for one in sections):
                return phrasing.notation.name
        return next(self.phrasings(language)).notation.name

    def is_of_phase(self, text: str, phase: Phase) -> bool:
        """Whether an acknowledgement names a phase as the open one."""
        joined = " ".join(plain(text).split())
        return any(
            (told := pattern.search(joined)) and _phases(self.board, language).get(told["phase"]) == phase
            for language, pattern in _DEADLINE.items()
        )

    def powers_in(self, words: str, language: Language) -> tuple[Power, ...]:
        """Return the powers that words name: ``England and Turkey``, « la France »."""
        named = {power: self.board.name_of(power, language) for power in self.board.powers}
        return tuple(
            power for power, name in named.items() if re.search(rf"(?<!\w){re.escape(plain(name))}(?!\w)", words)
        )


_STANDING: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?P<power>\S.*?): (?:your orders are (?:complete|NOT complete yet)|no order is missing, as they stand now)\."
    ),
    "fr": re.compile(
        r"^(?P<power>\S.*?) : "
        r"(?:ordres complets|vos ordres ne sont PAS encore complets|en l'état, aucun ordre ne manque)\."
    ),
}
_DEADLINE: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"Deadline for (?P<phase>[^:]+?): "),
    "fr": re.compile(r"Date limite pour (?P<phase>[^:]+?) : "),
}


def _standing(text: str, pattern: re.Pattern[str], at: Phrasing) -> Iterator[tuple[Power, list[str]]]:
    """Yield the lines of orders below the sentence on each power."""
    named = _powers_named(at)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = pattern.match(line)
        power = named.get(found["power"]) if found else None
        if power is None:
            continue
        own: list[str] = []
        for below in lines[number + 1 :]:
            if not below.startswith("  "):
                if own or not below.strip() or below.endswith("."):
                    break
                continue
            own += [part for part in re.split(r"\s{2,}", below.strip()) if part]
        yield power, own


@lru_cache(maxsize=64)
def _phases(board: Board, language: Language) -> Mapping[str, Phase]:
    """Every phase by the words for it, of a hundred years."""
    start = Phase.parse(f"S{board.start_year}M")
    at = Phrasing(language, load_notation("standard"), board, Position(start, {}, {}))
    phases = (
        Phase.parse(f"{season}{year}{kind}")
        for year in range(board.start_year, board.start_year + 100)
        for season, kind in (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))
    )
    return {plain(at.phase(phase, form)): phase for phase in phases for form in ("for", "name")}


def _powers_named(at: Phrasing) -> Mapping[str, Power]:
    """The powers by their names, the longest first."""
    named = {plain(at.power(power)): power for power in at.board.powers}
    return dict(sorted(named.items(), key=lambda pair: -len(pair[0])))


@dataclass(frozen=True)
class _Tables:
    """The tables of a letter in one phrasing."""

    at: Phrasing

    @cached_property
    def _named(self) -> Mapping[str, Power]:
        return _powers_named(self.at)

    def rows(self, lines: Sequence[str]) -> Iterator[tuple[Power | None, str]]:
        """Yield the rows of a table with their power, None for nobody's; a row that was too long goes on below."""
        power: Power | None = None
        words: list[str] = []
        neutral = plain(self.at.say("words.neutral"))
        for line in (*lines, ""):
            text = line.strip()
            name = next((one for one in (*self._named, neutral) if re.match(rf"{re.escape(one)}\s", f"{text} ")), None)
            if words and (name is not None or not text):
                yield power, " ".join(words)
                if not text:
                    return
                words = []
            if name is not None:
                power, words = self._named.get(name), [text[len(name) :].strip()]
            elif text and words:
                words.append(text)
            elif text:
                return

    def units(self, lines: Sequence[str]) -> dict[str, list[str]] | None:
        """Return the units of each power in the neutral notation; None where one cannot be read."""
        found: dict[str, list[str]] = {}
        for power, text in self.rows(_filled(lines)):
            if power is None:
                return None
            found[power] = []
            if text == plain(self.at.say("words.no_units")):
                continue
            for word in text.split(", "):
                unit = self._unit(word, power)
                if unit is None:
                    return None
                found[power].append(str(unit))
        return found or None

    def _unit(self, text: str, power: Power) -> Unit | None:
        return replace(found, power=power) if (found := self._units.get(text)) else None

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        """Every unit as the letter writes it, whoever's it is."""
        board = self.at.board
        anyone = next(iter(board.powers))
        units = (Unit(anyone, kind, place) for kind, places in board.borders.items() for place in places)
        return {plain(self.at.unit(unit)): unit for unit in units}

    def centres(self, lines: Sequence[str]) -> dict[str, list[str]] | None:
        """Return the centres of each power; None where one cannot be read."""
        codes = {plain(code): centre for centre in self.at.board.centres for code in self.at.places([centre])}
        found: dict[str, list[str]] = {}
        for power, text in self.rows(_filled(lines)):
            told = re.match(r"(\d+)(?: \([+-]\d+\))?\s*(.*)", text)
            named = [word for word in told[2].split(", ") if word] if told else []
            if told is None or int(told[1]) != len(named) or not {*named} <= codes.keys():
                return None
            if power is not None:
                found[power] = [str(codes[word]) for word in named]
        return found or None

    def dislodged(self, lines: Sequence[str]) -> list[dict[str, object]]:
        """Return the dislodged units with where they may go; those that have nowhere to go are gone."""
        joined = " ".join(line.strip() for line in lines if line.strip())
        told = (self._open(one) for one in re.split(r"(?<=\.) (?=[A-Z] )", joined))
        return [one for one in told if one]

    def _open(self, sentence: str) -> dict[str, object] | None:
        """A unit that may retreat, with where to; None for one that is gone. UnreadReportError in another notation."""
        facts = unsay(self.at.language, "retreat.open", sentence, plain)
        named = re.fullmatch(r"(.+?) \(([^()]+)\)(?:, .+,)?", facts["unit"]) if facts else None
        if facts is None or named is None:
            return None
        power = self._named.get(named[2])
        unit = self._unit(named[1], power) if power else None
        goals = re.split(rf", |{re.escape(plain(self.at.say('words.or')))}", facts["places"])
        if power is None or unit is None or not {*goals} <= self._places.keys():
            raise UnreadReportError(f"“{sentence}” names no unit, or no places, of this board")
        return {"power": power, "unit": str(unit), "options": [str(self._places[goal]) for goal in goals]}

    @cached_property
    def _places(self) -> Mapping[str, Location]:
        board = self.at.board
        places = [Location(code) for code in board.regions]
        places += [Location(code, coast) for code, region in board.regions.items() for coast in region.coasts]
        return {plain(self.at.region(place, "goal")): place for place in places}


def _filled(lines: Sequence[str]) -> list[str]:
    """The lines of a table, without blank ones before it."""
    start = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
    return [*lines[start:]]


@dataclass(frozen=True)
class _Orders:
    """The orders of a report, in one phrasing of the position before."""

    at: Phrasing

    @cached_property
    def _named(self) -> Mapping[str, Power]:
        return _powers_named(self.at)

    def of_section(self, lines: Sequence[str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
        """Return the orders by power, in the neutral notation, and the lines that are none."""
        found: dict[str, tuple[str, ...]] = {}
        unread: list[str] = []
        for power, orders, is_silent in self._blocks(lines):
            if is_silent:
                continue
            read, none = self.read(power, orders)
            texts = (write_order(one, self.at.position, self.at.board, load_notation("standard")) for one in read)
            found[power] = tuple(plain(text) for text in texts)
            unread += none
        return found, tuple(unread)

    def read(self, power: Power, lines: Sequence[str]) -> tuple[tuple[Order, ...], list[str]]:
        """Return the orders of a power that lines are, and those lines that are none."""
        orders: list[Order] = []
        unread: list[str] = []
        for line in lines:
            try:
                orders += read_order_lines([line], power, self.at)
            except UnreadableOrderError:
                unread.append(line)
        return tuple(orders), unread

    def _blocks(self, lines: Sequence[str]) -> Iterator[tuple[Power, list[str], bool]]:
        """Yield each power with its lines of orders, one for each, and whether nothing had come from it."""
        block: list[str] = []
        for line in (*lines, ""):
            if line.strip():
                block.append(line)
            elif block:
                yield from self._block(block)
                block = []

    def _block(self, block: Sequence[str]) -> Iterator[tuple[Power, list[str], bool]]:
        name = next((one for one in self._named if re.match(rf"{re.escape(one)}(?!\w)", block[0])), None)
        if name is None:
            return
        power, rest = self._named[name], _BEHIND_NAME.sub("", block[0][len(name) :].strip(), count=1)
        below = [line.strip() for line in block[1:] if line.startswith("  ")]
        is_silent = any(line.startswith(_SILENT) for line in below)
        if not rest:  # a line for each order, as older letters have it
            own = [line.strip() for line in block[1:] if line.startswith("  ") and not line.startswith("   ")]
            yield power, [line.strip("_") for line in own if line not in _SILENT], is_silent
            return
        running = [rest]
        for line in block[1:]:
            if line.startswith("  "):
                break
            running.append(line.strip())
        orders = _parted(" ".join(running))
        told = " ".join(below)
        unordered = next((found[1] for one in _UNORDERED if (found := one.search(told))), "")
        without = {unit.strip() for unit in re.split(r", | and | et ", unordered) if unit.strip()}
        yield power, [one for one in orders if not any(one.startswith(f"{unit} ") for unit in without)], is_silent


_BEHIND_NAME = re.compile(r"^(?:\([^()]*\)\s*)?(?::\s*)?")
"""That a clockwork player orders for a power, and a colon."""

_SILENT = ("No orders came.", "Aucun ordre n'est arrivé.")
_UNORDERED = (re.compile(r"Without an order: (.+?)\."), re.compile(r"Sans ordre : (.+?)\."))


def _parted(text: str) -> list[str]:
    """Part orders at the commas that stand in no bracket."""
    parts, depth, own = list[str](), 0, ""
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append(own.strip())
            own = ""
        else:
            own += sign
    return [part.strip("_") for part in (*parts, own.strip()) if part]


# --- what letters tell of acts that no report shows


@dataclass(frozen=True)
class ToldAct:
    """What the master did, or how it ended, by the subject of a letter; ``phase`` is the one that was gone back to."""

    kind: str
    letter: FoundLetter
    phase: Phase | None = None


def acts_told(letters: Iterable[FoundLetter], reader: ReportReader) -> Iterator[ToldAct]:
    """Yield what the subjects of letters tell of a game: ``rolledback``, ``corrected``, ``settings``, ``ended``."""
    name = reader.game.name
    for letter in letters:
        if f"[{name}] " not in letter.subject:
            continue
        subject = plain(letter.subject[letter.subject.index("[") :])
        for language in LANGUAGES:
            if subject.startswith(plain(say(language, "subject.ended_nobody", game=name))):
                yield ToldAct("ended", letter)
            for kind in ("rolledback", "corrected", "settings"):
                facts = unsay(language, f"subject.{kind}", subject, plain)
                if facts and facts.get("game") == name:
                    yield ToldAct(kind, letter, reader.phase_named(facts.get("phase", ""), language))


# --- reports in a row, as the saved game that they tell


@dataclass(frozen=True)
class Retold:
    """A game as reports tell it: those from the ``first`` to the ``last``, each behind the one before it.

    ``goes_on`` where the first of them is of the phase that was open before. ``unread`` are lines that are no orders.
    """

    saved: SavedGame
    first: int
    last: int
    goes_on: bool
    unread: tuple[str, ...]


def retold(
    reader: ReportReader, reports: Mapping[int, ToldPhase], dates: Mapping[int, datetime], begun: int = 0
) -> Retold:
    """Return the game of the last reports that follow each other, by their numbers; UnreadReportError.

    ``begun`` phases had been closed in the game of the reader. JsonFaultError where a position cannot be. ``dates`` are
    those of the letters, as far as they are known.
    """
    last = max(reports)
    first = next(number for number in range(last, begun, -1) if number - 1 not in reports or number == begun + 1)
    stood = reader.game.position
    goes_on = first == begun + 1 and stood is not None and reports[first].phase == stood.phase
    before, position = (stood, position_json(stood)) if goes_on and stood else (None, {})
    if before is None and not reports[first].after["centers"]:
        position = {"centers": _centres_at(reports, first)}
        if not position["centers"]:
            first = next((one for one in range(first, last + 1) if reports[one].after["centers"]), 0)
    if not first:
        raise UnreadReportError("of these reports none tells who holds which centre; earlier ones would do")
    phases: list[SavedPhase] = []
    unread: list[str] = []
    for number in range(first, last + 1):
        told = reports[number]
        if before is not None and told.phase != before.phase:
            raise UnreadReportError(f"report {number} is of {told.phase}, and {before.phase} was open")
        if before is not None:
            orders, none = reader.orders(told, before)
            unread += [f"report {number}: “{line}”" for line in none]
            phases.append(SavedPhase(str(told.phase), position, orders, {}, at=dates.get(number)))
        following = reports[number + 1].phase if number < last else told.following
        if following is None:
            raise UnreadReportError(f"report {number}, the last, names no phase that is open; its pages would do")
        centres = told.after["centers"] or position.get("centers")
        position = _with_phase({**told.after, "centers": centres}, following)
        before = read_position(position, reader.board, reader.game.book)
    phases.append(SavedPhase(str(position["phase"]), position, {}, {}))
    return Retold(SavedGame(reader.game.name, (), tuple(phases)), first, last, goes_on, tuple(unread))


def _centres_at(reports: Mapping[int, ToldPhase], number: int) -> object:
    """The centres that a report does not tell, from one before a gap in which no autumn was over; None without one."""
    phase = reports[number].phase
    told = [one for other, one in sorted(reports.items()) if other < number and one.after["centers"]]
    if not told or phase.season is Season.FALL:
        return None
    year = phase.year if phase.season is Season.WINTER else phase.year - 1
    is_last = told[-1].phase.year == year and told[-1].phase.season is not Season.SPRING
    return told[-1].after["centers"] if is_last else None


def _with_phase(after: JsonObject, phase: Phase) -> JsonObject:
    waiting = after["dislodged"] if phase.kind is PhaseKind.RETREAT else []
    return {**after, "phase": str(phase), "dislodged": waiting}
