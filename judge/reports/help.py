"""The help: a first page, a page for each topic, which of them the problems of a letter point to."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.settings import Language
from judge.notation.misread import Misread
from judge.reports.briefing import war_told
from judge.reports.echo import Answer, Answered, Barred, Did, Faulty, Ordered, Unkept, Wrong
from judge.reports.examples import STANDARD, examples, war_examples
from judge.reports.language import listing, say
from judge.reports.layout import glue, hanging, page
from judge.reports.pages import fill
from judge.rules.board import Board
from judge.rules.position import PhaseKind
from judge.rules.rulebook import RuleBook

_COLUMN = 22
"""Where a list of topics says what each is about."""

_GROUP = 14
"""Where the first page begins the words of a group."""


@dataclass(frozen=True, eq=False)
class Topic:
    """A page of the help, equal to itself alone.

    ``words`` are what it is asked by, the first one printed; ``keys`` what it explains: the section of a word of the
    vocabulary, of a reason or of a part of an order, and its name (``verbs.press``, ``refusal.too_late``). ``group``
    is the heading of this topic and those after it, None where it is that of the topic before.
    """

    name: str
    words: Mapping[Language, Sequence[str]]
    about: Mapping[Language, str]
    keys: frozenset[str]
    group: Mapping[Language, str] | None

    def asked(self, language: Language) -> str:
        """The line that asks for it: ``HELP PRESS``."""
        return say(language, "help.asked", word=self.words[language][0])


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """The topics of ``topics.toml``, in its order."""
    table = tomllib.loads((files("judge.reports") / "topics.toml").read_text(encoding="utf-8"))
    return tuple(_topic(name, entry) for name, entry in table.items())


def _topic(name: str, entry: Mapping[str, Any]) -> Topic:
    languages: tuple[Language, ...] = ("en", "fr")
    return Topic(
        name,
        {language: entry[language]["words"] for language in languages},
        {language: entry[language]["about"] for language in languages},
        frozenset(entry["keys"]),
        entry.get("group"),
    )


def topic_of(key: str) -> Topic | None:
    """The topic that explains a word of the vocabulary or a reason."""
    return next((topic for topic in topics() if key in topic.keys), None)


def write_topic(topic: Topic, reader: Person, board: Board = STANDARD, book: RuleBook | None = None) -> str:
    """One page of the help, its examples on a board, in the reader's own notation.

    What it says of a war is told of that board under that book, or of the packaged campaign.
    """
    language = reader.language
    title = say(language, "help.title", asked=topic.asked(language), about=topic.about[language])
    shown = {**examples(reader, board), **war_examples(reader), **war_told(board, book, language)}
    return fill(language, f"help/{topic.name}", title=title, **shown)


@dataclass(frozen=True)
class SettingTold:
    """A setting by its word, with the sentence of its bounds and some values; without ``bounds`` those are all."""

    name: str
    bounds: str
    examples: Sequence[str]


def write_settings(settings: Sequence[SettingTold], language: Language) -> str:
    """What can be written behind some settings, those that take the same together; empty for none."""
    told: defaultdict[str, list[str]] = defaultdict(list)
    for one in settings:
        told[_takes(one, language)].append(one.name)
    lines = (say(language, "help.takes", names=listing(language, names), takes=takes) for takes, names in told.items())
    rows = "\n".join(f"  {line}" for line in lines)
    head = say(language, "help.settings")
    return "\n" + page(f"{head}\n\n{rows}") if told else ""


def _takes(setting: SettingTold, language: Language) -> str:
    examples = listing(language, tuple(map(glue, setting.examples)), "words.or")
    if not setting.bounds:
        return examples
    bounds, such_as = say(language, f"bounds.{setting.bounds}"), say(language, "help.such_as", examples=examples)
    return f"{bounds} {such_as}"


def write_first_page(reader: Person, version: int, board: Board = STANDARD) -> str:
    """How to write, the commonest commands, the words of all topics; ``version`` is that of the vocabulary."""
    language = reader.language
    return fill(language, "help/first", rows=_groups(language), version=version, **examples(reader, board))


def _groups(language: Language) -> list[str]:
    """A row for each group of topics, with the words they are asked by."""
    rows: list[tuple[str, list[str]]] = []
    for topic in topics():
        if topic.group:
            rows.append((topic.group[language], []))
        rows[-1][1].append(glue(topic.words[language][0]))
    return [hanging(f"  {name}", ", ".join(words).split(" "), _GROUP) for name, words in rows]


def write_topics(reader: Person) -> str:
    """Every topic with what it is about."""
    return fill(reader.language, "help/topics", rows=_rows(topics(), reader.language))


def write_no_topic(asked: str, near: Sequence[Topic], reader: Person) -> str:
    """There is no such topic, but these are near."""
    return fill(reader.language, "help/none", asked=asked, rows=_rows(near, reader.language))


def _rows(listed: Iterable[Topic], language: Language) -> list[str]:
    return [hanging("  " + glue(topic.asked(language)), topic.about[language].split(" "), _COLUMN) for topic in listed]


# --- which pages problems point to


_MOST = 3


_PAGES = {PhaseKind.RETREAT: "retreats", PhaseKind.ADJUSTMENT: "builds"}
"""The page on the orders of each kind of phase, where it is not that on movements."""


def more_about(answers: Iterable[Answered], kind: PhaseKind | None = None) -> tuple[Topic, ...]:
    """The topics of what went wrong, in the order of the lines; a few are enough. ``kind`` is the open phase's."""
    found = (_topic_of_answer(answered.answer, kind) for answered in answers)
    return tuple(dict.fromkeys(topic for topic in found if topic))[:_MOST]


def _topic_of_answer(answer: Answer, kind: PhaseKind | None) -> Topic | None:
    """The topic of an answer; of a line that should have been an order, that of orders in the phase it was for."""
    key = _key(answer)
    topic = topic_of(key) if key else None
    if isinstance(answer, Unkept):
        kind = answer.phase.kind
    if topic and topic.name == "orders" and key.startswith("misreading.") and kind in _PAGES:
        return next(page for page in topics() if page.name == _PAGES[kind])
    return topic


def _key(answer: Answer) -> str:
    """The reason for which a line did not do what its writer may have wanted; empty where there is none."""
    match answer:
        case Unkept(why=why):
            return _key(why)
        case Faulty(faults):
            return next(filter(None, map(_key, faults)), "")
        case Refused(why) | Barred(Refused(why)):
            return f"refusal.{why.value}"
        case Misread(why=misreading):
            return f"misreading.{misreading.value}"
        case Wrong(setting=str(setting)) if setting:
            return f"settings.{setting}"
        case Wrong(what):
            return f"unknown.{what.value}"
        case Did(deed) if deed.is_problem:
            return f"deed.{deed.value}"
        case Ordered(void=void) if void:
            return f"illegal.{void.why.value}"
        case _:
            return ""
