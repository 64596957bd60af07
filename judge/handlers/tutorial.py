"""Handle TUTORIAL and LESSON: begin lessons, or go to another one of those that are under way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.listing import Stage
from judge.game.people.address_book import Person
from judge.game.settings import GameName, Language, PressRules, Settings, WatchPermission
from judge.game.tutorial.lessons import lesson_after, lesson_numbered, lessons
from judge.game.tutorial.messages import ChooseLesson, LessonState, OpenTutorial
from judge.handlers.arguments import read_opening_settings, read_person_settings, with_game_defaults
from judge.handlers.practice import practice_settings, why_too_much_practice
from judge.handlers.session import LineContext, Session
from judge.notation.tables import notation_names
from judge.reports.line_answers import CommandFault, Done, InvalidCommand, Unknown, answer_for_faults
from judge.reports.outcomes import Outcome
from judge.reports.tutorial import tutorial_word
from judge.requests.requests import TutorialRequest, WrittenSetting
from judge.requests.vocabulary import Word, fold_case, vocabulary

_OF_GAME = frozenset({"rules"})
_OF_PERSON = frozenset({"zone", "language", "notation"})
"""Settings that lessons take; the others are for games."""


@dataclass(frozen=True)
class _Bare:
    """What words without a setting name: a number of a lesson, which one next (``step``), a notation."""

    number: int | None = None
    step: str = ""
    notation: tuple[WrittenSetting, ...] = ()
    faults: tuple[InvalidCommand, ...] = ()


def handle_tutorial(session: Session, line: str, wanted: TutorialRequest, context: LineContext) -> Session:
    """Begin lessons, or go to one of those under way; a letter about any other game begins none."""
    bare, state = _read_bare(wanted.words), session.game.lesson if session.game else None
    if session.would_be_game or (session.game and state is None):
        return session.told(line, Done(Outcome.TUTORIAL_ELSEWHERE, context.own_address))
    if state is None:
        return _begin(session, line, wanted, bare, context)
    faults = (*bare.faults, *(InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, one.word) for one in wanted.settings))
    if faults:
        return session.told(line, answer_for_faults(faults))
    command = ChooseLesson(session.person.address, _lesson_chosen(bare, state))
    return session.decided(line, command, context, Done(Outcome.LESSON_CHOSEN))


def _lesson_chosen(bare: _Bare, state: LessonState) -> str | None:
    """Return the key of the lesson that is wanted: the open one where none is named, None for the end."""
    if bare.step == "stop":
        return None
    if bare.step == "next":
        later = lesson_after(state.key)
        return later.key if later else None
    numbered = lesson_numbered(bare.number) if bare.number else None
    return numbered.key if numbered else state.key


def _begin(session: Session, line: str, wanted: TutorialRequest, bare: _Bare, context: LineContext) -> Session:
    """Begin lessons in a game of their own, whose name the judge makes up, within the limits of practice."""
    if refused := why_too_much_practice(session.person, context):
        return session.told(line, refused)
    faults: list[CommandFault] = [*bare.faults]
    taken = _OF_GAME | _OF_PERSON
    faults += [InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, one.word) for one in wanted.settings if one.name not in taken]
    of_game = [one for one in wanted.settings if one.name in _OF_GAME]
    read = read_opening_settings(of_game, line, context.services.config.judge.zone)
    settings = tutorial_settings(read.settings)
    own = [one for one in (*bare.notation, *wanted.settings) if one.name in _OF_PERSON]
    by = read_person_settings(_as_elsewhere(session.person, wanted.language, settings, context), own, line)
    faults += [*read.faults, *by.faults]
    if faults:
        return session.told(line, answer_for_faults(faults))
    first = lesson_numbered(bare.number or 1) or lessons()[0]
    name = _made_up_name(by.settings, context)
    command = OpenTutorial(name, settings, by.settings, first.key, context.services.seed())
    return session.decided(line, command, context, Done(Outcome.LESSON_CHOSEN))


def tutorial_settings(agreed: Settings) -> Settings:
    """Return the settings of lessons under the rule book that is agreed on: practice, with press to clockwork."""
    return replace(practice_settings(agreed), press=PressRules(watching=WatchPermission.NOBODY), tutorial=True)


def _as_elsewhere(person: Person, language: Language, settings: Settings, context: LineContext) -> Person:
    """Return somebody with the notation and the time zone of the last game in which they play, else the usual ones."""
    reader = with_game_defaults(person, language, settings)
    games = [context.services.game(one.name) for one in context.services.games_of(person.address, Stage.RUNNING)[-1:]]
    known = next((game.people[person.address] for game in games if game and person.address in game.people), None)
    return replace(reader, notation=known.notation, zone=known.zone) if known else reader


def _made_up_name(person: Person, context: LineContext) -> GameName:
    """Return the name of a tutorial, the same whenever this letter is carried out."""
    return GameName(f"{tutorial_word(person.language)}-{context.services.opaque_id('practice', context.number)[:6]}")


def _read_bare(words: Sequence[Word]) -> _Bare:
    """Return what words name that belong to no setting; the last one of a kind counts."""
    bare = _Bare()
    for word in words:
        text = word.text.strip(".,:;!?()")
        if text.isdecimal() and lesson_numbered(int(text)):
            bare = replace(bare, number=int(text))
        elif step := vocabulary().lessons.get(fold_case(text)):
            bare = replace(bare, step=step)
        elif text.lower() in notation_names():
            bare = replace(bare, notation=(WrittenSetting("notation", word, Word(text, word.start)),))
        elif text:
            bare = replace(bare, faults=(*bare.faults, InvalidCommand.at(Unknown.NOT_IN_TUTORIAL, word)))
    return bare
