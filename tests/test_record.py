"""A record is verified from its text alone: every page is judged again, and one altered character is found."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.formats.record.facts import OpeningFacts, PageForm, body_of, read_seal, sealed, table_lines
from judge.formats.record.verifying import FormerRecordError, verify
from judge.formats.record.whole import record_of
from judge.game.apply import Trail, apply, fold_events
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import DeadlineMoved
from judge.game.mastery.messages import ActAgreed
from judge.game.messages import Event
from judge.game.phases.messages import GameFingerprint, PhaseClosed
from judge.game.replacements.messages import LeavingReason, SeatVacated
from judge.game.seats.messages import GameStarted
from judge.game.settings import Access, Address, Missing, PlayingStrength, Settings
from judge.game.votes.messages import ForExtension, VotePassed
from judge.handlers.transaction import fingerprinted_trail
from judge.notation.tables import notation_names
from judge.reports.orders import game_fingerprint
from judge.rules.board import Power, Year
from judge.rules.board_file import board_names, board_text, load_board
from judge.rules.position import Phase
from judge.shell.play import recorded_games
from judge.store.event_json import as_json
from tests.long.writing import without_needless_coast
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import (
    OPENED,
    agreed_log,
    eventful_log,
    gone_back_log,
    idle_fleet_log,
    opened,
    recorded_log,
    reopened,
    unplayed_log,
)
from tests.shared.shares import is_whole, share_of

FORMS = [None, *(PageForm(language, name) for language in ("en", "fr") for name in notation_names())]
RECORDS = [(game, form) for game in recorded_games() for form in FORMS]
SETTINGS = {
    "the rules of 1971": Settings(rulebook="1971", last_year=Year(1904)),
    "the rules of 18centres": Settings(rulebook="18centres", last_year=Year(1904)),
    "nobody learns who was silent": Settings(missing=Missing(published=False), last_year=Year(1903)),
    "the master alone knows the seats": Settings(last_year=Year(1902), scoring="c-diplo"),
}


def with_other(log: Iterable[Any], kind: type[Any], **values: object) -> tuple[Event, ...]:
    """The log with other values of some fields of its events of one kind."""
    return tuple(replace(event, **values) if isinstance(event, kind) else event for event in log)


@each_case(("game", "form"), share_of(RECORDS, 20, "records"))
def test_the_record_of_a_game_verifies_in_every_notation_and_language(game: str, form: PageForm | None) -> None:
    log = recorded_log(game)
    found = verify(record_of(log, form))
    assert found.difference is None
    assert found.pages == sum(type(event).__name__ in {"GameStarted", "PhaseClosed", "GameEnded"} for event in log)


SALTS = {"of a set": "s123456789abcdef", "of a letter, as older judges made them": "0123456789abcdef"}


@pytest.mark.parametrize(("salt", "game"), share_of([*product(SALTS.values(), recorded_games())], 3, "coasts"))
def test_the_record_verifies_however_a_coast_was_written(game: str, salt: str) -> None:
    """``F BLA - BUL``, with one coast in reach, is printed as ``F BLA - BUL/EC``."""
    log = [_briefly(event, salt) if isinstance(event, PhaseClosed) else event for event in recorded_log(game)]
    assert log != [*recorded_log(game)]
    assert verify(record_of(log)).difference is None


def _briefly(event: PhaseClosed, salt: str) -> PhaseClosed:
    """A close as of players who write no coast that they need not write."""
    board = load_board("standard")
    orders = {
        power: tuple(without_needless_coast(order, board, event.before) for order in given)
        for power, given in event.orders.items()
    }
    return replace(event, orders=orders, salts=dict.fromkeys(orders, salt))


@pytest.mark.parametrize("named", SETTINGS)
def test_it_is_judged_by_the_rules_of_the_game(named: str) -> None:
    assert verify(record_of(recorded_log("two", SETTINGS[named]))).difference is None


@each_case("board", sorted({*share_of(board_names(), 4, "boards"), "1971-two", "seuil"}))
def test_it_is_judged_on_the_board_of_the_game_though_nobody_writes(board: str) -> None:
    """With the coin of 1971-two, and all that belongs to a war; the same where the board is somebody's own."""
    for text in ("", board_text(board)):
        texts = record_of(unplayed_log(board, text))
        assert verify(texts).difference is None
        assert ("mine.toml" in texts) is bool(text)
    changed = {**texts, "mine.toml": texts["mine.toml"].replace("=", " =", 1)}
    difference = verify(changed).difference
    assert difference is not None
    assert difference.page == "000-opening.txt", "the opening bears the hash of the board"


