"""A reply to a question of ours: a clear yes does what was asked about, a clear no ends it, nothing else counts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.desk.case import Case
from judge.desk.changes import happened
from judge.desk.gist import cut_short, gist_of
from judge.desk.give_orders import is_near
from judge.desk.limits import within_limits
from judge.desk.office import fresh_secret
from judge.desk.post import Draft, Thread, to_confirm, to_person, to_stranger
from judge.desk.progress import Progress
from judge.desk.spoken import game_spoken_of
from judge.game.decide import decide
from judge.game.mastery.commands import AcceptGame, DeclineGame
from judge.game.messages import Event
from judge.game.people.messages import ConfirmMove, RefuseMove
from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.game.trail import Trail
from judge.mail.addresses import read_recipient
from judge.mail.assent import Assent, read_assent
from judge.mail.letter import read_letter
from judge.mail.meanings import Line, MaybeOrder, Stop
from judge.mail.subjects import lines_of
from judge.reports.doorstep import write_denied, write_left_unread, write_unclear
from judge.store.values import Change, Occasion

_MOST = 10
"""Lines that are named."""


def told_unread(case: Case, game: Game | None) -> tuple[Draft, ...]:
    """The letter that names the commands and the orders of a reply; none where there are none.

    ``game`` is what the question was about. The reply has proved whose it is, so its lines may stand in the letter.
    """
    on = Progress(game, case.person(case.sender))
    if game and case.sender in game.people:
        on = Progress(game, game.people[case.sender])
    lines = tuple(_for_the_judge(on, case.lines))
    if not lines:
        return ()
    shown, more = tuple(map(cut_short, lines[:_MOST])), max(0, len(lines) - _MOST)
    words = write_left_unread(game, on.person, shown, more, case.office.config.judge.address)
    thread = Thread("unread", (case.kept.id, "unread"), case.letter.message_id or None)
    letter = to_stranger(case.office, case.sender, words, thread, on.person.language, Occasion.GUIDANCE)
    return within_limits(case.office, letter)


def _for_the_judge(on: Progress, lines: Sequence[Line]) -> Iterator[str]:
    """The lines that would have been carried out, or come near to it: not plain words, and not the answer itself."""
    for line in lines:
        match line.meaning:
            case Stop():
                return
            case MaybeOrder():
                yield from [line.text] if is_near(on, line.text) else []
            case _:
                yield line.text


def answered(case: Case, code: str) -> Change | None:
    """What a reply to the question with this code brings about.

    None where nothing waits for that answer (any more); then it is a letter like any other.
    """
    waiting = case.office.store.held(code)
    if waiting and waiting[1] == case.sender:
        return _of_letter(case, code, waiting[0])
    return _of_game(case, code)


def _of_letter(case: Case, code: str, held: int) -> Change:
    """A letter that waited is read again, as if it had just come in; or never; or it waits on."""
    match read_assent(case.letter, code):
        case Assent.YES:
            return case.settled(*told_unread(case, _held_back(case, held).game), release=code)
        case Assent.NO:
            unread = told_unread(case, _held_back(case, held).game)
            return case.settled(_denied(case, held), *unread, cancel=code)
        case Assent.UNCLEAR:
            return _asked_again(case, code)


def _held_back(case: Case, held: int) -> Case:
    """The letter that was asked about, as it was kept."""
    office, kept = case.office, case.office.store.letter(held)
    recipient = read_recipient(kept.recipient, office.config.judge.address)
    letter = read_letter(kept.raw)
    lines = lines_of(letter)
    name = game_spoken_of(recipient, lines, office.store.games()) if recipient else None
    return replace(case, kept=kept, letter=letter, lines=lines, name=name, game=office.game(name))


def _denied(case: Case, held: int) -> Draft:
    """What was tried in somebody's name, and how often, to the address that is theirs."""
    office, tried = case.office, _held_back(case, held)
    game, reader = tried.game, tried.person(case.sender)
    unconfirmed = office.store.unconfirmed(case.sender)
    words = write_denied(game, reader, gist_of(tried, case.sender), tried.kept.arrived, unconfirmed)
    if game and reader.address in game.people:
        return to_person(office, game, reader, words, case.thread)
    return to_stranger(office, case.sender, words, case.thread, reader.language, Occasion.GUIDANCE)


def _of_game(case: Case, code: str) -> Change | None:
    """The answer of a mailbox to a change of address, or of a new master; None when no such code went to it."""
    name, _, secret = code.partition(".")
    before = case.office.game(GameName(name))
    if before is None:
        return None
    for yes, no in _choices(case, before, Token(secret)):
        match read_assent(case.letter, code):
            case Assent.YES:
                return happened(case, Trail(before).on(yes), told_unread(case, before))
            case Assent.NO:
                return happened(case, Trail(before).on(no), told_unread(case, before))
            case Assent.UNCLEAR:
                return _asked_again(replace(case, game=before), code)
    return None


def _choices(case: Case, game: Game, code: Token) -> Iterator[tuple[tuple[Event, ...], tuple[Event, ...]]]:
    """What a yes to this code makes happen, and what a no does, for each question that it may belong to."""
    now = case.office.clock.now()
    questions = (
        (ConfirmMove(case.sender, code, fresh_secret()), RefuseMove(case.sender, code)),
        (AcceptGame(_as_master(game, case), code), DeclineGame(case.sender, code)),
    )
    for yes, no in questions:
        would, would_not = decide(game, yes, now), decide(game, no, now)
        if not isinstance(would, Refused) and not isinstance(would_not, Refused):
            yield would, would_not


def _as_master(game: Game, case: Case) -> Person:
    """Whoever wrote, as a person of a game; a newcomer reads as its master does, until they say otherwise."""
    newcomer = replace(game.people[game.master], address=case.sender, token=fresh_secret())
    return game.people.get(case.sender, newcomer)


def _asked_again(case: Case, code: str) -> Change:
    """Both ways to answer, once a day for each question: a machine that answers every letter is soon alone."""
    reader, now = case.person(Address(case.sender)), case.office.clock.now()
    words = write_unclear(case.game, reader, code)
    thread = Thread("unclear", (code, now.date().isoformat()), case.letter.message_id or None, once=True)
    question = to_confirm(case.office, reader, words, thread, code)
    return case.settled(*within_limits(case.office, replace(question, occasion=Occasion.GUIDANCE)))
