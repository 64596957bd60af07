"""The help: a first page, a page for each topic, the regions of a board."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from judge.game.people.messages import Person
from judge.game.refusals import Refused
from judge.game.settings import Language
from judge.languages import LANGUAGES, Spoken, language_table
from judge.notation.line import Misread
from judge.notation.tables import Notation, abbreviations_of, load_notation, notation_names
from judge.notation.write import write_place
from judge.reports.board_tables import across_rivers
from judge.reports.language import alphabetic, fill_template, in_words_of, listing, say
from judge.reports.layout import Page, hanging_indent, lay_out_page, no_wrap
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    NotKeptInAdvance,
    OrderAccepted,
    RefusedPart,
    SeveralFaults,
)
from judge.reports.names import bare_region_name, power_name
from judge.reports.order_examples import STANDARD_BOARD, order_examples, result_examples, sign_examples, war_examples
from judge.reports.own_texts import with_apostrophes
from judge.reports.phrasing import key_for_board
from judge.reports.war import war_help_facts
from judge.requests.requests import MOST_LINES_OF_LETTER, MOST_PRESS_OF_LETTER, MOST_QUESTIONS_OF_LETTER
from judge.requests.vocabulary import fold_case
from judge.rules.board import Board, Location, Province, Terrain, UnitKind
from judge.rules.position import PhaseKind
from judge.rules.rulebook import RuleBook

# --- the help: a first page, a page for each topic, the topics that explain the problems of a letter


_COLUMN = 22
"""The column where the description of a topic begins."""

_GROUP = 14
"""The column where the words of a group begin on the first page."""


@dataclass(frozen=True, eq=False)
class HelpTopic:
    """A page of the help; topics are compared by identity.

    ``words`` are the words that ask for it, the first one is printed; ``keys`` are what it explains, as section and
    name: a word of the vocabulary (``verbs.press``), a reason (``refusal.too_late``), a part of an order. ``group`` is
    the heading that begins with this topic, None where the heading of the topic before goes on.
    """

    name: str
    words: Mapping[Language, Sequence[str]]
    about: Mapping[Language, str]
    keys: frozenset[str]
    group: Mapping[Language, str] | None

    def asked(self, language: Language) -> str:
        """Return the line that asks for the topic: ``HELP PRESS``."""
        return say(language, "help.asked", word=self.words[language][0])


@lru_cache(maxsize=1)
def help_topics() -> tuple[HelpTopic, ...]:
    """Return the topics of ``topics.toml``, in its order."""
    table = tomllib.loads((files("judge.reports") / "topics.toml").read_text(encoding="utf-8"))
    return tuple(_topic(name, entry) for name, entry in table.items())


def _topic(name: str, entry: Mapping[str, Any]) -> HelpTopic:
    told = {language: table for language in LANGUAGES if (table := language_table(language, "topics.toml").get(name))}
    return HelpTopic(
        name,
        Spoken({language: topic["words"] for language, topic in told.items()}),
        Spoken({language: with_apostrophes(topic["about"]) for language, topic in told.items()}),
        frozenset(entry["keys"]),
        Spoken({language: topic["group"] for language, topic in told.items() if "group" in topic}) or None,
    )


def topic_for_key(key: str) -> HelpTopic | None:
    """Return the topic that explains a word of the vocabulary or a reason, None if there is none."""
    return next((topic for topic in help_topics() if key in topic.keys), None)


_QUOTAS = {
    "most_lines": MOST_LINES_OF_LETTER,
    "most_questions": MOST_QUESTIONS_OF_LETTER,
    "most_press": MOST_PRESS_OF_LETTER,
}
"""How much of one letter is read and carried out, by the names that templates use."""


def write_help_topic(
    topic: HelpTopic, reader: Person, board: Board = STANDARD_BOARD, book: RuleBook | None = None
) -> str:
    """Return one page of the help, its examples written for a board in the reader's notation.

    Facts of wars are those of that board and rule book, or of the packaged campaign.
    """
    language = reader.language
    about = in_words_of(board.book_words, language, topic.about[language])
    title = say(language, "help.title", asked=topic.asked(language), about=about)
    shown = {
        **order_examples(reader, board),
        **war_examples(reader),
        **war_help_facts(board, book, language),
        **_QUOTAS,
    }
    return fill_template(language, f"help/{topic.name}", board.book_words, title=title, **shown)


def write_results_legend(reader: Person, board: Board = STANDARD_BOARD) -> str:
    """Return every result as reports in the reader's notation print it, with what it means."""
    results = result_examples(reader.language, reader.notation, board)
    facts = {"notation": reader.notation, "results": results}
    return fill_template(reader.language, "anyone.results_legend", board.book_words, **facts)


