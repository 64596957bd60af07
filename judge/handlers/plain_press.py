"""Press as people write it: blocks, plain replies to press, words to another player on one line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import takewhile

from judge.game.press.messages import EVERYONE, PressMadeReady, Recipients, SendPress
from judge.game.refusals import Refusal, Refused
from judge.handlers.names import powers_among
from judge.handlers.orders import take_line
from judge.handlers.outgoing import press_of_mark
from judge.handlers.plain_words import MOST_GLANCED_AT, is_near_order
from judge.handlers.press import (
    command_of_reply,
    drop_ready,
    is_command_in_text,
    kept_by_answered,
    kept_for_word,
    lines_of,
    marked,
    offer_press,
    offer_ready_again,
    press_to_answer,
    read_head,
    send_block,
    send_press,
    send_ready,
    stray_line_in,
)
from judge.handlers.session import HANDLERS, GameSession, Held, LineContext, Session, handles_in_game, not_started
from judge.handlers.which_offers import read_sending
from judge.handlers.yes_or_no import Assent
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.notation.tables import load_notation
from judge.reports.line_answers import (
    Done,
    Fate,
    InvalidCommand,
    OrderAccepted,
    Outcome,
    PressAccepted,
    Unknown,
    fate_of,
)
from judge.requests.governing import Governs, sentences_of, stems_of, what_governs
from judge.requests.press import ReplyToPressRequest, SendPressRequest, begins_press, names_nobody
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line
from judge.requests.small_talk import is_courtesies_only
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.vocabulary import Word, block_ended_by, fold_case, value_of, verb_of, vocabulary
from judge.requests.wishes import wish_of, wish_tables
from judge.rules.board import Board, Power
from judge.rules.orders import Order, province_of

# --- blocks


@handles_in_game(not_started, Outcome.TOO_MUCH_PRESS)
def handle_send_press(session: GameSession, line: str, press: SendPressRequest, context: LineContext) -> Session:
    """Send the block; where it is the word for press alone, what the letter that it answers has kept for that.

    Where words to the readers stand on its first line, or lines for the judge in a block that nothing closes, the part
    that is for people is offered, and the orders below are.
    """
    is_word = names_nobody(press) and (not press.text.strip() or is_courtesies_only(press.text))
    if is_word and (ready := kept_by_answered(session, context)):
        return send_ready(session, line, ready, context)
    head = line.partition("\n")[0]
    command = read_head(press, head, session)
    is_unknown = isinstance(command, InvalidCommand) and command.what is Unknown.POWER
    words = words_to_others(session, head) if is_unknown else None
    is_closed = block_ended_by(press.closing) is not None
    stray = None if is_closed or press.verbatim else stray_line_in(session, line, press, context)
    text, below = _parted(line, stray.start) if stray else (press.text, "")
    if words:
        command = replace(words, text=f"{words.text}\n{text}".strip())
    elif stray is None or isinstance(command, InvalidCommand) or not (text.strip() and _is_plain(command, session)):
        return send_block(session, line, press, context)
    else:
        command = replace(command, text=text)
    if not all(isinstance(one.request, PossibleOrder | SuggestedCommand) for one in read_lines(below)):
        return send_block(session, line, press, context)
    above = line[: len(line) - len(below)].rstrip()
    return _with_orders_below(offer_press(session, above, command, context), head, below, context)


def _is_plain(command: SendPress, session: GameSession) -> bool:
    """Whether press says nothing but whom it is for: what is kept ready is no more than that."""
    plain = SendPress(session.person.address, command.to, command.text, command.to_master, command.to_observers)
    return command == plain


def _parted(block: str, at: int) -> tuple[str, str]:
    """Return the text of a block above a line for the judge, without a title of that line, and all from there on."""
    start = block.rfind("\n", 0, at) + 1
    lines = block[:start].rstrip().split("\n")[1:]
    while lines and lines[-1].rstrip().endswith(":"):
        lines.pop()
    return "\n".join(lines).strip("\n"), block[start:]


def _with_orders_below(session: GameSession, head: str, below: str, context: LineContext) -> Session:
    """Offer the orders of lines below press."""
    there: Session = replace(session, held=Held(head.strip(), Governs.ADDRESSES))
    for line in read_lines(below):
        there = HANDLERS[type(line.request)].handle(there, line.text, line.request, context)
    return replace(there, held=session.held)


# --- plain replies to press


@handles_in_game(not_started)
def handle_press_reply(session: GameSession, text: str, reply: ReplyToPressRequest, context: LineContext) -> Session:
    """Send a letter to the circle of the press it answers, and point out what in it reads as for the judge.

    A reply that begins with PRESS is for those whom that names. One that is for the judge rather than for people goes
    to nobody before its writer says so; its orders are offered. One with another block in it goes to nobody.
    """
    reader = session.game.readers.get(session.person.address)
    answered = press_of_mark(context.services, session.game, reader, reply.mark) if reader else None
    if answered is None:
        return session.told(text, Done(Outcome.REPLY_TO_NOTHING))
    first, *more = read_lines(text)
    if isinstance(first.request, SendPressRequest) and _begins_block(first.text) and not more:
        return handle_send_press(session, first.text, first.request, context)
    lines = [*lines_of(reply.text)]
    if block := next((found for found in lines if _begins_block(found[1]) or block_ended_by(found[1])), None):
        return session.told(text, marked(Unknown.LINE_IN_REPLY, *block))
    if session.game.settings.access.anonymous and _holds_name(reply.text, context.sender_name):
        return session.told(text, Refused(Refusal.OWN_NAME))
    command = command_of_reply(session, reply.text, answered)
    said = _what_is_said(session, [line for _, line in lines], context)
    if said.is_for_judge(session):
        if said.orders:
            return replace(offer_press(session, text, command, context), offered=said.orders)
        at_fault = next(found for found in lines if said.stray[0] in found[1])
        return kept_for_word(session, command, context).told(text, marked(Unknown.COMMAND_IN_REPLY, *at_fault))
    sent = send_press(session, text, command, context)
    if sent.events == session.events:
        return sent
    for line in said.stray:
        sent = sent.told(line.strip(), Done(Outcome.WENT_AS_PRESS))
    return sent


def _holds_name(text: str, name: str) -> bool:
    """Whether a name of several words stands in a text, as mail programs put it below all that their owner writes."""
    wanted = " ".join(name.casefold().split())
    return " " in wanted and wanted in " ".join(text.casefold().split())


def _begins_block(line: str) -> bool:
    key, _, words = verb_of(line.partition("\n")[0])
    return begins_press(key, words) or (key in {"diary", "to_editor", "tribune", "to_admins"} and not words)


@dataclass(frozen=True)
class _Said:
    """What a reply says: sentences that are for the judge, and how many for people; the orders among the former.

    Of both the lines are counted, too, for a line may hold any number of sentences: those of nothing but the former,
    and all others.
    """

    stray: tuple[str, ...] = ()
    for_people: int = 0
    stray_lines: int = 0
    lines_for_people: int = 0
    orders: tuple[tuple[Power, Order], ...] = ()

    def is_for_judge(self, session: GameSession) -> bool:
        """Whether the reply is for the judge rather than for people, or gives an order to every unit of its writer."""
        is_most = self.for_people < len(self.stray) or self.lines_for_people < self.stray_lines
        ordered = {province_of(order) for _, order in self.orders}
        position = session.game.open_position
        powers = session.powers
        units = [unit.at.province for power in powers for unit in position.units_of(power)] if position else []
        return is_most or (len(units) > 1 and ordered.issuperset(units))


_SENTENCES = PossibleOrder | SuggestedCommand
_QUOTES = (">", "|", "»")
_MOST_SENTENCES, _LONGEST_SENTENCE = 60, 250
"""Of a long letter the last sentences are read, which is where it runs on."""

_FOR_JUDGE = frozenset({"draw", "unvote_draw", "concede", "ready", "wait", "nowait", "clear"})
"""Wishes that nobody but the judge can do."""

_PEOPLE = re.compile(r"\b(?:you|your|yours|u|ur|vous|votre|vos|vôtre|tu|te|t|toi|ton|ta|tes)\b")
"""Words by which one speaks to another player."""

_POLITE = re.compile(
    r"\b(?:thank you|s'?il (?:vous|te) pla[iî]t|je vous prie|je te prie|if you please"
    r"|(?:could|can|would|will) you(?: please| kindly)?"
    r"|(?:pouvez|pourriez|voulez)-vous|(?:dear|cher) (?:judge|arbitre))\b"
)
"""What one says to a judge, too."""


def _what_is_said(session: GameSession, lines: Sequence[str], context: LineContext) -> _Said:
    """Read a reply as if it were a letter to the judge: nothing of it is carried out."""
    sentences = [(at, one) for at, line in enumerate(lines) for one in _sentences(line)]
    dry = replace(session, answers=(), offered=(), held=None, above="")
    dry_context = replace(context, assent_to=None)
    found: list[tuple[int, str, bool]] = []
    with bounded_effort(MOST_GLANCED_AT):
        for at, sentence in sentences[-_MOST_SENTENCES:]:
            try:
                after = _taken(dry, sentence, dry_context)
            except EffortSpentError:
                after = dry
            is_order = not set(_orders_of(after)) <= set(_orders_of(dry))
            is_stray = (is_order and not _speaks_to_people(sentence)) or _is_for_judge(sentence)
            if is_order and is_stray:
                dry = after
            if is_stray or not is_courtesies_only(sentence):
                found.append((at, sentence, is_stray))
    people, stray = ({at for at, _, is_stray in found if is_stray is wanted} for wanted in (False, True))
    return _Said(
        tuple(sentence for _, sentence, is_stray in found if is_stray),
        sum(not is_stray for _, _, is_stray in found),
        len(stray - people),
        len(people),
        _orders_of(dry),
    )


def _sentences(line: str) -> Iterator[str]:
    if not line.lstrip().startswith(_QUOTES):
        yield from sentences_of(line)


def _taken(dry: GameSession, sentence: str, context: LineContext) -> GameSession:
    """The session with a sentence taken as if it were a line of its own."""
    if len(sentence) > _LONGEST_SENTENCE:
        return dry
    after = take_line(replace(dry, held=None, above=""), sentence, PossibleOrder(), context)
    return after.in_game or dry


def _orders_of(dry: GameSession) -> tuple[tuple[Power, Order], ...]:
    """The orders that were given or offered, the last to each unit."""
    given = [(one.answer.power, one.answer.order) for one in dry.answers if isinstance(one.answer, OrderAccepted)]
    return tuple({province_of(order): (power, order) for power, order in (*given, *dry.offered)}.values())


def _is_for_judge(sentence: str) -> bool:
    wish = None if sentence.rstrip().endswith("?") else wish_of(sentence, None)
    is_wish = wish is not None and not wish.asks and wish.key in _FOR_JUDGE
    return is_command_in_text(sentence) or (is_wish and not _speaks_to_people(sentence))


def _speaks_to_people(sentence: str) -> bool:
    """Whether a sentence speaks to somebody else than the judge, or asks."""
    return sentence.rstrip().endswith("?") or bool(_PEOPLE.search(_POLITE.sub(" ", fold_case(sentence))))


# --- what is answered to press that is offered


def answer_offered_press(session: GameSession, line: str, context: LineContext) -> tuple[GameSession, str] | None:
    """Send press that is offered, or drop it, as a line says; with the sentences behind that; None for any other line.

    What leaves it open has it offered again. A letter that replies to nothing must say more than yes.
    """
    if session.held or (begun := _has_answered_press(session)) is None:
        return None
    ready = press_to_answer(session, context)
    sentences = sentences_of(line)
    names = partial(_is_reader_of, session, ready)
    for end in range(len(sentences), 0, -1):
        head, rest = " ".join(sentences[:end]), " ".join(sentences[end:])
        said = read_sending(head, len(ready), names)
        if begun and said:
            return session.told(head, Done(Outcome.PLAIN_WORDS)), rest
        if said in {None, Assent.UNCLEAR} or (rest and read_sending(rest, len(ready), names)):
            continue
        if ready and said is Assent.NO:
            return drop_ready(session, head, context), rest
        is_reply = context.assent_to != context.number
        if ready and (is_reply or len(head.split()) > 1):
            return send_ready(session, head, ready, context), rest
    is_unclear = bool(ready) and read_sending(line, len(ready), names) is not None
    return (offer_ready_again(session, line, ready), "") if is_unclear else None


def _has_answered_press(session: GameSession) -> bool | None:
    """Whether lines above have settled what was offered; None where they say something else."""
    if any(isinstance(one.answer, PressAccepted) or one.answer == _DROPPED for one in session.answers):
        return True
    return False if all(fate_of(one.answer) is Fate.CONVERSATION for one in session.answers) else None


_DROPPED = Done(Outcome.PRESS_DROPPED)


def _is_reader_of(session: GameSession, ready: Sequence[PressMadeReady], word: str) -> bool | None:
    who = _who_is(session, word, places=False)
    return None if who is None else all({*who.powers} <= {*one.to.powers} and bool(who.powers) for one in ready)


# --- words to another player on one line, as people write them


@dataclass(frozen=True)
class _Named:
    """Whom words are for, and where in the line the names end."""

    to: Recipients
    end: int


_QUOTE_OPENS, _QUOTE_CLOSES = re.compile(r"\s*[\"“«]"), re.compile(r"[\"”»][\s.!]*$")
_MOST_LINES_OF_WORDS = 40


def with_words_whole(session: Session, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a letter, those joined that are words to another player.

    They stand in quotation marks below a line that has them passed on, or below the greeting of a player by a power.
    """
    there = session.in_game
    if there is None or not there.powers:
        return lines
    whole: list[Line] = []
    at = 0
    while at < len(lines):
        size = _length_of_words(there, lines[at : at + _MOST_LINES_OF_WORDS])
        taken = lines[at : at + size]
        whole.append(Line("\n".join(one.text for one in taken), PossibleOrder()) if taken[1:] else taken[0])
        at += size
    return whole


