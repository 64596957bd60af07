"""The pages that a log of events brings: their names, how each is written, which of them count no longer."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from judge.game.apply import fold_events, transitions
from judge.game.effect import Transition
from judge.game.folded_log import FoldedLog
from judge.game.mastery.messages import ActAgreed, PositionCorrected, RolledBack, SettingsChanged
from judge.game.messages import Event
from judge.game.moving.messages import PositionTakenOver
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.delivery import press_as_read
from judge.game.press.messages import DiaryWritten, PressNews
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.game.war.messages import WarEvent
from judge.record.act_pages import (
    agreement_page,
    correction_page,
    rollback_page,
    settings_page,
    takeover_page,
    war_event_page,
)
from judge.record.facts import Named, TextFact
from judge.record.seal import PageForm, usual_form
from judge.record.writing import PageWriter
from judge.reports.press import sender_name
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.rules.war.errands import ScoutOrder


@dataclass(frozen=True)
class RecordPage:
    """One page: its number and the rest of its title, its usual form, how to write it without its foot in any form.

    ``is_phase`` for the page of a closed phase, whose number it has; ``undone`` when it counts no longer.
    """

    number: int
    title: str
    form: PageForm
    write: Callable[[PageForm], str]
    is_phase: bool = False
    undone: bool = False

    @property
    def name(self) -> str:
        """The name of its file, which sorts by number."""
        return page_name(self.number, self.title)


def page_name(number: int, title: str) -> str:
    """The name of the file of a page."""
    return f"{number:03}-{title}.txt"


def is_kept_back(game: Game) -> bool:
    """Whether nothing of a game is public before its end: units are hidden in fog, or scouts report in secret."""
    return game.ended is None and (has_fog(game) or bool(game.board.war.scouts))


def public_events(events: Sequence[Event]) -> Sequence[Event]:
    """The events of which there are pages: all; of a game that keeps them back those up to its last end."""
    game = fold_events(events)
    if game is None or not is_kept_back(game):
        return events
    ends = (number for number, event in enumerate(events, 1) if isinstance(event, GameEnded))
    return events[: max(ends, default=len(events))]


def pages_of(known: FoldedLog, events: Iterable[Event]) -> Sequence[RecordPage]:
    """The pages of events in order, each with the game as it was then; ``known`` is the fold of those before them."""
    pages: list[RecordPage] = []
    notes: list[DiaryWritten] = []
    so_far = known.pages
    for step in transitions(known.game, events):
        event = step.event
        if isinstance(event, DiaryWritten):
            notes.append(event)
        if isinstance(event, RolledBack):
            pages = [_undone(page, event) for page in pages]
        if name := so_far.name_of(step):
            press = tuple(map(press_as_read, so_far.press_with(step)))
            write = partial(_written, step, press, tuple(notes))
            number, title = name
            is_phase = isinstance(event, PhaseClosed)
            pages.append(RecordPage(number, title, usual_form(step.after), write, is_phase))
        so_far = so_far.after(step)
    return pages


def page_text(
    step: Transition[Event],
    form: PageForm,
    texts: Sequence[TextFact] = (),
    errands: Mapping[Power, Sequence[ScoutOrder]] = MappingProxyType({}),
    named: Named = Named(),  # noqa: B008 - it is frozen
) -> str:
    """The page of an event that has one, without its foot.

    ``texts`` are the public press since the last phase, or the diaries at the end; ``named`` what an older page names.
    """
    writer, event = PageWriter(step.after, form), step.event
    match event:
        case GameStarted():
            return writer.opening(event, named)
        case PhaseClosed():
            return writer.phase(event, errands, texts)
        case PowerJoined():
            return writer.joined(event)
        case GameEnded():
            return writer.ending(event, texts)
        case ActAgreed():
            return agreement_page(writer, event)
        case PositionCorrected():
            return correction_page(writer, event)
        case PositionTakenOver():
            return takeover_page(writer, event)
        case SettingsChanged():
            return settings_page(writer, event, step.before.settings, named)
        case RolledBack():
            return rollback_page(writer, event)
        case _ if isinstance(event, WarEvent):
            return war_event_page(writer, event)
        case _:
            message = f"{type(event).__name__} has no page"
            raise AssertionError(message)


def counts_no_longer(name: str, *, is_phase: bool, undone: Sequence[int]) -> bool:
    """Whether a page is of a phase that is undone, or of something later; ``undone`` are numbers of phases.

    That all players agreed to something stays so.
    """
    number, _, title = name.removesuffix(".txt").partition("-")
    return not AGREED.fullmatch(title) and _is_later(int(number), is_phase=is_phase, undone=undone)


AGREED = re.compile(r"\w+-agreed(-\d+)?")


def _is_later(number: int, *, is_phase: bool, undone: Sequence[int]) -> bool:
    return number >= min(undone) if is_phase else number > min(undone)


def _written(step: Transition[Event], press: Sequence[PressNews], notes: Sequence[DiaryWritten], form: PageForm) -> str:
    writer, event = PageWriter(step.after, form), step.event
    texts = _notes(writer, notes) if isinstance(event, GameEnded) else _press(writer, press)
    errands = _errands(step.before, event) if isinstance(event, PhaseClosed) else {}
    return page_text(step, form, tuple(texts), errands)


def _errands(before: Game, event: PhaseClosed) -> dict[Power, tuple[ScoutOrder, ...]]:
    """The errands that were carried out when a phase closed: not where retreats come first."""
    if event.scouts is None or event.judgement.after.phase.kind is PhaseKind.RETREAT:
        return {}
    return {power: before.errands_of(power) for power in before.board.powers}


def _press(writer: PageWriter, press: Iterable[PressNews]) -> Iterator[TextFact]:
    for letter in press:
        author = sender_name(letter.writer, writer.game.board, writer.form.language)
        yield TextFact(writer.say("record.author", author=author), letter.text)


def _notes(writer: PageWriter, notes: Iterable[DiaryWritten]) -> Iterator[TextFact]:
    for note in notes:
        said = writer.say("record.noted", phase=writer.code(note.phase), power=writer.power(note.power))
        yield TextFact(said, note.text)


def _undone(page: RecordPage, event: RolledBack) -> RecordPage:
    """A page once phases have been undone."""
    is_undone = counts_no_longer(page.name, is_phase=page.is_phase, undone=event.undone)
    return replace(page, undone=page.undone or is_undone)