_MOST_OF_SIGN = 4
"""Examples of one sign that are shown, of orders and of results."""


def write_sign(sign: str, reader: Person, board: Board = STANDARD_BOARD) -> str:
    """Return what a sign of orders or reports tells, by examples in the reader's notation, else in another that has it.

    Empty for what is no sign.
    """
    for notation in (reader.notation, *notation_names()):
        if found := sign_examples(sign, replace(reader, notation=notation), board):
            orders, results = (examples[:_MOST_OF_SIGN] for examples in found)
            facts = {"notation": notation, "asked": say(reader.language, "help.asked", word=sign)}
            return fill_template(
                reader.language, "anyone.sign", board.book_words, orders=orders, results=results, **facts
            )
    return ""


@dataclass(frozen=True)
class SettingHelp:
    """A setting: its word, the key of the sentence on its bounds, some values; without ``bounds`` all values."""

    name: str
    bounds: str
    examples: Sequence[str]


def write_settings_help(settings: Sequence[SettingHelp], language: Language) -> Page:
    """Return which values some settings take, those with the same values together; empty for no settings."""
    told: defaultdict[str, list[str]] = defaultdict(list)
    for one in settings:
        told[_values_text(one, language)].append(one.name)
    lines = (say(language, "help.takes", names=listing(language, names), takes=takes) for takes, names in told.items())
    rows = "\n".join(f"  {line}" for line in lines)
    head = say(language, "help.settings")
    source = f"{head}\n\n{rows}"
    return Page(f"\n{lay_out_page(source)}", source) if told else Page("", "")


def _values_text(setting: SettingHelp, language: Language) -> str:
    examples = listing(language, tuple(map(no_wrap, setting.examples)), "words.or")
    if not setting.bounds:
        return examples
    bounds, such_as = say(language, f"bounds.{setting.bounds}"), say(language, "help.such_as", examples=examples)
    return f"{bounds} {such_as}"


def write_help_first_page(reader: Person, version: int, board: Board = STANDARD_BOARD) -> str:
    """Return how to write, the commonest commands, the words of all topics; ``version`` is that of the vocabulary."""
    language = reader.language
    return fill_template(
        language, "help/first", rows=_group_rows(language), version=version, **order_examples(reader, board)
    )


def _group_rows(language: Language) -> list[str]:
    """Return a row for each group of topics, with the words that ask for them."""
    rows: list[tuple[str, list[str]]] = []
    for topic in help_topics():
        if topic.group:
            rows.append((topic.group[language], []))
        rows[-1][1].append(no_wrap(topic.words[language][0]))
    return [hanging_indent(f"  {name}", ", ".join(words).split(" "), _GROUP) for name, words in rows]


def write_help_topics(reader: Person) -> str:
    """Return the list of all topics with their descriptions."""
    return fill_template(reader.language, "help/topics", rows=_rows(help_topics(), reader.language))


def write_unknown_topic(asked: str, near: Sequence[HelpTopic], reader: Person) -> str:
    """Return the page for an unknown topic, with the topics ``near`` to it."""
    return fill_template(reader.language, "help/none", asked=asked, rows=_rows(near, reader.language))


def _rows(listed: Iterable[HelpTopic], language: Language) -> list[str]:
    return [
        hanging_indent("  " + no_wrap(topic.asked(language)), topic.about[language].split(" "), _COLUMN)
        for topic in listed
    ]


# --- which pages problems point to


_MOST_TOPICS = 3


_TOPIC_OF_PHASE = {PhaseKind.RETREAT: "retreats", PhaseKind.ADJUSTMENT: "builds"}
"""The topic on the orders of each kind of phase; movements have the topic ``orders``."""


def topics_for_problems(answers: Iterable[AnsweredLine], kind: PhaseKind | None = None) -> tuple[HelpTopic, ...]:
    """Return the topics that explain the problems of a letter, in the order of its lines, at most three.

    ``kind`` is the kind of the open phase.
    """
    found = (_topic_for_answer(answered.answer, kind) for answered in answers)
    return tuple(dict.fromkeys(topic for topic in found if topic))[:_MOST_TOPICS]


def _topic_for_answer(answer: LineAnswer, kind: PhaseKind | None) -> HelpTopic | None:
    """The topic of an answer; of a line that should have been an order, that of orders in the phase it was for."""
    key = _key(answer)
    topic = topic_for_key(key) if key else None
    if isinstance(answer, NotKeptInAdvance):
        kind = answer.phase.kind
    if topic and topic.name == "orders" and key.startswith("misreading.") and kind in _TOPIC_OF_PHASE:
        return next(page for page in help_topics() if page.name == _TOPIC_OF_PHASE[kind])
    return topic


