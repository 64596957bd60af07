"""HISTORY PRESS: one's own letters and notes, nobody else's; no word of a letter reaches anybody it is not for."""

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given

from judge.game.apply import apply, fold_events
from judge.game.decide import decide
from judge.game.folded_log import valid_phases
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Command, Event
from judge.game.orders.messages import GiveOrder, OrderGiven
from judge.game.phases.close import close_by_force
from judge.game.phases.messages import PhaseClosed
from judge.game.press import rules as sweep
from judge.game.press.messages import PostSwept, PressSent, SendPress, Watch, WriteDiary
from judge.game.press.rules import press_readers
from judge.game.refusals import Refused
from judge.game.replacements.messages import Resign, TakeSeat
from judge.game.seats.messages import JoinGame, OpenGame
from judge.game.settings import Access, PressRules, PressSignature
from judge.handlers.questions import press_and_notes_of
from judge.reports.game_answers import write_summary
from judge.reports.notices import write_notice
from judge.reports.press import DiaryNote, ReceivedPress, SentPress, write_press_history
from judge.rules.board import Power, Province
from judge.rules.orders import Hold
from tests.game.event_logs import gone_back
from tests.game.letters_at_random import COMMANDS
from tests.game.tables import OPENED, POWERS, ROME, WEEKLY, address, person, started
from tests.shared.kinds import kinds_of
from tests.shared.notified import notices
from tests.shared.services import context
from tests.shared.shares import drawn

FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
RULES = PressRules(tuple(PressSignature), fakes=True, observers_write=True)
OPENING: tuple[Command, ...] = (
    OpenGame(ROME, replace(WEEKLY, press=RULES), person("master"), "abc"),
    *(JoinGame(person(power), (Power(power),)) for power in POWERS),
    Watch(person("watcher")),
)


def logged(commands: Iterable[Command], log: tuple[Event, ...] = ()) -> tuple[Event, ...]:
    """The log once these have been decided, those that are refused left out; what leaves by the quarter leaves."""
    for command in commands:
        events = decide(fold_events(log), command, OPENED)
        log += () if isinstance(events, Refused) else events
        game = fold_events(log)
        hour = sweep.next_hour(game) if game else None
        log += (PostSwept(hour),) if hour else ()
    return log


TABLE = logged(OPENING)


def texts(log: tuple[Event, ...], who: str) -> list[str]:
    """What somebody may read again."""
    game = fold_events(log)
    assert game
    papers = press_and_notes_of(log, game.readers[address(who)])
    return [
        paper.letter.text
        if isinstance(paper, ReceivedPress)
        else paper.press.text
        if isinstance(paper, SentPress)
        else paper.note.text
        for paper in papers
    ]


def test_each_reads_what_they_received_wrote_and_noted() -> None:
    log = logged(
        [
            SendPress(address("FRANCE"), (ITALY,), "to Italy", grey=True),
            WriteDiary(address("ITALY"), "a note"),
            SendPress(address("watcher"), (), "from a watcher"),
        ],
        TABLE,
    )
    assert texts(log, "FRANCE") == ["to Italy", "from a watcher"]
    assert texts(log, "ITALY") == ["to Italy", "a note", "from a watcher"]
    assert texts(log, "RUSSIA") == texts(log, "watcher") == ["from a watcher"]


def test_whoever_takes_a_seat_reads_nothing_of_before() -> None:
    log = logged(
        [
            SendPress(address("FRANCE"), (ITALY,), "to the one before"),
            WriteDiary(address("ITALY"), "a note of the one before"),
            Resign(address("ITALY"), at_once=True),
            SendPress(address("FRANCE"), (ITALY,), "to whoever comes"),
            TakeSeat(person("sofia"), ITALY),
        ],
        TABLE,
    )
    assert texts(log, "sofia") == ["to whoever comes"]
    assert texts(log, "ITALY") == ["to the one before", "a note of the one before"]


HEADED = {
    "en": "rome, spring 1901, Monday 5 January 2026, 10:00 Paris time, France to Italy",
    "fr": "rome, printemps 1901, lundi 5 janvier 2026 à 10 h, heure de Paris, de la France à l’Italie",
}


