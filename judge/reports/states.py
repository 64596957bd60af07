"""The answers to STATUS, a game as it stands for one reader; to TERMS, what was agreed for it."""

from datetime import datetime

from judge.game.person import Person
from judge.game.phases.messages import Ending
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.count import counted
from judge.reports.agenda import agenda
from judge.reports.facts import centre_table, position_table
from judge.reports.front import front
from judge.reports.in_force import force
from judge.reports.language import listing
from judge.reports.moments import moment
from judge.reports.pages import fill
from judge.reports.sent import scouts
from judge.reports.terms.agreed import agreement
from judge.reports.voice import voice_of
from judge.reports.votes import told_of_votes


def write_state(game: Game, reader: Person, now: datetime) -> str:
    """One game as it stands for one reader; of orders it shows the reader's own alone."""
    position = game.position
    voice = voice_of(game, reader, position) if position else None
    powers = game.powers_of(reader.address)
    is_open = voice is not None and game.deadline is not None
    return fill(
        reader.language,
        "anyone.state",
        game=game.name,
        now=moment(now, reader.zone, reader.language),
        rulebook=game.settings.rulebook,
        terms=agreement(game.settings, reader.language),
        waiting=len(game.standbys),
        joined=len(game.players),
        needed=len(game.board.seats),
        is_started=position is not None,
        is_over=game.ended is not None,
        is_draw=game.ended is not None and game.ended.ending in {Ending.DRAW, Ending.STALEMATE},
        sought=listing(reader.language, [game.board.powers[power][reader.language] for power in game.sought]),
        votes=told_of_votes(counted(game), game.board, reader.language),
        winners=listing(reader.language, _winners(game, reader.language)),
        phase=voice.phase(voice.position.phase) if voice else "",
        ahead=agenda(game, reader, game.deadline, powers, voice) if voice and game.deadline else None,
        forces=[force(game, power, voice) for power in powers] if voice and is_open else [],
        scouts=[found for power in powers if voice and is_open and (found := scouts(game, power, voice))],
        front=front(game, reader, voice) if voice else None,
        position=position_table(voice) if voice else "",
        centres=centre_table(voice) if voice else "",
    )


def write_terms(game: Game, reader: Person) -> str:
    """What was agreed for one game."""
    return fill(reader.language, "anyone.terms", game=game.name, terms=agreement(game.settings, reader.language))


def _winners(game: Game, language: Language) -> list[str]:
    return [game.board.powers[power][language] for power in game.ended.winners] if game.ended else []
