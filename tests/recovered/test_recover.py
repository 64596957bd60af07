"""A judge whose disk and backups are gone: from what three of seven have kept the game goes on."""

import os
import re
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.formats.kept_letters import read_folder
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game, text_of
from judge.shell.recover import Given, Recovery, make_again, signature_check, sources_in
from tests.recovered.forwarding import KEEPERS, SECRET, Lost, lose

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    return lose(tmp_path_factory.mktemp("lost"))


def recovered(lost: Lost, folder: Path) -> LocalGame:
    """The judge that serves the game made again, its players having read what it wrote to them."""
    first = start_local_game(folder, now=lost.clock.now())
    first.judge.stop()
    config = first.judge.services.config
    recovery = Recovery(config, lost.clock.now(), Given(), signature_check(config))
    (sources,) = sources_in(read_folder(lost.letters))
    assert make_again(sources, recovery, lost.clock, write=True)
    table = start_local_game(folder, now=lost.clock.now())
    table.settle()
    return table


def told(letters: Sequence[EmailMessage]) -> str:
    """Letters as their reader sees them, without what is drawn by lot."""
    shown = "".join(f"%% {letter['Subject']}\n\n{text_of(letter)}\n" for letter in letters)
    shown = re.sub(r"(code )[A-Z2-7]{6}\b", r"\1CODE", shown)
    return re.sub(r"\b(?:[0-9a-f]{4}-){3,}[0-9a-f]{4}\b", "FINGERPRINT", shown)


def golden(name: str, text: str) -> None:
    path = FOLDER / name
    if os.environ.get("UPDATE_LETTERS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def player(table: LocalGame, power: str) -> Correspondent:
    return table.players[Power(power)]


def test_the_game_goes_on_by_mail_and_each_takes_their_seat_by_yes(lost: Lost, tmp_path: Path) -> None:
    table = recovered(lost, tmp_path)
    try:
        assert table.game.position == lost.game.position
        assert not table.game.seats, "nobody has a seat before they say so"
        assert {power for power, one in table.players.items() if one.read} == {*KEEPERS}
        player(table, "ENGLAND").answer("Yes.")
        player(table, "FRANCE").answer("Oui")
        table.settle()
        assert table.game.seats == {power: lost.game.seats[power] for power in (Power("ENGLAND"), Power("FRANCE"))}
        for power in ("ENGLAND", "FRANCE"):
            assert {*table.game.orders_of(Power(power))} == {*lost.game.orders_of(Power(power))}
        player(table, "RUSSIA").answer("No, that is not me.")
        player(table, "ENGLAND").answer("F NWG - BAR")
        player(table, "ITALY").write("judge@localhost", "TAKEOVER rome ITALY")
        table.settle()
        player(table, "ITALY").answer("Yes.")
        table.settle()
        assert table.game.deadline
        table.clock.advance_to(table.game.deadline.at)
        table.judge.wake()
        table.settle()
        assert str(table.game.position.phase if table.game.position else "") != "F1901M"
    finally:
        table.judge.stop()
    golden("en.txt", told(player(table, "ENGLAND").read))
    golden("fr.txt", told(player(table, "FRANCE").read))
    golden("en-no.txt", told(player(table, "RUSSIA").read))
    others = [one for power, one in table.players.items() if power not in {"FRANCE", "RUSSIA"}]
    assert SECRET not in "".join(text_of(letter) for one in others for letter in one.read)


def test_nothing_of_a_player_is_told_to_another(lost: Lost, tmp_path: Path) -> None:
    table = recovered(lost, tmp_path)
    table.judge.stop()
    told_to = {power: text_of(one.read[0]) for power, one in table.players.items() if one.read}
    assert "F NTH - NWY" in told_to[Power("ENGLAND")]
    assert "F NTH - NWY" not in told_to[Power("FRANCE")] + told_to[Power("RUSSIA")]
    assert SECRET not in "".join(told_to.values())
