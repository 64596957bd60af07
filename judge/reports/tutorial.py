"""Letters of the tutorial and of practice games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.practice.messages import LessonNews, LessonOpened, LessonStep
from judge.game.practice.rules import WAR, Lesson, clockwork_players, course_of, lesson_named
from judge.game.press.messages import PressSent
from judge.game.settings import Language, PlayingStrength
from judge.game.state import Game
from judge.game.visibility import has_fog, known_position
from judge.reports.board_tables import power_results, retreat_lines
from judge.reports.language import LetterText, capitalized, fill_template, letter_text, moment_text, say
from judge.reports.layout import hanging_indent
from judge.reports.names import names_of_powers, power_name
from judge.reports.phase_facts import fact_paragraphs
from judge.reports.phrasing import Phrasing, RegionForm, phrasing_for
from judge.reports.press import recipient_names, sender_name
from judge.reports.war_report import scout_order_as_written, scout_order_in_words, scout_report_text
from judge.requests.vocabulary import written_value
from judge.rules.board import Power, Province, Unit

# --- letters of the tutorial: what became of the orders, whether the task was met, the lesson that follows


_ENGLAND = Power("ENGLAND")
_NAMED_OTHERWISE = (Province("MAR"), Province("RUH"))
"""Regions of which lessons speak and which notations call by different names."""

_FORMS: Mapping[str, RegionForm] = {"": "name", "_of": "of", "_at": "at", "_to": "goal"}
"""The forms of their names, by what stands behind the code."""

_TRIES_BEFORE_SOLUTION = 2
"""How often a task is missed before the solution stands beside the hint."""


@dataclass(frozen=True)
class _Side:
    """The units of one power, a line for each with its words."""

    power: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class _ReadPress:
    """A letter to other powers as they have read it, and the ``answer`` of ``reader``, empty where it gives none."""

    sender: str
    to: str
    text: str
    reader: str
    answer: str


def tutorial_word(language: Language) -> str:
    """Return the word with which the names of tutorials begin; it may stand in an address."""
    return say(language, "lesson.game")


def write_lesson(game: Game, reader: Person, news: LessonNews) -> LetterText:
    """Return the letter on a phase of a lesson, on the lesson that opens, or on the end of all lessons."""
    opened, closed = news.opened, news.closed
    before = phrasing_for(game, reader, closed.before) if closed else None
    text = fill_template(
        reader.language,
        "player.lesson",
        game=game.name,
        step=opened.step.value if opened else "",
        told=_told(news, before) if closed and before else [],
        verdict=_verdict(news, game, reader),
        solution=_solution(opened, game, reader) if opened else (),
        powers=power_results(closed.judgement, (), before) if closed and before else (),
        is_running=bool(before and before.notation.report),
        retreats=_retreats(closed, before, game, reader) if closed and before else (),
        press=_read_press(news.press, news.lesson, game, reader) if news.press else None,
        lesson=_lesson_text(opened, game, reader) if opened else None,
        is_war=any(lesson_named(key).course == WAR for key in (opened.lesson if opened else news.lesson,) if key),
        ended=news.ended.ending.value if news.ended else "",
    )
    return letter_text(_subject(game, reader, opened), text)


def _told(news: LessonNews, before: Phrasing) -> list[str]:
    """Return what happened to the units of whoever is taught, and what their scouts report."""
    closed = news.closed
    assert closed is not None
    reports = closed.scouts.reports if closed.scouts else ()
    told = fact_paragraphs(closed, (lesson_named(news.lesson).learner,), before, sees_all=True)
    return [*told, *(scout_report_text(one, before.board, before.language) for one in reports)]


def _subject(game: Game, reader: Person, opened: LessonOpened | None) -> str:
    if opened is None:
        return say(reader.language, "subject.lessons_over", game=game.name)
    words = _words(opened.lesson, game, reader)
    key = "subject.lesson_missed" if opened.step is LessonStep.MISSED else "subject.lesson"
    number, most = words.lesson.number, _most(words.lesson)
    return say(reader.language, key, game=game.name, n=number, most=most, title=words.say("title"))


def _most(lesson: Lesson) -> int:
    return course_of(lesson.course)[-1].number


@dataclass(frozen=True)
class _Words:
    """The words of a lesson for one reader, its regions as they are called in the reader's notation."""

    lesson: Lesson
    phrasing: Phrasing

    def say(self, what: str) -> str:
        """Return one sentence of the lesson."""
        facts = {} if self.lesson.course == WAR else {**self._regions(), "english": self._english()}
        return say(self.phrasing.language, f"lesson.{self.lesson.key}.{what}", **facts)

    def _english(self) -> str:
        """Return the adjective of an English unit, as the game's rule book calls England."""
        return power_name(_ENGLAND, self.phrasing.board, self.phrasing.language).whose

    def _regions(self) -> Mapping[str, str]:
        region = self.phrasing.region
        return {code.lower() + end: region(code, form) for code in _NAMED_OTHERWISE for end, form in _FORMS.items()}


def _words(key: str, game: Game, reader: Person) -> _Words:
    lesson = lesson_named(key)
    return _Words(lesson, phrasing_for(game, reader, lesson.position))


# --- what became of it


def _verdict(news: LessonNews, game: Game, reader: Person) -> str:
    """Return whether the task was met, with what was to be learnt, or with what was wrong; empty without a phase."""
    if news.closed is None:
        return ""
    words, opened = _words(news.lesson, game, reader), news.opened
    if opened is None or opened.step is not LessonStep.MISSED:
        return say(reader.language, "lesson.met", text=words.say("met"))
    hint = f"hint_{opened.hint}" if opened.hint else "hint"
    return say(reader.language, "lesson.missed", text=words.say(hint))


