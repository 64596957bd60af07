"""Letters about seats: taken, lost, changing hands, shared by strategists."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from judge.game.deadlines.deadline import forecast
from judge.game.people.messages import Person
from judge.game.press.rules import may_write
from judge.game.replacements.messages import (
    ReplacementNews,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatReturnedNews,
    SeatTaken,
    SeatTakenNews,
    SeatVacated,
    SeatVacatedNews,
    StandbyAsked,
    StandbyPassedNews,
)
from judge.game.seats.messages import (
    Allotment,
    AllotmentReason,
    GameOpened,
    GameReadyNews,
    GameStartedNews,
    MusterCalledNews,
    PairAgreed,
    PairAskedNews,
    PairChangedNews,
    PlayerJoinedNews,
    PowerJoinedNews,
    RequestClosedNews,
    SeatAskedNews,
    SeatNews,
    SeatsFreedNews,
    SeatsLostNews,
    StandbyAddedNews,
    StrategistAskedNews,
    StrategistDeclined,
    StrategistJoined,
    StrategistJoinedNews,
    StrategistLeft,
    StrategistNews,
    StrategistsChangedNews,
)
from judge.game.settings import Language, Seating, Settings, board_of_settings, shown_code
from judge.game.state import Game
from judge.languages import language_name
from judge.reports.board_tables import centre_table, position_table
from judge.reports.deadlines import example_order, open_phase
from judge.reports.language import (
    LetterText,
    capitalized,
    fill_template,
    letter_text,
    listing,
    moment_text,
    say,
    zone_text,
)
from judge.reports.layout import Page, RowsOfTable, hanging_indent, no_wrap, quote_text
from judge.reports.line_answers import AnsweredLine, Done
from judge.reports.names import alphabetical, phase_name, power_name, powers_listed
from judge.reports.orders import orders_in_force
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.quoted_lines import AnswerStyle, QuotedLine, quote_line
from judge.reports.terms import agreed_paragraphs, chief_paragraphs
from judge.reports.tutorial import clockwork_player_lines, strength_word
from judge.reports.votes import own_votes
from judge.reports.war import sample_orders, war_briefing
from judge.reports.war_report import scout_orders, war_report
from judge.rules.board import Board, Power
from judge.rules.board_file import can_be_drawn
from judge.rules.orders import Order

# --- letters about seats


def write_about_seats(game: Game, reader: Person, news: SeatNews) -> LetterText:
    """Return the letter that tells one person about seats."""
    match news:
        case GameOpened() as event:
            return _opened(game, reader, event)
        case SeatAskedNews() | RequestClosedNews() | GameReadyNews():
            return _to_master(game, reader, news)
        case PlayerJoinedNews():
            return _seated(game, reader, news)
        case StandbyAddedNews(place):
            return _waiting(game, reader, place)
        case MusterCalledNews() | SeatsLostNews() | SeatsFreedNews():
            return _mustered(game, reader, news)
        case GameStartedNews():
            return _write_started(game, reader, news)
        case PowerJoinedNews():
            return _write_power_joined(game, reader, news)
        case _:
            assert_never(news)


def first_year_calendar(settings: Settings, opened: datetime, zone: str, language: Language) -> tuple[str, ...]:
    """Return a line for each phase of the first year if the game began at ``opened``; in the time zone ``zone``."""
    return tuple(
        say(
            language,
            "calendar.coming",
            phase=phase_name(one.phase, board_of_settings(settings).phase_names, language),
            at=moment_text(one.deadline.at, zone, language),
        )
        for one in forecast(settings, opened)
    )


def _opened(game: Game, reader: Person, event: GameOpened) -> LetterText:
    settings = event.settings
    text = fill_template(
        reader.language,
        "master.opened",
        game=game.name,
        terms=agreed_paragraphs(settings, reader.language),
        calendar=first_year_calendar(settings, event.at, reader.zone, reader.language),
        counted_by=board_of_settings(settings).calendar,
        has_muster=bool(settings.access.muster),
        entry=settings.access.entry.value,
        some=_example_powers(game, reader.language),
        notation=settings.notation or "18centres",
        may_choose=settings.seating is Seating.CHOICE,
        may_list=settings.seating is Seating.LISTS,
        by_hand=settings.seating is Seating.HAND,
        is_manual=settings.access.manual,
    )
    return letter_text(say(reader.language, "subject.opened", game=game.name), text)


def _wishes_listed(wishes: Sequence[Power], board: Board, language: Language) -> str:
    """Return the powers of a list of wishes, the one wanted most first."""
    return listing(language, [power_name(power, board, language).name for power in wishes])


def _to_master(game: Game, reader: Person, news: SeatAskedNews | RequestClosedNews | GameReadyNews) -> LetterText:
    match news:
        case SeatAskedNews(address, wishes, is_full):
            who = no_wrap(address)
            facts = {"who": who, "wishes": _wishes_listed(wishes, game.board, reader.language), "is_full": is_full}
            text = fill_template(reader.language, "master.asked", game=game.name, **facts)
            return letter_text(say(reader.language, "subject.asked", game=game.name, who=address), text)
        case RequestClosedNews():
            text = fill_template(reader.language, "player.declined", game=game.name)
            return letter_text(say(reader.language, "subject.declined", game=game.name), text)
        case GameReadyNews(players):
            names = tuple(game.board.name_of(power, reader.language) for power in game.board.powers)
            wished = {
                player: _wishes_listed(game.wishes.get(player, ()), game.board, reader.language) for player in players
            }
            text = fill_template(
                reader.language, "master.ready", game=game.name, wishes=wished, example=names[0].upper()
            )
            return letter_text(say(reader.language, "subject.ready", game=game.name), text)
        case _:
            assert_never(news)


def _seated(game: Game, reader: Person, news: PlayerJoinedNews) -> LetterText:
    key = "subject.moved_up" if news.moved_up else "subject.seated"
    subject = say(reader.language, key, game=game.name, joined=news.joined, needed=news.needed)
    text = fill_template(
        reader.language,
        "player.seated",
        game=game.name,
        joined=news.joined,
        needed=news.needed,
        moved_up=news.moved_up,
        may_list=game.settings.seating is Seating.LISTS,
        some=_example_powers(game, reader.language),
        usual=game.settings.notation or "18centres",
        wishes=_wishes_listed(news.wishes, game.board, reader.language),
        begins=_start_condition(game.settings),
        language=language_name(reader.language, reader.language),
        notation=reader.notation,
        zone=zone_text(reader.zone, reader.language),
    )
    return letter_text(subject, text)


def _example_powers(game: Game, language: Language) -> tuple[str, ...]:
    """Return up to three powers of the board, as a line with a list of wishes may name them."""
    played = [power for seat in game.board.seats for power in seat]
    return tuple(game.board.name_of(power, language).upper() for power in played[::-2][::-1][-3:])


def _start_condition(settings: Settings) -> str:
    """Return what a full game still waits for: ``muster``, ``master`` or nothing."""
    if settings.access.muster:
        return "muster"
    return "master" if settings.access.manual or settings.seating is Seating.HAND else ""


def _waiting(game: Game, reader: Person, place: int) -> LetterText:
    is_running = game.position is not None
    key = "subject.standby" if is_running else "subject.waiting"
    text = fill_template(reader.language, "player.waiting", game=game.name, place=place, is_running=is_running)
    return letter_text(say(reader.language, key, game=game.name, place=place), text)


def _mustered(game: Game, reader: Person, news: MusterCalledNews | SeatsLostNews | SeatsFreedNews) -> LetterText:
    match news:
        case MusterCalledNews(until, asked, number):
            at = moment_text(until, reader.zone, reader.language)
            text = fill_template(reader.language, "player.muster", game=game.name, asked=asked, number=number, until=at)
            return letter_text(
                say(reader.language, "subject.muster" if asked else "subject.mustered", game=game.name), text
            )
        case SeatsLostNews():
            is_master = reader.address == game.master
            text = fill_template(reader.language, "player.seat_lost", game=game.name, is_master=is_master)
            return letter_text(say(reader.language, "subject.seat_lost", game=game.name), text)
        case SeatsFreedNews():
            facts = {"left": news.left, "given": news.given, "joined": news.joined, "needed": news.needed}
            plays = reader.address in game.players
            text = fill_template(
                reader.language, "all.seats_free", game=game.name, by_muster=news.by_muster, plays=plays, **facts
            )
            return letter_text(say(reader.language, "subject.seats_free", game=game.name, **facts), text)
        case _:
            assert_never(news)


# --- the beginning


def _write_started(game: Game, reader: Person, news: GameStartedNews) -> LetterText:
    """Return the letter on the start: the powers are given out, the first phase is open."""
    event = news.event
    phrasing = phrasing_for(game, reader, event.position)
    phase = phrasing.phase(event.position.phase)
    ahead = open_phase(game, reader, event.deadline, news.powers, phrasing)
    text = fill_template(
        reader.language,
        "all.started",
        game.board.book_words,
        game=game.name,
        powers=phrasing.listing(map(phrasing.power_in_words, news.powers)),
        several=len(news.powers) > 1,
        other=_example_recipient(news.powers, phrasing),
        how=tuple(_allotment_text(power, how, phrasing) for power, how in news.how.items()),
        seed=_public_seed(game),
        place=news.place,
        watches=reader.address in game.observers,
        may_write=may_write(game, reader.address),
        is_practice=game.settings.practice,
        players=_players(news, phrasing),
        master_plays=_master_plays(game, reader, news, phrasing),
        clockwork=clockwork_player_lines(game, reader.language),
        ahead=ahead,
        briefing=war_briefing(game, reader),
        samples=sample_orders(game, news.powers, phrasing),
        zone=zone_text(reader.zone, reader.language),
        ends_early=ahead.due.early != phrasing.say("deadline.early_never"),
        front=war_report(game, reader, phrasing, in_full=True),
        position=position_table(phrasing),
        is_drawn=can_be_drawn(game.board),
        terms=chief_paragraphs(game.settings, reader.language),
    )
    return letter_text(phrasing.say("subject.started", game=game.name, phase=phase), text)


def _write_power_joined(game: Game, reader: Person, news: PowerJoinedNews) -> LetterText:
    """Return the letter on a power that stood aside and joins a seat, decided by a coin."""
    event, board = news.event, game.board
    named = power_name(event.power, board, reader.language)
    text = fill_template(
        reader.language,
        "all.power_joined",
        game=game.name,
        power=named.name,
        seat=powers_listed(event.seat, board, reader.language),
        year=board.joining.year if board.joining else "",
        own=news.own,
        seed=_public_seed(game),
        code=event.power,
        seats=len(board.seats),
        place=board.seats.index(event.seat),
    )
    return letter_text(say(reader.language, "subject.power_joined", game=game.name, power=named.name), text)


def _public_seed(game: Game) -> str:
    """Return the seed of the lots; empty in an anonymous game, and where scouts' dice depend on it."""
    return "" if game.settings.access.anonymous or game.board.war.scouts else game.seed


