"""Letters about what the game master has done, the overview for the master."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.mastery.messages import (
    ActProposedNews,
    GameDeclinedNews,
    GameOfferedNews,
    MasterChangedNews,
    MasteryNews,
    PositionCorrectedNews,
    ProposalConfirmedNews,
    RolledBackNews,
    SettingsChangedNews,
)
from judge.game.mastery.permissions import is_non_playing_master, knows_addresses
from judge.game.orders.order_status import powers_expected_to_write
from judge.game.people.address_book import Person
from judge.game.phases.close import powers_waited_for
from judge.game.settings import Address, shown_code
from judge.game.state import Game
from judge.game.visibility import may_know_awaited
from judge.game.votes.count import public_vote_counts
from judge.reports.board_tables import centre_table, position_table
from judge.reports.corrections import correction_lines
from judge.reports.deadlines import open_phase
from judge.reports.language import count, days_text, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import names_of_powers, power_name
from judge.reports.orders import orders_in_force
from judge.reports.phrasing import phrasing_for
from judge.reports.proposals import write_proposal, write_proposal_confirmed
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.terms import agreed_sentences
from judge.reports.votes import vote_count_lines
from judge.reports.war_report import war_report
from judge.rules.board import Power


def write_about_mastery(game: Game, reader: Person, news: MasteryNews) -> LetterText:
    """Return the letter that tells one person what the master has done."""
    match news:
        case ActProposedNews():
            return write_proposal(game, reader, news)
        case ProposalConfirmedNews():
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
