"""Reads tournaments: those of the operator's folder, one TOML file each, and those that were opened by letter."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.game.league import RECORD_SCORING, TIE_BREAKS, Tournament
from judge.game.settings import Address, GameName, Language
from judge.rules.ending import scoring_names
from judge.store.publications import StoredTournament

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
    return _tournament(Path(stored.name), json.loads(stored.standing))


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
        return {"en": title, "fr": title}
    if isinstance(title, dict) and set(title) == {"en", "fr"} and all(isinstance(one, str) for one in title.values()):
        return {"en": title["en"], "fr": title["fr"]}
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
