"""Tournaments by mail: the lines about them, and what becomes of one at its hour: seated, its games opened, told."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time
from hashlib import sha256
from operator import attrgetter
from zoneinfo import ZoneInfo

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.league import TIE_BREAKS, Summary, player_standings, team_standings
from judge.game.messages import Event
from judge.game.orders.rules import fingerprint_key
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import OpenGame, PlayerJoined, PowerPlaced, StandbyAdded
from judge.game.seats.rules import start_game
from judge.game.settings import Access, Entry, GameName, Language, Seating, Settings, Token, board_of_settings
from judge.game.tournaments import MailedTournament, Round, TournamentStage, enter, leave, seat_round
from judge.handlers.outgoing import MailThread, address_letters, as_outsider, letter_to_outsider
from judge.handlers.outgoing import letters_of_news as news
from judge.handlers.questions import handle_standings
from judge.handlers.services import Services, fresh_secret
from judge.handlers.session import LineContext, Session, handles
from judge.handlers.settings import GAME_SETTINGS, read_settings_on_board, with_game_defaults
from judge.handlers.transaction import new_transaction
from judge.reports.ending import standings_table, ties_text
from judge.reports.games import COLUMN
from judge.reports.language import LetterText, count, fill_template, letter_text, listing, moment_text, say
from judge.reports.layout import hanging_indent
from judge.reports.line_answers import (
    CommandFault,
    Done,
    InvalidCommand,
    Outcome,
    RefusedPart,
    TextAnswer,
    Unknown,
    answer_for_faults,
)
from judge.reports.terms import agreed_paragraphs
from judge.requests.asked import StandingsRequest, TournamentInfoRequest, TournamentRequest
from judge.requests.dates import read_days
from judge.requests.names import game_name
from judge.requests.setting_lists import preset_and_settings
from judge.requests.vocabulary import Word, value_of
from judge.store.event_json import as_json, from_json
from judge.store.issues import mailed_tournament
from judge.store.records import QUEUE, Occasion, StoredTournament, Transaction
from judge.store.rows import LetterStatus

# --- as it is stored


def _read(row: StoredTournament) -> MailedTournament:
    cup: MailedTournament = from_json(json.loads(row.state), MailedTournament)
    return cup


def _written(cup: MailedTournament, seen: int, alarm: datetime | None) -> StoredTournament:
    players = {one.person.address: {"name": one.name, "team": one.team} for one in cup.entrants}
    standing = {
        "title": cup.title,
        "scoring": cup.settings.scoring,
        "games": cup.games,
        "best": cup.best,
        "ties": [*TIE_BREAKS],
        "players": players,
        "blocks": cup.blocks,
    }
    table, state = (json.dumps(one, ensure_ascii=False) for one in (standing, as_json(cup)))
    return StoredTournament(cup.name, seen, table, state, alarm)


# --- the lines about tournaments


MOST_OPEN = 2
"""Tournaments of one organiser that are not over."""

_LONGEST_NAME = 16
"""Signs of the name of a tournament: those of its games have their round and their number behind it."""

_LONGEST_TITLE, _LONGEST_PERSON = 60, 30

_MOST = {"rounds": 12, "seats": 140, "teams": 20, "best": 12}
"""The options of a tournament that are numbers, each with the most it may be; the least is one."""

_MIDNIGHT = time(23, 59)


@handles()
def handle_tournament(session: Session, line: str, asked: TournamentRequest, context: LineContext) -> Session:
    """Open a tournament, enter or leave it, close its entries, end it after the round that is being played."""
    there = _there(session, context)
    if asked.do == "open":
        return _open(session, line, asked, context, there)
    row = there.get(asked.name.text.lower()) if asked.name else None
    if row is None:
        return session.told(line, _unknown(line, asked.name, there))
    cup, by = _read(row), session.person.address
    match asked.do:
        case "enter":
            return _enter(session, line, asked, context, row)
        case "leave":
            return _changed(session, line, row, leave(cup, by), row.alarm, Outcome.TOURNAMENT_LEFT)
        case "close":
            closed = _close(cup, by)
            return _changed(session, line, row, closed, context.now, Outcome.ENTRIES_CLOSED)
        case _:
            ended = _cancel(cup, by)
            return _changed(session, line, row, ended, context.now, Outcome.TOURNAMENT_CANCELLED)


def _there(session: Session, context: LineContext) -> Mapping[str, StoredTournament]:
    """The tournaments by mail by their names, as the lines above have left them."""
    stored = context.services.store.tournaments()
    return {one.name: one for one in (*stored, *session.tournaments) if one.name != QUEUE}


def _unknown(line: str, name: Word | None, there: Mapping[str, StoredTournament]) -> InvalidCommand:
    return InvalidCommand.at(Unknown.TOURNAMENT, name or Word("", len(line)), tuple(there)[:3])


def _changed(
    session: Session,
    line: str,
    row: StoredTournament,
    cup: MailedTournament | Refused,
    alarm: datetime | None,
    outcome: Outcome,
) -> Session:
    """The session with a tournament as a line has changed it, or the refusal."""
    if isinstance(cup, Refused):
        return session.told(line, cup)
    others = (one for one in session.tournaments if one.name != cup.name)
    session = replace(session, tournaments=(*others, _written(cup, row.seen, alarm)))
    return session.told(line, Done(outcome, cup.name))


def _open(
    session: Session,
    line: str,
    asked: TournamentRequest,
    context: LineContext,
    there: Mapping[str, StoredTournament],
) -> Session:
    services, person, name = context.services, session.person, asked.name
    own = services.config.judge
    if own.tournaments == "nobody":
        return session.told(line, Refused(Refusal.NO_TOURNAMENTS_BY_MAIL))
    mine = [one for one in map(_read, there.values()) if one.organiser.address == person.address]
    if sum(one.stage is not TournamentStage.OVER for one in mine) >= MOST_OPEN:
        return session.told(line, Refused(Refusal.TOO_MANY_TOURNAMENTS, days=MOST_OPEN))
    read = read_settings_on_board(preset_and_settings(asked.others), line, own.zone, services.own_boards)
    settings, numbers = _of_games(read.settings), {key: _number(asked, key) for key in _MOST}
    day = asked.options.get("entries")
    entries = _end_of_day(day, person, context) if day else None
    faults: list[CommandFault] = [*read.faults, *(one for one in numbers.values() if isinstance(one, InvalidCommand))]
    if name is None or game_name(name.text) is None or len(name.text) > _LONGEST_NAME:
        faults.append(InvalidCommand.at(Unknown.TOURNAMENT_NAME, name or Word("", len(line)), ("winter",)))
    elif name.text.lower() in {*there, *(one.name for one in services.tournaments())}:
        return session.told(line, Refused(Refusal.TOURNAMENT_TAKEN))
    if day and (entries is None or entries <= context.now):
        faults.append(InvalidCommand.at(Unknown.VALUE, day, ("2026-12-20",)))
    title = asked.options.get("title") or name
    if title and title is not name and not _may_be_read(title.text, _LONGEST_TITLE):
        faults.append(InvalidCommand.at(Unknown.VALUE, title, ("Winter Cup",)))
    blocks = asked.options.get("blocks")
    if blocks and value_of(blocks.text) not in {"yes", "no"}:
        faults.append(InvalidCommand.at(Unknown.VALUE, blocks, ("yes", "no")))
    faults += _not_in_tournaments(asked, read.settings)
    if faults or name is None or title is None:
        return session.told(line, answer_for_faults(faults))
    seed = services.opaque_id("tournament", name.text.lower(), context.number)
    organiser = replace(with_game_defaults(person, asked.language, settings), token=Token(""))
    rounds, seats, teams, best = (number if isinstance(number, int) else 0 for number in numbers.values())
    cup = MailedTournament(
        name.text.lower(), title.text, organiser, settings, seed, entries, rounds or 1, seats, teams, best
    )
    cup = replace(cup, blocks=blocks is not None and value_of(blocks.text) == "yes")
    row = StoredTournament(cup.name, 0, "", "", entries)
    return _changed(session, line, row, cup, entries, Outcome.TOURNAMENT_OPENED)


def _of_games(agreed: Settings) -> Settings:
    """The settings of the games of a tournament: it says who plays and seats them, and nobody else comes in."""
    access = replace(Access(Entry.NAMED, anonymous=False), reliability=agreed.access.reliability)
    return replace(agreed, access=access, seating=Seating.HAND)


def _not_in_tournaments(asked: TournamentRequest, agreed: Settings) -> Iterator[CommandFault]:
    """The settings of a line that the games of a tournament cannot have; those of a preset are only left out."""
    games = _of_games(agreed)
    for one in preset_and_settings(asked.others):
        option = GAME_SETTINGS.get(one.name or "")
        chosen = attrgetter(".".join(option.path)) if option else None
        if chosen and one.value and chosen(agreed) != chosen(games):
            yield RefusedPart(Refused(Refusal.NOT_IN_TOURNAMENTS), one.word.start, one.value.end)


def _number(asked: TournamentRequest, key: str) -> int | InvalidCommand:
    """The number of an option, 0 where it is not given."""
    word = asked.options.get(key)
    if word is None:
        return 0
    number = int(word.text) if word.text.isdecimal() and len(word.text) < len("1000") else 0
    return number if 0 < number <= _MOST[key] else InvalidCommand.at(Unknown.VALUE, word, ("1", str(_MOST[key])))


def _end_of_day(day: Word, person: Person, context: LineContext) -> datetime | None:
    """The end of the day that words name, by the clocks of whoever writes; None where they name none."""
    zone = ZoneInfo(person.zone)
    days = read_days(day.text, context.arrived.astimezone(zone).date())
    return datetime.combine(days[-1], _MIDNIGHT, zone).astimezone(UTC) if days else None


def _enter(
    session: Session, line: str, asked: TournamentRequest, context: LineContext, row: StoredTournament
) -> Session:
    """Enter under the name that the line gives, or had before, or that the letter bears."""
    cup, person = _read(row), session.person
    known = cup.entrant(person.address)
    named, team = asked.options.get("name"), asked.options.get("teams")
    said = named.text if named else known.name if known else context.sender_name
    name, group = (" ".join(text.split()) for text in (said, team.text if team else known.team if known else ""))
    if not _may_be_read(name):
        return session.told(line, InvalidCommand.at(Unknown.ENTRANT_NAME, named or Word("", len(line)), ("Florence",)))
    if team and not _may_be_read(group):
        return session.told(line, InvalidCommand.at(Unknown.ENTRANT_NAME, team, ("Lions",)))
    reader = replace(with_game_defaults(person, asked.language, cup.settings), token=Token(""))
    return _changed(session, line, row, enter(cup, reader, name, group), row.alarm, Outcome.TOURNAMENT_ENTERED)


def _may_be_read(name: str, longest: int = _LONGEST_PERSON) -> bool:
    """Whether a name is one that others may be shown: short, with letters, no address."""
    is_short = len(name) <= longest and name.isprintable()
    return is_short and "@" not in name and any(map(str.isalpha, name))


def _close(cup: MailedTournament, by: str) -> MailedTournament | Refused:
    """The tournament whose first round is to be seated at once."""
    if cup.organiser.address != by:
        return Refused(Refusal.NOT_THE_ORGANISER)
    if cup.stage is not TournamentStage.OPEN:
        return Refused(Refusal.ENTRIES_CLOSED)
    size = len(cup.seats_of_table)
    return cup if len(cup.there) >= size else Refused(Refusal.TOO_FEW_ENTERED, days=size)


def _cancel(cup: MailedTournament, by: str) -> MailedTournament | Refused:
    """The tournament without any further round."""
    if cup.organiser.address != by:
        return Refused(Refusal.NOT_THE_ORGANISER)
    if cup.stage is TournamentStage.OVER:
        return Refused(Refusal.TOURNAMENT_OVER)
    return replace(cup, rounds=len(cup.played))


@handles()
def handle_tournament_asked(session: Session, line: str, asked: TournamentInfoRequest, context: LineContext) -> Session:
    """All that is known of a tournament; of one of the operator's its standings."""
    there = _there(session, context)
    row = there.get(asked.name.text.lower())
    if row is None:
        return handle_standings(session, line, StandingsRequest(asked.language, asked.name), context)
    return session.told(line, TextAnswer(_page(context.services, row, session.person)))