def _length_of_words(session: GameSession, lines: Sequence[Line]) -> int:
    """Return how many lines are words to others from the first on; 1 where they are no more than that line."""
    first, *below = lines
    if not isinstance(first.request, _SENTENCES) or not below:
        return 1
    if _QUOTE_OPENS.match(below[0].text) and _names_readers(session, first.text):
        ends = (number for number, one in enumerate(below, 2) if _QUOTE_CLOSES.search(one.text))
        return next(ends, 1)
    if not _greets_player(session, first.text):
        return 1
    said = list(takewhile(partial(_goes_on_speaking, session), below))
    speaks = any(_speaks_to_people(one) for line in said for one in sentences_of(line.text))
    return 1 + len(said) if speaks else 1


def _goes_on_speaking(session: GameSession, line: Line) -> bool:
    """Return whether a line below a greeting is for who is greeted: no title, and no order that speaks to nobody."""
    if not isinstance(line.request, _SENTENCES) or line.text.rstrip().endswith(":"):
        return False
    return _speaks_to_people(line.text) or not is_near_order(session, line.text)


def _names_readers(session: GameSession, line: str) -> bool:
    """Return whether a line has something passed on to readers, and says no more than that."""
    opened = _opening_of_words().match(fold_case(line))
    named = _names_from(session, line, opened.end(), places=False) if opened and opened["opens"] else None
    return named is not None and _NOTHING_MORE.fullmatch(fold_case(line[named.end :])) is not None


