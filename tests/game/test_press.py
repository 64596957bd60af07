"""Press: who may write what to whom, what its readers see of it, when it leaves, who gets it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.mastery.messages import ChangeSettings, Terminate
from judge.game.messages import Event
from judge.game.phases.close import close_by_force, due_events
from judge.game.press.messages import (
    EVERYONE,
    DiaryWritten,
    PostSwept,
    PressCommand,
    PressNews,
    PressSent,
    PressWriter,
    Recipients,
    SendPress,
    StopWatching,
    Watch,
    WriteDiary,
)
from judge.game.press.rules import delivery, next_hour, next_sweep, press_as_read, press_readers
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign, TakeSeat
from judge.game.settings import PressRules, PressSignature, ShortPhasePress, WatchPermission
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.game.letters_at_random import COMMANDS
from tests.game.press_games import (
    ALL_KINDS,
    FRANCE,
    GERMANY,
    GREYS,
    ITALY,
    RUSSIA,
    TURKEY,
    by,
    france,
    master,
    table,
    watcher,
    with_rules,
)
from tests.game.tables import OPENED, POWERS, address, all_hold, decided, happen, person, refused, started
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case
from tests.shared.notified import notices
from tests.shared.shares import drawn

WATCHER = address("watcher")


def with_sweep(before: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Events, and the hour at which the letters leave together that do not say who wrote them."""
    game = apply_all(before, events)
    hours = [press.sweep for press in game.press.held if press.sweep]
    return (*events, PostSwept(max(hours))) if hours else events


def letters(before: Game, events: Sequence[Event]) -> dict[str, list[PressNews]]:
    """Reader to the press they get, by the next sweep."""
    return at_once(before, with_sweep(before, events))


def at_once(before: Game, events: Sequence[Event]) -> dict[str, list[PressNews]]:
    """Reader to the press they get because of these events alone."""
    got: dict[str, list[PressNews]] = {}
    for notice in notices(before, events):
        if isinstance(notice.news, PressNews):
            got.setdefault(notice.to, []).append(notice.news)
    return got


def at(game: Game, phase: str) -> Game:
    assert game.position
    return replace(game, position=replace(game.position, phase=Phase.parse(phase)))


NOT_FRANCE = {address(power) for power in POWERS} - {address("FRANCE")}

REACHES = {
    "one": (france(ITALY), {address("ITALY")}),
    "several": (france(ITALY, RUSSIA), {address("ITALY"), address("RUSSIA")}),
    "everyone": (france(), {*NOT_FRANCE, address("master"), WATCHER}),
    "the master": (france(to_master=True), {address("master")}),
    "the observers": (france(to_observers=True), {WATCHER}),
    "all but one": (france(RUSSIA, all_but=True), NOT_FRANCE - {address("RUSSIA")}),
    "all but the observers": (france(to_observers=True, all_but=True), NOT_FRANCE),
    "one and the master": (france(ITALY, to_master=True), {address("ITALY"), address("master")}),
    "from the master": (master(ITALY), {address("ITALY")}),
    "from an observer": (watcher(ITALY), {address("ITALY")}),
    "shown to others": (france(ITALY, shown=Recipients((RUSSIA,))), {address("ITALY")}),
}


@each_case(("command", "who"), REACHES.values(), ids=REACHES)
def test_press_reaches_those_it_is_for(command: SendPress, who: set[str]) -> None:
    game = table()
    assert letters(game, decided(game, command)).keys() == who


SHOWS = {
    "white": (france(ITALY), FRANCE, Recipients((ITALY,))),
    "grey": (france(ITALY, grey=True), PressWriter.UNSIGNED, Recipients((ITALY,))),
    "black": (france(ITALY, signed=GERMANY), GERMANY, Recipients((ITALY,))),
    "own name": (france(ITALY, signed=FRANCE), FRANCE, Recipients((ITALY,))),
    "fake": (france(ITALY, shown=EVERYONE), FRANCE, EVERYONE),
    "master": (master(), PressWriter.MASTER, EVERYONE),
    "observer": (watcher(ITALY), PressWriter.OBSERVER, Recipients((ITALY,))),
    "all but": (
        france(RUSSIA, all_but=True),
        FRANCE,
        Recipients(tuple(map(Power, ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "TURKEY")))),
    ),
}


@each_case(("command", "writer", "to"), SHOWS.values(), ids=SHOWS)
def test_a_letter_shows_what_its_writer_wants_shown(
    command: SendPress, writer: Power | PressWriter, to: Recipients
) -> None:
    game = table()
    for got in letters(game, decided(game, command)).values():
        assert [(letter.writer, letter.to) for letter in got] == [(writer, to)]


