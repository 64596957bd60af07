"""A plain reply to press: whom it reaches, what signs it, and that neither tells who wrote an unsigned letter."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from judge.game.decide import decide
from judge.game.mastery.messages import Terminate
from judge.game.press.circle import answered_press, circle_of_news
from judge.game.press.messages import EVERYONE, PressNews, PressSent, PressWriter, Recipients, SendPress, StopWatching
from judge.game.press.rules import Delivery, delivery, press_as_read, press_readers
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign, TakeSeat
from judge.game.settings import Address, PressRules, PressSignature
from judge.game.state import Game
from judge.rules.board import Power
from tests.game.letters_at_random import COMMANDS
from tests.game.press_games import ALL_KINDS, FRANCE, GERMANY, GREYS, ITALY, TURKEY, france, master, table, watcher
from tests.game.tables import OPENED, POWERS, address, happen, person
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

ENGLAND = Power("ENGLAND")


def sent(game: Game, command: SendPress) -> tuple[Game, PressSent] | Refused:
    """The game with a letter in it, and the letter; or why it is refused."""
    events = decide(game, command, OPENED)
    if isinstance(events, Refused):
        return events
    (event,) = events
    assert isinstance(event, PressSent)
    then = happen(game, command)
    return then, event


def reply(game: Game, press: PressSent, who: Address, **how: object) -> tuple[Game, PressSent] | Refused:
    """What becomes of a plain reply to a letter."""
    answered = answered_press(press, press_as_read(press), "")
    return sent(game, SendPress(who, (), "Re", answers=answered, **how))  # type: ignore[arg-type]


def replied(game: Game, press: PressSent, who: str, **how: object) -> tuple[Game, PressSent]:
    done = reply(game, press, address(who), **how)
    assert not isinstance(done, Refused), done
    return done


def written(command: SendPress, rules: PressRules = ALL_KINDS) -> tuple[Game, PressSent]:
    done = sent(table(rules), command)
    assert not isinstance(done, Refused), done
    return done


def readers(game: Game, press: PressSent) -> set[str]:
    return {one.partition("@")[0].upper() for one in press_readers(game, press)}


REACHED = {
    "a letter to one": (france(ITALY), "ITALY", {"FRANCE"}, ITALY, Recipients((FRANCE,))),
    "a letter to two": (france(ITALY, TURKEY), "TURKEY", {"FRANCE", "ITALY"}, TURKEY, Recipients((FRANCE, ITALY))),
    "a letter to everyone": (
        france(),
        "ITALY",
        {*POWERS, "MASTER", "WATCHER"} - {"ITALY"},
        ITALY,
        EVERYONE,
    ),
    "one to the master": (france(to_master=True), "master", {"FRANCE"}, PressWriter.MASTER, Recipients((FRANCE,))),
    "one by the master": (master(ITALY, TURKEY), "ITALY", {"MASTER"}, ITALY, Recipients(master=True)),
    "one by the master to everyone": (master(), "ITALY", {"MASTER"}, ITALY, Recipients(master=True)),
    "an unsigned one": (
        france(ITALY, TURKEY, grey=True),
        "ITALY",
        {"FRANCE", "TURKEY"},
        ITALY,
        Recipients((TURKEY,), unnamed=PressWriter.UNSIGNED),
    ),
    "an unsigned one to oneself alone": (
        france(ITALY, grey=True),
        "ITALY",
        {"FRANCE"},
        ITALY,
        Recipients(unnamed=PressWriter.UNSIGNED),
    ),
    "an observer's": (
        watcher(ITALY),
        "ITALY",
        {"WATCHER"},
        ITALY,
        Recipients(unnamed=PressWriter.OBSERVER),
    ),
    "one in a false name": (france(ITALY, signed=GERMANY), "ITALY", {"GERMANY"}, ITALY, Recipients((GERMANY,))),
    "one that shows everyone": (
        france(ITALY, shown=EVERYONE),
        "ITALY",
        {*POWERS, "MASTER", "WATCHER"} - {"ITALY"},
        ITALY,
        EVERYONE,
    ),
    "one that shows others": (
        france(ITALY, TURKEY, shown=Recipients((TURKEY,))),
        "ITALY",
        {"FRANCE", "TURKEY"},
        ITALY,
        Recipients((FRANCE, TURKEY)),
    ),
}
"""What is answered, by whom; who gets the reply, what it is signed with, whom it shows."""


@each_case("name", REACHED)
def test_a_reply_goes_to_those_whom_the_letter_names(name: str) -> None:
    command, who, reached, signature, to = REACHED[name]
    game, answer = replied(*written(command), who)
    read = press_as_read(answer)
    assert (readers(game, answer), read.writer, read.to) == (reached, signature, to)


def test_whoever_wrote_an_unsigned_letter_answers_without_a_name_and_tells_nobody() -> None:
    game, first = written(france(ITALY, TURKEY, grey=True), GREYS)
    game, second = replied(game, first, "ITALY")
    game, third = replied(game, second, "FRANCE")
    assert press_as_read(third).writer is PressWriter.UNSIGNED
    assert press_as_read(third).to == Recipients((ITALY, TURKEY), unnamed=PressWriter.UNSIGNED)
    game, fourth = replied(game, third, "TURKEY")
    assert readers(game, fourth) == {"FRANCE", "ITALY"}


def test_where_nobody_signs_no_reply_is_signed_and_each_names_the_whole_circle() -> None:
    game, first = written(france(ITALY, TURKEY), PressRules((PressSignature.GREY,)))
    for who in ("ITALY", "TURKEY", "FRANCE"):
        _, answer = replied(game, first if who != "FRANCE" else replied(game, first, "ITALY")[1], who)
        assert press_as_read(answer).writer is PressWriter.UNSIGNED
        assert press_as_read(answer).to == Recipients((ITALY, TURKEY), unnamed=PressWriter.UNSIGNED)


def test_a_reply_that_would_reach_nobody_reaches_nobody() -> None:
    """In a false name, the reader's own: no recipient must never mean everyone."""
    game, first = written(france(ITALY, signed=ITALY))
    refused = reply(game, first, address("ITALY"))
    assert isinstance(refused, Refused)
    assert refused.why is Refusal.PRESS_TO_ONESELF


