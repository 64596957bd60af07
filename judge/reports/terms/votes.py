"""What may be voted for, what is told of votes, how long they stand, what a stalemate leads to."""

from judge.game.settings import Language, Settings, board_of
from judge.game.votes.rules import Standing
from judge.reports.language import count, say
from judge.reports.terms.term import term


def _draws(settings: Settings, language: Language) -> str:
    return say(language, f"terms.draws.{settings.votes.draws.value}")


def _concessions(settings: Settings, language: Language) -> str:
    return say(language, "terms.concessions" if settings.votes.concessions else "terms.no_concessions")


def _votes(settings: Settings, language: Language) -> str:
    standing = "terms.votes_last" if settings.votes.standing is Standing.WITHDRAWN else "terms.votes_end"
    return f"{say(language, f'terms.votes.{settings.votes.tally.value}')} {say(language, standing)}"


def _stalemate(settings: Settings, language: Language) -> str:
    proposed, drawn = settings.votes.proposed_after, settings.votes.drawn_after
    by_turns = board_of(settings).calendar == "turns"
    said = [count(language, "terms.proposed_turns" if by_turns else "terms.proposed", proposed)] if proposed else []
    said += [count(language, "terms.drawn_turns" if by_turns else "terms.drawn", drawn)] if drawn else []
    return " ".join(said)


TERMS = (
    term("draws", tell=_draws),
    term("concessions", tell=_concessions),
    term("votes", "votes_stand", tell=_votes),
    term("stalemate", "draw_after", tell=_stalemate),
)
