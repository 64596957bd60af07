"""Pages of the archive: what was public of a game, complete enough to be judged again from the text."""

from collections.abc import Sequence
from datetime import UTC, datetime

from judge.game.events import GameEnded, GameStarted, PhaseClosed, PressSent
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.reports.facts import NEUTRAL, centre_table, position_table, powers_judged, retreats
from judge.reports.language import listing, say
from judge.reports.pages import fill
from judge.reports.results import score_table
from judge.reports.voice import Voice
from judge.rules.position import Position

ARCHIVE_NOTATION = NEUTRAL
"""The archive is written in one notation whoever reads it, so that one reader can read it all back."""


def opening_page(game: Game, event: GameStarted) -> str:
    """The settings, the lots and the position the game began with. Powers, never addresses: the archive is public."""
    language = _language(game)
    return fill(
        language,
        "archive.opening",
        game=game.name,
        settings=game.settings,
        seed=game.seed,
        started=_utc(event.at),
        phase=str(event.position.phase),
        position=position_table(_voice(game, event.position)),
        centres=centre_table(_voice(game, event.position)),
    )


def phase_page(game: Game, event: PhaseClosed, press: Sequence[PressSent]) -> str:
    """One closed phase: position before, orders and results with reasons, retreats, position after, centres, press."""
    before, after = _voice(game, event.before), _voice(game, event.judgement.after)
    return fill(
        before.language,
        "archive.phase",
        game=game.name,
        number=event.number,
        code=str(event.before.phase),
        phase=before.phase(event.before.phase),
        rulebook=game.settings.rulebook,
        closed=_utc(event.at),
        because=event.because.value,
        position_before=position_table(before),
        powers=powers_judged(event.judgement, event.silent, before),
        silent=listing(before.language, [before.power(power) for power in event.silent]),
        retreats=retreats(event.judgement, before, after),
        next_code=str(event.judgement.after.phase),
        position_after=position_table(after),
        centres=centre_table(after, before),
        press=tuple((_author(game, letter), letter.text) for letter in press),
    )


def ending_page(game: Game, event: GameEnded) -> str:
    """How the game ended, with its scores."""
    language = _language(game)
    names = {power: spoken[language] for power, spoken in game.board.powers.items()}
    return fill(
        language,
        "archive.ending",
        game=game.name,
        ended=_utc(event.at),
        ending=event.ending.value,
        winners=listing(language, [names[power] for power in event.winners]),
        scores=score_table(event, names),
    )


def _author(game: Game, letter: PressSent) -> str:
    language = _language(game)
    return game.board.powers[letter.sender][language] if letter.sender else say(language, "words.master")


def _voice(game: Game, position: Position) -> Voice:
    return Voice(_language(game), load_notation(ARCHIVE_NOTATION), game.board, position)


def _language(game: Game) -> Language:
    """The language of the game's master."""
    return game.people[game.master].language


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
