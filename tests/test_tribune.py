"""The tribune: letters to all readers, held for the operator, printed in one gazette and in the zine."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from judge.config import Config, GazetteConfig
from judge.game.settings import Language
from judge.handlers.people import MOST_LETTERS
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell import local_game
from judge.shell.local_game import Correspondent, LocalGame, text_of
from tests.shared.by_mail import box
from tests.shared.seated import lay_seated_table
from tests.shared.shell import folder_of, shell

OPERATOR = "operator@example.org"
SUNDAY = datetime(2026, 1, 11, 17, tzinfo=UTC)
TALK: dict[Language, tuple[str, str]] = {
    "en": ("TRIBUNE\nWhy nobody by the Lepanto?\n— A reader in York\nEND TRIBUNE", "signed “A reader in York”"),
    "fr": ("TRIBUNE\nPourquoi sans Lépante ?\n— Un lecteur de Brest\nFIN TRIBUNE", "signée « Un lecteur de Brest »"),
}
YES: dict[Language, str] = {"en": "Yes.", "fr": "Oui."}


Lay = Callable[[str], LocalGame]


@pytest.fixture
def lay_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lay]:
    """Lays seven players at a judge with such a tribune; Edith reads the gazette in English, Fernand in French."""
    with ExitStack() as stack:

        def lay(tribune: str) -> LocalGame:
            gazette = GazetteConfig(tribune=tribune)  # type: ignore[arg-type]
            monkeypatch.setattr(local_game, "Config", partial(Config, gazette=gazette))
            table = lay_seated_table(tmp_path)
            stack.callback(table.judge.stop)
            (folder_of(table) / "config.toml").write_text(f'[gazette]\ntribune = "{tribune}"\n', encoding="utf-8")
            for power in ("ENGLAND", "FRANCE"):
                table.players[Power(power)].answer("GAZETTE")
            table.settle()
            return table

        yield lay


def reader_of(table: LocalGame, language: Language) -> Correspondent:
    return table.players[Power("ENGLAND" if language == "en" else "FRANCE")]


def stranger(table: LocalGame, language: Language) -> Correspondent:
    """Somebody who has never played here."""
    known, address = reader_of(table, language), f"late-{language}@example.net"
    box_of = mailbox_of(table.judge.services.config.folders.mailboxes, address)
    return Correspondent(address, known.power, language, known.notation, known.server, box_of, table.clock)


def told(table: LocalGame, address: str, subject: str) -> list[str]:
    letters = [letter for letter in box(table, address) if subject in str(letter["Subject"])]
    return [" ".join(text_of(letter).split()) for letter in letters]  # no-break spaces, too


def run_to(table: LocalGame, hour: datetime) -> None:
    table.clock.advance_to(hour)
    table.judge.wake()
    table.settle()


def gazettes(table: LocalGame, language: Language) -> list[str]:
    return told(table, reader_of(table, language).address, "azette")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_strangers_letter_is_proven_then_held_then_let_through_and_printed_once(
    language: Language, lay_table: Lay
) -> None:
    table, (talk, signed) = lay_table("players"), TALK[language]
    words = talk.split("\n")[1]
    writer = stranger(table, language)
    writer.write("judge@localhost", talk)
    table.settle()
    assert shell(folder_of(table), "tribune").output == "no letter to the tribune waits\n"
    writer.fetch()
    writer.answer(YES[language])
    table.settle()
    assert words in "".join(text_of(letter) for letter in box(table, OPERATOR))
    assert words in shell(folder_of(table), "tribune").output
    assert table.judge.services.store.letters_to_editor() == ()
    run_to(table, SUNDAY)
    assert words not in "".join(gazettes(table, language))
    assert shell(folder_of(table), "tribune", "--print", "1").exit_code == 0
    assert [one.text for one in table.judge.services.store.letters_to_editor()] == [words]
    run_to(table, SUNDAY + timedelta(weeks=1))
    run_to(table, SUNDAY + timedelta(weeks=2))
    printed = [issue for issue in gazettes(table, language) if words in issue]
    assert len(printed) == 1
    assert signed in printed[0]
    assert words in "".join(told(table, writer.address, "ribune"))
    assert writer.address not in printed[0]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_has_played_here_is_printed_at_once_if_the_operator_wants_that(
    language: Language, lay_table: Lay
) -> None:
    table, (talk, signed) = lay_table("players"), TALK[language]
    reader_of(table, language).answer(talk)
    table.settle()
    run_to(table, SUNDAY)
    assert signed in gazettes(table, language)[0]
    assert box(table, OPERATOR) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_all_are_held_a_players_is_too_and_dropped_it_is_printed_nowhere(
    language: Language, lay_table: Lay
) -> None:
    table, (talk, _) = lay_table("held"), TALK[language]
    writer = reader_of(table, language)
    writer.answer(talk)
    table.settle()
    assert shell(folder_of(table), "tribune", "--drop", "2").exit_code == 1
    assert shell(folder_of(table), "tribune", "--drop", "1").exit_code == 0
    run_to(table, SUNDAY)
    assert "ribune" not in gazettes(table, language)[0]
    assert len(told(table, writer.address, "ribune")) == 1


DECISIONS: dict[Language, tuple[str, str]] = {
    "en": ("TRIBUNE PRINT", "TRIBUNE DROP"),
    "fr": ("TRIBUNE PUBLIER", "TRIBUNE ÉCARTER"),
}


@pytest.mark.parametrize("place", [0, 1], ids=["let through", "left out"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_operator_decides_by_a_letter_that_is_confirmed(language: Language, place: int, lay_table: Lay) -> None:
    table, words = lay_table("held"), TALK[language][0].split("\n")[1]
    writer, operator = reader_of(table, language), replace(reader_of(table, language), address=OPERATOR, _seen=set())
    operator = replace(operator, mailbox=mailbox_of(table.judge.services.config.folders.mailboxes, OPERATOR), read=[])
    writer.answer(TALK[language][0])
    table.settle()
    (asked,) = operator.fetch()
    line = re.search(r"TRIBUNE PRINT (\w+)", text_of(asked))
    assert line
    decision = f"{DECISIONS[language][place]} {line[1]}"
    writer.answer(decision)
    table.settle()
    assert len(table.judge.services.store.letters_of_tribune("held")) == 1, "nobody else decides"
    operator.answer(decision)
    table.settle()
    assert len(table.judge.services.store.letters_of_tribune("held")) == 1, "From alone decides nothing"
    operator.fetch()
    operator.answer(YES[language])
    table.settle()
    assert len(told(table, writer.address, "ribune")) == 1
    run_to(table, SUNDAY)
    assert (words in gazettes(table, language)[0]) is (place == 0)
    operator.answer(decision)
    table.settle()
    operator.fetch()
    operator.answer(YES[language])
    table.settle()
    assert len(told(table, writer.address, "ribune")) == 1, "one decision, one letter"


def test_off_it_is_a_letter_to_the_editor_alone(lay_table: Lay) -> None:
    table = lay_table("off")
    reader_of(table, "en").answer(TALK["en"][0])
    table.settle()
    assert len(table.judge.services.store.letters_to_editor()) == 1
    run_to(table, SUNDAY)
    assert "ribune" not in gazettes(table, "en")[0]
    assert box(table, OPERATOR) == []


def test_so_many_of_one_writer_wait_at_most_and_all_are_taken_back(lay_table: Lay) -> None:
    table = lay_table("held")
    writer, store = reader_of(table, "en"), table.judge.services.store
    for _ in range(MOST_LETTERS + 1):
        writer.answer(TALK["en"][0])
        table.settle()
    assert shell(folder_of(table), "tribune").output.count("Lepanto") == MOST_LETTERS
    writer.answer("TRIBUNE OFF")
    table.settle()
    assert store.count_letters_to_editor(writer.address, None) == 0
