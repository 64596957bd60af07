"""Letters about what a master has done, has corrected, or proposes to the others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.deadlines.messages import MoveDeadline
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposedNews,
    ChangeSettings,
    CorrectPosition,
    ForceClose,
    GameDeclinedNews,
    GameOfferedNews,
    MasterChangedNews,
    MasteryNews,
    PositionCorrectedNews,
    ProposedAct,
    RollBack,
    RolledBackNews,
    SettingsChangedNews,
    Terminate,
)
from judge.game.mastery.rules import asked_to_consent
from judge.game.orders.order_status import powers_expected_to_write
from judge.game.people.messages import Person
from judge.game.phases.close import powers_waited_for
from judge.game.refusals import Refused
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.settings import Address, shown_code
from judge.game.state import Game
from judge.game.visibility import is_non_playing_master, knows_addresses, may_know_awaited
from judge.game.votes.rules import public_vote_counts
from judge.game.war.messages import WarEvent
from judge.game.war.rules import decide_war
from judge.reports.board_tables import centre_table, position_table
from judge.reports.deadlines import open_phase
from judge.reports.language import LetterText, count, days_text, fill_template, letter_text, moment_text, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import hit_points_text, names_of_powers, power_name, strength_text
from judge.reports.orders import orders_in_force
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.terms import agreed_sentences
from judge.reports.votes import vote_count_lines
from judge.reports.war import war_event_lines
from judge.reports.war_report import war_report
from judge.rules.board import Corps, Power, Unit
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit, SetHealth, SetStrength

# --- corrections of a position by the game master, in words


def correction_lines(corrections: Sequence[Correction], phrasing: Phrasing) -> tuple[str, ...]:
    """Return one line for each correction."""
    return tuple(_correction_text(one, phrasing) for one in corrections)


def _correction_text(correction: Correction, phrasing: Phrasing) -> str:
    """Return one correction in words; regions by their names."""
    match correction:
        case AddUnit(power, kind, at, troop):
            unit = Unit(power, kind, at, corps=Corps(troop, 0, 0, 0) if troop else None)
            return phrasing.say("correction.add", unit=phrasing.unit(unit), power=phrasing.power(power))
        case SetHealth(at, health):
            told = no_wrap(hit_points_text(health, phrasing.language))
            return phrasing.say("correction.health", at=phrasing.region(at, "of"), health=told)
        case SetStrength(at, attack, support, defence):
            told = strength_text(attack, support, defence, phrasing.language)
            return phrasing.say("correction.strength", at=phrasing.region(at, "of"), power=told)
        case RemoveUnit(at):
            return phrasing.say("correction.remove", at=phrasing.region(at, "of"))
        case MoveUnit(at, to):
            return phrasing.say("correction.move", at=phrasing.region(at, "of"), to=phrasing.region(to, "at"))
        case GiveCentre(centre, to):
            owner = phrasing.to_power(to) if to else say(phrasing.language, "correction.nobody")
            key = "correction.owner"
            return phrasing.say(key, at=phrasing.region(centre, "of"), owner=no_wrap(owner))
        case _:
            assert_never(correction)


# --- the letter that tells what a master who plays proposes to the other players, in sentences


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


def write_proposal_confirmed(game: Game, reader: Person, event: ActAgreed) -> LetterText:
    """Return the letter that tells one person that the operator agreed to what the master had proposed."""
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
    return say(reader.language, "vote_line.proposal", number=number)


def act_lines(game: Game, reader: Person, act: ProposedAct) -> Iterator[str]:
    """Yield the sentences that tell what an act would do; ``game`` is as the reader knows it."""
    phrasing = phrasing_for(game, reader, game.stands_at)
    match act:
        case ForceClose():
            yield phrasing.say("proposal.close", phase=phrasing.phase(game.stands_at.phase))
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


# --- letters about what the game master has done, the overview for the master


def write_about_mastery(game: Game, reader: Person, news: MasteryNews) -> LetterText:
    """Return the letter that tells one person what the master has done."""
    match news:
        case ActProposedNews():
            return write_proposal(game, reader, news)
        case ActAgreed():
            return write_proposal_confirmed(game, reader, news)
        case SettingsChangedNews():
            return _settings(game, reader, news)
        case RolledBackNews():
            return _went_back(game, reader, news)
        case PositionCorrectedNews():
            return _corrected(game, reader, news)
        case GameOfferedNews(code=code):
            subject = say(reader.language, "subject.offer", game=game.name)
            return letter_text(
                subject, fill_template(reader.language, "anyone.offer", game=game.name, code=shown_code(code))
            )
        case GameDeclinedNews(event, is_you):
            subject = say(reader.language, "subject.offer_declined", game=game.name)
            facts = {"to": no_wrap(event.to), "is_you": is_you}
            return letter_text(
                subject, fill_template(reader.language, "anyone.offer_declined", game=game.name, **facts)
            )
        case MasterChangedNews():
            return _new_master(game, reader, news)
        case _:
            assert_never(news)


def _settings(game: Game, reader: Person, news: SettingsChangedNews) -> LetterText:
    """Return the letter on changed settings: what is agreed now and was not, what was agreed and is no longer."""
    old, new = (agreed_sentences(settings, reader.language) for settings in (news.were, news.event.settings))
    text = fill_template(
        reader.language,
        "all.settings",
        added=[one for one in new if one not in old],
        gone=[one for one in old if one not in new],
        votes_void=news.were.votes != news.event.settings.votes,
    )
    return letter_text(say(reader.language, "subject.settings", game=game.name), text)


def _went_back(game: Game, reader: Person, news: RolledBackNews) -> LetterText:
    event = news.event
    phrasing = phrasing_for(game, reader, event.position)
    text = fill_template(
        reader.language,
        "all.rolledback",
        phase=phrasing.phase(event.phase),
        undone=count(reader.language, "rollback.undone", len(event.undone)),
        kept=bool(event.orders),
        locked=event.locked,
        forces=[orders_in_force(game, power, phrasing) for power in news.powers],
        ahead=open_phase(game, reader, event.deadline, news.powers, phrasing),
        front=war_report(game, reader, phrasing),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )
    return letter_text(phrasing.say("subject.rolledback", game=game.name, phase=phrasing.phase(event.phase)), text)


def _corrected(game: Game, reader: Person, news: PositionCorrectedNews) -> LetterText:
    event = news.event
    phrasing = phrasing_for(game, reader, event.position)
    text = fill_template(
        reader.language,
        "all.corrected",
        phase=phrasing.phase(event.position.phase, "for"),
        lines=correction_lines(event.corrections, phrasing),
        reason=event.reason,
        lost=phrasing.listing(map(phrasing.power, news.lost)),
        front=war_report(game, reader, phrasing),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )
    return letter_text(phrasing.say("subject.corrected", game=game.name), text)


def _new_master(game: Game, reader: Person, news: MasterChangedNews) -> LetterText:
    language = reader.language
    power = power_name(news.power, game.board, language).name if news.power else ""
    text = fill_template(
        language,
        "all.master",
        game=game.name,
        is_you=news.is_you,
        power=power,
        voted=news.event.by is None,
        proposal=news.proposal,
    )
    return letter_text(say(language, "subject.master", game=game.name), text)


# --- the overview


@dataclass(frozen=True)
class UnsentLetters:
    """Letters to one person that were not delivered: those still tried, those given up."""

    waiting: int
    given_up: int


def write_overview(game: Game, reader: Person, unsent: Mapping[Address, UnsentLetters]) -> str:
    """Return the game as its master may see it at any time; orders are hidden from the master, too."""
    names = names_of_powers(game.board, reader.language)
    tell = may_know_who_has_written(game, reader)
    width = max(map(len, names.values())) + 4
    rows = [
        hanging_indent(f"  {name}", _row(game, reader, power, unsent, tell=tell).split(" "), width)
        for power, name in names.items()
    ]
    return fill_template(
        reader.language,
        "master.report",
        game=game.name,
        is_started=game.position is not None,
        joined=len(game.players),
        needed=len(game.board.seats),
        rows=rows if game.position else (),
        absences=_absences(game, reader),
        votes=vote_count_lines(public_vote_counts(game), game.board, reader.language),
    )


def may_know_who_has_written(game: Game, reader: Person) -> bool:
    """Whether a reader may know who has sent orders: a master without a seat, or everyone where the game tells it."""
    return may_know_awaited(game, reader.address) or is_non_playing_master(game, reader.address)


def _row(game: Game, reader: Person, power: Power, unsent: Mapping[Address, UnsentLetters], *, tell: bool) -> str:
    language, players = reader.language, game.players_of(power)
    if not players:
        return say(language, "overview.nobody")
    said = [no_wrap(player) for player in players] if knows_addresses(game, reader.address) else []
    said += [orders_status(game, power, reader)] if tell else []
    letters = [unsent.get(player, UnsentLetters(0, 0)) for player in players]
    waiting, given_up = sum(one.waiting for one in letters), sum(one.given_up for one in letters)
    said += [count(language, "overview.waiting", waiting)] if waiting else []
    said += [count(language, "overview.given_up", given_up)] if given_up else []
    said += [say(language, "overview.unreachable")] if any(game.is_unreachable(player) for player in players) else []
    return say(language, "words.comma").join(said) or say(language, "overview.played")


def orders_status(game: Game, power: Power, reader: Person) -> str:
    """Return how far a power has sent its orders for the open phase, without their content."""
    if power not in powers_expected_to_write(game):
        return say(reader.language, "overview.owes_nothing")
    if power not in powers_waited_for(game):
        return say(reader.language, "overview.complete")
    return say(
        reader.language,
        "overview.partly" if game.orders.get(power) or game.errands.get(power) else "overview.not_written",
    )


def _absences(game: Game, reader: Person) -> Sequence[str]:
    if not (game.settings.timing.tell_absences or is_non_playing_master(game, reader.address)):
        return ()
    return tuple(
        say(
            reader.language,
            "overview.absence",
            power=game.board.name_of(power, reader.language),
            days=days_text(absence.first, absence.last, reader.language),
        )
        for power, address in game.power_player_pairs
        for absence in game.absences_of(address)
    )
