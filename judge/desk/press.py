"""Press, notes, watching: blocks sent to those they name or kept for their writer, and what they may have swallowed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.desk.asked import newcomer, read_powers
from judge.desk.context import Context
from judge.desk.give_orders import is_own_order
from judge.desk.progress import InGame, Progress
from judge.desk.seats import unknown_game
from judge.game.decide import decide
from judge.game.press.decide import byline_of
from judge.game.press.messages import PressSent, Recipients, SendPress, WriteDiary
from judge.game.press.post import delivery
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.watching.messages import StopWatching, Watch
from judge.mail.addresses import masked
from judge.mail.calendar import read_phase
from judge.mail.closings import ANY, closing_of
from judge.mail.pressing import DiaryText, Named, PressText, WatchGame, is_results
from judge.mail.strays import reads_as_command
from judge.mail.words import Word, verb_of
from judge.notation.tables import Notation, load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, PressTaken, Unknown, Wrong
from judge.reports.names import phase_line
from judge.rules.board import Power
from judge.rules.position import Phase

# --- lines in a block that were meant for the judge


_QUOTES = (">", "|", "»")
_OF_PROSE = ("?", "!", ",")

_LONGEST_ORDER, _MOST_LINES = 120, 60
"""Of a long letter the last lines are read for orders, which is where it runs on; each takes a millisecond or two.

Of the second one half as many, of the third a third: of all letters in one together few more than of a single one.
"""


def swallowed(progress: Progress, block: str, read: PressText | DiaryText, context: Context) -> Wrong | None:
    """The first line of a block that reads as one for the judge; None where there is none, or where it may stand.

    A note that its own word closed may hold anything, and so may press that its first line calls VERBATIM.
    """
    kind, what = ("press", Unknown.IN_PRESS) if isinstance(read, PressText) else ("diary", Unknown.IN_DIARY)
    closing = closing_of(read.closing)
    if closing in {kind, ANY} and (isinstance(read, DiaryText) or read.verbatim):
        return None
    is_closed = closing is not None
    lines = [found for found in _lines_below(block, is_closed=is_closed) if _may_be_meant(found[1])]
    looked_at = {start for start, line in lines if len(line) <= _LONGEST_ORDER}
    before = sum(isinstance(one.answer, PressTaken | Wrong) for one in progress.answers)
    looked_at = {*sorted(looked_at)[-_MOST_LINES // (1 + before) :]}
    for start, line in lines:
        if _is_command(line) or (start in looked_at and is_own_order(progress, line, context)):
            return Wrong(what, line.strip(), start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
    return None


def _lines_below(block: str, *, is_closed: bool) -> Iterator[tuple[int, str]]:
    """The lines between the first and the last one of a block, each with its place."""
    lines = block.split("\n")
    place = len(lines[0]) + 1
    for line in lines[1 : len(lines) - is_closed]:
        yield place, line
        place += len(line) + 1


def _may_be_meant(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(_QUOTES) and not line.rstrip().endswith(_OF_PROSE)


def _is_command(line: str) -> bool:
    is_headed = verb_of(line)[0] in {"press", "broadcast"} and line.split(maxsplit=1)[0].rstrip(":").isupper()
    return is_headed or reads_as_command(line)


# --- press and notes


def send_press(progress: InGame, line: str, press: PressText, context: Context) -> Progress:
    """Send the block on, or say why it stays; secrets in addresses of the judge go nowhere."""
    command = swallowed(progress, line, press, context) or _read(press, line.partition("\n")[0], progress)
    if isinstance(command, Wrong):
        return progress.told(line, command)
    return _sent(progress, line, command, context)


def answer_master(progress: InGame, text: str, context: Context) -> Progress:
    """Send on what somebody has answered to a letter of the master's, word for word."""
    command = SendPress(progress.person.address, (), text, to_master=True)
    return _sent(progress, text, command, context)


