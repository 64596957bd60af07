"""The letter that tells what a master who plays proposes to the other players, in sentences."""

from collections.abc import Iterator

from judge.game.deadlines.messages import MoveDeadline
from judge.game.mastery.messages import (
    ActProposedNews,
    ChangeSettings,
    CorrectPosition,
    ForceClose,
    ProposalConfirmedNews,
    ProposedAct,
    RollBack,
    Terminate,
)
from judge.game.people.address_book import Person
from judge.game.refusals import Refused
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.state import Game
from judge.game.votes.count import asked_to_consent
from judge.game.war.decide import decide_war
from judge.game.war.messages import WarEvent
from judge.reports.corrections import correction_lines
from judge.reports.language import moment_text, say
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.terms import agreed_sentences
from judge.reports.war import war_event_lines


def write_proposal(game: Game, reader: Person, news: ActProposedNews) -> LetterText:
    """Return the letter that tells one person what the master proposes, with the line that agrees to it."""
    number = news.event.number
    text = fill_template(
        reader.language,
        "all.proposal",
        game=game.name,
        lines=tuple(act_lines(game, reader, news.event.act)),
        agree=_vote(number, reader) if news.may_agree else "",
        replaces=news.replaces,
    )
    return letter_text(say(reader.language, "subject.proposal", game=game.name, number=number), text)


def write_proposal_confirmed(game: Game, reader: Person, news: ProposalConfirmedNews) -> LetterText:
    """Return the letter that tells one person that the operator agreed to what the master had proposed."""
    event = news.event
    act = say(reader.language, f"act.{event.act.value}")
    text = fill_template(reader.language, "all.confirmed", game=game.name, number=event.number, act=act)
    return letter_text(say(reader.language, "subject.proposal_confirmed", game=game.name, number=event.number), text)


def open_proposal(game: Game, reader: Person) -> tuple[str, ...]:
    """Return what the master proposes at present, with the line that agrees to it; empty where they propose nothing."""
    if game.proposal is None or game.ended:
        return ()
    may_agree = any(reader.address in game.players_of(power) for power in asked_to_consent(game, game.proposal.act))
    agree = say(reader.language, "proposal.agree", line=_vote(game.proposal.number, reader)) if may_agree else ""
    return (*act_lines(game, reader, game.proposal.act), *([agree] if agree else []))


def _vote(number: int, reader: Person) -> str:
    return say(reader.language, "proposal.vote", number=number)


def act_lines(game: Game, reader: Person, act: ProposedAct) -> Iterator[str]:
    """Yield the sentences that tell what an act would do; ``game`` is as the reader knows it."""
    assert game.position is not None
    phrasing = phrasing_for(game, reader, game.position)
    match act:
        case ForceClose():
            yield phrasing.say("proposal.close", phase=phrasing.phase(game.position.phase))
        case RollBack(position=position, orders=orders):
            key = "proposal.back_with_orders" if orders else "proposal.back"
            yield phrasing.say(key, of_phase=phrasing.phase(position.phase, "of"))
        case MoveDeadline(to=at):
            assert at is not None
            yield phrasing.say("proposal.deadline", at=moment_text(at, reader.zone, reader.language))
        case EjectPlayer(power=power):
            yield phrasing.say("proposal.eject", power=phrasing.power(power))
        case ReplacePlayer(power=power):
            yield phrasing.say("proposal.replace", power=phrasing.power(power))
        case Terminate(reason=reason):
            yield phrasing.say("proposal.end")
            yield from _reason(reason, phrasing)
        case CorrectPosition(corrections=corrections, reason=reason):
            yield phrasing.say("proposal.correct")
            yield from correction_lines(corrections, phrasing)
            yield from _reason(reason, phrasing)
        case ChangeSettings(settings=settings):
            old, new = (agreed_sentences(one, reader.language) for one in (game.settings, settings))
            yield phrasing.say("proposal.settings")
            yield from (one for one in new if one not in old)
            yield from (phrasing.say("proposal.no_longer", term=one) for one in old if one not in new)
        case _:
            decided = decide_war(game, act, game.proposal.at) if game.proposal else ()
            events = () if isinstance(decided, Refused) else decided
            yield from (line for one in events if isinstance(one, WarEvent) for line in war_event_lines(one, phrasing))


def _reason(reason: str, phrasing: Phrasing) -> Iterator[str]:
    if reason.strip():
        yield phrasing.say("proposal.reason", reason=reason.strip())
