"""German is read by the tables of its folder alone; what its sentences deny, plan or suppose is never carried out."""

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from pathlib import Path

from judge.game.messages import Event
from judge.game.settings import Token
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.languages import language_table, words_of
from judge.notation.line import Misread, Offered
from judge.notation.several_orders import read_orders
from judge.notation.write import write_order
from judge.reports.own_texts import SENTENCES, flat_sentences, templates_of
from judge.reports.press import subject_and_text
from judge.requests.dates import read_days, read_hour, read_length
from judge.requests.questions import HistoryRequest
from judge.requests.read_lines import read_lines
from judge.requests.vocabulary import Word, fold_case, keys_of
from judge.shell.local_game import start_local_game
from tests.corpus.carried_out import Finding, carried_out
from tests.corpus.collection import LETTERS, CorpusLetter, letters_in
from tests.notation.scenes import BOARD, FRANCE, Row, others, rows, scene
from tests.reports.parlour import FRANCE as PLAYED
from tests.reports.parlour import NOW, SEATS, SPRING, game_at, opening_events, started
from tests.shared.each_case import each_case
from tests.shared.services import context
from tests.stories.conversations import Conversation, compare, guests_of, read_story, readers_of, with_guests

HERE = Path(__file__).parent
ROWS = tuple(rows("german"))
WRITTEN = tuple(letters_in(HERE, "en", 1))
COMMANDS = [
    tuple(line.split(" | "))
    for line in (HERE / "commands.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


# --- orders


@each_case("row", ROWS, ids=str)
def test_a_line_gives_the_orders_it_says_and_offers_the_others(row: Row) -> None:
    position = scene(row.phase, *row.units)
    force, offered = list[str](), list[str]()
    for _, found in read_orders(row.text, position, BOARD, FRANCE, row.own, others(row.own)):
        if isinstance(found, Offered):
            offered += [write_order(order, position, BOARD, row.own) for order in found.orders]
        elif not isinstance(found, Misread):
            force.append(write_order(found, position, BOARD, row.own))
    assert ("; ".join(force), "; ".join(offered)) == (row.facts[0], row.facts[1])


def test_the_tables_are_long_enough_to_tell() -> None:
    assert len(ROWS) >= 100
    assert len([letter for letter in WRITTEN if letter.meant]) >= 10
    assert len([letter for letter in WRITTEN if not letter.meant]) >= 10


@each_case("letter", WRITTEN, ids=lambda letter: letter.texts[0][:60])
def test_a_letter_of_orders_is_carried_out_and_no_other_one(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert not found.executed_not_meant | found.offered_not_meant
    if letter.offer & letter.meant:
        assert found.is_whole
    else:
        assert found.is_in_force_whole if letter.meant else found.is_answered_rightly


# --- commands and dates


def asked(said: object) -> object:
    """What is asked, words by their text, without places and the language of the verb."""
    if isinstance(said, Word):
        return said.text
    if isinstance(said, tuple):
        return tuple(map(asked, said))
    if is_dataclass(said):
        return type(said), *(asked(getattr(said, one.name)) for one in fields(said) if one.name != "language")
    return said


def read(line: str) -> list[object]:
    return [asked(one.request) for one in read_lines(line)]


def told(line: str) -> Sequence[Event]:
    """What happens by a letter of a player in the spring of 1903."""
    game, by = game_at(SPRING), SEATS[PLAYED]
    letter = context(NOW, "rome", number=9, log=(*opening_events(), started(SPRING)))
    return handle_lines(Session(game, game.people[by]), letter, read_lines(line), ()).events


@each_case(("english", "german"), COMMANDS)
def test_a_command_is_the_same_in_german(english: str, german: str) -> None:
    assert read(german) == read(english)


def test_a_history_begins_where_a_german_line_says() -> None:
    (piece,) = read_lines("VERLAUF rome SEIT S1902M")
    assert isinstance(piece.request, HistoryRequest)
    assert piece.request.since
    assert piece.request.since.onwards


def test_press_has_a_subject_in_german() -> None:
    assert subject_and_text("Betreff: Venedig\nWollen wir?") == ("Venedig", "Wollen wir?")


def test_a_vote_is_cast_in_german() -> None:
    for line in ("STIMME UNENTSCHIEDEN", "Ich stimme für Unentschieden.", "STIMME VERLÄNGERUNG 3 Tage"):
        assert [type(event).__name__ for event in told(line)] == ["VoteCast"], line


DENIED = [
    "STIMME NICHT UNENTSCHIEDEN",
    "Ich stimme nicht für Unentschieden",
    "Ich stimme gegen Unentschieden",
    "Aufgeben werde ich nicht.",
    "Ich möchte nicht aufgeben.",
    "Nicht aufgeben!",
    "Abwesend bin ich nicht.",
    "Warten wir ab.",
    "Fertig ist das noch nicht.",
    "Ich würde gern für Unentschieden stimmen, aber Italien nicht.",
]


@each_case("line", DENIED)
def test_what_is_denied_in_german_is_not_done(line: str) -> None:
    assert told(line) == ()


def test_days_and_hours_in_german() -> None:
    monday = date(2026, 11, 30)
    days = {
        "vom 24. Dezember bis 2. Januar": (date(2026, 12, 24), date(2027, 1, 2)),
        "24.12.": (date(2026, 12, 24), date(2026, 12, 24)),
        "bis Freitag": (monday, date(2026, 12, 4)),
        "nächste Woche": (date(2026, 12, 7), date(2026, 12, 13)),
        "morgen": (date(2026, 12, 1), date(2026, 12, 1)),
        "für drei Tage ab Montag": (monday, date(2026, 12, 2)),
        "1. bis 15. März 2027": (date(2027, 3, 1), date(2027, 3, 15)),
    }
    assert {text: read_days(text, monday) for text in days} == days
    assert (read_length("3 Tage"), read_length("36 Stunden")) == (timedelta(days=3), timedelta(hours=36))
    assert read_hour("21 Uhr 30") == time(21, 30)


# --- what English and French letters say is read as before


def verbs_of(language: str) -> dict[str, str]:
    """The keys of the verbs of a language by their words."""
    table = words_of(language, "verbs")["verbs"]
    return {fold_case(form): f"verbs.{key}" for key, forms in table.items() for form in forms}


def test_no_word_by_which_german_is_known_is_one_of_english_or_french_letters() -> None:
    """A verb may be the same there, as ABONNEMENT is; a word of sentences may not."""
    letters = (path for path in LETTERS.glob("*/*/*.txt") if path.stem != "foreign")
    theirs = {word for path in letters for word in re.findall(r"\w+", fold_case(path.read_text(encoding="utf-8")))}
    verbs, older = verbs_of("de"), verbs_of("en") | verbs_of("fr")
    assert {word: key for word, key in verbs.items() if word in theirs and older.get(word) != key} == {}
    assert sorted(theirs.intersection(map(fold_case, words_of("de", "tongues")["only_there"]))) == []
    assert all(keys_of(word) for word in verbs)


# --- commands that letters name


def words_read(language: str) -> set[str]:
    """All words of commands and of what stands behind them."""
    tables = (table for name, table in words_of(language, "verbs").items() if isinstance(table, dict))
    return {fold_case(word) for table in tables for forms in table.values() for form in forms for word in form.split()}


NO_COMMANDS = {"DE", "EN", "FR", "FOR", "SEUIL", "REGION", "SIGNON"}
"""Codes of languages and of a region, the name of a board, a word of German, too, and what older judges know."""


def test_letters_name_no_command_in_english() -> None:
    """A sentence and a template name each by the words of its language; what both languages have is either's."""
    foreign = words_read("en") - words_read("de")
    folder = templates_of("de")
    pages = [(path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.txt")]
    named = {
        (key, word)
        for key, said in (*flat_sentences(language_table("de", SENTENCES)), *pages)
        for word in re.findall(r"\b[A-ZÄÖÜ]{2,}\b", str(said))
    }
    assert {
        (key, word) for key, word in named if fold_case(word) in foreign - set(map(fold_case, NO_COMMANDS))
    } == set()


# --- a whole game


def test_a_whole_duel_as_a_player_lived_it(tmp_path: Path) -> None:
    story = HERE / "duel.txt"
    title, happenings = read_story(story.read_text(encoding="utf-8"))
    table = start_local_game(tmp_path, seed=lambda: Token("seedofthelots"))
    try:
        told = Conversation(with_guests(table, guests_of(title)), readers_of(title)).tell(title, happenings)
    finally:
        table.judge.stop()
    compare(told, story)