# --- what becomes of a tournament at its hour


def run_tournament(services: Services, name: str) -> Transaction:
    """What is to be written of a tournament whose hour has come: one step, and the next one may be due at once.

    Its entries close, a round is seated, a game of it is opened, standings are told as one ends; once all are over
    the next round follows.
    """
    row = next(one for one in services.store.tournaments() if one.name == name)
    cup, now = _read(row), services.clock.now()
    last = cup.played[-1] if cup.played else None
    if last and last.opened < len(last.games):
        return _open_game(services, row, cup, last)
    games = services.store.summaries(last.games) if last else {}
    if cup.stage is TournamentStage.OVER:
        return _settled(_written(cup, row.seen, None))
    over = sum(bool(game.ended) for game in games.values())
    if last and over < len(games):
        told = replace(cup, played=(*cup.played[:-1], replace(last, told=over)))
        written = _written(told, row.seen, None)
        return _told(services, written, "standing") if over > last.told else _settled(written)
    apart = (
        {one: services.kept_apart(one, unseen=False) for one in [each.person.address for each in cup.there]}
        if cup.blocks
        else {}
    )
    seating = seat_round(cup, apart) if len(cup.played) < cup.rounds else None
    if seating and seating.tables:
        number = len(cup.played) + 1
        names = tuple(_free_name(services, cup.name, number, place) for place, _ in enumerate(seating.tables, 1))
        seated = Round(names, seating.tables, seating.reserves, cup.seed, seating.cost)
        seed = services.opaque_id("tournament", name, "round", row.seen)
        cup = replace(cup, stage=TournamentStage.RUNNING, played=(*cup.played, seated), seed=seed)
        return _told(services, _written(cup, row.seen, now), "seated")
    if seating and cup.stage is TournamentStage.OPEN:
        return _told(services, _written(replace(cup, entries=None), row.seen, None), "too_few")
    return _told(services, _written(replace(cup, stage=TournamentStage.OVER), row.seen, None), "over")


