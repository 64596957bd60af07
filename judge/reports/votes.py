"""Votes in words: what is voted for, what is told of it, whose votes stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.person import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.count import Counted, electorate, motions_of
from judge.game.votes.messages import (
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    Motion,
    Proposed,
    VoteNews,
    VoteTold,
)
from judge.game.votes.rules import Standing
from judge.reports.language import count, length, say
from judge.reports.names import power_name, powers_listed, powers_named
from judge.reports.pages import Words, fill, words
from judge.rules.board import Board, Power


@dataclass(frozen=True)
class OwnVotes:
    """What a reader has voted for, in words; ``standing`` how long it counts."""

    motions: tuple[str, ...]
    standing: str


def motion_named(motion: Motion, board: Board, language: Language) -> str:
    """What is voted for, as a sentence has it behind "a vote for"."""
    match motion:
        case ForDraw(()):
            return say(language, "motion.draw")
        case ForDraw(among):
            return say(language, "motion.draw_between", powers=powers_named(among, board, language))
        case ForConcession(to):
            return say(language, "motion.concession", to=power_name(to, board, language).to)
        case ForExtension(span):
            return say(language, "motion.extension", length=length(span, language))
        case ForEnding():
            return say(language, "motion.ending")
        case ForMaster(power):
            return say(language, "motion.master", power=power_name(power, board, language).name)
        case _:
            assert_never(motion)


_KINDS: dict[type[Motion], str] = {
    ForDraw: "ballot.draw",
    ForConcession: "ballot.concession",
    ForExtension: "ballot.extension",
    ForEnding: "ballot.ending",
    ForMaster: "ballot.master",
}


def kind_named(kind: type[Motion], language: Language) -> str:
    """A kind of votes, whatever the powers or lengths they name."""
    return say(language, _KINDS[kind])


def own_votes(game: Game, powers: Sequence[Power], language: Language) -> OwnVotes | None:
    """The votes of a reader's own powers that stand; None without any."""
    motions = dict.fromkeys(motion for power in powers for motion in motions_of(game, power))
    if not motions or game.ended:
        return None
    lasts = game.settings.votes.standing is Standing.WITHDRAWN
    standing = say(language, "votes.until_withdrawn" if lasts else "votes.until_the_close")
    return OwnVotes(tuple(motion_named(motion, game.board, language) for motion in motions), standing)


def told_of_votes(counts: Sequence[Counted], board: Board, language: Language) -> tuple[str, ...]:
    """What everyone may know of the votes: a line for each kind of them or, where they are open, each motion."""
    return tuple(_counted(one, board, language) for one in counts)


def _counted(one: Counted, board: Board, language: Language) -> str:
    named = motion_named(one.motion, board, language) if one.motion else kind_named(one.kind, language)
    said = count(language, "votes.counted", one.votes, kind=named, needed=one.needed)
    powers = powers_listed(one.powers, board, language)
    return say(language, "votes.of", counted=said, powers=powers) if powers else said


def write_about_votes(game: Game, reader: Person, news: VoteNews) -> Words:
    """The letter that tells one person of votes."""
    match news:
        case VoteTold():
            return _told(game, reader, news)
        case Proposed(event):
            language = reader.language
            text = fill(
                language,
                "all.proposed",
                years=count(language, f"votes.{game.board.calendar}", event.years),
                survivors=powers_named(electorate(game), game.board, language),
                last=game.settings.votes.drawn_after,
                counted_by=game.board.calendar,
            )
            return words(say(language, "subject.proposed", game=game.name), text)
        case _:
            assert_never(news)


def _told(game: Game, reader: Person, news: VoteTold) -> Words:
    """An open vote with its power; else the number of votes alone."""
    language = reader.language
    what = kind_named(type(news.motion), language)
    if news.power:
        power = power_name(news.power, game.board, language).name
        what = motion_named(news.motion, game.board, language)
        key = "votes.taken_back_by" if news.withdrawn else "votes.cast_by"
        said = say(language, key, power=power[:1].upper() + power[1:], motion=what)
    else:
        said = say(language, "votes.taken_back" if news.withdrawn else "votes.cast", kind=what)
    votes = count(language, "votes.counted", news.votes, kind=what, needed=news.needed)
    return words(
        say(language, "subject.vote", game=game.name, motion=what), fill(language, "all.vote", said=said, votes=votes)
    )
