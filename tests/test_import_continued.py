"""What another judge had beside the pages goes on here; a war and a gunboat go on by letters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from judge.formats.record.verifying import verify
from judge.formats.record.whole import dump_private_part, private_part_of, read_index, read_private_part, record_of
from judge.game.deadlines.deadline import Taken
from judge.game.deadlines.messages import AbsenceTold, DeadlineMoved
from judge.game.deadlines.rules import reserves_taken
from judge.game.figures import Figures
from judge.game.folded_log import FoldedLog, fold_log
from judge.game.messages import Event
from judge.game.orders.messages import AdvanceKept, OrderText, RetreatWish, WishKept
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.press.messages import DiaryWritten, ObserverCame
from judge.game.seats.messages import StandbyAdded
from judge.game.settings import Access, Address, PressRules, Settings, Token
from judge.game.state import Game
from judge.rules.board import Location, Power, Province
from judge.rules.board_file import board_text
from judge.rules.orders import Hold
from judge.rules.position import Phase
from judge.shell.local_game import GAME, start_local_game, text_of
from judge.shell.take_over import Newcomers, TakenOver, cast_of, import_game, taken_over
from judge.system.clock import SettableClock
from tests.shared.recorded_logs import OPENED, opened, recorded_log

NOW = OPENED + timedelta(days=3)
FRANCE = Power("FRANCE")
SID, OLGA = (Person(Address(f"{name}@example.net"), Token(name), zone="Asia/Tokyo") for name in ("sid", "olga"))


def moved(log: Sequence[Event], now: datetime = NOW) -> tuple[dict[str, str], TakenOver]:
    """The pages of a running game, and the game that another judge makes of them and of the private file."""
    texts = record_of(log)
    part = private_part_of(fold_log(log), log, own_of(texts))
    private = read_private_part(dump_private_part(part))
    cast = cast_of(GAME, Newcomers(), private, Address("judge@localhost"))
    return texts, taken_over(verify(texts), GAME, cast, private, now)


def private_game() -> tuple[Event, ...]:
    """A game whose first spring is over, with all that a private file holds."""
    log = [*recorded_log("one", phases=1)]
    france = fold_log(log).game.seats[FRANCE]  # type: ignore[union-attr]
    log += (
        StandbyAdded(SID, NOW),
        ObserverCame(OLGA, NOW),
        AbsenceTold(france, date(2026, 2, 1), date(2026, 2, 8), NOW),
        AbsenceTold(SID.address, date(2026, 3, 1), date(2026, 3, 2), NOW),
        _taken(fold_log(log).game),
        AdvanceKept(FRANCE, Phase.parse("S1902M"), OrderText("A PAR - BUR"), "standard", 17, NOW, NOW),
        WishKept(FRANCE, RetreatWish(Province("PIC"), (Location(Province("PAR")),), disband=True), 17, NOW),
        DiaryWritten(FRANCE, fold_log(log).game.members.seats[FRANCE], "Never again.", Phase.parse("F1901M"), NOW),  # type: ignore[union-attr]
    )
    return tuple(log)


def _taken(game: Game | None) -> DeadlineMoved:
    """France has taken two days of its reserve."""
    assert game is not None
    assert game.deadline is not None
    assert game.position is not None
    was = game.deadline.at
    hours = (was + timedelta(days=1), was + timedelta(days=2))
    return DeadlineMoved(game.position.phase, game.deadline.moved(hours[-1], Taken(FRANCE, was, hours)), NOW)


def told_of(folded: FoldedLog) -> Mapping[str, object]:
    """What is private of a game, by the people's addresses."""
    game = folded.game
    assert game is not None
    everybody = [*game.seats.values(), *game.standbys, *game.observers]
    return {
        "seats": {**game.seats},
        "standbys": game.standbys,
        "observers": game.observers,
        "zones": {one: game.people[one].zone for one in everybody},
        "absences": {one: game.absences_of(one) for one in everybody},
        "advance": [replace(one, letter=0) for one in game.advance],
        "wishes": {power: kept.wishes for power, kept in game.wished.items()},
        "figures": {game.address_of(reader): one for reader, one in folded.tally.figures.items()},
        "misses": dict(game.misses),
        "reserves": reserves_taken(game),
        "seed": game.seed,
        "deadline": game.deadline.at if game.deadline else None,
    }