def _settled(row: StoredTournament) -> Transaction:
    return Transaction(None, LetterStatus.DONE, tournaments=(row,))


def _free_name(services: Services, cup: str, number: int, place: int) -> GameName:
    """The name of a game: that of the tournament, the round, its number there; with a letter where that is taken."""
    bare = f"{cup}-{number}-{place}"
    names = (GameName(f"{bare}{letter}") for letter in ("", *"abcdefghij"))
    return next(name for name in names if not services.store.is_game(name))


def _open_game(services: Services, row: StoredTournament, cup: MailedTournament, last: Round) -> Transaction:
    """Open the next game of a round, which begins at once; the reserves stand by in it, in their order."""
    now, name, table = services.clock.now(), last.games[last.opened], last.tables[last.opened]
    people = {one.person.address: one.person for one in cup.entrants}
    fresh = {address: replace(person, token=fresh_secret()) for address, person in people.items()}
    organiser = fresh.get(cup.organiser.address) or replace(cup.organiser, token=fresh_secret())
    key = fingerprint_key(services.opaque_id("fingerprints", name, "tournament"))
    opened = decide(services.game(name), OpenGame(name, cup.settings, organiser, services.seed(), key), now)
    if isinstance(opened, Refused):  # somebody has taken the name since the round was seated
        new = _free_name(services, cup.name, len(cup.played), last.opened + 1)
        games = tuple(new if one == name else one for one in last.games)
        renamed = replace(cup, played=(*cup.played[:-1], replace(last, games=games)))
        return _settled(_written(renamed, row.seen, now))
    trail = Trail(None).on(opened).on(PlayerJoined(fresh[one], (), now) for one in table.values())
    trail = trail.on(PowerPlaced(one, power, now) for power, one in table.items())
    assert trail.game is not None
    waiting: tuple[Event, ...] = tuple(StandbyAdded(fresh[one], now) for one in last.reserves)
    begun = Trail(trail.game).on(start_game(trail.game, now)).on(waiting)  # all that is told: it begins
    trail = replace(trail, steps=(*trail.steps, *begun.steps))
    further = replace(cup, played=(*cup.played[:-1], replace(last, opened=last.opened + 1)))
    alarm = now if last.opened + 1 < len(last.games) else None
    written = new_transaction(services, trail, news(services, begun))
    return replace(written, tournaments=(_written(further, row.seen, alarm),))


