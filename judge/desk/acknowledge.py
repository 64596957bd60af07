"""The answer to a letter, line by line or as a whole, and its copies for those who share the writer's seat."""

from collections.abc import Iterator
from itertools import chain, islice

from judge.desk.case import Case
from judge.desk.gist import cut_short, without_strangers_words
from judge.desk.give_orders import is_order
from judge.desk.limits import within_limits
from judge.desk.office import Office
from judge.desk.post import Draft, Thread, to_person, to_stranger
from judge.desk.progress import Progress
from judge.desk.share import partners
from judge.desk.spoken import seat_asked_nowhere, wants_something
from judge.game.settings import Address, Language
from judge.game.sight import as_known
from judge.mail.letter import Letter
from judge.mail.tongue import wants_no_more
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.deeds import Deed
from judge.reports.doorstep import Newcomer, write_trouble, write_welcome
from judge.reports.echo import Did, Trouble
from judge.reports.games import listed
from judge.reports.pages import Words
from judge.reports.strategists import write_copy
from judge.store.values import Change, Occasion


def welcome(office: Office, sender: Address, letter: Letter, game: str, nowhere: str, language: Language) -> Words:
    """To somebody who has no part in ``game``, which may be empty; of games they do play in it reminds them.

    ``nowhere`` is the name of a game that is not there, in which they asked for a seat.
    """
    games = office.store.summaries()
    newcomer = Newcomer(
        game=game if any(one.name == game for one in games) else "",
        nowhere=nowhere,
        plays=tuple(one.name for one in games if not one.ended and sender in one.audience),
        wants_no_more=wants_no_more(letter.subject, letter.text),
    )
    return write_welcome(newcomer, listed(games, language, sender), language)


MOST_NAMED = 20
"""Attachments named in one answer."""

MOST_STRUCK = 100
"""Lines struck out that one answer tells of."""

_LINES = 40
"""Lines looked at in all attachments of a letter."""


def tell_unread(progress: Progress, letter: Letter) -> Progress:
    """Answer for each line struck out, then for each attachment."""
    for words, deed in unread(progress, letter):
        progress = progress.told(words, Did(deed))
    return progress


def unread(progress: Progress, letter: Letter) -> Iterator[tuple[str, Deed]]:
    """What is said of each line struck out and each attachment; one that holds an order is a mistake worth a word."""
    yield from ((line, Deed.STRUCK) for line in letter.struck[:MOST_STRUCK])
    left = _LINES
    for name in letter.attachments[:MOST_NAMED]:
        texts = (text for bearer, text in letter.attached_texts if bearer == name)
        lines = [*islice(filter(str.strip, chain.from_iterable(map(str.splitlines, texts))), left)]
        left -= len(lines)
        ordered = any(is_order(progress, line) for line in lines)
        yield name, Deed.ATTACHED_ORDERS if ordered else Deed.ATTACHED


def acknowledge(case: Case, progress: Progress, proof: str) -> Draft:
    """Every line answered; for a person of the game, to the registered address, whoever wrote.

    Where nothing proves who did, little of the letter stands in it.
    """
    person, game = progress.person, progress.view
    answers, subject = progress.answers, case.letter.subject
    if not proof:
        answers, subject = without_strangers_words(answers), ""
    words = write_acknowledgement(game, person, answers, subject, proof, case.kept.arrived)
    if game and person.address in game.people:
        occasion = Occasion.ANSWER if proof else Occasion.GUIDANCE  # anybody may have asked in their name
        return to_person(case.office, game, person, words, case.thread, occasion)
    return to_stranger(case.office, person.address, words, case.thread, person.language, Occasion.GUIDANCE)


def copied(case: Case, progress: Progress) -> Iterator[Draft]:
    """What those who share the writer's seat are shown of the letter, each in their language."""
    for person, answers in partners(progress):
        game = progress.game
        assert game is not None
        words = write_copy(as_known(game, person.address), person, progress.person, answers)
        number = game.readers[person.address]
        thread = Thread("copy", (case.kept.id, number))
        yield to_person(case.office, game, person, words, thread, Occasion.NEWS)


def turn_away(case: Case) -> Change:
    """Tell somebody who has no part in the game that nothing was changed, and what to write next."""
    nowhere = cut_short(seat_asked_nowhere(case.lines)) if case.game is None else ""
    words = welcome(case.office, case.sender, case.letter, case.name or "", nowhere, case.language)
    return case.settled(*_to_sender(case, words))


MOST_TROUBLES = 5
"""What is struck out, or attached, and named to whoever may not have written the letter."""


def in_trouble(case: Case) -> Change:
    """Tell the sender of a letter without a readable line what was found in it: struck out, attached."""
    person = case.person(case.sender)
    unread_parts = islice(unread(Progress(case.game, person), case.letter), MOST_TROUBLES)
    found = tuple((cut_short(words), deed) for words, deed in unread_parts)
    if case.follows_an_answer and not case.letter.struck:
        return case.settled()
    if not found and case.game is None:
        return turn_away(case)
    trouble = Trouble.STRUCK_ONLY if case.letter.struck else Trouble.ATTACHMENT_ONLY if found else Trouble.EMPTY
    return case.settled(*_to_sender(case, write_trouble(trouble, person.language, found)))


def _to_sender(case: Case, words: Words) -> tuple[Draft, ...]:
    occasion = Occasion.GUIDANCE if wants_something(case.lines) else Occasion.DOORSTEP
    letter = to_stranger(case.office, case.sender, words, case.thread, case.language, occasion)
    return within_limits(case.office, letter)
