"""One letter for all news that can wait: who wishes it, what is put off, the letter itself at its hour."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from judge.game.people.rules import Digest
from judge.game.state import Game
from judge.handlers.outgoing import (
    DIGEST_PREFIX,
    MailThread,
    OutgoingLetter,
    Outsider,
    address_letters,
    fresh_envelope_sender,
    letter_to_outsider,
    letter_to_person,
    message_id_of,
)
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session, handles
from judge.mail.compose import compose_again
from judge.mail.identity import game_address
from judge.reports.language import LetterText, resent_mark, say
from judge.reports.layout import page_from_json
from judge.reports.line_answers import Done, InvalidCommand, Outcome, Unknown
from judge.reports.people import GameDigest, digest_text, write_digest
from judge.requests.asked import DigestRequest
from judge.requests.vocabulary import fold_case, value_of, vocabulary
from judge.store.records import ComposedLetter, DigestReader, DigestSent, DigestWish, Occasion, Transaction, WaitingNews
from judge.store.rows import LetterStatus

# --- who wishes it


@handles()
def handle_digest(session: Session, line: str, asked: DigestRequest, context: LineContext) -> Session:
    """Begin, change or end the writer's digest; it is their mailbox's, and belongs to no game."""
    if not asked.words:
        return session.told(line, InvalidCommand.missing(Unknown.VALUE, len(line), _RHYTHMS, setting="digest"))
    first, *behind = asked.words
    rhythm, at_once = value_of(first.text), " ".join(word.text for word in behind[1:])
    rhythm = "daily" if rhythm == "yes" else rhythm
    if rhythm not in _RHYTHMS:
        return session.told(line, InvalidCommand.at(Unknown.VALUE, first, _RHYTHMS, setting="digest"))
    is_of_press = behind and vocabulary().settings.get(fold_case(behind[0].text)) == "press"
    if behind and not (is_of_press and value_of(at_once) == "now"):
        return session.told(line, InvalidCommand.at(Unknown.VALUE, behind[0], ("PRESS AT ONCE",), setting="digest"))
    if rhythm == "no":
        wish, waits = DigestWish(session.person.address, None, context.now), _has_waiting(session, context.services)
        done = Done(Outcome.DIGEST_ENDED_WITH_LAST if waits else Outcome.DIGEST_ENDED)
        return replace(session, digests=(*session.digests, wish)).told(line, done)
    digest = Digest("weekly" if rhythm == "weekly" else "daily", session.person.zone, bool(behind))
    done = Done(Outcome.DIGEST_SET, digest_text(digest, session.person.language))
    return _wishing(session, digest, context.now).told(line, done)


_RHYTHMS = ("daily", "weekly", "no")


def _wishing(session: Session, digest: Digest, now: datetime) -> Session:
    """With the wish of the writer, who reads as they do here and now."""
    person = session.person
    wish = DigestWish(person.address, digest, digest.next_hour(now), person.language, person.form)
    return replace(session, digests=(*session.digests, wish))


def _has_waiting(session: Session, services: Services) -> bool:
    return bool(services.store.waiting_news(session.person.address))


def as_read_now(session: Session, services: Services, now: datetime) -> Session:
    """Return the session, the digest of its writer in the language, zone and form in which they read from now on."""
    digest = _wished(session, services)
    return _wishing(session, replace(digest, zone=session.person.zone), now) if digest else session


def digest_reader_of(session: Session, services: Services) -> DigestReader | None:
    """Return the writer of a letter as a reader of digests, None where they wish none."""
    address = session.person.address
    return services.store.digest_readers((address,)).get(address)


def _wished(session: Session, services: Services) -> Digest | None:
    """Return the digest that the writer of a letter wishes by now."""
    if session.digests:
        return session.digests[-1].digest
    reader = digest_reader_of(session, services)
    return None if reader is None or reader.digest.rhythm == "no" else reader.digest


def terms_of_digest(session: Session, services: Services) -> str:
    """Return the digest of the writer in words, empty for none."""
    digest, language = _wished(session, services), session.person.language
    return say(language, "digest.terms", what=digest_text(digest, language)) if digest else ""


# --- the letter


_MOST_CHARACTERS = 150_000
"""Characters of news after which no more is in a digest; it is in the next, which leaves at once."""


def send_digest(services: Services, number: int) -> Transaction:
    """Return the transaction that sends somebody what has waited: one letter, whatever it tells of.

    News of a game in which its reader has another address by now goes there, each in a letter of its own.
    """
    reader, now = services.store.digest_reader(number), services.clock.now()
    assert reader is not None, "an alarm is that of somebody"
    news = tuple(_fitting(services.store.waiting_news(reader.address)))
    of_games = [(services.game(game), tuple(some)) for game, some in groupby(_by_game(news), lambda one: one.game)]
    moved = [letter for game, some in of_games if game for letter in _to_moved(services, reader, game, some)]
    told = [(game, some) for game, some in of_games if not (game and _has_moved(reader, game, some[0]))]
    letters = [*([_letter(services, reader, told, now)] if told else []), *moved]
    sent = DigestSent(number, reader.issue + bool(told), tuple(one.number for one in news), now)
    return Transaction(None, LetterStatus.DONE, outgoing=address_letters(services, letters), digests=(sent,))


def _fitting(news: Sequence[WaitingNews]) -> Iterator[WaitingNews]:
    length = 0
    for one in news:
        yield one
        length += len(one.page)
        if length > _MOST_CHARACTERS:
            return


def _by_game(news: Sequence[WaitingNews]) -> Sequence[WaitingNews]:
    """Return news of each game together, the games in the order of their first."""
    order = list(dict.fromkeys(one.game for one in news))
    return sorted(news, key=lambda one: order.index(one.game))


def _has_moved(reader: DigestReader, game: Game, news: WaitingNews) -> bool:
    return game.address_book.addresses.get(news.reader, reader.address) != reader.address


def _to_moved(
    services: Services, reader: DigestReader, game: Game, news: Sequence[WaitingNews]
) -> Iterator[OutgoingLetter]:
    for one in news:
        if _has_moved(reader, game, one):
            person, thread = game.people[game.address_of(one.reader)], MailThread(game.name, (one.number,))
            yield letter_to_person(services, game, person, _words(one), thread, Occasion.NEWS)


def _words(news: WaitingNews) -> LetterText:
    return LetterText(news.subject, page_from_json(news.page))


def _letter(
    services: Services,
    reader: DigestReader,
    told: Sequence[tuple[Game | None, Sequence[WaitingNews]]],
    now: datetime,
) -> OutgoingLetter:
    zone, issue = reader.digest.zone, reader.issue + 1
    games = [
        GameDigest(some[0].game, _way_into(services, reader, game), [(one.at, _words(one)) for one in some])
        for game, some in told
    ]
    words = write_digest(reader.language, issue, now.astimezone(ZoneInfo(zone)), games, reader.digest)
    to = Outsider(reader.address, reader.language, reader.form)
    thread = MailThread(DIGEST_PREFIX, (reader.number, issue))
    return replace(letter_to_outsider(services, to, words, thread, Occasion.NEWS), unsubscribe="SET DIGEST no")


def _way_into(services: Services, reader: DigestReader, game: Game | None) -> str:
    """Return the address of a game in which the reader is; not their own in it, for a digest may be passed on."""
    is_in = game and reader.address in game.people
    return game_address(services.config.judge.address, game.name) if game and is_in else ""


def copies_of_digests(
    services: Services, reader: DigestReader, numbers: Iterable[int], request: int
) -> Iterator[ComposedLetter]:
    """Yield digests of these numbers once more, in the same words, as the letter of number ``request`` asks."""
    now, own = services.clock.now(), services.config.judge.address
    for number in numbers:
        sent = message_id_of(services, MailThread(DIGEST_PREFIX, (reader.number, number)))
        again = message_id_of(services, MailThread(DIGEST_PREFIX, (reader.number, number, request)))
        for raw in services.store.sent_under([sent]):
            mark = resent_mark(reader.language)
            copy = compose_again(raw, to=reader.address, reply_to=own, message_id=again, date=now, mark=mark)
            sender = fresh_envelope_sender(services)
            yield ComposedLetter(again, None, reader.address, sender, copy, occasion=Occasion.COPY, at=now)
