"""The lines of one proven letter, carried out one after the other, each with its answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate

from judge.desk.change_settings import change_settings
from judge.desk.enter import join, open_game
from judge.desk.for_master import for_master
from judge.desk.gazette import take_gazette
from judge.desk.give_orders import give_orders, is_order, point_out
from judge.desk.headings import is_recalled, past_recalled, recalled, title_apart
from judge.desk.keep import condition_without_end, is_ahead, keep_block, keep_orders, mean_orders, take_back
from judge.desk.keep_time import keep_time
from judge.desk.moves import reissue
from judge.desk.prefer import prefer
from judge.desk.progress import Progress, Reading
from judge.desk.resend import resend
from judge.desk.seats import about_seats, answered_by_order, is_mustered
from judge.desk.send_press import send_press, write_diary
from judge.desk.share import share
from judge.desk.sign_on import sign_on
from judge.desk.sources import Sources
from judge.desk.succeed import back_with_orders, succeed
from judge.desk.suppose import suppose
from judge.desk.vote import vote
from judge.desk.wage import is_waged, wage
from judge.desk.watching import watch
from judge.desk.wished import proposal
from judge.desk.wrapped import made_whole
from judge.game.refusals import Refusal, Refused
from judge.mail.ballots import Unvote, Vote
from judge.mail.blocks import If
from judge.mail.calendar import in_century
from judge.mail.leagues import AskPlayer, AskStandings, Gazette
from judge.mail.meanings import (
    Ask,
    Beyond,
    Clear,
    Help,
    Join,
    Line,
    MaybeOrder,
    NamePhase,
    Near,
    Open,
    Prefer,
    Ready,
    Recall,
    Reissue,
    Resend,
    Set,
    SignOn,
    Stop,
    WhatIf,
    Why,
)
from judge.mail.of_master import Amend, BreakOff, ForceClose, Foretell, GoBack, HandOver, Look
from judge.mail.of_war import OfWar
from judge.mail.pressing import DiaryText, PressText, WatchGame
from judge.mail.seating import Begin, GivePower, Here, Leave, LetIn, Standby
from judge.mail.succession import (
    AskRecord,
    ComeBack,
    DeclineSeat,
    GiveUp,
    NamePartner,
    NameSuccessor,
    Share,
    TakeSeat,
    Unseat,
)
from judge.mail.timing import Extend, HoldOn, NotAway, StandStill, TellAway
from judge.mail.words import Word
from judge.notation.misread import Misread
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unkept, Unknown, Wrong
from judge.rules.position import Phase

MOST_LINES = 150
"""Lines that are read of one letter, a block of press being one of them; a year of thirty-four units needs fewer."""

MOST_CHARACTERS = 6000
"""Characters of those lines that may be orders; the orders for a whole board take a thousand."""

MOST_MISREAD = 20
"""Lines not understood after which no more are read."""

MOST_PLAIN = 120
"""Lines of plain words after which no more are read: each is read three times over before it is known for that."""

MOST_BELOW = 40
"""Lines below a signature that are looked at for orders, to be pointed out."""

RATIONS = {Deed.NOT_ANSWERED: 10, Deed.NOT_SENT: 10}
"""Questions that are answered in one letter, press that is sent on: either may cause far more than was written."""


_QUESTIONS = Ask | Recall | AskRecord | AskPlayer | AskStandings | Help | Why
_READ_BELOW_OLD_WORDS = _QUESTIONS | PressText | NamePhase | If | OfWar | Near | Stop | Beyond | MaybeOrder
"""What is done, or refused in its own way, below words that say that the next lines were written before."""


def carry_out(
    progress: Progress, reading: Reading, lines: Sequence[Line], below: Sequence[str], sources: Sources
) -> Progress:
    """Carry out every line in order; a line that cannot be carried out changes nothing and the next one is read.

    ``below`` are lines under a signature, which are no more read than those below the word that ends a letter. Of a
    letter without end the beginning is read.
    """
    rationed: Counter[Deed] = Counter()
    most = _readable(lines)
    for line in made_whole(lines[:most], cache(partial(is_order, progress))):
        ration = _ration(line)
        rationed.update((ration,) if ration else ())
        if progress.stopped:
            progress = point_out(progress, line.text)
        elif _is_hopeless(progress):
            return progress.told(line.text, Did(Deed.TOO_UNCLEAR))
        elif is_recalled(progress) and not isinstance(line.meaning, _READ_BELOW_OLD_WORDS):
            progress = progress.told(line.text, Refused(Refusal.RECALLED))
        elif ration and rationed[ration] > RATIONS[ration]:
            progress = progress.told(line.text, Did(ration, str(RATIONS[ration])))
        else:
            progress = _carry_out(progress, line, reading, sources)
    for words in below[:MOST_BELOW]:
        progress = point_out(progress, words)
    for line in lines[most : most + 1]:
        progress = progress.told(line.text, Did(Deed.TOO_LONG, str(most)))
    return progress


def _readable(lines: Sequence[Line]) -> int:
    """How many lines from the top are read at all."""
    lengths = (len(line.text) if isinstance(line.meaning, MaybeOrder) else 0 for line in lines[:MOST_LINES])
    return sum(length <= MOST_CHARACTERS for length in accumulate(lengths))


def _is_hopeless(progress: Progress) -> bool:
    """Whether so little was understood that it can be no letter to the judge."""
    answers = [answered.answer for answered in progress.answers]
    misread = sum(isinstance(answer, Misread | Unkept) for answer in answers)
    return misread >= MOST_MISREAD or answers.count(Did(Deed.PLAIN_WORDS)) >= MOST_PLAIN


def _ration(line: Line) -> Deed | None:
    """What is said of a line that comes too often; None for one that may."""
    match line.meaning:
        case Ask() | Recall() | AskRecord() | AskPlayer() | AskStandings() | Help() | Why():
            return Deed.NOT_ANSWERED
        case PressText():
            return Deed.NOT_SENT
        case _:
            return None


def _carry_out(progress: Progress, line: Line, reading: Reading, sources: Sources) -> Progress:
    match line.meaning:
        case Open() as opening:
            return open_game(progress, line.text, opening, reading, sources)
        case Join() as joining:
            return join(progress, line.text, joining, reading, sources)
        case SignOn() as signed:
            return sign_on(progress, line.text, signed, reading, sources)
        case (NamePartner() | Share()) as asked:
            return share(progress, line.text, asked, reading, sources)
        case (TakeSeat() | DeclineSeat() | ComeBack() | GiveUp() | Unseat() | NameSuccessor()) as asked:
            return succeed(progress, line.text, asked, reading, sources)
        case PressText() as press:
            return send_press(progress, line.text, press, reading, sources.own_address)
        case DiaryText() as note:
            return write_diary(progress, line.text, note, reading, sources.own_address)
        case WatchGame() as wanted:
            return watch(progress, line.text, wanted, reading, sources)
        case (Ask() | Recall() | AskRecord() | AskPlayer() | AskStandings() | Help() | Why()) as question:
            return progress.told(line.text, sources.answer(question, progress.game, progress.person))
        case Gazette() as wanted:
            return take_gazette(progress, line.text, wanted, sources)
        case WhatIf() as asked:
            return suppose(progress, line.text, asked, reading, sources.phases)
        case Here(is_bare=False) if not is_mustered(progress.game, progress.person.address):
            return _orders(progress, line.text, reading)  # "Here are my orders for fall:"
        case (Standby() | Leave() | Here() | LetIn() | GivePower() | Begin()) as seating:
            return about_seats(progress, line.text, seating, reading, sources)
        case Resend() as asked:
            return resend(progress, line.text, asked, sources.letters(progress.game, progress.person))
        case Reissue() as asked:
            return reissue(progress, line.text, asked, reading, sources.secret)
        case Clear() as clear:
            return take_back(progress, line.text, clear, reading)
        case Ready():
            return mean_orders(progress, line.text, reading)
        case Set() as change:
            return change_settings(progress, line.text, change, reading, sources)
        case Prefer() as wished:
            return prefer(progress, line.text, wished, reading)
        case NamePhase(phase, words):
            return _name_phase(progress, line.text, phase, words)
        case (TellAway() | NotAway() | Extend() | StandStill() | HoldOn()) as about_time:
            return keep_time(progress, line.text, about_time, reading)
        case If() as block:
            return keep_block(progress, line.text, block, reading)
        case (Vote() | Unvote()) as ballot:
            return vote(progress, line.text, ballot, reading)
        case (ForceClose() | GoBack() | Amend() | HandOver() | BreakOff() | Look() | Foretell()) as wanted:
            return for_master(progress, line.text, wanted, reading, sources)
        case OfWar() as asked if is_waged(progress):
            return wage(progress, line.text, asked, reading)
        case Near() as near if proposed := proposal(progress, line.text, near):
            return progress.told(line.text, proposed)
        case Stop():
            return replace(progress, stopped=True)
        case Beyond():
            return progress.told(line.text, Did(Deed.BEYOND))
        case MaybeOrder() | OfWar() | Near():
            return _orders(progress, line.text, reading)


def _name_phase(progress: Progress, line: str, phase: Phase | None, words: Word | None) -> Progress:
    """The phase the lines below are for; below one that cannot be read, orders would be for nobody knows which."""
    if phase is None:
        position = progress.game.open_position if progress.game else None
        place = words or Word("", len(line.rstrip()))
        hint = (f"{line[: place.start].strip(' :')} {position.phase}",) if position else ()
        progress = progress.told(line, Wrong.at(Unknown.VALUE, place, hint))
    position = progress.game.open_position if progress.game else None
    named = in_century(phase, position.phase) if phase and position else phase
    return replace(progress, phase=named, astray=None if named else Refused(Refusal.PHASE_UNREAD))


def _orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Orders for the open phase, or for one that is to come; perhaps a condition where none can stand."""
    if answered := answered_by_order(progress, line, reading):
        return answered
    title, *orders = title_apart(progress, line)
    if orders:
        return _orders(_orders(progress, title, reading), orders[0], reading)
    if old := recalled(progress, line):
        return old
    progress = back_with_orders(past_recalled(progress, line), line, reading)
    if is_ahead(progress):
        return keep_orders(progress, line, reading)
    condition = condition_without_end(progress, line)
    if condition:
        astray = progress.astray or condition
        return replace(progress, astray=astray).told(line, astray)
    return give_orders(progress, line, reading)