def test_where_letters_bear_no_signature_nobody_signs_by_oversight() -> None:
    game = table(PressRules((PressSignature.GREY,)))
    (event,) = decided(game, france(ITALY))
    assert isinstance(event, PressSent)
    assert press_as_read(event).writer is PressWriter.UNSIGNED


WHITE, NONE = PressRules(), PressRules(())
FORBIDDEN = {
    "grey": (WHITE, france(ITALY, grey=True), Refusal.NO_GREY_PRESS),
    "black": (WHITE, france(ITALY, signed=GERMANY), Refusal.NO_BLACK_PRESS),
    "black where grey is allowed": (
        PressRules((PressSignature.WHITE, PressSignature.GREY)),
        france(ITALY, signed=GERMANY),
        Refusal.NO_BLACK_PRESS,
    ),
    "white": (PressRules((PressSignature.GREY,)), france(ITALY, signed=FRANCE), Refusal.NO_WHITE_PRESS),
    "none": (NONE, france(ITALY), Refusal.NO_PRESS),
    "none, in grey": (NONE, france(grey=True), Refusal.NO_PRESS),
    "grey to the master": (WHITE, france(to_master=True, grey=True), Refusal.NO_GREY_PRESS),
    "a fake": (WHITE, france(ITALY, shown=EVERYONE), Refusal.NO_FAKES),
    "a fake to the master": (WHITE, france(to_master=True, shown=EVERYONE), Refusal.NO_FAKES),
    "to one only": (PressRules(private=False), france(ITALY), Refusal.NO_PRIVATE_PRESS),
    "to all but one": (PressRules(private=False), france(ITALY, all_but=True), Refusal.NO_PRIVATE_PRESS),
    "an observer": (WHITE, watcher(ITALY), Refusal.OBSERVERS_SILENT),
    "an observer as a power": (ALL_KINDS, watcher(ITALY, signed=FRANCE), Refusal.OBSERVERS_SILENT),
    "a grey master": (ALL_KINDS, master(grey=True), Refusal.MASTER_SIGNS),
    "a black master": (ALL_KINDS, master(signed=FRANCE), Refusal.MASTER_SIGNS),
    "a player as master": (ALL_KINDS, france(as_master=True), Refusal.NOT_THE_MASTER),
    "somebody": (ALL_KINDS, by("stranger")(ITALY), Refusal.NOT_A_PLAYER),
    "to a phase that is over": (ALL_KINDS, france(ITALY, until=Phase.parse("F1900M")), Refusal.RESULTS_OUT),
    "to another century": (ALL_KINDS, france(ITALY, until=Phase.parse("F1950M")), Refusal.TOO_FAR_AHEAD),
    "no text": (ALL_KINDS, by("FRANCE", " \n")(ITALY), Refusal.EMPTY_PRESS),
    "to oneself": (ALL_KINDS, france(FRANCE), Refusal.PRESS_TO_ONESELF),
    "one's address": (ALL_KINDS, by("FRANCE", "I am France@example.ORG")(ITALY), Refusal.OWN_ADDRESS),
    "one's address in a diary": (ALL_KINDS, WriteDiary(address("FRANCE"), address("FRANCE")), Refusal.OWN_ADDRESS),
    "no diaries": (PressRules(diaries=False), WriteDiary(address("FRANCE"), "x"), Refusal.NO_DIARIES),
    "an observer's diary": (ALL_KINDS, WriteDiary(WATCHER, "x"), Refusal.NOT_A_PLAYER),
}