def _example_recipient(own: Sequence[Power], phrasing: Phrasing) -> str:
    """Return a power that somebody else plays, as PRESS names its recipient."""
    played = [power for seat in phrasing.board.seats for power in seat if power not in own]
    return phrasing.to_power(played[-1]).upper()


def _allotment_text(power: Power, how: Allotment, phrasing: Phrasing) -> str:
    """Return how the reader got a power."""
    name = phrasing.power_in_words(power)
    capital = capitalized(name)
    if how.by is AllotmentReason.WISH:
        return phrasing.count("allotted.wish", how.place, power=capital)
    return phrasing.say(f"allotted.{how.by.value}", power=capital)


def _master_plays(game: Game, reader: Person, news: GameStartedNews, phrasing: Phrasing) -> str:
    """Return that the master plays and what follows from it, empty where they do not; who it is, if that is known."""
    powers = news.event.master_plays
    if powers is None:
        return ""
    if reader.address == game.master:
        return phrasing.say("master_plays.you")
    if not powers or not news.players:
        return phrasing.say("master_plays.hidden")
    return phrasing.say("master_plays.known", address=no_wrap(game.master), powers=phrasing.side(powers))


def _players(news: GameStartedNews, phrasing: Phrasing) -> RowsOfTable:
    """Return who plays what, a line for each power; empty where the reader may not know."""
    width = 4 + max((len(phrasing.power(power)) for power in news.players), default=0)
    return RowsOfTable(
        hanging_indent(f"  {phrasing.power(power)}", [address], width) for power, address in news.players.items()
    )