def test_standbys_plans_absences_and_reliability_come_along() -> None:
    log = private_game()
    was = told_of(fold_log(log))
    assert was["figures"] != {}
    assert was["advance"] != []
    _, taken = moved(log)
    assert told_of(fold_log(taken.log)) == was
    assert [event.text for event in taken.log if isinstance(event, DiaryWritten)] == ["Never again."]


def test_reliability_goes_on_from_what_the_other_judge_had_counted() -> None:
    """The next phase closes here without a letter from France: their figures grow by one deadline missed."""
    _, taken = moved(private_game())
    more = close_at_deadline(taken.game, NOW + timedelta(days=9))
    figures = [told_of(fold_log(log))["figures"] for log in (taken.log, (*taken.log, *more))]
    before, after = (one["france@example.com"] for one in figures if isinstance(one, Mapping))
    assert isinstance(before, Figures)
    assert after == before.plus(missed=1)


# --- by letters


def war_without_scouts() -> Settings:
    """A war in the open: of one with scouts there are no pages before its end."""
    text = board_text("seuil")
    scouts = text.index("[war.scouts]")
    return Settings(board="mine", board_text=text[:scouts] + text[text.index("[war.troops]") :], rulebook="2023")


GAMES = {
    "a gunboat": Settings(access=Access(anonymous=True), press=PressRules(signatures=())),
    "a war": war_without_scouts(),
}


@pytest.mark.parametrize("what", GAMES)
def test_it_is_exported_imported_and_continued_by_letters(tmp_path: Path, what: str) -> None:
    """Whoever answers the letter about the move gives orders here; the phase closes by them, and has the next page."""
    log = opened(GAMES[what])
    game = fold_log(log).game
    assert game is not None
    log = (*log, *close_at_deadline(game, NOW))
    texts = record_of(log)
    here = tmp_path / "here"
    table = start_local_game(here, now=NOW)
    table.judge.stop()
    people = dict(zip(game.board.powers, table.players.values(), strict=False))
    named = Newcomers(Address("meg@example.org"), {power: Address(one.address) for power, one in people.items()})
    config = table.judge.services.config
    part = read_private_part(dump_private_part(private_part_of(fold_log(log), log, own_of(texts))))
    cast = cast_of(GAME, named, part, Address("judge@localhost"))
    import_game(config, SettableClock(NOW), taken_over(verify(texts), GAME, cast, part, NOW))
    assert {name: (config.folders.archive / GAME / name).read_text(encoding="utf-8") for name in texts} == texts
    table = start_local_game(here, now=NOW)
    try:
        table.settle()
        power, player = next(iter(people.items()))
        player = next(one for one in table.players.values() if one.address == player.address)
        player.fetch()
        assert "goes on with this judge" in text_of(player.read[0])
        position = table.game.position
        assert position is not None
        unit = position.units_of(power)[0]
        player.answer(f"{unit} H")
        table.settle()
        assert [one.at for one in table.game.orders_of(power) if isinstance(one, Hold)] == [unit.at.province]
        assert table.game.phases_closed == 1
        assert table.game.closes_at is not None
        table.clock.advance_to(table.game.closes_at + timedelta(seconds=1))
        table.judge.wake()
        table.settle()
        player.fetch()
        assert table.game.phases_closed == 2
        read = " ".join(text_of(one) for one in player.read)
        others = [one.address for one in people.values() if one.address != player.address]
        assert not [one for one in others if one in read]
        assert (
            verify({path.name: path.read_text(encoding="utf-8") for path in (here / "archive" / GAME).iterdir()}).pages
            == 3
        )
    finally:
        table.judge.stop()


def own_of(texts: Mapping[str, str]) -> str:
    """The hash of the last page."""
    return read_index(texts["index.txt"])[-1].own