PLAYS = {
    "not": (False, None, ""),
    "names hidden": (True, (), "The game master plays."),
    "names open": (False, (Power("FRANCE"),), "The game master plays: France."),
}


@each_case(("anonymous", "powers", "said"), PLAYS.values(), ids=PLAYS)
@each_case("form", [None, PageForm("fr", "18centres")])
def test_the_opening_says_that_the_master_plays(
    form: PageForm | None, powers: tuple[Power, ...] | None, said: str, *, anonymous: bool
) -> None:
    """Which power only where everybody knows who plays what; pages of older judges say nothing of it, and verify."""
    log = opened(Settings(access=Access(anonymous=anonymous)))
    texts = record_of(with_other(log, GameStarted, master_plays=powers), form)
    found = verify(texts)
    assert found.difference is None
    (page,) = found.read
    assert isinstance(page.facts, OpeningFacts)
    assert page.facts.master_plays == (powers and ("France",) if powers else powers)
    if form is None:
        assert ("The game master plays" in texts["000-opening.txt"]) is bool(said)
        assert said in texts["000-opening.txt"]


@each_case("form", FORMS)
def test_what_a_master_who_plays_did_stands_in_the_record(form: PageForm | None) -> None:
    """Each act that the others had to agree to has a page that says so; the record verifies with it, not without."""
    texts = record_of(agreed_log(), form)
    assert verify(texts).difference is None
    assert [name for name in texts if "agreed" in name or "settings" in name] == [
        "002-F1901M-agreed.txt",
        "002-F1901M-settings.txt",
        "002-F1901M-agreed-2.txt",
    ]
    without = {name: text for name, text in texts.items() if name != "002-F1901M-agreed.txt"}
    assert verify(without).difference is not None


@each_case("by_operator", [False, True], ids=["all others", "the operator"])
@each_case("form", FORMS)
def test_an_agreement_to_go_back_bears_the_number_of_its_phase(form: PageForm | None, *, by_operator: bool) -> None:
    """What is undone next must be the phase that was agreed to; the page tells whether the operator agreed."""
    texts = record_of(gone_back_log(by_operator=by_operator), form)
    assert verify(texts).difference is None
    (name,) = [name for name in texts if "agreed" in name]
    assert "page 1." in body_of(texts[name])
    assert ("operator of the judge" in texts[name] or "opérateur" in texts[name]) is by_operator


def test_what_is_undone_is_what_was_agreed_to() -> None:
    log = gone_back_log(by_operator=False)
    (place,) = [place for place, event in enumerate(log) if isinstance(event, ActAgreed)]
    agreed = log[place]
    assert isinstance(agreed, ActAgreed)
    other = replace(agreed, back_to=Phase.parse("F1901M"), back_to_number=2)
    difference = verify(record_of((*log[:place], other, *log[place + 1 :]))).difference
    assert difference is not None
    assert "undone" in difference.page
    old = replace(agreed, back_to=None, back_to_number=0)
    assert verify(record_of((*log[:place], old, *log[place + 1 :]))).difference is None, "of an older judge"


@each_case("form", FORMS)
def test_acts_of_the_master_are_done_again(form: PageForm | None) -> None:
    texts = record_of(eventful_log(), form)
    assert verify(texts).difference is None
    assert list(texts) == [
        "index.txt",
        "000-opening.txt",
        "001-S1901M.txt",
        "002-F1901M.txt",
        "003-W1901A.txt",
        "004-S1902M.txt",
        "005-W1901A-undone.txt",
        "005-W1901A-corrected.txt",
        "005-W1901A-settings.txt",
        "005-W1901A.txt",
        "006-S1902M.txt",
        "007-end.txt",
    ]


def test_a_page_says_whose_orders_a_clockwork_player_gave() -> None:
    played = {Power("FRANCE"): PlayingStrength.HARD}
    log = with_other(recorded_log("one")[:12], PhaseClosed, clockwork=played)
    texts = record_of(log, PageForm("fr", "18centres"))
    assert "\nFrance (automate, difficile)\n" in texts["001-S1901M.txt"]
    assert verify(texts).difference is None


