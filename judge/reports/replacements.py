"""Letters about seats that change hands."""

from typing import assert_never

from judge.game.people.address_book import Person
from judge.game.press.delivery import may_write
from judge.game.replacements.messages import (
    ReplacementNews,
    ReplacementSought,
    SearchEnded,
    SeatChangedNews,
    SeatReturned,
    SeatReturnedNews,
    SeatTaken,
    SeatTakenNews,
    SeatVacated,
    SeatVacatedNews,
    StandbyAsked,
    StandbyAskedNews,
    StandbyPassedNews,
)
from judge.game.state import Game
from judge.reports.board_tables import centre_table, position_table
from judge.reports.deadlines import open_phase
from judge.reports.language import listing, moment_text, say
from judge.reports.names import alphabetical, power_name, powers_listed
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.practice import strength_word
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.war_briefing import war_briefing
from judge.reports.war_report import war_report
from judge.rules.board import Power


def write_about_replacements(game: Game, reader: Person, news: ReplacementNews) -> LetterText:
    """Return the letter that tells one person about a seat that changes hands."""
    match news:
        case SeatChangedNews(event):
            return _about_seat(game, reader, event)
        case SeatVacatedNews(power):
            return _seat_letter(
                game,
                reader,
                power,
                "player.gone",
                "subject.seat_gone",
                why=news.why.value,
                may_return=news.may_return,
                reads_on=reader.address in game.audience,
            )
        case StandbyAskedNews(event):
            return _offered(game, reader, event)
        case StandbyPassedNews(power, is_named):
            return _seat_letter(game, reader, power, "standby.over", "subject.seat_over", is_named=is_named)
        case SeatTakenNews(power, is_back):
            return write_seat_taken(game, reader, power, is_back=is_back)
        case SeatReturnedNews(power):
            return _seat_letter(game, reader, power, "standby.displaced", "subject.seat_displaced")
        case _:
            assert_never(news)


def _seat_letter(
    game: Game, reader: Person, power: Power, template: str, subject: str, /, **facts: object
) -> LetterText:
    """Return a letter about one seat; the last word of the key of its subject is the fact ``what``."""
    language = reader.language
    seat = alphabetical(game.seat_of(power), game.board, language)
    named = [power_name(each, game.board, language) for each in seat]
    spoken = powers_listed(seat, game.board, language)
    text = fill_template(
        reader.language,
        template,
        game=game.name,
        what=subject.rpartition("_")[2],
        power=spoken,
        one_power=game.board.name_of(power, language),
        is_several=len(seat) > 1,
        caretaker=strength_word(game.settings.missing.caretaker, language),
        the_power=listing(language, [each.name for each in named]),
        to_power=listing(language, [each.to for each in named]),
        **facts,
    )
    return letter_text(say(reader.language, subject, game=game.name, power=spoken), text)


def _about_seat(
    game: Game, reader: Person, event: SeatVacated | ReplacementSought | SearchEnded | SeatTaken | SeatReturned
) -> LetterText:
    key = {
        SeatVacated: "subject.seat_vacated",
        ReplacementSought: "subject.seat_sought",
        SearchEnded: "subject.seat_stays",
        SeatTaken: "subject.seat_taken",
        SeatReturned: "subject.seat_returned",
    }[type(event)]
    why = event.why.value if isinstance(event, SeatVacated | ReplacementSought) else ""
    vacancy = game.vacancies.get(event.power)
    fresh = event.deadline if isinstance(event, SeatTaken | SeatReturned) else None
    return _seat_letter(
        game,
        reader,
        event.power,
        "all.seat",
        key,
        why=why,
        deadline=moment_text(fresh.at, reader.zone, reader.language) if fresh else "",
        is_asked=bool(game.standbys),
        is_named=bool(vacancy and vacancy.offer and vacancy.offer.is_named),
        waits=bool(game.settings.missing.standby_wait),
    )


def _offered(game: Game, reader: Person, event: StandbyAsked) -> LetterText:
    phrasing = _phrasing(game, reader)
    return _seat_letter(
        game,
        reader,
        event.power,
        "standby.asked",
        "subject.seat_asked",
        until=moment_text(event.until, reader.zone, reader.language),
        has_left=event.power not in game.seats,
        is_named=event.named is not None,
        **_open_phase_facts(game, reader, event.power, phrasing),
    )


def write_seat_taken(
    game: Game, reader: Person, power: Power, shared_with: str = "", *, is_back: bool = False
) -> LetterText:
    """Return the letter to who takes a seat, or shares it: the position, and what is to be written."""
    phrasing = _phrasing(game, reader)
    return _seat_letter(
        game,
        reader,
        power,
        "player.yours",
        "subject.seat_yours",
        is_back=is_back,
        shared_with=shared_with,
        briefing=None if is_back else war_briefing(game, reader),
        may_write=may_write(game, reader.address),
        **_open_phase_facts(game, reader, power, phrasing),
    )


def _phrasing(game: Game, reader: Person) -> Phrasing:
    assert game.open_position is not None
    return phrasing_for(game, reader, game.open_position)


def _open_phase_facts(game: Game, reader: Person, power: Power, phrasing: Phrasing) -> dict[str, object]:
    """Return the facts of the open phase for somebody who has, or is offered, the seat of a power."""
    assert game.deadline is not None
    return {
        "ahead": open_phase(game, reader, game.deadline, game.seat_of(power), phrasing),
        "front": war_report(game, reader, phrasing),
        "position": position_table(phrasing),
        "centres": centre_table(phrasing),
        "rulebook": game.settings.rulebook,
    }
