"""The log of a game made of the pages of its record, with the people that another source names."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.game.apply import apply_all
from judge.game.messages import Event
from judge.game.orders.messages import ErrandGiven
from judge.game.people.address_book import Person
from judge.game.people.messages import PreferenceSet
from judge.game.press.messages import DiaryWritten, PressSent, PressWriter
from judge.game.settings import GameName, Language, PressSignature
from judge.game.state import Game
from judge.record.facts import EndingFacts, PhaseFacts, TextFact
from judge.record.replay import Cast, Replay
from judge.record.verifying import PageRead, Verified
from judge.record.words import unsay
from judge.record.writing import PageWriter
from judge.reports.language import say
from judge.reports.press import sender_name
from judge.rules.board import Power
from judge.rules.position import Phase


def log_of_pages(found: Verified, name: GameName, cast: Cast, seed: str) -> tuple[Event, ...]:
    """Return the events of a game of that ``name`` that bring the pages of a verified record.

    Everything is dated by the page that tells of it. ``seed`` is that of the lots still to be drawn.
    """
    master = replace(cast.master, language=found.read[0].form.language)
    replay = Replay(name, seed, found.board_text, replace(cast, master=master))
    log = _Log(replay)
    for page in found.read:
        log = log.with_page(page)
    return log.events


@dataclass(frozen=True)
class _Log:
    """The events of the pages so far, and the game that they come to; ``phases`` are those that have been open."""

    replay: Replay
    events: tuple[Event, ...] = ()
    game: Game | None = None
    phases: tuple[Phase, ...] = field(default=())

    def with_page(self, page: PageRead) -> "_Log":
        step = self.replay.step(page.facts)
        at = step.transition.event.at
        earlier = tuple(self._before(page, at)) if self.game else ()
        game = apply_all(self.game, (*earlier, *step.events))
        opened = (game.position.phase,) if game and game.position else ()
        return _Log(step.after, (*self.events, *earlier, *step.events), game, (*self.phases, *opened))

    def _before(self, page: PageRead, at: datetime) -> Iterator[Event]:
        """The events that the page shows beside the one that it is about."""
        game, facts, language = self.game, page.facts, page.form.language
        assert game is not None
        if game.people[game.master].language != language:
            yield language_set(game, language, at)
        if isinstance(facts, PhaseFacts):
            for power, errands in facts.errands.items():
                yield from (ErrandGiven(power, errand, 0, None, at) for errand in errands)
            yield from (_press(game, letter, language, at) for letter in facts.press)
        if isinstance(facts, EndingFacts):
            yield from _notes(PageWriter(game, page.form), self.phases, facts.notes, at)


def language_set(game: Game, language: Language, at: datetime) -> PreferenceSet:
    """Return the event by which the master reads another language from now on."""
    person = replace(game.people[game.master], language=language)
    return preference_of(person, at)


def preference_of(person: Person, at: datetime) -> PreferenceSet:
    """Return the event by which somebody reads, and is written to, as ``person`` says."""
    return PreferenceSet(
        person.address,
        person.language,
        person.notation,
        person.zone,
        at,
        person.reminders,
        person.calendar,
        person.byline,
        person.letters,
        person.maps,
    )


def _press(game: Game, letter: TextFact, language: Language, at: datetime) -> PressSent:
    """The event of a public letter, signed as the page shows it."""
    named: dict[str, Power | PressWriter] = {
        say(language, "record.author", author=sender_name(writer, game.board, language)): writer
        for writer in (*game.board.powers, *PressWriter)
    }
    writer = named[letter.author]
    phase = game.position.phase if game.position else None
    sent = PressSent(None, (), letter.text, held=False, at=at, phase=phase)
    match writer:
        case PressWriter.MASTER:
            return sent
        case PressWriter.UNSIGNED:
            return replace(sent, signature=PressSignature.GREY)
        case PressWriter.OBSERVER:
            return replace(sent, observer=game.members.master)
        case _:
            return replace(sent, sender=writer)


def _notes(writer: PageWriter, phases: Sequence[Phase], notes: Iterable[TextFact], at: datetime) -> Iterator[Event]:
    """The events of the diaries."""
    game = writer.game
    powers = {writer.power(power): power for power in game.board.powers}
    codes = {writer.code(phase): phase for phase in phases}
    for note in notes:
        told = unsay(writer.form.language, "record.noted", note.author) or {}
        power = powers[told["power"]]
        reader = game.members.seats.get(power, game.members.master)
        yield DiaryWritten(power, reader, note.text, codes[told["phase"]], at)
