"""Notices as letters: one person's news of a game, in words; the results of a phase."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from judge.game.deadlines.messages import AbsenceNews, PhaseExtended, ReminderSentNews, ScheduleNews
from judge.game.mastery.messages import GameMovedNews, LettersLost, MasteryNews
from judge.game.messages import Notice
from judge.game.orders.order_status import order_status
from judge.game.people.messages import PeopleNews, Person
from judge.game.phases.messages import (
    CloseFailed,
    GameEnded,
    HoldOpenReason,
    Misses,
    OrdersMissed,
    PhaseClosed,
    PhaseClosedNews,
    PhaseHeldOpenNews,
)
from judge.game.practice.messages import LessonNews
from judge.game.press.messages import PressMutedNews, PressNews
from judge.game.replacements.messages import ReplacementNews
from judge.game.seats.messages import SeatNews, StrategistNews
from judge.game.settings import Language, Missing
from judge.game.state import Game
from judge.game.visibility import may_know_awaited, sees_all
from judge.game.votes.messages import ForProposal, VoteNews
from judge.game.war.messages import WarNews
from judge.reports.board_tables import centre_table, position_table, power_results, retreat_lines
from judge.reports.deadlines import open_phase, open_phase_of, write_about_absence, write_deadline_changed
from judge.reports.ending import write_ended
from judge.reports.language import (
    LetterText,
    count,
    fill_template,
    letter_text,
    moment_text,
    phrasebook,
    say,
    subject_of,
)
from judge.reports.mastery import write_about_mastery
from judge.reports.names import names_of_powers, phase_name
from judge.reports.orders import orders_in_force, plans_taken_up, told_fingerprint
from judge.reports.people import write_about_mailbox, write_game_moved, write_letters_lost
from judge.reports.phase_facts import fact_paragraphs
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.press import write_muted, write_press
from judge.reports.seats import write_about_replacements, write_about_seats, write_about_strategists
from judge.reports.terms import forfeit_text
from judge.reports.tutorial import strength_word, write_lesson
from judge.reports.votes import motion_text, write_about_votes
from judge.reports.war import write_about_war
from judge.reports.war_report import scout_orders, war_report
from judge.rules.board import Power, Province
from judge.rules.book_text import citing
from judge.rules.position import Phase
from judge.rules.verdicts import as_unread

# --- letters about phases: results, missed deadlines


def write_results(game: Game, reader: Person, results: PhaseClosedNews, prose: str = "") -> LetterText:
    """Return the letter on a phase that was judged: all orders with reasons, the position, what is to be written next.

    It begins with the ``prose`` that there is on the phase, or what happened to the reader's own units, and with what
    they must write now, and says what was taken up of their orders in advance. A phase that closed at once has nothing
    left to write; its results come in a letter of their own.
    """
    event = _with_unread(results.event, {power: game.unread.get(power, ()) for power in results.powers})
    offers = {power: game.unanswered.get(power, ()) for power in results.powers}
    event = _with_unread(event, offers, offered=True)
    before, after = (phrasing_for(game, reader, at) for at in (event.before, event.judgement.after))
    taken = plans_taken_up(game, reader, results.taken, after, passed=results.passed)
    known = [one for one in results.powers if _is_done_by_plans(one, game, results)]
    unknown = tuple(power for power in results.powers if power not in known)
    deadline = None if results.passed or game.ended else event.deadline
    phase, rules = event.before.phase, citing(game.book.name, before.board, event.judgement)
    named = {"phase": before.phase(phase), "of_phase": before.phase(phase, "of")}
    text = fill_template(
        reader.language,
        "all.results",
        game.board.book_words,
        game=game.name,
        told=[phrasebook(reader.language).as_printed(prose)]
        if prose
        else fact_paragraphs(event, results.powers, before, sees_all=sees_all(game, reader.address)),
        number=event.number,
        phase=before.phase(phase),
        code=str(phase),
        kind=phase.kind.value,
        because=before.say(f"because.{event.because.value}"),
        awaited=_awaited(event, before) if may_know_awaited(game, reader.address) else "",
        powers=power_results(event.judgement, event.silent, before, event.clockwork, rules),
        is_running=bool(before.notation.report),
        retreats=retreat_lines(event.judgement, before, after, below_orders=True),
        front=war_report(game, reader, after, event),
        position=position_table(after, in_play=True),
        centres=centre_table(after, before, in_play=True) if after.position.owners != event.before.owners else "",
        silent=before.listing(before.power(power) for power in event.silent if not event.judgement.verdicts.get(power)),
        missed=before.listing(missed_deadlines(game, event, reader.language)),
        own=bool(results.powers),
        has_several=len(results.powers) > 1,
        taken=taken,
        known=before.listing(map(before.power, known)),
        lapsed=tuple(_lapsed(game, reader, results)),
        passed=after.phase(event.judgement.after.phase, "for") if results.passed else "",
        ahead=open_phase(game, reader, deadline, unknown, after) if deadline else None,
        fingerprint=told_fingerprint(event),
    )
    return letter_text(subject_of(reader.language, "subject.results", game=game.name, **named), text)


def _with_unread(
    event: PhaseClosed, unread: Mapping[Power, Collection[Province]], *, offered: bool = False
) -> PhaseClosed:
    """Return a close as the players of some powers read it.

    Their units are told of whose order could not be read, or was ``offered`` and got no answer.
    """
    verdicts = event.judgement.verdicts
    told = {
        power: tuple(
            as_unread(one, offered=offered) if one.unit and one.unit.at.province in units else one
            for one in verdicts[power]
        )
        for power, units in unread.items()
        if units and power in verdicts
    }
    return replace(event, judgement=replace(event.judgement, verdicts={**verdicts, **told})) if told else event


def _awaited(event: PhaseClosed, phrasing: Phrasing) -> str:
    """Return who was waited for until the deadline; empty where nobody was."""
    if not event.awaited:
        return ""
    return phrasing.say(
        "deadline.awaited_to_the_end", powers=phrasing.listing(map(phrasing.power_in_words, event.awaited))
    )


def _is_done_by_plans(power: Power, game: Game, results: PhaseClosedNews) -> bool:
    """Whether nothing is left to write for a power after its orders in advance were taken up."""
    was_taken = any(one.power == power for one in results.taken)
    return was_taken and order_status(game, power).is_complete


def _lapsed(game: Game, reader: Person, results: PhaseClosedNews) -> Iterator[str]:
    """Yield what ended with the phase: the master's proposal, and the reader's own votes for anything else."""
    if results.proposal:
        yield say(reader.language, "votes.proposal_lapsed", number=results.proposal)
    motions = (motion for one in results.lapsed for motion in one.motions if not isinstance(motion, ForProposal))
    for motion in dict.fromkeys(motions):
        named = motion_text(motion, game.board, reader.language)
        yield say(reader.language, "votes.lapsed", motion=named)


# --- deadlines missed


def write_held_open(game: Game, reader: Person, news: PhaseHeldOpenNews) -> LetterText:
    """Return the letter that tells of a phase held open after its deadline.

    It is held open for late orders (grace) or until somebody takes an empty seat.
    """
    position, deadline, event = game.open_position, game.deadline, news.event
    assert position is not None
    assert deadline is not None
    phrasing = phrasing_for(game, reader, position)
    phase = phrasing.phase(event.phase, "for")
    text = fill_template(
        reader.language,
        "all.held",
        game.board.book_words,
        game=game.name,
        phase=phase,
        is_grace=event.why is HoldOpenReason.GRACE,
        caretaker=strength_word(game.settings.missing.caretaker, reader.language),
        passed=moment_text(deadline.at, reader.zone, reader.language),
        until=moment_text(event.until, reader.zone, reader.language),
        powers=phrasing.listing(map(phrasing.power_in_words, news.powers)),
        own=phrasing.listing(map(phrasing.power, news.own)),
        forces=tuple(orders_in_force(game, power, phrasing) for power in news.own),
        ahead=open_phase(game, reader, deadline, news.own, phrasing),
    )
    key = "subject.grace" if event.why is HoldOpenReason.GRACE else "subject.waits"
    return letter_text(subject_of(reader.language, key, game=game.name, phase=phase), text)


def write_missed_orders(game: Game, reader: Person, event: OrdersMissed) -> LetterText:
    """Return the letter to a player who has missed a deadline, with what more missed deadlines will cost."""
    phase = phase_name(event.phase, game.board.phase_names, reader.language, "for")
    misses = Misses(event.in_a_row, event.in_all)
    text = fill_template(
        reader.language,
        "player.warned",
        game=game.name,
        phase=phase,
        warning=missed_orders_warning(misses, game.settings.missing, reader.language),
    )
    return letter_text(subject_of(reader.language, "subject.warned", game=game.name, phase=phase), text)


def missed_deadlines(game: Game, event: PhaseClosed, language: Language) -> Iterator[str]:
    """Yield a sentence for each seat whose player missed the deadline of a phase, with how often that has happened.

    Yields nothing in a game that does not publish missed deadlines.
    """
    seats = dict.fromkeys(game.seat_of(power) for power in names_of_powers(game.board, language))
    for seat in seats if game.settings.missing.published else ():
        power = seat[0]
        vacancy = game.vacancies.get(power)
        player = game.members.seats.get(power) or (vacancy.left if vacancy else None)
        misses = game.members.misses.get(player, Misses()) if player else Misses()
        if misses.last == event.before.phase:
            key = "missed.told_row" if 1 < misses.in_a_row < misses.in_all else "missed.told"
            name = " + ".join(game.board.name_of(each, language) for each in seat)
            yield say(language, key, power=name, n=misses.in_all, row=misses.in_a_row)


def missed_orders_warning(misses: Misses, missing: Missing, language: Language) -> str:
    """Return how many deadlines a player has missed and how many cost the seat; empty where neither is to be told."""
    if not misses.in_all or not missing.may_cost_the_seat:
        return ""
    said = [count(language, "missed.in_all", misses.in_all)]
    if 1 < misses.in_a_row < misses.in_all:
        said.append(say(language, "missed.in_a_row", n=misses.in_a_row))
    return " ".join((*said, forfeit_text(missing, language)))


# --- one person's news


__all__ = ["LetterText", "write_notice"]


def write_notice(game: Game, notice: Notice, prose: str = "") -> LetterText:
    """Return the letter that tells one person one piece of news; ``game`` is the game after it happened.

    Language, notation and time zone are those of ``game.people[notice.to]``.
    """
    reader, news = game.people[notice.to], notice.news
    match news:
        case PhaseClosedNews():
            return write_results(game, reader, news, prose)
        case GameEnded() as event:
            return write_ended(game, reader, event)
        case PhaseHeldOpenNews():
            return write_held_open(game, reader, news)
        case OrdersMissed() as event:
            return write_missed_orders(game, reader, event)
        case ReminderSentNews(powers):
            return _write_reminder(game, reader, powers)
        case CloseFailed(phase):
            return _write_close_failed(game, reader, phase)
        case PhaseExtended() as event:
            return _write_extended(game, reader, event)
        case ScheduleNews():
            return write_deadline_changed(game, reader, news)
        case AbsenceNews():
            return write_about_absence(game, reader, news)
        case GameMovedNews():
            return write_game_moved(game, reader, news)
        case LettersLost():
            return write_letters_lost(game, reader, news)
        case PressNews():
            return write_press(game, reader, news)
        case PressMutedNews():
            return write_muted(game, reader, news)
        case _:
            return _write_of_theme(game, reader, news)


_OfThemes = SeatNews | PeopleNews | ReplacementNews | StrategistNews | VoteNews | MasteryNews | WarNews | LessonNews


def _write_of_theme(game: Game, reader: Person, news: _OfThemes) -> LetterText:
    if isinstance(news, SeatNews):
        return write_about_seats(game, reader, news)
    if isinstance(news, PeopleNews):
        return write_about_mailbox(game, reader, news)
    if isinstance(news, ReplacementNews):
        return write_about_replacements(game, reader, news)
    if isinstance(news, StrategistNews):
        return write_about_strategists(game, reader, news)
    if isinstance(news, VoteNews):
        return write_about_votes(game, reader, news)
    if isinstance(news, MasteryNews):
        return write_about_mastery(game, reader, news)
    if isinstance(news, LessonNews):
        return write_lesson(game, reader, news)
    if isinstance(news, WarNews):
        return write_about_war(game, reader, news)
    assert_never(news)


def _write_reminder(game: Game, reader: Person, powers: tuple[Power, ...]) -> LetterText:
    phrasing, ahead = open_phase_of(game, reader, powers)
    text = fill_template(
        reader.language,
        "player.reminder",
        game.board.book_words,
        game=game.name,
        is_practice=game.settings.practice,
        is_tutorial=game.settings.tutorial,
        warning=missed_orders_warning(
            game.misses.get(reader.address, Misses()), game.settings.missing, reader.language
        ),
        forces=tuple(orders_in_force(game, power, phrasing) for power in powers),
        scouts=[found for power in powers if (found := scout_orders(game, power, phrasing))],
        ahead=ahead,
    )
    phase = phrasing.phase(phrasing.position.phase)
    return letter_text(phrasing.say("subject.reminder", game=game.name, phase=phase), text)


def _write_extended(game: Game, reader: Person, event: PhaseExtended) -> LetterText:
    phrasing, ahead = open_phase_of(game, reader, game.powers_of(reader.address))
    phase = phrasing.phase(event.phase, "for")
    words, facts = game.board.book_words, {"game": game.name, "phase": phase, "ahead": ahead}
    text = fill_template(reader.language, "all.extended", words, **facts)
    return letter_text(subject_of(reader.language, "subject.extended", game=game.name, phase=phase), text)


def _write_close_failed(game: Game, reader: Person, failed: Phase) -> LetterText:
    for_phase, phase = (phase_name(failed, game.board.phase_names, reader.language, form) for form in ("for", "name"))
    text = fill_template(reader.language, "all.stuck", phase=for_phase)
    return letter_text(subject_of(reader.language, "subject.stuck", game=game.name, phase=phase), text)