def _key(answer: LineAnswer) -> str:
    """Return the key of the reason why a line was not carried out as its writer may have wanted; empty for none."""
    match answer:
        case NotKeptInAdvance(why=why):
            return _key(why)
        case SeveralFaults(faults):
            return next(filter(None, map(_key, faults)), "")
        case Refused(why) | RefusedPart(Refused(why)):
            return f"refusal.{why.value}"
        case Misread(why=misreading):
            return f"misreading.{misreading.value}"
        case InvalidCommand(setting=str(setting)) if setting:
            return f"settings.{setting}"
        case InvalidCommand(what):
            return f"unknown.{what.value}"
        case Done(outcome) if outcome.is_problem:
            return f"outcome.{outcome}"
        case OrderAccepted(void=void) if void:
            return f"illegal.{void.why.value}"
        case _:
            return ""


# --- the regions of a board for HELP and for the letter that begins a game


_TOLD_APART = 3
"""As many letters of a name tell it from most others (001 VII.7)."""

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


def write_region_named(regions: Sequence[Province], reader: Person, board: Board) -> str:
    """Return a region in sentences: how it is written, what it is, what lies next to it; of several their names."""
    gazetteer = _Gazetteer(board, reader.language, load_notation(reader.notation))
    if len(regions) > 1:
        codes = sorted(map(gazetteer.code, regions), key=alphabetic)
        return say(reader.language, "regions.several", regions=gazetteer.listed(regions), code=no_wrap(codes[0]))
    (province,) = regions
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
        label = f"  {self.code(at)} ".ljust(3 + self._width) + " "
        text = f"{said}. {' '.join(self._ways_in_codes(at))}" if at not in self.board.closed else f"{said}."
        return hanging_indent(label, text.strip().split(" "), len(label))

    @cached_property
    def _width(self) -> int:
        """Of how many letters the longest abbreviation is."""
        return max(len(self.code(at)) for at in self.board.regions)

    def _traits(self, at: Province) -> Iterator[str]:
        region = self.board.regions[at]
        if region.home_of:
            yield self._say("regions.home", power=self.board.name_of(region.home_of, self.language))
        elif region.is_centre:
            yield self._say("regions.centre")
        if self.board.war.worth.get(at, 1) > 1:
            yield say(self.language, "regions.double")
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
        yield from self._special_rules(at)
        for kind in UnitKind:
            for place in self._places(at, kind):
                key = f"regions.next.{kind.value}{'_coast' if place.coast else ''}"
                written = write_place(place, self.notation, self.board)
                yield say(self.language, key, place=no_wrap(written), regions=self.listed(self._next(kind, place)))
        if banks := across_rivers(self.board, at):
            yield say(self.language, "regions.across", regions=self.listed(banks))
        if alike := self._alike(at):
            yield say(self.language, "regions.alike", regions=self.listed(alike))
        if self.notation.board == self.board.map:
            yield self._written(at)

    def listed(self, regions: Collection[Province]) -> str:
        """Return regions by name and abbreviation, in order."""
        return listing(self.language, [self._named(other) for other in self._in_order(regions)])

    def _special_rules(self, at: Province) -> Iterator[str]:
        """Yield how units pass through a region with special rules, the column RS of 001 annex 2."""
        if self.board.regions[at].coasts:
            yield say(self.language, "regions.apart")
        waters = self.board.waters_off(at)
        if len(waters) > 1:
            banks = [listing(self.language, [*map(self._named, self._in_order(water))], "words.or") for water in waters]
            yield say(
                self.language,
                "regions.waterway",
                waters=say(self.language, "words.semicolon").join(sorted(banks, key=alphabetic)),
            )

    def _alike(self, at: Province) -> set[Province]:
        """Return the regions one may be taken for: those with a word of their name that begins as one of its own does.

        So do the five of ``Nor`` (001 VII.7).
        """
        own = self._beginnings(at)
        return {other for other in self.board.regions if other != at and own & self._beginnings(other)}

    def _beginnings(self, at: Province) -> frozenset[str]:
        """Return the first letters of each longer word of a region's name."""
        words = re.findall(r"[^\W\d_]+", fold_case(self._name(at)))
        return frozenset(word[:_TOLD_APART] for word in words if len(word) > _TOLD_APART)

    def _named(self, at: Province) -> str:
        return f"{self._name(at)} ({no_wrap(self.code(at))})"

    def _written(self, at: Province) -> str:
        """Return how every notation abbreviates a region."""
        written = [(name, abbreviations_of(load_notation(name), at)) for name in notation_names()]
        told = [say(self.language, "regions.in", notation=name, codes=", ".join(codes)) for name, codes in written]
        return say(self.language, "regions.written", notations=listing(self.language, told))