_NOTHING_MORE = re.compile(r"[\s,.:!?…]*(?:(?:please|pls|plz|for me|svp|stp|s'il (?:vous|te) plait|merci)[\s,.:!?…]*)*")


def _greets_player(session: GameSession, line: str) -> bool:
    """Return whether a line greets one other player: ``Bonjour Bernard (Angleterre),``, ``Dear Austria,``."""
    found = _BY_NAME.fullmatch(line)
    if found and not found["text"].strip():
        return _other_of(session, found["power"]) is not None
    opened = _opening_of_words().match(fold_case(line))
    named = _names_from(session, line, opened.end(), places=False) if opened and opened["greets"] else None
    return bool(named and named.to.powers and _NOTHING_MORE.fullmatch(fold_case(line[named.end :])))


_BY_NAME = re.compile(
    r"\s*(?:(?:hello|hi|hey|dear|bonjour|salut|bonsoir|coucou|cher|chère)\s+)?[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*)?"
    r"\s*\((?P<power>[^()]{3,20})\)\s*[,!:](?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""Words that begin with the name of a player, and their power."""


def _other_of(session: GameSession, name: str) -> Recipients | None:
    """Return who a name means where it is one other power."""
    who = _who_is(session, name.strip(), places=False)
    own = session.powers
    return who if who and len(who.powers) == 1 and not set(who.powers) & set(own) else None


def _words_by_name(session: GameSession, line: str) -> SendPress | None:
    """Return press that begins with the name of a player and their power."""
    found = _BY_NAME.fullmatch(line)
    who = _other_of(session, found["power"]) if found else None
    text = found["text"].strip() if found else ""
    return _press_of(session, who, text) if who and " " in text else None


def _words_before(session: GameSession, line: str) -> SendPress | None:
    """Return press that the last sentence has passed on: ``I propose peace. Please tell all players.``."""
    *said, last = sentences_of(line)
    text = line[: line.rindex(last)].strip() if said else ""
    if not text or not _names_readers(session, last) or any(is_near_order(session, one) for one in said):
        return None
    opened = _opening_of_words().match(fold_case(last))
    named = _names_from(session, last, opened.end(), places=False) if opened else None
    return _press_of(session, named.to, text) if named else None


def offer_words_to_others(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Offer to send what a line says to other players whom it names; None for any other line.

    ``Tell England I won't go``, ``To Austria: …``, ``London-Paris: Madame, …``, ``Dear Austria, I promise …``. Orders
    below it are asked about.
    """
    if press := words_to_others(session, line):
        done = offer_press(session, line, press, context)
    elif _is_to_somebody_unknown(session, line):
        done = session.told(line, Done(Outcome.NOT_FORWARDED))
    else:
        return None
    is_over = what_governs(sentences_of(line)[-1], frozenset()) is Governs.ENDS  # "End of message."
    return replace(done, held=session.held if is_over else Held(line.strip(), Governs.ADDRESSES))


def words_to_others(session: GameSession, line: str) -> SendPress | None:
    """Return the press that a line holds: whom it names, and the words behind."""
    opened = _opening_of_words().match(fold_case(line))
    if by_name := _words_by_name(session, line) or _words_before(session, line):
        return by_name
    if opened is None:
        return _words_between_places(session, line)
    named = _names_from(session, line, opened.end(), places=bool(opened["bare"]))
    if named is None:
        return None
    rest, signs = line[named.end :].lstrip(), next((key for key in _SIGNS if opened[key]), "")
    if signs and not rest.casefold().startswith(_SIGNS[signs]):
        return None
    found = _BEFORE_WORDS.match(_behind_own_place(session, line[named.end :]))
    text = found["text"].strip(" \n:,;").strip('"“”«»').strip() if found else ""
    first, *more = _PIECE_END.split(text)
    is_order = any(is_near_order(session, one) for one in ([first, *more] if signs else more))
    return None if is_order or " " not in text else _press_of(session, named.to, text)


_PIECE_END = re.compile(r"(?<=[.!?…])[\"”»')]*\s+")

_SIGNS = {"bare": (":",), "greets": (",", "!"), "lets": ("know",)}
"""What must stand behind the name where what opens the line may open anything."""


def _is_to_somebody_unknown(session: GameSession, line: str) -> bool:
    """Whether a line asks to tell something to somebody of whom no power is known: ``Message for Kev and Priya:``."""
    opened = _opening_of_words().match(fold_case(line))
    if opened is None or not opened["opens"] or opened["opens"].startswith("press"):
        return False
    name = _NAME.match(line, opened.end())
    if name is None or not session.powers:
        return False
    return fold_case(name[0]) not in _to_others()["judge"] and not is_near_order(session, line)


def _press_of(session: GameSession, to: Recipients, text: str) -> SendPress:
    return SendPress(session.person.address, to.powers, text, to_master=to.master)


_ZINE = re.compile(
    r"\s*(?P<by>[^\W\d_][\w .'’]{1,20}?)\s*[-–—>]{1,2}\s*(?P<to>[^\W\d_][\w .'’]{1,20}?)\s*:\s*(?P<text>\S.*)"
)
"""Press as zines print it: ``London-Paris: Madame, …``."""

_BEFORE_WORDS = re.compile(
    r"\s*(?:[:;–—-]\s*|,?\s*(?:(?:know that|know|that|que)\b|qu['’])?\s*)(?P<text>.*)", re.IGNORECASE | re.DOTALL
)
_OF_SIGNATURE = re.compile(r"\s+(?:from|de|du|d['’])\s*(?P<by>[^:]{2,25}):", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]+|[&,]")
_JOINS = frozenset({"and", "et", "&", ","})


def _words_between_places(session: GameSession, line: str) -> SendPress | None:
    """Return press of which the two names stand in front, as those of capitals."""
    found = _ZINE.fullmatch(line)
    if found is None or " " not in found["text"] or is_near_order(session, found["text"]):
        return None
    by, to = _who_is(session, found["by"]), _who_is(session, found["to"])
    own = session.powers
    if to is None or by is None or not set(by.powers) & set(own) or set(to.powers) & set(own):
        return None
    return _press_of(session, to, found["text"].strip())


def _behind_own_place(session: GameSession, rest: str) -> str:
    """Return what stands behind a signature with the writer's own name or place: ``from London: …``."""
    found = _OF_SIGNATURE.match(rest)
    by = _who_is(session, found["by"].strip()) if found else None
    own = session.powers
    return rest[found.end() :] if found and by and set(by.powers) & set(own) else rest


def _names_from(session: GameSession, line: str, start: int, *, places: bool) -> _Named | None:
    """Return the names of others with which a line goes on; None where it names nobody, or the writer.

    With ``places`` a home centre is a name, too: elsewhere it may be that of a unit.
    """
    powers: list[Power] = []
    master = everyone = False
    end, last = start, start
    beside = _to_others()["beside"]
    for token in _NAME.finditer(line, start):
        if line[last : token.start()].strip(" '’.") and last != start:
            break
        word, last = token[0], token.end()
        who = _who_is(session, word, places=places)
        if who:
            powers += who.powers
            master, everyone, end = master or who.master, everyone or who.are_everyone, token.end()
        elif fold_case(word) not in beside and word.lower() not in _JOINS:
            break
    own = session.powers
    if end == start or set(powers) & set(own) or (everyone and (powers or master)):
        return None
    return _Named(Recipients(tuple(dict.fromkeys(powers)), master), end)


def _who_is(session: GameSession, name: str, *, places: bool = True) -> Recipients | None:
    """Return whom a name means: a power, by one of its home centres or as a people, too, the master, or everyone."""
    board, folded = session.game.board, fold_case(name)
    key = vocabulary().addressing.get(folded)
    if folded in _to_others()["judge"]:
        return None
    if value_of(name) == "all" or key == "all" or folded in _to_others()["all"]:
        return EVERYONE
    if key == "master":
        return Recipients(master=True)
    notation = load_notation(session.person.notation)
    powers = powers_among([Word(name, 0)], board, notation) or tuple(
        power for power in board.powers if folded[:5] in stems_of(tuple(board.powers[power].values()))
    )
    if not powers and folded[:1] in {"l", "d"}:  # "litalie"
        powers = powers_among([Word(name[1:], 0)], board, notation)
    if not powers and places:
        powers = _by_home(board).get(folded, ())
    return Recipients(powers) if len(powers) == 1 else None


@lru_cache(maxsize=16)
def _by_home(board: Board) -> Mapping[str, tuple[Power, ...]]:
    return {fold_case(text): (power,) for power in board.powers for text in _names_of_homes(board, power)}


def _names_of_homes(board: Board, power: Power) -> Iterator[str]:
    """The names of the home centres of a power, in every language."""
    return (name for home in board.homes(power) for name in board.regions[home].names.values())


@lru_cache(maxsize=1)
def _to_others() -> Mapping[str, Sequence[str]]:
    return {key: [*map(fold_case, words)] for key, words in wish_tables()["to_others"].items()}


@lru_cache(maxsize=1)
def _opening_of_words() -> re.Pattern[str]:
    """Matches what opens words to others, up to the first name."""
    asks, *kinds = (
        "|".join(re.escape(one) for one in sorted(_to_others()[key], key=len, reverse=True))
        for key in ("asks", "sends", "things", "opens", "lets", "bare", "greets")
    )
    sends, things, opens, lets, bare, greets = kinds
    return re.compile(
        rf"[\s*(]*(?:(?:{asks})(?:(?<=')|[\s,:!…–—-]+)){{0,6}}"
        rf"(?:(?P<opens>(?:(?:a )?(?:{sends})(?: (?:{things}))? (?:to|a|aux|au)|{opens})(?:(?<=@)|\b))"
        rf"|(?P<lets>(?:{lets})\b)"
        rf"|(?P<bare>(?:{bare})\b)|(?P<greets>(?:{greets})\b))[\s:]*"
    )
