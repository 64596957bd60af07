"""What is stored beside games: issues of gazette and zine, their readers, letters to the editor, blocks, cups."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.game.league import RECORD_SCORING, TIE_BREAKS, Tournament
from judge.game.settings import Address, GameName, Language, LetterForm
from judge.languages import FALLBACK, LANGUAGES, Spoken
from judge.rules.ending import scoring_names
from judge.rules.position import Phase
from judge.store.records import (
    QUEUE,
    Block,
    EditorLetter,
    GazetteIssue,
    NewEditorLetter,
    Publication,
    StoredTournament,
    Subscriber,
    Subscription,
    Tribune,
    TribuneDecision,
    WithdrawnEditorLetters,
    ZineIssue,
)
from judge.store.rows import format_timestamp, moment_or_none, parse_timestamp

# --- the gazette in the database: its last issue, when the next one is due


def last_gazette(db: Database) -> GazetteIssue:
    """The last issue, with the hour when the next one is due; its number is 0 before the first."""
    number, at, alarm = db.execute("SELECT issue, at, alarm FROM gazette").fetchone()
    return GazetteIssue(number, moment_or_none(at), moment_or_none(alarm))


def is_next_issue(db: Database, issue: GazetteIssue) -> bool:
    """Whether an issue is the one after the last, or number 0, which is none."""
    return issue.number in {last_gazette(db).number + 1, 0}


def note_gazette(db: Database, issue: GazetteIssue) -> None:
    """Note that an issue has gone out, or with number 0 that it had no readers, and when the next one is due."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(issue.alarm) if issue.alarm else None])
    if issue.number and issue.at:
        db.execute("UPDATE gazette SET issue = ?, at = ?", [issue.number, format_timestamp(issue.at)])
    for letter in issue.printed:
        db.execute("UPDATE editor_letters SET tribune = 'printed' WHERE number = ?", [letter])


