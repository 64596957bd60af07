"""One letter for all that can wait: what waits, until when, and that nothing is lost or late because of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Literal, get_args

import pytest

from judge.game.messages import News, evolve
from judge.game.people import rules
from judge.game.people.rules import Digest
from judge.game.settings import Address, GameName
from judge.handlers.confirmations import record_bounce
from judge.handlers.digests import send_digest
from judge.handlers.transaction import hastened
from judge.reports.layout import (
    DeadlineMoment,
    LineToSend,
    Outline,
    OutsideText,
    Page,
    PageFact,
    PicturePlace,
    QuotedText,
    RowsOfTable,
    TableRow,
    WordsOnALine,
    page_as_json,
    page_from_json,
)
from judge.service.app import Judge
from judge.shell.local_game import LocalGame, text_of
from judge.store.records import DigestHastened, NewsPutOff, Transaction
from judge.store.rows import Alarm, LetterStatus
from judge.system.clock import SettableClock
from tests.shared.duels import ELSEWHERE, OBSERVER, OTHER, READER, enter, played_duels, write_in
from tests.shared.each_case import each_case

GAMES = ("rome", "oslo", "lima", "kiel", "cork")
MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
EVENING = datetime(2026, 1, 5, 17, tzinfo=UTC)
DEADLINE = datetime(2026, 1, 12, 20, tzinfo=UTC)
PATIENCE = 600


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """Lena plays five games against Oskar, and wishes a daily digest."""
    with played_duels(tmp_path, GAMES) as table:
        write_in(table, table.players[READER], "rome", "SET DIGEST daily")
        yield table


def run_to(table: LocalGame, hour: datetime) -> None:
    table.clock.advance_to(hour)
    table.judge.wake()
    table.settle()


def to_lena(table: LocalGame, act: Callable[[], object]) -> Sequence[EmailMessage]:
    """What Lena gets by something that happens."""
    before = len(table.players[READER].read)
    act()
    return table.players[READER].read[before:]


def press(table: LocalGame, game: str, text: str = "Hello!") -> None:
    write_in(table, table.players[OTHER], game, f"PRESS TO UPLAND\n{text}\nENDPRESS")


def kinds(letters: Sequence[EmailMessage]) -> list[str]:
    return [str(letter["Message-ID"]).partition(".")[0].strip("<") for letter in letters]


def test_five_games_are_one_letter_a_day(table: LocalGame) -> None:
    for day in range(3):
        run_to(table, MONDAY + timedelta(days=day))
        for game in GAMES:
            assert to_lena(table, partial(press, table, game)) == []
        (letter,) = to_lena(table, partial(run_to, table, EVENING + timedelta(days=day)))
        assert letter["Subject"].startswith(f"[judge] Digest no. {day + 1}, ")
        assert text_of(letter).count("Hello!") == len(GAMES)


def test_where_nothing_has_happened_no_letter_comes(table: LocalGame) -> None:
    assert to_lena(table, lambda: run_to(table, EVENING + timedelta(days=3))) == []


def test_what_comes_within_two_days_of_a_deadline_comes_at_once(table: LocalGame) -> None:
    run_to(table, DEADLINE - timedelta(days=2, seconds=1))
    assert to_lena(table, lambda: press(table, "rome")) == []
    run_to(table, DEADLINE - timedelta(days=2))
    assert kinds(to_lena(table, lambda: press(table, "rome"))) == ["by_player"]


def test_results_come_at_once_to_those_who_play_and_in_the_digest_of_those_who_watch(table: LocalGame) -> None:
    lena, oskar, olga = (table.players[who] for who in (READER, OTHER, OBSERVER))
    enter(table, olga, "WATCH rome")
    write_in(table, olga, "rome", "SET DIGEST daily")
    watched, played = len(olga.read), len(lena.read)
    for who, units in ((lena, ("A CRA", "A FEL", "F TAR")), (oskar, ("F HEN", "A PAN", "A REE"))):
        write_in(table, who, "rome", "\n".join(f"{unit} H" for unit in units))
    assert ["Results" in str(one["Subject"]) for one in lena.read[played:]] == [False, True]
    assert olga.read[watched:] == []
    run_to(table, EVENING)
    (letter,) = olga.read[watched:]
    assert "Results of spring 1401" in text_of(letter)


def test_what_waits_leaves_a_day_before_a_deadline_though_the_digest_is_weekly(table: LocalGame) -> None:
    write_in(table, table.players[READER], "rome", "SET DIGEST weekly")
    run_to(table, MONDAY + timedelta(days=1))
    assert to_lena(table, lambda: press(table, "rome")) == []
    latest = DEADLINE - timedelta(days=1, hours=3)  # at 18:00 in Paris
    assert to_lena(table, lambda: run_to(table, latest - timedelta(seconds=1))) == []
    assert kinds(to_lena(table, lambda: run_to(table, latest))) == ["digest"]


def test_a_deadline_that_comes_nearer_takes_what_waits_along(table: LocalGame) -> None:
    services, lena = table.judge.services, Address(table.players[READER].address)
    write_in(table, table.players[READER], "rome", "SET DIGEST weekly")
    press(table, "rome", "Well?")
    game = services.game(GameName("rome"))
    assert game
    assert game.deadline
    nearer = evolve(game, deadline=replace(game.deadline, at=MONDAY + timedelta(hours=30)))
    (change,) = hastened(services, nearer)
    assert change == DigestHastened(lena, GameName("rome"), MONDAY)
    services.store.commit(Transaction(None, LetterStatus.DONE, digests=(replace(change, game=GameName("oslo")),)))
    assert services.store.next_alarm() != Alarm(None, MONDAY, digest=1)
    services.store.commit(Transaction(None, LetterStatus.DONE, digests=(change,)))
    assert services.store.next_alarm() == Alarm(None, MONDAY, digest=1)


def test_whoever_wishes_it_no_longer_gets_what_waits_and_then_all_at_once(table: LocalGame) -> None:
    press(table, "rome", "Well?")
    lena = table.players[READER]
    letters = to_lena(table, lambda: write_in(table, lena, "oslo", "SET DIGEST no"))
    assert kinds(letters) == ["answer", "digest"]
    assert "Well?" in text_of(letters[1])
    assert "last digest" in text_of(letters[1])
    assert kinds(to_lena(table, lambda: press(table, "rome"))) == ["by_player"]
    assert table.judge.services.store.digest_readers([Address(lena.address)]) == {}


def test_a_judge_killed_before_the_hour_sends_what_waited_after_its_next_start(table: LocalGame) -> None:
    press(table, "rome", "Well?")
    config = table.judge.services.config
    table.judge.stop()
    again = Judge(config, SettableClock(EVENING + timedelta(hours=1)))
    again.start()
    assert again.settle(PATIENCE)
    (letter,) = to_lena(table, table.players[READER].fetch)
    assert "Well?" in text_of(letter)
    again.stop()


def test_news_waits_for_nobody_who_wishes_no_digest_and_none_leaves_twice(table: LocalGame) -> None:
    services, lena = table.judge.services, Address(table.players[READER].address)
    waits = NewsPutOff(Address("oskar@example.org"), GameName("rome"), 2, MONDAY, EVENING, "Press", '"Hello!"')
    assert not services.store.commit(Transaction(None, LetterStatus.DONE, digests=(waits,)))
    press(table, "rome")
    reader = services.store.digest_readers([lena])[lena]
    sent = send_digest(services, reader.number)
    assert services.store.commit(sent)
    assert not services.store.commit(sent)
    assert services.store.waiting_news(lena) == ()


def test_numbers_of_letters_of_a_game_have_no_gaps(table: LocalGame) -> None:
    press(table, "rome")
    (answer,) = to_lena(table, lambda: write_in(table, table.players[READER], "rome", "STATUS"))
    assert "Letter 6 of rome to you." in text_of(answer)
    (letter,) = to_lena(table, lambda: run_to(table, EVENING))
    assert "Letter" not in text_of(letter)
    (answer,) = to_lena(table, lambda: write_in(table, table.players[READER], "rome", "STATUS"))
    assert "Letter 7 of rome to you." in text_of(answer)


def test_a_digest_that_has_not_come_is_sent_again(table: LocalGame) -> None:
    press(table, "rome", "Well?")
    (first,) = to_lena(table, lambda: run_to(table, EVENING))
    write = partial(write_in, table, table.players[READER], "oslo")
    letters = to_lena(table, lambda: write("RESEND DIGEST 1"))
    (again,) = (one for one in letters if one["Message-ID"].startswith("<digest."))
    assert (again["In-Reply-To"], text_of(again)) == (first["Message-ID"], text_of(first))
    assert kinds(to_lena(table, lambda: write("RESEND DIGEST 2"))) == ["answer"]


def test_news_of_a_game_follows_its_reader_to_another_address(table: LocalGame) -> None:
    lena, lola = table.players[READER], table.players[ELSEWHERE]
    press(table, "rome", "Well?")
    press(table, "oslo", "And here?")
    write_in(table, lena, "rome", f"SET ADDRESS {lola.address}")
    for who in (lena, lola):
        who.write(str(who.read[-1]["Reply-To"]), "YES")
        table.settle()
    before = len(lola.read)
    (letter,) = to_lena(table, lambda: run_to(table, EVENING))
    assert ("And here?" in text_of(letter), "Well?" in text_of(letter)) == (True, False)
    (moved,) = lola.read[before:]
    assert moved["Subject"] == "[rome] Saltings to Upland"
    assert "Well?" in text_of(moved)


def test_a_digest_that_bounces_for_good_is_the_last(table: LocalGame) -> None:
    services, lena = table.judge.services, Address(table.players[READER].address)
    press(table, "rome")
    (letter,) = to_lena(table, lambda: run_to(table, EVENING))
    asked = "SELECT envelope_from FROM outbox WHERE message_id = ?"
    (sender,) = services.store._reader.execute(asked, [str(letter["Message-ID"])]).fetchone()
    posted = services.store.under_envelope(sender)
    assert posted
    record_bounce(services, posted, "550 no such user", for_good=True)
    table.judge.wake()
    table.settle()
    assert services.store.digest_readers([lena]) == {}


def test_a_page_is_a_page_in_html_and_a_digest_begins_with_its_games(table: LocalGame) -> None:
    write_in(table, table.players[READER], "rome", "SET LETTERS html")
    press(table, "rome", "Well & good?")
    (letter,) = to_lena(table, lambda: run_to(table, EVENING))
    page = letter.get_body(("html",))
    assert page
    assert "<h2>ROME</h2>" in page.get_content()
    assert "Well &amp; good?" in page.get_content()
    assert "subject=SET%20DIGEST%20no" in letter["List-Unsubscribe"]


def test_a_digest_goes_with_its_reader_to_another_zone_and_language(table: LocalGame) -> None:
    write_in(table, table.players[READER], "oslo", "SET ZONE America/New_York LANGUAGE fr")
    press(table, "rome")
    assert to_lena(table, lambda: run_to(table, EVENING + timedelta(hours=6, seconds=-1))) == []
    (letter,) = to_lena(table, lambda: run_to(table, EVENING + timedelta(hours=6)))
    assert letter["Subject"] == "[arbitre] Récapitulatif n° 1, lundi 5 janvier 2026"


def test_press_to_a_master_asks_something_of_them(table: LocalGame) -> None:
    asked = "PRESS TO MASTER\nMay we have another day?\nENDPRESS"
    letters = to_lena(table, lambda: write_in(table, table.players[OTHER], "rome", asked))
    assert len(letters) == 1


def test_every_kind_of_news_waits_or_comes_at_once() -> None:
    """A new kind of news comes at once, until somebody has said that it can wait."""
    waiting = {*rules._FOR_OBSERVERS}
    assert {*rules._FOR_MASTERS} <= {*rules._OF_OTHERS} <= waiting <= {*get_args(News)}
    assert {kind.__name__ for kind in {*get_args(News)} - waiting} == AT_ONCE


AT_ONCE = {
    *("AddressChangedNews", "MoveAskedNews", "MoveConfirmedNews", "MoveRefusedNews", "TokenChangedNews"),
    *("AllianceAnnouncedNews", "AllianceNews", "FactoryBuiltNews", "UnitStrengthenedNews", "UnitsRepairedNews"),
    *("GameDeclinedNews", "GameMovedNews", "GameOfferedNews", "GameOpened", "GameReadyNews", "LettersLost"),
    *("LessonNews", "OrdersMissed", "ReminderSentNews", "PairAskedNews", "PairChangedNews"),
    *("PlayerJoinedNews", "RequestClosedNews", "SeatAskedNews", "SeatReturnedNews", "SeatTakenNews"),
    *("SeatVacatedNews", "SeatsLostNews", "StandbyAddedNews", "StandbyAsked", "StandbyPassedNews"),
    *("StrategistAskedNews", "StrategistJoinedNews", "StrategistsChangedNews"),
}
"""What asks something of its reader, or tells of their own mailbox, seat or units."""


HOURS = {
    "the same evening": ("daily", "Europe/Paris", "2026-01-05 16:59", "2026-01-05 17:00"),
    "the next one, once it has passed": ("daily", "Europe/Paris", "2026-01-05 17:00", "2026-01-06 17:00"),
    "by the clocks of its reader": ("daily", "America/New_York", "2026-01-05 17:00", "2026-01-05 23:00"),
    "on Monday": ("weekly", "Europe/Paris", "2026-01-06 09:00", "2026-01-12 17:00"),
    "this Monday": ("weekly", "Europe/Paris", "2026-01-05 09:00", "2026-01-05 17:00"),
    "across the change of clocks": ("daily", "Europe/Paris", "2026-03-28 18:00", "2026-03-29 16:00"),
}


@each_case(("rhythm", "zone", "after", "hour"), list(HOURS.values()), ids=list(HOURS))
def test_the_hour_of_a_digest(rhythm: Literal["daily", "weekly"], zone: str, after: str, hour: str) -> None:
    moment, due = (datetime.fromisoformat(f"{at}+00:00") for at in (after, hour))
    assert Digest(rhythm, zone).next_hour(moment) == due


FACTS = (
    TableRow("  Austria  3", ("Austria", "3")),
    RowsOfTable((TableRow("  a  b", ("a", "b")), "a line across")),
    QuotedText("> A PAR", ("A PAR",), ((0, 2, 5),)),
    OutsideText("  Hello", ("Hello",)),
    Outline("Why: because", ((0, "Why:"), (1, "because"))),
    DeadlineMoment("Monday", "Deadline"),
    PicturePlace("map"),
)


def test_a_page_that_waits_is_the_page_that_was_written() -> None:
    page = Page("all of it", "\ue0010\ue002", (*FACTS, Page("inner", "inner", FACTS[:1])))
    assert _told(page_from_json(page_as_json(page))) == _told(page)
    kinds = {*PageFact.__subclasses__(), *WordsOnALine.__subclasses__()} - {WordsOnALine, LineToSend}
    assert {type(fact) for fact in page.facts} == kinds


def test_a_line_to_send_is_words_alone_in_a_page_that_has_waited() -> None:
    found = page_from_json(page_as_json(LineToSend("YES 1", "YES 1")))
    assert (type(found), found) == (WordsOnALine, "YES 1")


def _told(value: object) -> object:
    """A fact with all that it holds, to compare: as a string it is its text alone."""
    if isinstance(value, PageFact):
        return type(value), str(value), [_told(getattr(value, name)) for name in type(value).__slots__]
    return [*map(_told, value)] if isinstance(value, tuple) else value