def _solution(opened: LessonOpened, game: Game, reader: Person) -> tuple[str, ...]:
    """Return lines that meet the task, once it has been missed often enough."""
    if opened.tries < _TRIES_BEFORE_SOLUTION:
        return ()
    words = _words(opened.lesson, game, reader)
    written = words.say("solution").splitlines() if words.lesson.press else []
    errands = map(scout_order_as_written, words.lesson.errands)
    return (*written, *map(words.phrasing.order, words.lesson.solution), *errands)


def _retreats(closed: PhaseClosed, before: Phrasing, game: Game, reader: Person) -> tuple[str, ...]:
    return retreat_lines(
        closed.judgement, before, phrasing_for(game, reader, closed.judgement.after), below_orders=True
    )


def _read_press(press: PressSent, key: str, game: Game, reader: Person) -> _ReadPress | None:
    """Return the letter as others have read it, with the answer of the power that was to be asked alone."""
    words = _words(key, game, reader)
    asked = words.lesson.press
    if asked is None:
        return None
    return _ReadPress(
        sender_name(words.lesson.learner, game.board, reader.language),
        recipient_names(press.recipients, game.board, reader.language),
        press.text,
        words.phrasing.power_in_words(asked.to),
        words.say("answer") if press.recipients.powers == (asked.to,) else "",
    )


# --- the lesson that opens


@dataclass(frozen=True)
class _LessonText:
    """A lesson as a template shows it; ``teach`` and ``samples`` are empty where it has been told already."""

    number: int
    most: int
    title: str
    phase: str
    teach: str
    samples: tuple[str, ...]
    task: str
    sides: tuple[_Side, ...]
    driven: tuple[str, ...]
    until: str


def _lesson_text(opened: LessonOpened, game: Game, reader: Person) -> _LessonText:
    words = _words(opened.lesson, game, reader)
    learner = words.lesson.learner
    known = known_position(game, opened.position, (learner,)) if has_fog(game) else opened.position
    phrasing = phrasing_for(game, reader, known)
    phase, is_new = phrasing.phase(opened.position.phase), opened.step is not LessonStep.MISSED
    return _LessonText(
        number=words.lesson.number,
        most=_most(words.lesson),
        title=words.say("title"),
        phase=capitalized(phase),
        teach=words.say("teach") if is_new else "",
        samples=tuple(_samples(words)) if is_new else (),
        task=words.say("task"),
        sides=tuple(_sides(phrasing, learner)),
        driven=tuple(_driven_out(phrasing)),
        until=moment_text(opened.deadline.at, reader.zone, reader.language),
    )


def _samples(words: _Words) -> Iterator[str]:
    """Yield the orders of the example, each with its words; for press the lines of a letter."""
    if words.lesson.press:
        yield from words.say("sample").splitlines()
    example = replace(words.phrasing, position=words.lesson.example.position)
    for order in words.lesson.example.orders:
        yield example.say("lesson.sample", order=example.order(order), words=example.words(order))
    for errand in words.lesson.example_errands:
        told = scout_order_in_words(errand, example)
        yield example.say("lesson.sample", order=scout_order_as_written(errand), words=told)


def _sides(phrasing: Phrasing, learner: Power) -> Iterator[_Side]:
    """Yield the powers that have units, the reader's first: as orders name them, and in words."""
    powers: list[Power] = sorted(phrasing.board.powers, key=lambda power: power != learner)
    for power in powers:
        units = phrasing.position.units_of(power)
        width = 4 + max((len(phrasing.unit(unit)) for unit in units), default=0)
        if units:
            yield _Side(phrasing.power(power), tuple(_unit_row(unit, width, phrasing) for unit in units))


def _unit_row(unit: Unit, width: int, phrasing: Phrasing) -> str:
    return hanging_indent(f"  {phrasing.unit(unit)}", phrasing.unit_in_words(unit).split(" "), width)


def _driven_out(phrasing: Phrasing) -> Iterator[str]:
    """Yield a sentence for each dislodged unit: where it may retreat to."""
    for driven in phrasing.position.dislodged.values():
        named = f"{phrasing.unit(driven.unit)} ({phrasing.power(driven.unit.power)})"
        unit = phrasing.say("retreat.dislodged", unit=named, by=phrasing.region(driven.by, "source"))
        yield phrasing.say("retreat.open", unit=unit, places=phrasing.regions(driven.retreats, "goal", "words.or"))


# --- words about clockwork players: who they are, what a practice game is called


def practice_word(language: Language) -> str:
    """Return the word with which the names of practice games begin; it may stand in an address."""
    return say(language, "clockwork.game")


def strength_word(strength: PlayingStrength | None, language: Language) -> str:
    """Return how well a clockwork player plays, as one writes it in a letter; empty for None."""
    return written_value(strength.value, language) if strength else ""


def clockwork_player_lines(game: Game, language: Language) -> tuple[str, ...]:
    """Return the powers that clockwork players play, a line for each with its strength; empty for none."""
    playing = clockwork_players(game)
    names = {power: name for power, name in names_of_powers(game.board, language).items() if power in playing}
    width = 4 + max(map(len, names.values()), default=0)
    return tuple(
        hanging_indent(f"  {name}", [say(language, f"clockwork.{playing[power].value}")], width)
        for power, name in names.items()
    )