def set_next_issue(db: Database, at: datetime | None) -> None:
    """Set when the next issue is due; None for never."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(at) if at else None])


# --- the zine in the database: its issues, letters to its editor


def last_issue(db: Database) -> ZineIssue | None:
    """The last issue; None before the first."""
    row = db.execute("SELECT number, at, drafted, games FROM zine_issues ORDER BY number DESC LIMIT 1").fetchone()
    if row is None:
        return None
    number, at, drafted, games = row
    told = {GameName(name): Phase.parse(phase) for name, phase in json.loads(games).items()}
    return ZineIssue(int(number), parse_timestamp(at), parse_timestamp(drafted), told)


def games_told(db: Database) -> frozenset[GameName]:
    """The games of which any issue has told a phase."""
    rows = db.execute("SELECT games FROM zine_issues").fetchall()
    return frozenset(GameName(name) for (games,) in rows for name in json.loads(games))


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
    values = [letter.address, format_timestamp(letter.at), letter.language, letter.signature, letter.text]
    db.execute(
        "INSERT INTO editor_letters (address, at, language, signature, text, tribune) VALUES (?, ?, ?, ?, ?, ?)",
        [*values, letter.tribune],
    )


def withdraw_letters(db: Database, withdrawn: WithdrawnEditorLetters) -> None:
    """Forget the letters that somebody takes back."""
    after = format_timestamp(withdrawn.after) if withdrawn.after else ""
    db.execute(
        "DELETE FROM editor_letters WHERE address = ? AND tribune <> 'printed' AND (at > ? OR tribune <> '')",
        [withdrawn.address, after],
    )


def decide_tribune(db: Database, decided: TribuneDecision) -> None:
    """Let a held letter through, as if it came now, or forget it."""
    if decided.is_printed:
        db.execute(
            "UPDATE editor_letters SET tribune = 'open', at = ? WHERE number = ? AND tribune = 'held'",
            [format_timestamp(decided.at), decided.number],
        )
    else:
        db.execute("DELETE FROM editor_letters WHERE number = ? AND tribune = 'held'", [decided.number])


def letters_to_editor(db: Database, since: datetime | None = None) -> tuple[EditorLetter, ...]:
    """The letters to the editor that have come after a moment, or all, oldest first; none shows whom it came from.

    Those that are held are not among them.
    """
    rows = db.execute(
        """SELECT number, at, language, signature, text FROM editor_letters
           WHERE at > ? AND tribune <> 'held' ORDER BY at, number""",
        [format_timestamp(since) if since else ""],
    )
    return tuple(EditorLetter(number, parse_timestamp(at), *told) for number, at, *told in rows)


def letters_of_tribune(db: Database, state: Tribune) -> tuple[EditorLetter, ...]:
    """The letters to all readers that stand somewhere, oldest first; none shows whom it came from."""
    rows = db.execute(
        """SELECT number, at, language, signature, text FROM editor_letters
           WHERE tribune = ? ORDER BY at, number""",
        [state],
    )
    return tuple(EditorLetter(number, parse_timestamp(at), *told) for number, at, *told in rows)


def count_letters_of(db: Database, address: str, since: datetime | None) -> int:
    """How many letters of somebody are in no issue, if the last draft was made at a moment; None for none."""
    after = format_timestamp(since) if since else ""
    row = db.execute(
        """SELECT count(*) FROM editor_letters
           WHERE address = ? AND tribune <> 'printed' AND (at > ? OR tribune <> '')""",
        [address, after],
    ).fetchone()
    return int(row[0])


def writer_of(db: Database, number: int) -> str:
    """The address that a letter to the editor came from: it is told what becomes of its letter."""
    return str(db.execute("SELECT address FROM editor_letters WHERE number = ?", [number]).fetchone()[0])


# --- who reads the gazette, and who the zine, in the database


def subscribe(db: Database, wanted: Subscription) -> None:
    """Add or remove a reader of a publication; the first reader of the gazette sets when its next issue is due."""
    key = [wanted.publication.value, wanted.address]
    if wanted.publication is Publication.PLAYERS:
        db.execute("DELETE FROM not_named WHERE address = ?", key[1:])
        if not wanted.is_on:
            db.execute("INSERT INTO not_named VALUES (?)", key[1:])
        return
    if wanted.publication is Publication.FORGETTING:
        db.execute("DELETE FROM forgetting WHERE address = ?", key[1:])
        if wanted.is_on and wanted.alarm:
            db.execute("INSERT INTO forgetting VALUES (?, ?)", [*key[1:], format_timestamp(wanted.alarm)])
        return
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


def unlisted(db: Database) -> frozenset[Address]:
    """Everybody who is not to be named in lists of players."""
    return frozenset(Address(one) for (one,) in db.execute("SELECT address FROM not_named"))


def is_subscriber(db: Database, address: str) -> bool:
    """Whether somebody reads any publication."""
    return bool(db.execute("SELECT 1 FROM subscribers WHERE address = ? LIMIT 1", [address]).fetchone())


# --- who wishes to meet whom in no game


def block(db: Database, wish: Block) -> None:
    """Note whom somebody wishes to meet in no game, or no longer."""
    key = [wish.by, wish.named, wish.game, wish.other]
    if wish.is_on:
        db.execute("INSERT OR IGNORE INTO blocks (address, named, game, other) VALUES (?, ?, ?, ?)", key)
    else:
        db.execute("DELETE FROM blocks WHERE address = ? AND named = ? AND game = ? AND other = ?", key)


def move_blocks(db: Database, before: Address, to: Address) -> None:
    """Have a new address block whom somebody blocks at the one before, and either be blocked by whoever blocks one."""
    db.execute("INSERT OR IGNORE INTO moves (address, later) VALUES (?, ?)", [before, to])
    copied = "INSERT OR IGNORE INTO blocks (address, named, game, other)"
    own = f"{copied} SELECT ?, named, game, other FROM blocks WHERE address = ? AND other <> ?"  # noqa: S608
    db.execute(own, [to, before, to])
    for here, there in ((before, to), (to, before)):
        others = f"{copied} SELECT address, named, game, ? FROM blocks WHERE other = ? AND address <> ?"  # noqa: S608
        db.execute(others, [there, here, there])


def other_addresses(db: Database, address: Address) -> frozenset[Address]:
    """Under which addresses somebody has played as well, before this one and after it."""
    known, new = {address}, [address]
    asked = "SELECT later FROM moves WHERE address = :one UNION SELECT address FROM moves WHERE later = :one"
    while new:
        found = {Address(one) for (one,) in db.execute(asked, {"one": new.pop()}).fetchall()}
        new += found - known
        known |= found
    return frozenset(known - {address})


def blocks_about(db: Database, address: Address) -> tuple[Block, ...]:
    """Whom somebody blocks, in the order of their names, then who blocks them."""
    rows = db.execute(
        """SELECT address, named, other, game FROM blocks WHERE address = :who
           UNION ALL SELECT address, named, other, game FROM blocks WHERE other = :who AND address <> :who""",
        {"who": address},
    )
    return tuple(Block(Address(by), named, Address(other), game) for by, named, other, game in rows)


# --- tournaments that were opened by letter


def tournaments(db: Database) -> tuple[StoredTournament, ...]:
    """All of them, by name."""
    return tuple(_stored_tournaments(db, "name <> ?"))


def queue(db: Database) -> StoredTournament | None:
    """Those who wait for a table of any game; None where nobody ever has."""
    return next(_stored_tournaments(db, "name = ?"), None)


def _stored_tournaments(db: Database, which: str) -> Iterator[StoredTournament]:
    said = f"SELECT name, version, standing, state, alarm FROM tournaments WHERE {which} ORDER BY name"  # noqa: S608
    for name, seen, standing, state, at in db.execute(said, [QUEUE]):
        yield StoredTournament(name, seen, standing, state, moment_or_none(at))


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
    """Have the tournament of a game that has ended look after it, in a new version: nobody decides on the old one.

    So it is with the queue, and a game of it in which a seat has become free.
    """
    db.execute(
        """UPDATE tournaments SET alarm = min(coalesce(alarm, :at), :at), version = version + 1
           WHERE EXISTS (SELECT 1 FROM json_each(standing, '$.games') WHERE value = :game)""",
        {"at": format_timestamp(at), "game": game},
    )


def postpone_tournament(db: Database, name: str, at: datetime) -> None:
    """Set the next alarm of a tournament."""
    db.execute("UPDATE tournaments SET alarm = ? WHERE name = ?", [format_timestamp(at), name])


# --- reads tournaments: those of the operator's folder, one TOML file each, and those that were opened by letter


_KEYS = ("title", "scoring", "games", "best", "ties", "players")
_PLAYER_KEYS = ("name", "team")


class TournamentError(Exception):
    """A file cannot be used; the message names it, what is wrong in it, and what would work."""


def tournament_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the tournaments: those of their files."""
    return tuple(sorted(path.stem.lower() for path in folder.glob("*.toml"))) if folder.is_dir() else ()