def test_a_hidden_game_that_is_open_again_keeps_the_pages_of_its_end() -> None:
    log = unplayed_log("seuil")
    hidden = record_of(log[:-1])
    assert list(hidden) == ["index.txt"]
    again = reopened(log)
    assert record_of(again) == record_of(log)
    ended = (*again, replace(log[-1], at=again[-1].at))
    texts = record_of(ended)
    assert {name: texts[name] for name in record_of(log) if name != "index.txt"}.items() <= texts.items()
    assert verify(texts).difference is None


# --- pages of an older judge


_OLDER_FOLDER = Path(__file__).parent / "released" / "record-1"
OLDER = {name: (_OLDER_FOLDER / name).read_text(encoding="utf-8") for name in record_of(eventful_log())}
"""A record whose opening names every setting, and each choice of the rule book that there was."""


def test_a_record_in_which_every_setting_is_named_verifies() -> None:
    assert "reminder = " in OLDER["000-opening.txt"]
    assert "reminder = " not in record_of(eventful_log())["000-opening.txt"]
    assert verify(OLDER).difference is None


def test_a_record_from_before_convoys_that_were_not_used_were_told_verifies() -> None:
    """Its pages stay as they are, and the next ones say it."""
    folder = Path(__file__).parent / "released" / "record-1-convoy"
    older = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert "F NTH C A YOR - BRE\n" in older["002-F1901M.txt"]
    assert verify(older).difference is None
    standing = {name: text for name, text in older.items() if name != "index.txt"}
    assert record_of(idle_fleet_log(), standing=standing).items() >= standing.items()
    texts = record_of(idle_fleet_log(), standing={**standing, "002-F1901M.txt": ""})
    assert "F NTH C A YOR - BRE (unused)\n      The convoy came to nothing" in texts["002-F1901M.txt"]
    assert verify(texts).difference is None


@each_case("new", ["press.observers_write", "votes.drawn_after", "tutorial", "zone", "paradoxes"])
def test_a_record_from_before_a_setting_or_a_choice_existed_verifies(new: str) -> None:
    """As long as what it does not name is as usual."""
    lines = OLDER["000-opening.txt"].splitlines(keepends=True)
    opening = "".join(line for line in lines if not line.startswith(f"  {new} ="))
    assert opening != OLDER["000-opening.txt"]
    assert verify(sealed_again({**OLDER, "000-opening.txt": opening})).difference is None


def test_what_is_usual_stays_so_for_pages_name_only_what_differs() -> None:
    """New settings have a default that changes nothing; one that changed would change older records."""
    named = "".join(line for line in OLDER["000-opening.txt"].partition("Choices of")[0].splitlines(keepends=True))
    usual = [line.strip() for line in table_lines(as_json(Settings()))]
    assert [line for line in re.findall(r"^  (\S+ = .*)$", named, re.MULTILINE) if line not in usual] == []


def test_pages_that_stand_already_are_taken_as_they_are() -> None:
    """So a game goes on under a judge that has other words for pages by now."""
    standing = {name: text for name, text in OLDER.items() if name < "003"}
    bare = with_other(eventful_log(), PhaseClosed, fingerprint=None)
    older = 1 + next(place for place, event in enumerate(bare) if isinstance(event, PhaseClosed) and event.number == 2)
    newer = fingerprinted_trail(Trail(fold_events(bare[:older])).on(bare[older:]), "secret", "0" * 64).events
    texts = record_of((*bare[:older], *newer), standing=standing)
    assert standing.items() <= texts.items()
    assert "Fingerprint of the game up to here" in texts["003-W1901A.txt"]
    assert verify(texts).difference is None


@each_case("name", sorted(record_of(eventful_log())))
def test_no_line_is_wider_than_a_page(name: str) -> None:
    assert max(map(len, record_of(eventful_log("fr"))[name].splitlines())) <= 72


def test_each_page_bears_the_hash_of_its_text_and_of_the_page_before() -> None:
    before = "0" * 64
    for name, page in record_of(eventful_log()).items():
        *above, foot, last = page.splitlines(keepends=True)
        own = sha256("".join((*above, foot)).encode()).hexdigest()
        assert last == f"SHA-256 {own}\n"
        if name != "index.txt":
            assert foot == f"before  {before}\n"
            before = own


# --- what is altered is found


@cache
def texts_of(form: PageForm | None) -> dict[str, str]:
    return record_of(eventful_log(), form)