def _told(services: Services, row: StoredTournament, what: str) -> Transaction:
    """The transaction of a tournament with a letter to everybody in it, and to its organiser."""
    cup = _read(row)
    people = {one.person.address: one.person for one in cup.there} | {cup.organiser.address: cup.organiser}
    if what == "too_few":
        people = {cup.organiser.address: cup.organiser}
    pages: dict[tuple[Language, str], LetterText] = {}  # all who read alike get the same
    letters = []
    for person in people.values():
        reads = person.language, person.zone
        if reads not in pages:
            pages[reads] = _words(services, row, person, what)
        thread = MailThread("tournament", (cup.name, row.seen, person.address))
        letters.append(letter_to_outsider(services, as_outsider(person), pages[reads], thread, Occasion.NEWS))
    return replace(_settled(row), outgoing=address_letters(services, letters))


def _words(services: Services, row: StoredTournament, reader: Person, what: str) -> LetterText:
    cup = _read(row)
    subject = say(reader.language, f"cup.{what}", title=cup.title, round=len(cup.played))
    template = "anyone.standings_so_far" if what == "standing" else "anyone.tournament"
    return letter_text(f"[{cup.name}] {subject}", _page(services, row, reader, subject, template))


# --- in words


def _page(
    services: Services, row: StoredTournament, reader: Person, news: str = "", template: str = "anyone.tournament"
) -> str:
    """All that is known of a tournament, as far as a template tells it, with ``news`` at its head."""
    cup, language = _read(row), reader.language
    table = mailed_tournament(row)
    games = services.store.summaries(table.games)
    players, teams = (ranked(table, games.values()) for ranked in (player_standings, team_standings))
    last = cup.played[-1] if cup.played else None
    names = {one.person.address: one.name for one in cup.entrants}
    return fill_template(
        language,
        template,
        cup=cup,
        news=news,
        stage=cup.stage.value,
        until=moment_text(cup.entries, reader.zone, language) if cup.entries else "",
        size=len(cup.seats_of_table),
        entered=listing(language, [one.name for one in cup.there]),
        teams={team: listing(language, [one.name for one in ones]) for team, ones in cup.teams().items()},
        tables=[*_tables(cup, last, language)] if last else [],
        reserves=listing(language, [names[one] for one in last.reserves]) if last else "",
        cost=last.cost if last else 0,
        seed=last.seed if last else "",
        is_next=len(cup.played) < cup.rounds,
        fingerprint=sha256(cup.seed.encode()).hexdigest(),
        best=count(language, "league.best", cup.best) if cup.best else "",
        ties=ties_text(table, language),
        standings=standings_table(players, games, language),
        team_standings=standings_table(teams, games, language),
        open=listing(language, _not_over(cup, games)),
        over=last.told if last else 0,
        of=len(last.games) if last else 0,
        terms=agreed_paragraphs(cup.settings, language),
    )


def _tables(cup: MailedTournament, last: Round, language: Language) -> Iterator[object]:
    """Each game of a round with who plays which power, as the round was seated."""
    board, names = board_of_settings(cup.settings), {one.person.address: one.name for one in cup.entrants}
    for game, table in zip(last.games, last.tables, strict=True):
        seats = (f"{board.name_of(power, language)} {names[player]}" for power, player in table.items())
        yield hanging_indent(f"  {game}", ", ".join(seats).split(" "), COLUMN)


def _not_over(cup: MailedTournament, games: Mapping[GameName, Summary]) -> list[GameName]:
    return [name for name in cup.games if name not in games or not games[name].ended]
