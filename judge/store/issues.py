"""The issues of the gazette and of the zine in the database, who reads them, letters to the editor, tournaments."""

import json
from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import GameName, LetterForm
from judge.rules.position import Phase
from judge.store.publications import (
    EditorLetter,
    GazetteIssue,
    NewEditorLetter,
    Publication,
    StoredTournament,
    Subscriber,
    Subscription,
    WithdrawnEditorLetters,
    ZineIssue,
)
from judge.store.records import format_timestamp, parse_timestamp

# --- the gazette in the database: its last issue, when the next one is due


def last_gazette(db: Database) -> GazetteIssue:
    """The last issue, with the hour when the next one is due; its number is 0 before the first."""
    number, at, alarm = db.execute("SELECT issue, at, alarm FROM gazette").fetchone()
    return GazetteIssue(number, _timestamp_or_none(at), _timestamp_or_none(alarm))


def is_next_issue(db: Database, issue: GazetteIssue) -> bool:
    """Whether an issue is the one after the last, or number 0, which is none."""
    return issue.number in {last_gazette(db).number + 1, 0}


def note_gazette(db: Database, issue: GazetteIssue) -> None:
    """Note that an issue has gone out, or with number 0 that it had no readers, and when the next one is due."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(issue.alarm) if issue.alarm else None])
    if issue.number and issue.at:
        db.execute("UPDATE gazette SET issue = ?, at = ?", [issue.number, format_timestamp(issue.at)])


def set_next_issue(db: Database, at: datetime | None) -> None:
    """Set when the next issue is due; None for never."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(at) if at else None])


def _timestamp_or_none(text: str | None) -> datetime | None:
    return parse_timestamp(text) if text else None


# --- the zine in the database: its issues, letters to its editor


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


# --- who reads the gazette, and who the zine, in the database


def subscribe(db: Database, wanted: Subscription) -> None:
    """Add or remove a reader of a publication; the first reader of the gazette sets when its next issue is due."""
    key = [wanted.publication.value, wanted.address]
    if not wanted.is_on:
        db.execute("DELETE FROM subscribers WHERE publication = ? AND address = ?", key)
        return
    db.execute(
        """INSERT INTO subscribers (publication, address, language, form, pdf) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (publication, address)
           DO UPDATE SET language = excluded.language, form = excluded.form, pdf = excluded.pdf""",
        [*key, wanted.language, wanted.form.value, wanted.pdf],
    )
    if wanted.alarm and wanted.publication is Publication.GAZETTE:
        db.execute("UPDATE gazette SET alarm = coalesce(alarm, ?)", [format_timestamp(wanted.alarm)])


def subscribers_of(db: Database, publication: Publication) -> tuple[Subscriber, ...]:
    """Every reader of a publication, in the order they subscribed."""
    rows = db.execute(
        "SELECT number, address, language, form, pdf FROM subscribers WHERE publication = ? ORDER BY number",
        [publication.value],
    )
    return tuple(
        Subscriber(int(number), str(to), language, LetterForm(form), bool(pdf))
        for number, to, language, form, pdf in rows
    )


def is_subscriber(db: Database, address: str) -> bool:
    """Whether somebody reads any publication."""
    return bool(db.execute("SELECT 1 FROM subscribers WHERE address = ? LIMIT 1", [address]).fetchone())


# --- tournaments that were opened by letter


def tournaments(db: Database) -> tuple[StoredTournament, ...]:
    """All of them, by name."""
    rows = db.execute("SELECT name, version, standing, state, alarm FROM tournaments ORDER BY name")
    return tuple(
        StoredTournament(name, seen, standing, state, _timestamp_or_none(at))
        for name, seen, standing, state, at in rows
    )


def is_tournament_as_seen(db: Database, one: StoredTournament) -> bool:
    """Whether a tournament is in the version that a change of it was decided on."""
    row = db.execute("SELECT version FROM tournaments WHERE name = ?", [one.name]).fetchone()
    return one.seen == (row[0] if row else 0)


def write_tournament(db: Database, one: StoredTournament) -> None:
    """Write a tournament in its next version."""
    at = format_timestamp(one.alarm) if one.alarm else None
    values = [one.name, one.seen + 1, one.standing, one.state, at]
    db.execute(
        "INSERT OR REPLACE INTO tournaments (name, version, standing, state, alarm) VALUES (?, ?, ?, ?, ?)", values
    )


def wake_tournament(db: Database, game: GameName, at: datetime) -> None:
    """Have the tournament of a game that has ended look after it, in a new version: nobody decides on the old one."""
    db.execute(
        """UPDATE tournaments SET alarm = min(coalesce(alarm, :at), :at), version = version + 1
           WHERE EXISTS (SELECT 1 FROM json_each(standing, '$.games') WHERE value = :game)""",
        {"at": format_timestamp(at), "game": game},
    )


def postpone_tournament(db: Database, name: str, at: datetime) -> None:
    """Set the next alarm of a tournament."""
    db.execute("UPDATE tournaments SET alarm = ? WHERE name = ?", [format_timestamp(at), name])