@each_case(("rules", "command", "why"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_what_the_settings_forbid_is_refused(rules: PressRules, command: PressCommand, why: Refusal) -> None:
    assert refused(table(rules), command).why is why


@pytest.mark.parametrize("rules", [WHITE, NONE, PressRules((PressSignature.GREY,)), PressRules(private=False)], ids=str)
def test_everyone_writes_to_the_master_and_the_master_to_everyone_under_any_rules(rules: PressRules) -> None:
    game = table(rules)
    for command, writer in ((france(to_master=True), FRANCE), (watcher(to_master=True), PressWriter.OBSERVER)):
        (got,) = letters(game, decided(game, command)).items()
        assert (got[0], got[1][0].writer) == (address("master"), writer)
    assert letters(game, decided(game, master(ITALY))).keys() == {address("ITALY")}


def test_a_master_who_plays_writes_as_either() -> None:
    game = with_master(table(), address("FRANCE"))
    for command, writer in (
        (france(ITALY), FRANCE),
        (france(ITALY, signed=FRANCE), FRANCE),
        (france(ITALY, as_master=True), PressWriter.MASTER),
    ):
        (event,) = decided(game, command)
        assert isinstance(event, PressSent)
        assert press_as_read(event).writer == writer


def test_observers_who_do_not_read_press_get_none_but_what_is_written_to_them() -> None:
    game = table(replace(ALL_KINDS, observers_read=False))
    assert WATCHER not in letters(game, decided(game, france()))
    assert WATCHER in letters(game, decided(game, france(to_observers=True)))


# --- letters that wait


def closed(game: Game) -> tuple[Game, dict[str, list[PressNews]]]:
    """The game after its phase has been closed by force, and the letters that left."""
    events = with_sweep(all_hold(game), close_by_force(all_hold(game), OPENED))
    then = apply_all(all_hold(game), events)
    return then, at_once(all_hold(game), events)


def test_a_letter_for_after_the_results_leaves_with_them() -> None:
    game = table()
    (event,) = sent = decided(game, france(ITALY, until=Phase.parse("S1901M")))
    assert isinstance(event, PressSent)
    assert event.held
    assert letters(game, sent) == {}
    game, left = closed(apply_all(game, sent))
    assert left == {address("ITALY"): [press_as_read(event)]}
    assert closed(game)[1] == {}


def test_a_letter_for_a_later_phase_waits_for_that_one() -> None:
    game = happen(table(), france(ITALY, until=Phase.parse("F1901M")))
    game, left = closed(game)
    assert left == {}
    assert closed(game)[1].keys() == {address("ITALY")}


TALK = {
    ("2023", ShortPhasePress.BOOK): False,
    ("18centres", ShortPhasePress.BOOK): True,
    ("18centres", ShortPhasePress.YES): False,
    ("2023", ShortPhasePress.NO): True,
}


@pytest.mark.parametrize(("rulebook", "talk"), TALK, ids=str)
def test_press_in_retreats_waits_as_the_rule_book_or_the_setting_says(rulebook: str, talk: ShortPhasePress) -> None:
    game = at(table(replace(ALL_KINDS, talk=talk), rulebook), "S1901R")
    (event,) = decided(game, france(ITALY))
    assert isinstance(event, PressSent)
    assert event.held is TALK[rulebook, talk]


def test_kept_letters_leave_when_the_game_ends() -> None:
    game = at(table(rulebook="18centres"), "S1901R")
    game = happen(happen(game, france(ITALY)), france(RUSSIA, until=Phase.parse("F1903M")))
    ended = decided(game, Terminate(address("master"), "Nobody plays."))
    assert letters(game, ended).keys() == {address("ITALY"), address("RUSSIA")}
    assert (apply_all(game, ended)).press.held == ()


def test_kept_letters_leave_when_the_setting_lets_them() -> None:
    game = at(table(rulebook="18centres"), "S1901R")
    game = happen(game, france(ITALY))
    free = ChangeSettings(address("master"), replace(game.settings, press=replace(ALL_KINDS, talk=ShortPhasePress.YES)))
    assert letters(game, decided(game, free)).keys() == {address("ITALY")}


def test_a_letter_to_a_power_without_a_player_is_found_by_the_next_one() -> None:
    game = happen(table(), Resign(address("ITALY"), at_once=True))
    sent = with_sweep(game, decided(game, france(ITALY, RUSSIA)))
    assert letters(game, sent).keys() == {address("RUSSIA")}
    game = apply_all(game, sent)
    taken = decided(game, TakeSeat(person("sofia"), ITALY))
    assert letters(game, taken).keys() == {address("sofia")}
    assert (apply_all(game, taken)).press.unread == {}


def test_a_letter_kept_for_a_power_that_loses_its_player_goes_to_the_next_one() -> None:
    game = happen(at(table(rulebook="18centres"), "S1901R"), france(ITALY))
    game = happen(game, Resign(address("ITALY"), at_once=True))
    game = happen(game, TakeSeat(person("sofia"), ITALY))
    assert letters(game, close_by_force(game, OPENED)).keys() == {address("sofia")}


def test_what_was_public_before_somebody_came_is_not_sent_to_them() -> None:
    game = happen(table(), Resign(address("ITALY"), at_once=True))
    game = apply_all(game, with_sweep(game, decided(game, france())))
    assert letters(game, decided(game, TakeSeat(person("sofia"), ITALY))) == {}


# --- letters that leave together

AT_NOON = datetime(2026, 1, 6, 12, 0, tzinfo=UTC)
TOGETHER = {
    "unsigned": (GREYS, france(ITALY, grey=True), True),
    "unsigned, to the master": (GREYS, france(to_master=True, grey=True), True),
    "an observer's": (GREYS, watcher(), True),
    "signed": (GREYS, france(ITALY), False),
    "signed, where a false name is allowed": (ALL_KINDS, france(ITALY), True),
    "with a false name": (ALL_KINDS, france(ITALY, signed=GERMANY), True),
    "the master's": (ALL_KINDS, master(ITALY), False),
}


@each_case(("rules", "command", "waits"), TOGETHER.values(), ids=TOGETHER)
def test_letters_that_do_not_surely_say_who_wrote_them_leave_together(
    rules: PressRules, command: SendPress, *, waits: bool
) -> None:
    game = table(rules)
    sent = decided(game, command)
    assert (at_once(game, sent) == {}) is waits
    assert len(letters(game, sent)) >= 1


@each_case(("minute", "second", "quarter"), [(0, 0, 15), (0, 1, 15), (14, 59, 15), (15, 0, 30), (59, 59, 60)])
def test_the_hour_of_an_unsigned_letter_is_the_next_full_quarter(minute: int, second: int, quarter: int) -> None:
    at = AT_NOON + timedelta(minutes=minute, seconds=second)
    game = table(GREYS)
    (sent,) = decided(game, france(ITALY, grey=True), at)
    assert isinstance(sent, PressSent)
    hour = AT_NOON + timedelta(minutes=quarter)
    then = apply_all(game, (sent,))
    assert (next_sweep(at), press_as_read(sent).at, press_as_read(sent).kept, next_hour(then)) == (
        hour,
        hour,
        False,
        hour,
    )
    (last_sweep,) = due_events(then, hour, hour)
    assert next_hour(apply_all(then, (last_sweep,))) is None


def both_ways(first: SendPress, second: SendPress, later: int) -> list[dict[str, list[PressNews]]]:
    """What everyone gets of two letters of one writer, and of the same ones by two, in either order."""
    seen = []
    for one, two in ((first, second), (first, replace(second, by=address("RUSSIA"))), (second, first)):
        game = table(GREYS)
        for number, command in enumerate((one, two)):
            (sent,) = decided(game, command, AT_NOON + timedelta(seconds=number * later))
            game = apply_all(game, (sent,))
        seen.append(letters(game, ()))
    return seen


@given(texts=st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=2), later=st.integers(0, 899))
@drawn(50)
def test_two_unsigned_letters_of_one_writer_are_those_of_two(texts: list[str], later: int) -> None:
    one, two = (by("FRANCE", text)(ITALY, TURKEY, grey=True) for text in texts)
    by_one, by_two, turned = both_ways(one, two, later)
    assert by_one == by_two == turned
    assert by_one.keys() == {address("ITALY"), address("TURKEY")}


def test_an_unsigned_letter_for_after_the_results_does_not_leave_with_a_close_of_its_own_writer() -> None:
    game = all_hold(table(GREYS))
    (sent,) = decided(game, france(ITALY, grey=True, until=Phase.parse("S1901M")))
    game = apply_all(game, (sent,))
    closing = close_by_force(game, OPENED)
    assert at_once(game, closing) == {}
    assert letters(game, closing).keys() == {address("ITALY")}


def test_a_letter_waits_for_a_sweep_even_where_the_clock_has_gone_back() -> None:
    game = apply_all(table(GREYS), (PostSwept(AT_NOON),))
    sent = decided(game, france(ITALY, grey=True), AT_NOON - timedelta(hours=1))
    assert letters(game, sent).keys() == {address("ITALY")}


def test_what_waits_when_the_game_ends_leaves_with_it_and_what_is_written_later_by_the_quarter() -> None:
    game = happen(table(GREYS), france(ITALY, grey=True))
    ended = decided(game, Terminate(address("master"), "Nobody plays."))
    assert at_once(game, ended).keys() == {address("ITALY")}
    over = apply_all(game, ended)
    later = decided(over, france(ITALY, grey=True), AT_NOON)
    assert at_once(over, later) == {}
    assert letters(over, later).keys() == {address("ITALY")}


# --- properties

TABLE = table(rulebook="18centres")
WITHOUT_ITALY = happen(TABLE, Resign(address("ITALY"), at_once=True))


def allowed(game: Game, command: SendPress) -> PressSent | None:
    """The letter, if it may be written."""
    events = decide(game, command, OPENED)
    if isinstance(events, Refused):
        return None
    (event,) = events
    assert isinstance(event, PressSent)
    return event


@given(command=COMMANDS, game=st.sampled_from([TABLE, at(TABLE, "S1901R"), WITHOUT_ITALY]))
@drawn(200)
def test_a_receipt_names_exactly_the_readers(command: SendPress, game: Game) -> None:
    press = allowed(game, command)
    if press is None:
        return
    reached = delivery(game, press)
    named = {game.seats[power] for power in reached.powers} | ({game.master} if reached.master else set())
    got = set(press_readers(game, press))
    assert got - set(game.observers) == named
    assert len(got & set(game.observers)) == reached.observers
    assert command.by not in got
    if not press.held:
        assert letters(game, (press,)).keys() == got


@given(
    commands=st.lists(COMMANDS, max_size=6),
    close=st.lists(st.integers(0, 6), max_size=4),
    sweeps=st.lists(st.booleans(), min_size=6, max_size=6),
)
@drawn(60)
def test_held_press_goes_out_exactly_once(commands: list[SendPress], close: list[int], sweeps: list[bool]) -> None:
    game, sent, got = TABLE, [], []
    for number, command in enumerate(commands):
        press = allowed(game, replace(command, text=f"letter {number}"))
        if press:
            expected = set(press_readers(game, press))
            sent.append((press.text, expected))
            events = with_sweep(game, (press,)) if sweeps[number] else (press,)
            got += [(letter.text, who) for who, some in at_once(game, events).items() for letter in some]
            game = apply_all(game, events)
        for _ in range(close.count(number)):
            game, left = closed(game)
            got += [(letter.text, who) for who, some in left.items() for letter in some]
    while game.press.held:
        game, left = closed(game)
        got += [(letter.text, who) for who, some in left.items() for letter in some]
    assert sorted(got) == sorted((text, who) for text, expected in sent for who in expected)


@given(command=COMMANDS)
@drawn(200)
def test_a_grey_letter_is_the_same_whoever_wrote_it(command: SendPress) -> None:
    grey = replace(command, grey=True, signed=None, all_but=False)
    seen: set[PressNews] = set()
    for power in POWERS:
        press = allowed(TABLE, replace(grey, by=address(power)))
        if press:
            seen |= {letter for some in letters(TABLE, (press,)).values() for letter in some}
            seen.add(press_as_read(press))
    assert len(seen) <= 1


# --- observers


def refuses(rules: PressRules, who: str) -> Refusal:
    return refused(started(with_rules(rules)), Watch(person(who))).why


def test_who_may_watch() -> None:
    assert refuses(PressRules(watching=WatchPermission.NOBODY), "watcher") is Refusal.NO_WATCHING
    assert refuses(PressRules(watching=WatchPermission.NAMED), "watcher") is Refusal.NOT_INVITED
    assert refuses(PressRules(), "FRANCE") is Refusal.HAS_A_PART
    assert refuses(PressRules(), "master") is Refusal.HAS_A_PART
    assert refused(table(), Watch(person("watcher"))).why is Refusal.ALREADY_WATCHING
    assert refused(started(), StopWatching(WATCHER)).why is Refusal.NOT_WATCHING


def test_whom_the_master_has_named_may_watch() -> None:
    opened = started(with_rules(PressRules(watching=WatchPermission.NAMED)))
    named = replace(opened, address_book=replace(opened.address_book, invited=frozenset({WATCHER})))
    assert happen(named, Watch(person("watcher"))).observers == (WATCHER,)


def test_an_observer_gets_results_and_no_orders_and_afterwards_nothing() -> None:
    game = all_hold(table())
    told = [notice.to for notice in notices(game, close_by_force(game, OPENED))]
    assert told.count(WATCHER) == 1
    gone = happen(game, StopWatching(WATCHER))
    assert WATCHER not in [notice.to for notice in notices(gone, close_by_force(gone, OPENED))]


def test_an_observer_who_takes_a_seat_is_an_observer_no_more() -> None:
    game = happen(table(), Resign(address("ITALY"), at_once=True))
    assert happen(game, TakeSeat(person("watcher"), ITALY)).observers == ()


def test_a_diary_is_told_to_nobody() -> None:
    game = table()
    events = decided(game, WriteDiary(address("FRANCE"), "Trust nobody."))
    assert [(event.power, event.text) for event in events if isinstance(event, DiaryWritten)] == [
        (FRANCE, "Trust nobody.")
    ]
    assert notices(game, events) == ()