# --- letters about seats that change hands


def write_about_replacements(game: Game, reader: Person, news: ReplacementNews) -> LetterText:
    """Return the letter that tells one person about a seat that changes hands."""
    match news:
        case SeatVacated() | ReplacementSought() | SearchEnded() | SeatTaken() | SeatReturned():
            return _about_seat(game, reader, news)
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
        case StandbyAsked():
            return _offered(game, reader, news)
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


def write_recovered(
    game: Game, reader: Person, power: Power, until: datetime, code: str, orders: Sequence[Order]
) -> LetterText:
    """Return the question to who had the seat of a power in a game that was made again from letters.

    ``orders`` are those of the open phase that had been acknowledged to them; ``until`` is when the offer ends.
    """
    phrasing = _phrasing(game, reader)
    return _seat_letter(
        game,
        reader,
        power,
        "player.recovered",
        "subject.recovered",
        until=moment_text(until, reader.zone, reader.language),
        code=shown_code(code),
        orders=tuple(map(phrasing.order, orders)),
        **_open_phase_facts(game, reader, power, phrasing),
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


# --- letters to strategists who share a seat: the question, the answer, copies of what the other has written


_CHANGE_KEYS = {StrategistJoined: "joined", StrategistDeclined: "declined", StrategistLeft: "left"}
_SUBJECTS = {
    StrategistJoined: "subject.share_joined",
    StrategistDeclined: "subject.share_declined",
    StrategistLeft: "subject.share_left",
}


def write_about_strategists(game: Game, reader: Person, news: StrategistNews) -> LetterText:
    """Return the letter that tells one person about the strategists of a seat."""
    match news:
        case PairAskedNews(by):
            text = fill_template(reader.language, "strategist.pair", game=game.name, by=by)
            return letter_text(say(reader.language, "subject.to_pair", game=game.name), text)
        case PairChangedNews(event, other):
            what = "agreed" if isinstance(event, PairAgreed) else "for_one" if event.is_for_one else "declined"
            text = fill_template(reader.language, "strategist.paired", game=game.name, other=other, what=what)
            return letter_text(say(reader.language, f"subject.pair_{what}", game=game.name), text)
        case StrategistAskedNews(power, by):
            text = _fill(game, reader, power, "strategist.asked", by=by)
            return letter_text(_subject(game, reader, power, "subject.to_share"), text)
        case StrategistJoinedNews(power, others):
            return write_seat_taken(game, reader, power, listing(reader.language, others))
        case StrategistsChangedNews(event, is_own):
            what = _CHANGE_KEYS[type(event)]
            who = event.player if is_own else ""
            text = _fill(game, reader, event.power, "strategist.changed", what=what, who=who)
            return letter_text(_subject(game, reader, event.power, _SUBJECTS[type(event)]), text)
        case _:
            assert_never(news)


def write_strategist_copy(game: Game, reader: Person, who: Person, answers: Sequence[AnsweredLine]) -> LetterText:
    """Return a copy of what a strategist of the reader's seat has written, line by line, and the orders in force."""
    powers, position = game.powers_of(reader.address), game.open_position or game.stands_at
    phrasing = phrasing_for(game, reader, position)
    is_open = game.open_position is not None
    style = AnswerStyle(
        phrasing, reader.zone, example_order(powers, phrasing) if is_open else "", keeps=game.settings.advance
    )
    text = fill_template(
        reader.language,
        "strategist.copy",
        game=game.name,
        who=who.address,
        power=_seat_name(game, reader, powers[0]),
        echoes=[_quoted_line(answered, style, is_own=who.language == reader.language) for answered in answers],
        forces=[orders_in_force(game, power, phrasing) for power in powers] if is_open else [],
        scouts=[found for power in powers if is_open and (found := scout_orders(game, power, phrasing))],
        ahead=open_phase(game, reader, game.deadline, powers, phrasing) if game.deadline else None,
        votes=own_votes(game, powers, reader.language),
    )
    return letter_text(_subject(game, reader, powers[0], "subject.share_copy"), text)


def _quoted_line(answered: AnsweredLine, style: AnswerStyle, *, is_own: bool) -> QuotedLine:
    """Return a line with its answer.

    As outcomes are named in the writer's language, a reader of another one is told only that the line was carried out.
    """
    match answered.answer:
        case Done(_, what) if what and not is_own:
            return QuotedLine(quote_text(answered.line), (style.phrasing.say("line.done"),))
        case _:
            return quote_line(answered, style)


def _subject(game: Game, reader: Person, power: Power, key: str) -> str:
    return say(reader.language, key, game=game.name, power=_seat_name(game, reader, power))


def _seat_name(game: Game, reader: Person, power: Power) -> str:
    return powers_listed(game.seat_of(power), game.board, reader.language)


def _fill(game: Game, reader: Person, power: Power, template: str, **facts: object) -> Page:
    words, named = game.board.book_words, _seat_name(game, reader, power)
    return fill_template(reader.language, template, words, game=game.name, power=named, **facts)