def _sent(progress: InGame, line: str, command: SendPress, context: Context) -> Progress:
    text = masked(command.text, context.own_address, progress.person.token)
    decided = decide(progress.game, replace(command, text=text), context.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    (sent,) = decided
    assert isinstance(sent, PressSent)
    by_habit = byline_of(progress.game, command) is not None
    taken = PressTaken(sent, delivery(progress.game, sent), masked=text != command.text, by_habit=by_habit)
    return progress.happened(decided).told(line, taken)


def write_diary(progress: InGame, line: str, note: DiaryText, context: Context) -> Progress:
    """Keep the note."""
    if progress.game.position is None:
        return progress.told(line, Refused(Refusal.NOT_STARTED))
    asked = swallowed(progress, line, note, context)
    if asked:
        return progress.told(line, asked)
    phase = phase_line(progress.game.position.phase, progress.game.board.calendar, progress.person.language)
    text = masked(note.text, context.own_address, progress.person.token)
    return progress.decided(line, WriteDiary(progress.person.address, text), context, Did(Deed.NOTED, phase))


def _read(press: PressText, head: str, progress: InGame) -> SendPress | Wrong:
    """The command that the first line of a block is, every name in it read."""
    game = progress.game
    if press.unclear:
        return _unclear(press, head)
    notation = load_notation(progress.person.notation)
    asked = press.but or press.to
    to = _recipients(asked, head, game, notation)
    signed = _signed(press.signed, head, game, notation)
    shown = _recipients(press.shown, head, game, notation) if press.shown else None
    until = _until(press.after, head, game)
    for read in (to, signed, shown, until):
        if isinstance(read, Wrong):
            return read
    assert isinstance(to, Recipients)
    assert not isinstance(signed, Wrong)
    assert not isinstance(shown, Wrong)
    assert not isinstance(until, Wrong)
    return SendPress(
        by=progress.person.address,
        to=to.powers,
        text=press.text,
        to_master=to.master,
        to_observers=to.observers,
        all_but=press.but is not None,
        grey=press.grey,
        signed=signed,
        as_master=press.signed is not None and press.signed.master,
        shown=shown,
        until=until,
    )


def _unclear(press: PressText, head: str) -> Wrong:
    """The words that leave open who is meant, with what would say it clearly."""
    start, end = press.unclear[0].start, press.unclear[-1].end
    to, every, none = _SAID[verb_of(head)[1]]
    if press.but is None:
        clear = [f"{to} {_written(press.unclear)}", every]
    else:
        clear = [f"{to} {_written(press.to.powers)}"] if press.to.powers else []
        clear += [f"{every} {none} {_written(press.but.powers)}"] if press.but.powers else []
    return Wrong.at(Unknown.READERS, Word(head[start:end], start), tuple(clear))


def _written(words: Sequence[Word]) -> str:
    return ", ".join(word.text for word in words)


_SAID: Mapping[Language, tuple[str, str, str]] = {
    "en": ("PRESS TO", "PRESS TO ALL", "EXCEPT"),
    "fr": ("PRESSE À", "PRESSE À TOUS", "SAUF"),
}


def _recipients(named: Named, head: str, game: Game, notation: Notation) -> Recipients | Wrong:
    if named.is_nobody:
        return _nobody(head)
    powers = read_powers(named.powers, game.board, notation)
    if isinstance(powers, Wrong) or not named.everyone:
        return powers if isinstance(powers, Wrong) else Recipients(powers, named.master, named.observers)
    return Recipients()


def _signed(named: Named | None, head: str, game: Game, notation: Notation) -> Power | Wrong | None:
    """The power a letter is to be signed with; None for none, or for the master."""
    if named is None or (named.master and not named.powers):
        return None
    powers = read_powers(named.powers, game.board, notation)
    if isinstance(powers, Wrong):
        return powers
    return powers[0] if len(powers) == 1 else _nobody(head)


def _until(words: tuple[Word, ...] | None, head: str, game: Game) -> Phase | Wrong | None:
    """The phase whose results are waited for: the one that is named, or the open one."""
    if words is None or game.position is None:
        return None
    named = [word for word in words if not is_results(word)]
    if not named:
        return game.position.phase if words else Wrong.missing(Unknown.VALUE, len(head), _phases(game))
    start, end = named[0].start, named[-1].end
    return read_phase(head[start:end]) or Wrong.at(Unknown.VALUE, Word(head[start:end], start), _phases(game))


def _phases(game: Game) -> tuple[str, ...]:
    return (str(game.position.phase),) if game.position else ()


def _nobody(head: str) -> Wrong:
    return Wrong.missing(Unknown.POWER, len(head))


# --- watching


def watch(progress: InGame, line: str, wanted: WatchGame, context: Context) -> Progress:
    """Begin or stop to watch the game that the letter is addressed to."""
    game, name = progress.game, wanted.name
    if name and name.text.lower() != context.name:
        return progress.told(line, unknown_game(line, name))
    by = progress.person
    if not wanted.is_on:
        return progress.decided(line, StopWatching(by.address), context, Did(Deed.WATCHES_NO_MORE, game.name))
    person = game.people.get(by.address) or newcomer(by, wanted.language, game.settings)
    return progress.decided(line, Watch(person), context, Did(Deed.WATCHES, game.name))