def test_who_has_no_part_in_an_exchange_any_more_answers_nothing() -> None:
    game, first = written(france(ITALY))
    gone = happen(game, Resign(address("ITALY"), at_once=True))
    for then in (gone, happen(gone, TakeSeat(person("sofia"), ITALY))):
        refused = reply(then, first, address("ITALY"))
        assert isinstance(refused, Refused)
        assert refused.why is Refusal.NOT_A_READER
    game, public = written(france())
    refused = reply(happen(game, StopWatching(address("watcher"))), public, address("watcher"))
    assert isinstance(refused, Refused)


def test_a_reply_to_an_unsigned_letter_waits_for_whoever_plays_its_power_next_and_nobody_is_told() -> None:
    game, first = written(france(ITALY, grey=True), GREYS)
    vacant = happen(game, Resign(address("FRANCE"), at_once=True))
    then, answer = replied(vacant, first, "ITALY")
    assert delivery(then, answer) == Delivery(unnamed=PressWriter.UNSIGNED)
    assert press_readers(then, answer) == ()
    assert then.press.unread[FRANCE] == (answer,)


def test_after_the_end_a_reply_still_goes_out() -> None:
    game, first = written(france(ITALY), GREYS)
    over = happen(game, Terminate(address("master"), "Nobody plays."))
    assert readers(*replied(over, first, "ITALY")) == {"FRANCE"}


def test_the_first_line_may_sign_otherwise() -> None:
    game, first = written(france(ITALY, TURKEY))
    unsigned = press_as_read(replied(game, first, "ITALY", grey=True)[1])
    assert (unsigned.writer, unsigned.to) == (PressWriter.UNSIGNED, Recipients((FRANCE, ITALY, TURKEY)))
    assert press_as_read(replied(game, first, "ITALY", signed=ITALY)[1]).to == Recipients((FRANCE, TURKEY))


# --- properties

PLAIN = COMMANDS.map(lambda command: replace(command, signed=None, shown=None, until=None))
TABLE = table(GREYS)


@given(command=PLAIN, order=st.permutations([*POWERS, "master", "watcher"]))
@drawn(200)
def test_all_letters_of_an_exchange_reach_the_same_people(command: SendPress, order: list[str]) -> None:
    """Whoever of them writes: those who could read the first, and who wrote it."""
    begun = sent(TABLE, command)
    if isinstance(begun, Refused) or press_as_read(begun[1]).writer is PressWriter.MASTER:
        return
    game, press = begun
    circle = {command.by, *press_readers(game, press)}
    for name in order:
        who = address(name)
        answered = reply(game, press, who) if who in press_readers(game, press) else None
        if answered is None or isinstance(answered, Refused):
            continue
        game, press = answered
        assert {who, *press_readers(game, press)} == circle
        if press_as_read(press).writer is PressWriter.MASTER:
            return


@given(command=PLAIN, answering=st.sampled_from([*POWERS, "master", "watcher"]))
@drawn(200)
def test_nothing_about_a_reply_tells_who_wrote_the_unsigned_letter(command: SendPress, answering: str) -> None:
    """Neither its receipt, nor its text, nor who else has got it, nor the answer of whoever wrote it."""
    grey = replace(command, grey=True, all_but=False)
    seen: set[tuple[PressNews, Delivery, frozenset[str]]] = set()
    back: set[PressNews] = set()
    for power in POWERS:
        begun = sent(TABLE, replace(grey, by=address(power)))
        if isinstance(begun, Refused) or power == answering or power in {*command.to}:
            continue
        answered = reply(*begun, address(answering))
        if isinstance(answered, Refused):
            continue
        game, press = answered
        others = frozenset(readers(game, press) - {power}) if not command.recipients.are_everyone else frozenset()
        seen.add((press_as_read(press), delivery(game, press), others))
        if not command.recipients.are_everyone and not isinstance(done := reply(game, press, address(power)), Refused):
            back.add(press_as_read(done[1]))
    if not command.recipients.are_everyone:
        assert len(seen) <= 1
        assert len(back) <= 1
        assert all(letter.writer in {PressWriter.UNSIGNED, PressWriter.MASTER} for letter in back)
    assert len({news for news, _, _ in seen}) <= 1


@given(command=COMMANDS)
@drawn(200)
def test_whom_a_reply_reaches_follows_from_what_a_letter_shows(command: SendPress) -> None:
    begun = sent(table(ALL_KINDS), command)
    if not isinstance(begun, Refused):
        _, press = begun
        read = press_as_read(press)
        assert answered_press(press, read, "").circle == circle_of_news(replace(read, number=99, thread=98))