@settings(max_examples=2000 if is_whole() else 24, deadline=None)
@given(st.data())
def test_one_altered_character_is_found(data: st.DataObject) -> None:
    texts = texts_of(data.draw(st.sampled_from((None, PageForm("fr", "18centres")))))
    name = data.draw(st.sampled_from(sorted(texts)))
    at = data.draw(st.integers(0, len(texts[name]) - 1))
    put = data.draw(st.characters(codec="utf-8") | st.sampled_from([*"\n\r AF.0", ""]))
    altered = texts[name][:at] + put + texts[name][at + 1 :]
    if altered != texts[name]:
        difference = verify({**texts, name: altered}).difference
        assert difference is not None
        assert name in {difference.page, "index.txt"}


FINGERPRINT, SALT = re.findall(
    r"^  Austria +([0-9a-f-]{34})  ([0-9a-f]{16})$", record_of(eventful_log())["002-F1901M.txt"], re.MULTILINE
)[0]

LOG, GAME = re.findall(r"^  (?:log|game) +([0-9a-f]{64})$", record_of(eventful_log())["002-F1901M.txt"], re.MULTILINE)

FORGED = {
    "a result": ("002-F1901M.txt", "F ALB - GRE\n  A SER", "F ALB - GRE (bounce)\n  A SER"),
    "a position": ("002-F1901M.txt", "F GRE", "A GRE"),
    "a centre": ("003-W1901A.txt", "BEL", "BUR"),
    "a score": ("007-end.txt", "  100", "   99"),
    "a winner": ("007-end.txt", "Won by Austria", "Won by France"),
    "a choice of the rule book": ("000-opening.txt", 'paradoxes = "szykman"', 'paradoxes = "all_fail"'),
    "a fingerprint": ("002-F1901M.txt", FINGERPRINT, "0000-" + FINGERPRINT.partition("-")[2]),
    "the fingerprint of the game": ("002-F1901M.txt", GAME, GAME[::-1]),
    "what stands for the log in it": ("002-F1901M.txt", LOG, LOG[::-1]),
    "a salt": ("002-F1901M.txt", SALT, f"{int(SALT, 16) ^ 1:016x}"),
    "how it ended": ("007-end.txt", "all the others conceded", "a solo"),
    "a correction": ("005-W1901A-corrected.txt", 'centre="BEL"', 'centre="HOL"'),
}


@each_case("what", FORGED)
def test_who_forges_a_page_with_all_the_hashes_is_found_out_by_the_rules(what: str) -> None:
    """The hashes can be worked out anew by anybody; the results cannot."""
    page, old, new = FORGED[what]
    texts = dict(record_of(eventful_log()))
    assert old in texts[page]
    texts[page] = texts[page].replace(old, new, 1)
    difference = verify(sealed_again(texts)).difference
    assert difference is not None
    assert difference.page == page
    assert difference.stands != difference.follows


def sealed_again(texts: dict[str, str]) -> dict[str, str]:
    """A record whose hashes agree with its text again, those in the index too."""
    before, index = "0" * 64, texts.pop("index.txt")
    for name, text in texts.items():
        was = text.splitlines()[-1].removeprefix("SHA-256 ")
        texts[name] = sealed(body_of(text), read_seal(text).form, before)
        before = texts[name].splitlines()[-1].removeprefix("SHA-256 ")
        index = index.replace(was, before)
    return {"index.txt": sealed(body_of(index), read_seal(index).form, before), **texts}


def test_who_forges_all_that_can_be_computed_cannot_forge_a_report_that_somebody_holds() -> None:
    """Another fingerprint of orders, and with it those of the game there and behind: the last is not what was told."""
    game, forged = None, list[Event]()
    for event in eventful_log():
        if isinstance(event, PhaseClosed) and game and event.fingerprint:
            salts = dict.fromkeys(event.salts, "s" + "0" * 15) if event.number == 1 else event.salts
            other = replace(event, salts=salts)
            known = event.fingerprint
            event = replace(other, fingerprint=game_fingerprint(game, other, known.log, known.acts))  # noqa: PLW2901
        forged.append(event)
        game = apply(game, event)
    honest, lying = verify(record_of(eventful_log())), verify(record_of(forged))
    assert (honest.difference, lying.difference) == (None, None)
    assert honest.fingerprint != lying.fingerprint


ELSE_TOLD = (
    DeadlineMoved(Phase.parse("F1901M"), Deadline(OPENED + timedelta(days=9), OPENED), OPENED),
    SeatVacated(Power("ITALY"), Address("italy@example.com"), LeavingReason.RESIGNED, OPENED),
    VotePassed(ForExtension(timedelta(days=2)), OPENED),
)