def test_letters_and_notes_are_told_in_both_languages() -> None:
    log = logged([SendPress(address("FRANCE"), (ITALY,), "to Italy"), WriteDiary(address("FRANCE"), "a note")], TABLE)
    game = fold_events(log)
    assert game
    papers = list(press_and_notes_of(log, game.readers[address("FRANCE")]))
    assert kinds_of(papers) == [SentPress, DiaryNote]
    for language in ("en", "fr"):
        told = write_press_history(game, replace(person("FRANCE"), language=language), papers, more="")
        written, _, behind = told.partition("\n\n  to Italy\n")
        assert behind
        assert " ".join(written.splitlines()).endswith(HEADED[language])


@given(command=COMMANDS)
@drawn(60)
def test_no_word_of_a_letter_reaches_anybody_it_is_not_for(command: SendPress) -> None:
    game = fold_events(TABLE)
    assert game
    log = logged([command, WriteDiary(address("TURKEY"), "plugh")], TABLE)
    sent = [event for event in log[len(TABLE) :] if isinstance(event, PressSent)]
    allowed = {reader for event in sent for reader in press_readers(game, event)} | {command.by}
    then = fold_events(log)
    assert then
    closing = close_by_force(then, OPENED)
    told = [*notices(game, log[len(TABLE) :]), *notices(then, closing)]
    over = apply(then, closing[0])
    for notice in told:
        if notice.to not in allowed:
            assert "xyzzy" not in write_notice(over, notice).text
    for reader in game.people:
        if reader not in allowed:
            assert "xyzzy" not in texts(log, reader.partition("@")[0])


def three_phases() -> tuple[Event, ...]:
    """A game whose players give orders, write, note, leave and come, and whose phases close."""
    log = TABLE
    for phase in range(3):
        before = f"italian{phase - 1}" if phase else "ITALY"
        commands: tuple[Command, ...] = (
            GiveOrder(address("FRANCE"), Hold(Province("PAR")), phase, OPENED),
            SendPress(address("FRANCE"), (ITALY,), f"to Italy {phase}", grey=True),
            SendPress(address(before), (), f"to all {phase}"),
            WriteDiary(address(before), f"a note {phase}"),
            Resign(address(before), at_once=True),
            SendPress(address("FRANCE"), (ITALY,), f"to whoever comes {phase}"),
            TakeSeat(person(f"italian{phase}"), ITALY),
        )
        log = logged(commands, log)
        game = fold_events(log)
        assert game
        log += close_by_force(game, OPENED)
    return log


def test_letters_are_told_alike_from_a_log_without_its_orders() -> None:
    """Most of a long log are orders and verdicts, and none of them says who reads what."""
    log = three_phases()
    short = context(OPENED, log=log).services.store.events_without_orders(ROME)
    game = fold_events(log)
    assert game
    assert {OrderGiven, PhaseClosed} <= {*map(type, log)}
    assert {*map(type, log)} - {*map(type, short)} == {OrderGiven}
    assert not any(event.orders or event.judgement.verdicts for event in short if isinstance(event, PhaseClosed))
    for reader in game.people.values():
        who = reader.address.partition("@")[0]
        assert texts(short, who) == texts(log, who)
    assert texts(short, "italian1") == ["to whoever comes 1", "to Italy 2", "to all 2", "a note 2"]


def test_a_summary_reads_the_phases_alone_in_which_somebody_was_silent() -> None:
    log = three_phases()
    closed = valid_phases(log)
    assert context(OPENED, log=log).services.silent_phases(ROME) == closed
    heard = [replace(event, silent=()) if event is closed[1] else event for event in log]
    assert context(OPENED, log=heard).services.silent_phases(ROME) == (closed[0], closed[2])


def test_a_summary_tells_of_no_phase_that_was_undone() -> None:
    log = gone_back()
    assert any(isinstance(event, RolledBack) for event in log)
    expected = tuple(event for event in valid_phases(log) if event.silent)
    assert context(OPENED, log=log).services.silent_phases(ROME) == expected


def test_a_summary_names_the_players_to_those_who_may_know_them() -> None:
    for anonymous in (True, False):
        game = started(replace(WEEKLY, access=Access(anonymous=anonymous)))
        told = write_summary(game, person("FRANCE"), ())
        assert (address("ITALY") in told) is not anonymous
        assert address("ITALY") not in write_summary(game, person("stranger"), ())
