"""Votes in words: motions, votes that are public, votes in force."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.people.messages import Person
from judge.game.settings import Language, VoteDuration
from judge.game.state import Game
from judge.game.votes.messages import (
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    ForProposal,
    Motion,
    VoteCastNews,
    VoteNews,
)
from judge.game.votes.rules import VoteCount, motions_of
from judge.reports.language import (
    LetterText,
    capitalized,
    count,
    duration_text,
    fill_template,
    fitting_subject,
    letter_text,
    number_text,
    say,
)
from judge.reports.names import power_name, power_names, powers_listed
from judge.rules.board import Board, Power


@dataclass(frozen=True)
class OwnVotes:
    """The motions that a reader votes for, in words; ``standing`` says how long the votes last."""

    motions: tuple[str, ...]
    standing: str


def motion_text(motion: Motion, board: Board, language: Language, section: str = "motion") -> str:
    """Return a motion as it stands behind "a vote for"; of section ``vote_line``, as the line that votes for it."""
    match motion:
        case ForDraw(()):
            return say(language, f"{section}.draw")
        case ForDraw(among):
            return say(language, f"{section}.draw_between", powers=power_names(among, board, language))
        case ForConcession(to):
            return say(language, f"{section}.concession", to=power_name(to, board, language).to)
        case ForExtension(span):
            return say(language, f"{section}.extension", length=duration_text(span, language))
        case ForEnding():
            return say(language, f"{section}.ending")
        case ForProposal(number):
            return say(language, f"{section}.proposal", number=number)
        case ForMaster(power):
            return say(language, f"{section}.master", power=power_name(power, board, language).name)
        case _:
            assert_never(motion)


_KIND_KEYS: dict[type[Motion], str] = {
    ForDraw: "ballot.draw",
    ForConcession: "ballot.concession",
    ForExtension: "ballot.extension",
    ForEnding: "ballot.ending",
    ForMaster: "ballot.master",
    ForProposal: "ballot.proposal",
}


def _motion_kind_text(kind: type[Motion], language: Language) -> str:
    """Return a kind of motion, without the powers or lengths it names."""
    return say(language, _KIND_KEYS[kind])


def own_votes(game: Game, powers: Sequence[Power], language: Language) -> OwnVotes | None:
    """Return the votes of a reader's own powers in force; None for none."""
    motions = dict.fromkeys(motion for power in powers for motion in motions_of(game, power))
    if not motions or game.ended:
        return None
    lasts = game.settings.votes.standing is VoteDuration.WITHDRAWN
    standing = say(language, "votes.until_withdrawn" if lasts else "votes.until_the_close")
    return OwnVotes(tuple(motion_text(motion, game.board, language) for motion in motions), standing)


def vote_count_lines(counts: Sequence[VoteCount], board: Board, language: Language) -> tuple[str, ...]:
    """Return what everyone may know of the votes: a line for each kind or, where votes are open, for each motion."""
    return tuple(_vote_count(one, board, language) for one in counts)


def _vote_count(one: VoteCount, board: Board, language: Language) -> str:
    named = motion_text(one.motion, board, language) if one.motion else _motion_kind_text(one.kind, language)
    said = count(language, "votes.counted", one.votes, kind=named, needed=number_text(one.needed, language))
    powers = powers_listed(one.powers, board, language)
    return say(language, "votes.of", counted=said, powers=powers) if powers else capitalized(said)


def write_about_votes(game: Game, reader: Person, news: VoteNews) -> LetterText:
    """Return the letter that tells one person about votes."""
    match news:
        case VoteCastNews():
            return _vote_letter(game, reader, news)
        case DrawProposed() as event:
            language = reader.language
            text = fill_template(
                language,
                "all.proposed",
                years=count(language, f"votes.{game.board.calendar}", event.years),
                survivors=power_names(game.electorate, game.board, language),
                last=game.settings.votes.drawn_after,
                counted_by=game.board.calendar,
            )
            return letter_text(say(language, "subject.proposed", game=game.name), text)
        case _:
            assert_never(news)


def _vote_letter(game: Game, reader: Person, news: VoteCastNews) -> LetterText:
    """Return the letter on a vote: with its power where votes are open, else the number of votes alone."""
    language = reader.language
    what, line = _motion_kind_text(type(news.motion), language), ""
    if news.power:
        power = power_name(news.power, game.board, language).name
        what = motion_text(news.motion, game.board, language)
        line = motion_text(news.motion, game.board, language, "vote_line")
        key = "votes.taken_back_by" if news.withdrawn else "votes.cast_by"
        said = say(language, key, power=capitalized(power), motion=what)
    else:
        said = say(language, "votes.taken_back" if news.withdrawn else "votes.cast", kind=what)
    votes = count(language, "votes.counted", news.votes, kind=what, needed=number_text(news.needed, language))
    subjects = (say(language, key, game=game.name, motion=what) for key in ("subject.vote", "subject.votes"))
    return letter_text(
        fitting_subject(subjects),
        fill_template(language, "all.vote", said=said, votes=capitalized(votes), line=line),
    )
