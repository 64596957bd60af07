"""The zine in the database: its issues, letters to its editor."""

import json
from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.rules.position import Phase
from judge.store.publications import EditorLetter, NewEditorLetter, WithdrawnEditorLetters, ZineIssue
from judge.store.records import format_timestamp, parse_timestamp


def last_issue(db: Database) -> ZineIssue | None:
    """The last issue; None before the first."""
    row = db.execute("SELECT number, at, drafted, games FROM zine_issues ORDER BY number DESC LIMIT 1").fetchone()
    if row is None:
        return None
    number, at, drafted, games = row
    told = {GameName(name): Phase.parse(phase) for name, phase in json.loads(games).items()}
    return ZineIssue(int(number), parse_timestamp(at), parse_timestamp(drafted), told)


def is_new_issue(db: Database, issue: ZineIssue) -> bool:
    """Whether the number of an issue is higher than that of the last one; an editor may begin with any."""
    last = last_issue(db)
    return issue.number > (last.number if last else 0)


def note_issue(db: Database, issue: ZineIssue) -> None:
    """Note that an issue has gone out."""
    told = json.dumps({name: str(phase) for name, phase in issue.games.items()})
    moments = [format_timestamp(issue.at), format_timestamp(issue.drafted)]
    db.execute("INSERT INTO zine_issues VALUES (?, ?, ?, ?)", [issue.number, *moments, told])


# --- letters to the editor


def keep_letter(db: Database, letter: NewEditorLetter) -> None:
    """Keep a letter for the editor."""
    db.execute(
        "INSERT INTO editor_letters (address, at, language, signature, text) VALUES (?, ?, ?, ?, ?)",
        [letter.address, format_timestamp(letter.at), letter.language, letter.signature, letter.text],
    )


def withdraw_letters(db: Database, withdrawn: WithdrawnEditorLetters) -> None:
    """Forget the letters that somebody takes back."""
    after = format_timestamp(withdrawn.after) if withdrawn.after else ""
    db.execute("DELETE FROM editor_letters WHERE address = ? AND at > ?", [withdrawn.address, after])


def letters_to_editor(db: Database, since: datetime | None) -> tuple[EditorLetter, ...]:
    """The letters to the editor that have come after a moment, or all, oldest first; none shows whom it came from."""
    rows = db.execute(
        "SELECT number, at, language, signature, text FROM editor_letters WHERE at > ? ORDER BY at, number",
        [format_timestamp(since) if since else ""],
    )
    return tuple(
        EditorLetter(int(number), parse_timestamp(at), language, str(signature), str(text))
        for number, at, language, signature, text in rows
    )


def count_letters_of(db: Database, address: str, since: datetime | None) -> int:
    """How many letters to the editor somebody has written after a moment, or in all."""
    after = format_timestamp(since) if since else ""
    row = db.execute("SELECT count(*) FROM editor_letters WHERE address = ? AND at > ?", [address, after]).fetchone()
    return int(row[0])
