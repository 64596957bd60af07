"""Letters that prove nothing: questions are answered, what is wrong is told, what is right waits to be confirmed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.desk.acknowledge import turn_away
from judge.desk.carry_out import carry_out
from judge.desk.case import Case
from judge.desk.changes import act
from judge.desk.gist import gist_of, without_strangers_words
from judge.desk.give_orders import is_order
from judge.desk.limits import MOST_PUT_OFF, MOST_PUT_OFF_IN_ALL, crowded, is_silent, put_off, within_limits
from judge.desk.office import fresh_secret
from judge.desk.post import Draft, seal, to_confirm, to_stranger
from judge.desk.progress import Progress
from judge.desk.spoken import enters, wants_something
from judge.game.settings import Address
from judge.mail.meanings import Line, MaybeOrder
from judge.reports.acknowledge import is_problem, write_acknowledgement
from judge.reports.doorstep import write_confirmation
from judge.reports.echo import Answered
from judge.store.values import Change, Fate, Hold, Occasion

_MOST_TRIED = 10
"""Lines that enter a game and are carried out in thought, of one letter."""


def ask(case: Case, address: Address, *, is_vouched: bool) -> Change:
    """Let the letter wait until the registered address confirms that it is theirs; it changes nothing before.

    Whoever wants to enter a game is told at once what cannot be done; where nothing can, there is nothing to confirm.
    Whether anything may be asked at all is settled first: it costs next to nothing, the rest does not.
    """
    office, occasion = case.office, _occasion(case, address, is_vouched=is_vouched)
    if occasion is Occasion.NEWCOMER and (until := crowded(office, address)):
        return wait_for_room(case, address, until)
    later = put_off(office, case.person(address), case.thread, occasion)
    if later:
        until = None if office.store.put_off(address) >= MOST_PUT_OFF else later.until
        return Change(case.kept.id, Fate.SET_ASIDE, outgoing=seal(office, later.told), sender=address, again=until)
    entering = () if is_silent(office, address, Occasion.GUIDANCE) else _tried(case, address)
    wrong = [one for one in entering if is_problem(one)]
    if wrong and wrong == entering:
        return case.settled(*within_limits(case.office, _told(case, address, wrong)))
    code = fresh_secret()
    request = replace(_request(case, address, wrong, code), occasion=occasion)
    return Change(case.kept.id, Fate.HELD, hold=Hold(code, address), outgoing=seal(office, (request,)))


def wait_for_room(case: Case, address: Address, until: datetime) -> Change:
    """Have a letter read again when so many letters to people without a part in a game may leave once more.

    Nobody is told: that letter, too, would go to whoever's name was written there.
    """
    is_full = case.office.store.put_off() >= MOST_PUT_OFF_IN_ALL
    return Change(case.kept.id, Fate.SET_ASIDE, sender=address, again=None if is_full else until)


def _occasion(case: Case, address: Address, *, is_vouched: bool) -> Occasion:
    """What the question is counted as."""
    if is_vouched:
        return Occasion.VOUCHED
    is_known = case.game is not None and address in case.game.correspondents
    return Occasion.QUESTION if is_known else Occasion.NEWCOMER


def _request(case: Case, address: Address, wrong: Sequence[Answered], code: str) -> Draft:
    reader, told = case.person(address), without_strangers_words(wrong)
    words = write_confirmation(case.game, reader, gist_of(case, address), case.kept.arrived, code, told)
    return to_confirm(case.office, reader, words, case.thread, code)


def _tried(case: Case, address: Address) -> Sequence[Answered]:
    """The lines by which a letter enters a game, carried out in thought.

    None of somebody's who is known and writes more than these: that is confirmed first.
    """
    entering = [line for line in case.lines if enters(line.meaning)][:_MOST_TRIED]
    if not entering or _holds_more(case, address):
        return ()
    now = case.office.clock.now()
    start = Progress(case.game, case.person(address))
    return list(carry_out(start, case.context(now), entering, ()).answers)


def _holds_more(case: Case, address: Address) -> bool:
    game = case.game
    if any(line.changes_something and not enters(line.meaning) for line in case.lines):
        return True
    if game is None or not game.powers_of(address):
        return False
    on = Progress(game, case.person(address))
    return any(isinstance(line.meaning, MaybeOrder) and is_order(on, line.text) for line in case.lines)


def _told(case: Case, address: Address, answers: Sequence[Answered]) -> Draft:
    """What is wrong, to the address that would have been asked; of the letter as little as in a question."""
    reader = case.person(address)
    words = write_acknowledgement(None, reader, without_strangers_words(answers), "", "", case.kept.arrived)
    return to_stranger(case.office, address, words, case.thread, reader.language, Occasion.GUIDANCE)


def answer_anybody(case: Case, asked: Sequence[Line]) -> Change:
    """Answer the questions of a letter that holds nothing else; tell any other what to write."""
    is_question = bool(asked) and not wants_something(case.lines)
    is_command = is_question or wants_something(case.lines)
    if is_silent(case.office, case.sender, Occasion.GUIDANCE if is_command else Occasion.DOORSTEP):
        return case.settled()
    is_player = case.game is not None and case.sender in case.game.people
    until = None if is_player else crowded(case.office, case.sender)
    if until:
        return wait_for_room(case, case.sender, until) if is_command else case.settled()
    return act(case, asked, case.sender, proof="") if is_question else turn_away(case)