def log_with(*told: Event) -> tuple[Event, ...]:
    """A log of three phases; in the second of them something else has been told to everybody."""
    bare = with_other(recorded_log("one", phases=3), PhaseClosed, fingerprint=None)
    first = 1 + next(place for place, event in enumerate(bare) if isinstance(event, PhaseClosed))
    return fingerprinted_trail(Trail(None).on([*bare[:first], *told, *bare[first:]]), "secret", "0" * 64).events


@pytest.mark.parametrize("told", ELSE_TOLD, ids=lambda one: type(one).__name__)
def test_what_everybody_was_told_cannot_be_written_anew_by_whoever_has_the_key(told: Event) -> None:
    """Neither left out nor at another hour.

    A record with all that can be computed bears another last fingerprint than the report that somebody holds, and one
    that goes on naming the old fingerprints does not verify.
    """
    log = log_with(told)
    honest, named = verify(record_of(log)), [one.fingerprint for one in log if isinstance(one, PhaseClosed)]
    assert honest.difference is None
    for forged in (log_with(), log_with(replace(told, at=told.at + timedelta(hours=1)))):
        lying = verify(record_of(forged))
        assert lying.difference is None
        assert lying.fingerprint != honest.fingerprint
        difference = verify(record_of([_as_told(event, named) for event in forged])).difference
        assert difference
        assert difference.page == "002-F1901M.txt"


def _as_told(event: Event, named: Sequence[GameFingerprint | None]) -> Event:
    """A close with the fingerprint that was told of it, above what the log has by now."""
    if not (isinstance(event, PhaseClosed) and event.fingerprint):
        return event
    told = named[event.number - 1]
    return replace(event, fingerprint=replace(told, acts=event.fingerprint.acts)) if told else event


def test_acts_that_have_pages_are_those_of_the_pages() -> None:
    """Whoever makes all hashes fit and leaves an act out on the page of a phase is found out by its own page."""
    log = [_without_acts(event) for event in eventful_log()]
    difference = verify(record_of(log)).difference
    assert difference
    assert difference.follows == "the acts that have pages are those of the pages before"


def _without_acts(event: Event) -> Event:
    if not (isinstance(event, PhaseClosed) and event.fingerprint):
        return event
    return replace(event, fingerprint=replace(event.fingerprint, acts=()))


def test_a_page_that_is_missing_or_that_nobody_listed_is_named() -> None:
    texts = record_of(eventful_log())
    gone = {name: text for name, text in texts.items() if name != "003-W1901A.txt"}
    assert verify(gone).difference
    more = {**texts, "008-S1903M.txt": texts["006-S1902M.txt"]}
    for altered in (gone, more):
        difference = verify(altered).difference
        assert difference is not None
        assert (difference.page, difference.line) in {("003-W1901A.txt", 0), ("008-S1903M.txt", 0)}


def test_pages_from_before_there_were_hashes_are_known_as_such() -> None:
    former = {name: body_of(text) for name, text in record_of(eventful_log()).items() if name != "index.txt"}
    with pytest.raises(FormerRecordError):
        verify(former)


def test_an_index_that_bears_the_title_of_french_indexes_of_once_verifies() -> None:
    """It said “les archives”; whatever else was changed in it is found all the same."""
    texts = dict(record_of(recorded_log("one", phases=2), PageForm("fr", "standard")))
    before = body_of(texts["index.txt"])
    body = before.replace("l'archive", "les archives", 1)
    assert body != before
    last = texts["index.txt"].rpartition("before  ")[2][:64]
    texts["index.txt"] = sealed(body, PageForm("fr", "standard"), last)
    assert verify(texts).difference is None
    texts["index.txt"] = sealed(body.replace("2023", "1971", 1), PageForm("fr", "standard"), last)
    assert verify(texts).difference is not None


def test_what_people_wrote_and_what_is_secret() -> None:
    log: tuple[Event, ...] = eventful_log()
    texts = record_of(log)
    assert "Italy:\n> Peace!\n>\n> Public press\n>   Austria  A BUD" in texts["002-F1901M.txt"]
    assert "Never again." in texts["007-end.txt"]
    assert [name for name, text in texts.items() if "seedofthelots" in text] == ["007-end.txt"]
    assert [name for name, text in texts.items() if "@" in text] == []
