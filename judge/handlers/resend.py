"""Handle RESEND: which earlier letters a line asks for, and whether they may be sent again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.game.people.address_book import Person
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.outgoing import fresh_envelope_sender
from judge.handlers.rate_limits import letter_series_of
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session
from judge.mail.compose import compose_again
from judge.mail.headers import Headers
from judge.mail.identity import press_reply_address, read_recipient, reply_address
from judge.mail.size_limits import header_block
from judge.reports.line_answers import Done, InvalidCommand, Unknown
from judge.reports.outcomes import Outcome
from judge.reports.templates import resent_mark
from judge.requests.requests import ResendRequest
from judge.requests.vocabulary import Word, value_of
from judge.store.records import ComposedLetter, Occasion, OutboxRow, SeriesPlace

_NUMBERS = re.compile(r"(?:n°|nº|#)?(\d{1,6})(?:[-–](\d{1,6}))?\.?")


def handle_resend(session: GameSession, line: str, asked: ResendRequest, context: LineContext) -> Session:
    """Note letters to be sent again; refused to whoever has no part in the game."""
    series = letter_series_of(context.services, session.game, session.person)
    if not series.last:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    wanted = _read_numbers(line, asked.words, series.last)
    if isinstance(wanted, InvalidCommand):
        return session.told(line, wanted)
    again = tuple(dict.fromkeys((*session.again, *wanted)))
    if len(again) > series.copies:
        return session.told(line, Refused(Refusal.COPIES_USED_UP))
    named = f"{wanted[0]}–{wanted[-1]}" if len(wanted) > 1 else str(wanted[0])
    return replace(session, again=again).told(line, Done(Outcome.LETTERS_RESENT, named))


def _read_numbers(line: str, words: tuple[Word, ...], last: int) -> range | InvalidCommand:
    """Return the numbers from the first word to the second, both between 1 and ``last``."""
    if not words:
        return InvalidCommand.missing(Unknown.LETTER, len(line), (str(last),))
    ends: list[int] = []
    for word in words[:2]:
        found = _NUMBERS.fullmatch(word.text)
        numbers = [int(number) for number in found.groups() if number] if found else []
        if value_of(word.text) == "last":
            numbers = [last]
        if not numbers or not all(1 <= number <= last for number in numbers):
            return InvalidCommand.at(Unknown.LETTER, word, (str(last),))
        ends += numbers
    return range(min(ends), max(ends) + 1)


def copies_of_letters(
    services: Services, game: Game, person: Person, numbers: Sequence[int], request: int
) -> Iterator[ComposedLetter]:
    """Yield letters of a person's own series once more, in the same words.

    ``request`` is the number of the letter that asked for them. A copy has an id of its own, or mail programs would
    hide it behind the one that never came. It goes to the person's present address.
    """
    reader = game.readers[person.address]
    for number in numbers:
        posted = services.store.numbered(game.name, reader, number)
        if posted:
            yield _copy_of_letter(services, game, person, posted, SeriesPlace(reader, number), request)


def _reply_address_of_copy(services: Services, game: Game, person: Person, posted: OutboxRow) -> str:
    """Return the address that replies to a copy go to: the person's own, for the same press as those to the letter."""
    judge = services.config.judge.address
    own = reply_address(judge, game.name, person.token)
    meant = read_recipient(Headers(header_block(posted.raw)).first("reply-to"), judge)
    return (press_reply_address(own, meant.press) if meant and meant.press else None) or own


def _copy_of_letter(
    services: Services, game: Game, person: Person, posted: OutboxRow, place: SeriesPlace, request: int
) -> ComposedLetter:
    now = services.clock.now()
    opaque = services.opaque_letter_id("again", game.name, place.reader, place.number, request)
    message_id = f"<{game.name}.{opaque}@{services.host}>"
    raw = compose_again(
        posted.raw,
        to=person.address,
        reply_to=_reply_address_of_copy(services, game, person, posted),
        message_id=message_id,
        date=now,
        mark=resent_mark(person.language),
    )
    return ComposedLetter(
        message_id,
        game.name,
        person.address,
        fresh_envelope_sender(services),
        raw,
        place,
        Occasion.COPY,
        now,
        posted.pictures,
    )
