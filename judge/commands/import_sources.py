"""What a game can be taken over from: the pages of a folder, a saved game, a report; told apart by what is in it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from pathlib import Path

import click

from judge.game.settings import board_of_settings
from judge.njudge.report import ToldPosition, is_njudge_report, read_njudge_report
from judge.njudge.words import ReportFaultError
from judge.packaged import PROGRAM
from judge.positions_json import JsonFaultError
from judge.record.facts import OpeningFacts
from judge.record.verifying import FormerRecordError, Verified, verify
from judge.rules.board import Board
from judge.rules.board_file import load_board
from judge.saved_game import MAP, SavedGame, is_saved_game, read_saved_game
from judge.shell.record import told_of


@dataclass(frozen=True)
class Source:
    """What a game is taken over from, with its name there and its board."""

    found: Verified | SavedGame | ToldPosition
    name: str
    board: Board


def read_source(path: Path) -> Source:
    """Return what lies at a path; ClickException says what is wrong with it, and what would do."""
    if path.is_dir():
        found = _verified(path)
        opening = found.read[0].facts
        assert isinstance(opening, OpeningFacts)
        return Source(found, found.name, board_of_settings(replace(opening.settings, board_text=found.board_text)))
    text = _text_of(path.read_bytes())
    board = load_board(MAP)
    if text.lstrip().startswith("{"):
        saved = _saved_game(path, text)
        return Source(saved, saved.name, board)
    if not is_njudge_report(text):
        message = (
            f"{path} is neither a saved game of the package “diplomacy” (JSON) nor a report in nJudge's wording; one "
            "has a line like “Movement results for Spring of 1902.  (rome.004)”. The pages of a game are a folder"
        )
        raise click.ClickException(message)
    try:
        report = read_njudge_report(text, board)
    except ReportFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error
    return Source(report, report.name, board)


def _verified(folder: Path) -> Verified:
    """What the pages of a folder say; ClickException where they do not verify."""
    texts = {
        path.name: path.read_bytes().decode("utf-8", errors="surrogateescape")
        for path in sorted(folder.iterdir())
        if path.suffix in {".txt", ".toml"}
    }
    try:
        found = verify(texts)
    except FormerRecordError:
        raise click.ClickException(f"the pages in {folder} are from before pages bore hashes") from None
    if found.difference or not found.pages:
        raise click.ClickException(f"the pages in {folder} do not verify\n{told_of(found)}")
    return found


def _saved_game(path: Path, text: str) -> SavedGame:
    table = _object(path, text)
    if "last_page" in table:
        message = (
            f"{path} is the private file of a game; “{PROGRAM} import FOLDER --private {path}” takes it with the pages"
        )
        raise click.ClickException(message)
    if not is_saved_game(table):
        message = f'{path} is no saved game: it has no list of phases, {{"phases": [{{"name": "S1901M", …}}, …]}}'
        raise click.ClickException(message)
    try:
        return read_saved_game(table)
    except JsonFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error


def _object(path: Path, text: str) -> Mapping[str, object]:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{path} is no JSON: {error}") from error
    return table if isinstance(table, dict) else {}


# --- text


def _text_of(raw: bytes) -> str:
    """The text of a file; of a mail that was saved its text, with no line of its head but the last."""
    if _HEAD.match(raw):
        message = message_from_bytes(raw, policy=policy.default)
        body = message.get_body(("plain",))
        if body is not None:
            payload = body.get_payload(decode=True)
            raw = payload if isinstance(payload, bytes) else raw
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


_HEAD = re.compile(rb"(?:From |[A-Za-z][A-Za-z-]*: ).*\r?\n(?:[A-Za-z][A-Za-z-]*: |[ \t])", re.IGNORECASE)
"""Two lines of the head of a mail."""