def read_tournaments(
    folder: Path, by_mail: Sequence[StoredTournament] = ()
) -> tuple[tuple[Tournament, ...], tuple[str, ...]]:
    """Return every usable tournament, those opened ``by_mail`` last, and what is wrong with each of the others."""
    good: list[Tournament] = []
    wrong: list[str] = []
    for name in tournament_names(folder):
        try:
            good.append(read_tournament(folder, name))
        except TournamentError as error:
            wrong.append(str(error))
    names = {one.name for one in good}
    return (*good, *(mailed_tournament(one) for one in by_mail if one.name not in names)), tuple(wrong)


def mailed_tournament(stored: StoredTournament) -> Tournament:
    """Return a tournament that was opened by letter as it stands."""
    table = json.loads(stored.standing)
    blocks = table.pop("blocks", False)
    return replace(_tournament(Path(stored.name), table), blocks=blocks)


def read_tournament(folder: Path, name: str) -> Tournament:
    """Return one tournament; TournamentError if it cannot be used."""
    path = next((path for path in sorted(folder.glob("*.toml")) if path.stem.lower() == name.lower()), None)
    if path is None:
        there = ", ".join(tournament_names(folder)) or "none yet"
        raise TournamentError(f"there is no tournament “{name}” in {folder}; those there are: {there}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise TournamentError(f"{path}: {error}") from error
    return _tournament(path, table)


def _tournament(path: Path, table: Mapping[str, object]) -> Tournament:
    _known(path, table, _KEYS)
    name = path.stem.lower()
    scoring, best = table.get("scoring", RECORD_SCORING), table.get("best", 0)
    if scoring not in scoring_names():
        raise TournamentError(f"{path}: scoring must be one of {', '.join(scoring_names())}, not {scoring!r}")
    if not isinstance(best, int) or isinstance(best, bool) or best < 0:
        raise TournamentError(f"{path}: best must be a whole number, 0 for all results, not {best!r}")
    players = tuple(_players(path, table.get("players", {})))
    return Tournament(
        name,
        _titles(path, table.get("title", name)),
        tuple(GameName(game.lower()) for game in _games(path, table.get("games", []))),
        str(scoring),
        best,
        {address: said for address, said, _ in players if said},
        {address: team for address, _, team in players if team},
        tuple(_ties(path, table.get("ties", []))),
    )


def _known(path: Path, table: Mapping[str, object], keys: Sequence[str]) -> None:
    for key in table:
        if key not in keys:
            raise TournamentError(f"{path}: there is no key “{key}”; the keys are {', '.join(keys)}")


def _titles(path: Path, title: object) -> Mapping[Language, str]:
    if isinstance(title, str):
        return Spoken({FALLBACK: title})
    if isinstance(title, dict) and {FALLBACK} <= set(title) <= {*LANGUAGES}:
        named = Spoken({language: one for language, one in title.items() if isinstance(one, str)})
        if len(named) == len(title):
            return named
    raise TournamentError(f'{path}: title must be text, or {{ en = "Winter Cup", fr = "Coupe d\'hiver" }}')


def _games(path: Path, games: object) -> Sequence[str]:
    if isinstance(games, list) and all(isinstance(game, str) for game in games):
        return games
    raise TournamentError(f'{path}: games must be a list of names, as in games = ["rome", "oslo"]')


def _ties(path: Path, ties: object) -> Sequence[str]:
    if isinstance(ties, list) and all(tie in TIE_BREAKS for tie in ties):
        return ties
    raise TournamentError(f"{path}: ties must be a list of these: {', '.join(TIE_BREAKS)}")


def _players(path: Path, players: object) -> Iterator[tuple[Address, str, str]]:
    """Every player with their name and their team, either of them perhaps empty."""
    if not isinstance(players, dict):
        raise TournamentError(f"{path}: [players] is a section of addresses, each with a name")
    for address, said in players.items():
        entry = {"name": said} if isinstance(said, str) else said
        if not isinstance(entry, dict) or not all(isinstance(one, str) for one in entry.values()):
            raise TournamentError(f'{path}: write "{address}" = {{ name = "Florence", team = "Lions" }}')
        _known(path, entry, _PLAYER_KEYS)
        yield Address(address.lower()), entry.get("name", ""), entry.get("team", "")
