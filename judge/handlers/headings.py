"""Handle lines that say what those near them are for: titles, conditions, drafts, what takes back."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.game.orders.messages import next_movement
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.letter_context import own_subject
from judge.handlers.names import notations_of
from judge.handlers.plain_words import is_near_order, is_order, named_units, names_places, reader_for
from judge.handlers.seats import handle_join_game
from judge.handlers.session import (
    GameSession,
    Held,
    LineContext,
    Session,
    handles_in_game,
    no_game_by_name,
    unknown_game,
)
from judge.handlers.which_offers import says_done
from judge.notation.hold_all import HoldClause, hold_clause_in
from judge.notation.line import Misread, OfferReason
from judge.notation.read import Heading, has_quote_mark, read_heading
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    OrdersOffered,
    Outcome,
    Unknown,
)
from judge.requests.governing import (
    QUOTATION,
    Governs,
    Nearness,
    behind_greeting,
    denies_or_conditions,
    introduces,
    is_draft_title,
    is_finished,
    is_proviso,
    leaves_as_is,
    puts_in_question,
    sentences_of,
    sets_condition,
    stems_of,
    takes_back,
    tells_what_was_not,
    what_governs,
)
from judge.requests.names import NamedPhase, PhaseHint, hint_in, in_century, phase_in
from judge.requests.seats import JoinGameRequest, SignOnRequest
from judge.requests.suggestions import SuggestedCommand
from judge.requests.suggestions import near as wish_in
from judge.requests.vocabulary import Word, fold_case, verb_of
from judge.rules.board import Power, Province
from judge.rules.orders import Order, province_of
from judge.rules.position import Phase, PhaseKind, Season

# --- follow what plain words say of the orders near them: what holds those below, what takes back those above


_OPENING, _ENDS = " \t*_-•\"'«“(", frozenset(".!?…")
_HOLDING = frozenset({Governs.HOLDS, Governs.DENIES, Governs.ADDRESSES})


def stand_above(session: GameSession, line: str, *, is_prose: bool = True) -> GameSession:
    """Take a line that gave no order as what stands above the next ones.

    A sentence goes on in the next line until it ends. A line near an order counts only where it introduces others.
    """
    if not is_prose and not introduces(line):
        return replace(session, above="")
    *ended, last = sentences_of(f"{session.above} {line}" if is_prose else line) or ("",)
    is_greeting = last.rstrip().endswith(",")
    for sentence in (*ended, *([last] if is_finished(last) or is_greeting else [])):
        session = _under(session, sentence)
    return replace(session, above="" if is_finished(last) else last)


def close_above(session: GameSession) -> GameSession:
    """Return the session below a sentence that has not come to its end where an order follows it."""
    return replace(_under(session, session.above), above="") if session.above else session


def _under(session: GameSession, sentence: str) -> GameSession:
    """Return the session below a sentence: what is held, what is held no longer.

    A letter to somebody else is not ended by words such as "my orders", but by a title or by its end; what has orders
    wait, by neither.
    """
    is_behind = any(isinstance(one.answer, OrderAccepted | OrdersOffered) for one in session.answers)
    others, held = other_stems(session), session.held
    how = what_governs(sentence, others, behind_orders=is_behind)
    how = Governs.HOLDS if how is Governs.NOTHING and not is_behind and is_proviso(sentence) else how
    if how in _HOLDING and not (held and held.phase_unread):
        return replace(session, held=Held(sentence, how))
    if held is None or held.phase_unread:
        return session
    is_announced = how is Governs.ANNOUNCES and held.how is not Governs.ADDRESSES
    is_over = how is Governs.ENDS or (is_announced and not _has_next_wait(session, held))
    return replace(session, held=None) if is_over else session


def _has_next_wait(session: GameSession, held: Held) -> bool:
    """Whether what holds says of orders that are still to come that they wait: ``Not final yet.`` above their title."""
    has_held = any(
        isinstance(one.answer, OrdersOffered) and one.answer.about == held.line.strip() for one in session.answers
    )
    is_doubt = puts_in_question(held.line, other_stems(session), Nearness.WITHIN)
    is_wait = sets_condition(held.line) or (is_doubt and denies_or_conditions(held.line))
    is_of_others = held.how is Governs.ADDRESSES or _OF_BEFORE.search(held.line)
    return is_wait and not (is_of_others or has_held)


_OF_BEFORE = re.compile(
    r"\b(?:forget|oubli\w*|hier|yesterday|this morning|ce matin|earlier|previous\w*|précédent\w*|caducs?|caduques?"
    r"|didn['’]t|last (?:e?-?mail|letter|message|orders))\b",
    re.IGNORECASE,
)
"""What a sentence speaks of that takes back what was sent before: new orders below it do not wait."""


def other_stems(session: GameSession) -> frozenset[str]:
    """Return how words begin that speak of powers which the writer does not play."""
    return _stems(session, {*session.game.board.powers} - {*session.powers}) - own_stems(session)


def own_stems(session: GameSession) -> frozenset[str]:
    """Return how words begin that speak of powers which the writer plays."""
    return _stems(session, session.powers)


def hold_clause_of(session: GameSession, line: str) -> HoldClause | None:
    """Return what a line tells all units; None for any other.

    None, too, where it begins with a region that is called much like its power (Aadlerburg in Aadleron), and where "we
    stay" goes on with the unit that its sentence names: « À Brest, on reste ».
    """
    clause = hold_clause_in(line, () if named_units(session, line.split(maxsplit=1)[0]) else own_stems(session))
    if clause is None or clause.held.sure or clause.held.others or clause.held.count:
        return clause
    subject = "" if clause.before.rstrip().endswith(_STOPS) else _SENTENCE.split(clause.before)[-1]
    return None if len(subject.split()) <= _LONGEST_SUBJECT and named_units(session, subject) else clause


_SENTENCE, _STOPS = re.compile(r"[.!?;]\s"), tuple(".!?;")
_LONGEST_SUBJECT = 3
"""Words."""


def _stems(session: GameSession, powers: Collection[Power]) -> frozenset[str]:
    board = session.game.board
    return stems_of(tuple([name for power in board.powers if power in powers for name in board.powers[power].values()]))


def held_beside(session: GameSession, line: str, parts: Sequence[tuple[str, object]]) -> Held | None:
    """Return what holds the orders of a line: what stands above it, or a clause of the line itself."""
    if session.held:
        return session.held
    clauses = [(part, at) for at, (part, read) in enumerate(parts) if isinstance(read, Misread)]
    others = other_stems(session) if clauses else frozenset()
    first = next((at for at, (_, read) in enumerate(parts) if not isinstance(read, Misread)), len(parts))
    for clause, at in clauses:
        is_apart = _is_sentence_of(line, clause)
        if _may_hold(clause, others, is_apart=is_apart, is_above=is_apart and at < first):
            return Held(clause, Governs.HOLDS)
    return None


def _is_sentence_of(line: str, clause: str) -> bool:
    """Whether a clause is a sentence of its own, and introduces nothing."""
    before, found, _ = line.partition(clause)
    begins = not before.rstrip(_OPENING) or before.rstrip(_OPENING)[-1] in _ENDS
    return bool(found) and begins and is_finished(clause) and not introduces(clause)


def _may_hold(clause: str, others: frozenset[str], *, is_apart: bool, is_above: bool) -> bool:
    """Whether a clause beside an order on its line may say that it does not count.

    A denial that is a sentence of its own says what it denies, and puts in question only what stands above it.
    """
    is_below = is_apart and not is_above
    in_question = not is_above and puts_in_question(clause, others)
    is_denied = not is_below and (sets_condition(clause) if is_apart else denies_or_conditions(clause))
    return in_question or is_denied or (not is_below and what_governs(clause, others) in _HOLDING)


def take_back(session: GameSession, line: str, letter: int) -> GameSession | None:
    """Ask about the orders that a letter has given where a line below takes them back; None for any other line."""
    given = _orders_of(session, letter)
    if not given or not takes_back(line) or _ends_a_unit(session, line):
        return None
    return _put_in_question(session, line, given)


def _ends_a_unit(session: GameSession, line: str) -> bool:
    """Whether a line is an order of retreats or of adjustments: « se retire », « supprime » take nothing back there."""
    position = session.view.open_position
    return position is not None and position.phase.kind is not PhaseKind.MOVEMENT and is_order(session, line)


def with_doubt(before: Session, done: Session, line: str, letter: int) -> Session:
    """Ask about orders in force where a line that came to be plain words may take them back, or put them off.

    They are those of the letter above the line; in a letter without any, those that earlier letters gave, of which
    it speaks with its first words.
    """
    there, told = done.in_game, done.answers[len(before.answers) :]
    if there is None or before.held or has_quote_mark(line) or not all(_is_talk(one.answer) for one in told):
        return done
    here = _orders_of(there, letter)
    is_later = not (here or there.offered)
    given = _orders_of(there, None) if is_later else here
    is_alone = len(before.answers) <= _MOST_GREETINGS and all(_is_talk(one.answer) for one in before.answers)
    said, others = [one for one in sentences_of(line) if not _wishes_for_else(one)], other_stems(there)
    is_talk = leaves_as_is(line) or tells_what_was_not(line) or says_done(line)
    if is_later and (is_talk or QUOTATION.search(line)):
        return done  # what “this” is, which stands beside a quotation, is what somebody has said
    near = Nearness.BELOW if not is_later else Nearness.FIRST if is_alone else Nearness.WITHIN
    doubting = [one for one in said if puts_in_question(one, others, near) or takes_back(one, is_later=is_later)]
    given = _of_units_begun_with(there, doubting, given) if is_later else given
    if not given or not doubting:
        return done
    besides = tuple(one for one in told if one.answer != Done(Outcome.PLAIN_WORDS))
    there = replace(there, answers=(*before.answers, *besides))
    return _put_in_question(there, line, given, is_later=is_later)


_OF_OTHER_MATTERS = frozenset({"vote", "unvote", "concede", "absence", "extend", "take"})
"""Verbs of wishes that say nothing of orders, whatever they deny and on whatever they depend."""


def _wishes_for_else(sentence: str) -> bool:
    """Whether a sentence wishes for a vote, for time, or tells of an absence: ``A draw, if everybody agrees?``."""
    wish = wish_in(sentence)
    return isinstance(wish, SuggestedCommand) and verb_of(wish.command)[0] in _OF_OTHER_MATTERS


_Given = tuple[tuple[Power, Order], ...]
_FIRST_WORDS = 3
"""Words of a sentence within which the unit stands that it begins with."""
_WORD_OR_CODE = re.compile(r"\W*(?![A-Z]{3}\b)[^\W\d_]{3}\s+[^\W\d_A-Z]")
"""A sentence whose first word may be an abbreviation, or just a word: « Par la présente, … »."""


def _of_units_begun_with(session: GameSession, doubting: Sequence[str], given: _Given) -> _Given:
    """The orders of units with which all sentences that doubt begin: ``Venice I'm not sure about``; else all."""
    position = session.view.open_position
    reader = reader_for(session.view, position, session.person) if position else None
    units = [
        unit
        for one in doubting
        if reader
        and not (_OF_ALL.search(one) or _WORD_OR_CODE.match(one))
        and (unit := reader.unit_of_line(" ".join(one.split()[:_FIRST_WORDS])))
    ]
    if not units or len(units) < len(doubting):
        return given
    named = {unit.at.province for unit in units}
    return tuple(one for one in given if province_of(one[1]) in named)


_OF_ALL = re.compile(
    r"\b(?:all|any|every\w*|these|this|those|them|orders?|tout|toute?s?|tous|rien|ces|ça|cela|les ordres|ordres?)\b",
    re.IGNORECASE,
)
_MOST_GREETINGS = 2
"""Lines of talk above one that may say, in a letter of its own, as little as right below the orders: ``Not yet.``"""

_TALK = frozenset(map(Done, (Outcome.PLAIN_WORDS, Outcome.FOR_A_PERSON, Outcome.ORDERS_CONFIRMED)))


def _is_talk(answer: LineAnswer) -> bool:
    """Whether an answer says that a line did nothing, and was not near to an order."""
    wishes = isinstance(answer, InvalidCommand) and answer.what in {Unknown.COMMAND_WISHED, Unknown.PRESS_WISHED}
    return wishes or answer in _TALK


def _orders_of(session: GameSession, letter: int | None) -> _Given:
    """The orders in force that a letter of the writer gave, or that any did."""
    all_given = ((power, one) for power in session.powers for one in session.game.orders.get(power, ()))
    return tuple((power, one.order) for power, one in all_given if letter in {None, one.letter})


def _put_in_question(session: GameSession, line: str, given: _Given, *, is_later: bool = False) -> GameSession:
    """Offer orders that were in force, so that they count once their writer says so.

    Those of the letter are told where they stand in it, those of a letter that came before beside the line.
    """
    asked, orders = tuple(_asked_about(one, line) for one in session.answers), tuple(order for _, order in given)
    return replace(
        without_offer(session, *orders),
        answers=asked,
        offered=(*session.offered, *given),
        denied=(*session.denied, *given),
        stood=(*session.stood, *given) if is_later else session.stood,
    ).told(line, OrdersOffered(orders, OfferReason.HEADING, line.strip()) if is_later else Done(Outcome.ORDERS_HEADING))


def _asked_about(answered: AnsweredLine, line: str) -> AnsweredLine:
    match answered.answer:
        case OrderAccepted(order=order):
            return replace(answered, answer=OrdersOffered((order,), OfferReason.HEADING, line.strip()))
        case _:
            return answered


def without_offer(session: GameSession, *orders: Order) -> GameSession:
    """Return the session in which nothing else is offered to the units of some orders, or denied of them."""
    units = units_of(orders)
    return replace(
        session,
        offered=tuple(one for one in session.offered if province_of(one[1]) not in units),
        denied=tuple(one for one in session.denied if province_of(one[1]) not in units),
    )


def units_of(orders: Sequence[Order]) -> frozenset[Province | None]:
    """Return the regions of the units that orders are for."""
    return frozenset(map(province_of, orders))


# --- handle lines that say what those below are for: headings above orders, the subject among them, and SIGNON


_COLON = re.compile(r"(:)(?!\d)")


def handle_heading(session: GameSession, line: str, heading: Heading) -> GameSession:
    """Take a heading: it may name the phase of the lines below, and the power they are for.

    A power that is not the writer's is refused.
    """
    game = session.game
    above = close_above(session)
    held = above.held if above.held and (above.held.phase_unread or _has_next_wait(above, above.held)) else None
    session = _with_phase_of(replace(session, held=held, above=""), line)
    if _is_unclear(session, line):
        return session.told(line, Refused(Refusal.HEADING_UNCLEAR, phase=_open_phase(game)))
    if heading.power is None:
        return session.told(line, Done(Outcome.ORDERS_HEADING))
    if heading.power in game.powers_of(session.person.address):
        return replace(session, heading=heading.power).told(line, Done(Outcome.ORDERS_HEADING))
    refused = Refused(Refusal.NOT_YOUR_POWER, power=heading.power)
    return replace(session, held=Held(line, Governs.ADDRESSES), heading=None).told(line, refused)


_REMARK = re.compile(r"\s*[(\[]|,?\s+[-–—]\s+|,\s+")
_FOR = re.compile(r"\W*(?:for|pour|c[ôo]t[ée])\b", re.IGNORECASE)
"""What stands before the name of a power whose orders follow: ``For France: …``"""
_WORD = re.compile(r"\b\w+")
_LONGEST_INTRODUCED = 250
"""Characters behind a colon; what is longer is talk, of which each sentence is read for itself."""


def split_title(session: GameSession, line: str) -> tuple[str, ...]:
    """Split a line into the words that introduce it and the orders behind them; else return the whole line.

    ``Mes ordres pour le printemps 1901 : A PAR - BUR``, ``J'annule : A PAR - BUR``, ``Bonjour, Paris va en Bourgogne``.
    The name of a power alone stays with its order.
    """
    if (start := behind_greeting(line)) and (
        is_near_order(session, line[start:]) or _heading_of(session, line[start:].lstrip())
    ):
        return line[:start].rstrip(), line[start:].lstrip()
    if titled := _with_title_last(session, line):
        return titled
    title, colon, *behind = _COLON.split(line, maxsplit=1) if _COLON.search(line) else (line, "")
    orders = "".join(behind)
    game = session.view
    position = game.open_position
    if position is None or not colon or not orders.strip() or has_quote_mark(line):
        return (line,)
    heading = _heading_of(session, title)
    tells = heading is not None and hint_in(title, position.phase) != PhaseHint()
    is_short = heading is None and len(orders) <= _LONGEST_INTRODUCED
    is_movement = position.phase.kind is PhaseKind.MOVEMENT
    if is_short and is_movement and names_places(session, title):  # "I'd like Belgium: Picardy with help from Burgundy"
        reader = reader_for(session.view, position, session.person)
        named = reader.named_places(orders)
        is_short = not named <= {unit.at.province for unit in reader.scene.units()}
    is_clause = is_short and not is_near_order(session, title) and is_order(session, orders.strip())
    is_own = heading is not None and heading.power in session.powers and bool(_FOR.match(title))
    return (f"{title.rstrip()}{colon}", orders.strip()) if tells or is_clause or is_own else (line,)


def _with_title_last(session: GameSession, line: str) -> tuple[str, ...]:
    """The sentences of a line and the title at its end: ``I shall do no such thing. My orders:``; else nothing.

    No stop need end what takes orders back: ``scrap all of that, new orders:``.
    """
    *told, title = sentences_of(line) or ("",)
    if not title.rstrip().endswith(":"):
        return ()
    if told:
        return (" ".join(told), title) if _heading_of(session, title) is not None else ()
    is_title = _is_title(session, line)
    starts = [word.start() for word in _WORD.finditer(line[:_LONGEST_INTRODUCED])]
    parted = ((line[:at].rstrip(), line[at:]) for at in starts if is_title or line[:at].rstrip().endswith(","))
    behind = (pair for pair in parted if takes_back(pair[0], is_later=True))
    return next((pair for pair in behind if _is_title(session, pair[1])), ())


def _is_title(session: GameSession, line: str) -> bool:
    """Whether a line is a title of orders, or announces the writer's own."""
    return bool(_heading_of(session, line)) or what_governs(line, other_stems(session)) is Governs.ANNOUNCES


def _heading_of(session: GameSession, line: str) -> Heading | None:
    """The heading that a line of the writer's is."""
    game, person = session.view, session.person
    return read_heading(line, game.board, *notations_of(person, game.board), game.powers_of(person.address))


def handle_announcement(session: GameSession, line: str) -> GameSession | None:
    """Take a sentence that announces lines for another phase, such as ``Autumn moves, in case I forget:``.

    So does a title with a remark, ``Fall 1901 (for planning only)``. None where it announces none, or names no other
    phase.
    """
    position, (title, *remark) = session.game.open_position, _REMARK.split(line, maxsplit=1)
    is_titled = bool(remark) and phase_in(title) is not None and _heading_of(session, title) is not None
    if position is None or not (line.rstrip().endswith(":") or is_titled) or has_quote_mark(line):
        return None
    hint = hint_in(line, position.phase)
    if hint.season is None and hint.kind is None:
        return None  # a date, as those have that say who wrote when
    below = _with_phase_of(session, line)
    if below == session:
        return None
    if _is_unclear(below, line):
        return below.told(line, Refused(Refusal.HEADING_UNCLEAR, phase=position.phase))
    return stand_above(below, line).told(line, Done(Outcome.ORDERS_HEADING))


def with_subject(start: Session, subject: str) -> Session:
    """Take the subject that the writer has chosen as a heading above the whole letter.

    It counts where it is a title that names another phase than the open one.
    """
    session = start.in_game
    if session is None:
        return start
    game = session.view
    position, title = game.open_position, own_subject(subject, game.name)
    if position is None or not title or not game.powers_of(session.person.address):
        return session
    if _heading_of(session, title) is None:
        return replace(session, held=Held(title, Governs.HOLDS)) if is_draft_title(title) else session
    below = _with_phase_of(session, title)
    if below.held:
        return below.told(title, Refused(Refusal.HEADING_UNCLEAR, phase=position.phase))
    return below.told(title, Done(Outcome.SUBJECT_HEADING)) if below.phase not in {None, position.phase} else session


def _with_phase_of(session: GameSession, line: str) -> GameSession:
    """Return the session in the phase that a heading names.

    Orders below are refused where what it says of a phase fits none that is known.
    """
    position = session.game.open_position
    if position is None:
        return session
    present = session.phase or position.phase
    named, hint = _phase_named(line, position.phase), hint_in(line, position.phase)
    if named and not _may_mean(named, present):
        meant = position.phase if _may_mean(named, position.phase) else named.phase
        return replace(session, phase=meant, held=_held_after_phase(session))
    if named or (hint != PhaseHint() and hint.fits(present)):
        return replace(session, held=_held_after_phase(session))
    if hint.fits(present):
        return session
    ahead = _next_phase_of(hint, present)
    held = Held(line, Governs.HOLDS, phase_unread=ahead is None)
    return replace(session, phase=session.phase if ahead is None else ahead, held=held)


def _next_phase_of(hint: PhaseHint, present: Phase) -> Phase | None:
    """The phase that a title without a year speaks of while units retreat or are raised: the next one of its season.

    What stands below is offered to be kept.
    """
    is_winter = hint.season is Season.WINTER or hint.kind is PhaseKind.ADJUSTMENT
    if hint.year or present.kind is PhaseKind.MOVEMENT or (present.kind is PhaseKind.ADJUSTMENT and is_winter):
        return None
    if is_winter:
        return Phase(Season.WINTER, present.year, PhaseKind.ADJUSTMENT)
    ahead = next_movement(present)
    is_movement = hint.kind in {None, PhaseKind.MOVEMENT}
    return ahead if is_movement and hint.season in {None, ahead.season} else None


def _is_unclear(session: GameSession, line: str) -> bool:
    """Whether this very line speaks of a phase that nobody can tell."""
    return session.held == Held(line, Governs.HOLDS, phase_unread=True)


def _open_phase(game: Game) -> Phase | None:
    return game.open_position.phase if game.open_position else None


def _phase_named(line: str, present: Phase) -> NamedPhase | None:
    named = phase_in(line)
    return replace(named, phase=in_century(named.phase, present)) if named else None


def _held_after_phase(session: Session) -> Held | None:
    """Return what still holds orders below a phase that can be read: the title of an unreadable one does no more."""
    return None if session.held and session.held.phase_unread else session.held


def _may_mean(named: NamedPhase, phase: Phase) -> bool:
    """Return whether a heading may mean a phase.

    A season alone means any phase of it; autumn also the winter after it.
    """
    if named.is_exact:
        return named.phase == phase
    season = Season.FALL if phase.season is Season.WINTER else phase.season
    return (named.phase.year, named.phase.season) == (phase.year, season)


@handles_in_game(no_game_by_name)
def handle_sign_on(session: GameSession, line: str, signed: SignOnRequest, context: LineContext) -> Session:
    """Take ``?rome`` as JOIN; of ``frome`` say that the address is enough.

    A power of somebody else's is refused. A password is never asked for.
    """
    game, name = session.game, signed.name
    if name is None or not name.text.lower().endswith(game.name):
        return session.told(line, unknown_game(line, name))
    if signed.joins and session.person.address not in game.players:
        seat = Word(name.text[1:], name.start + 1)
        return handle_join_game(session, line, JoinGameRequest(signed.language, seat, (), ()), context)
    power = _power(name.text[: -len(game.name)], game)
    own = game.powers_of(session.person.address)
    if power and power not in own:
        return replace(session, held=Held(line, Governs.ADDRESSES)).told(
            line, Refused(Refusal.NOT_YOUR_POWER, power=power)
        )
    return session.told(line, Done(Outcome.SIGNED_ON, game.name))


def _power(letter: str, game: Game) -> Power | None:
    """The power that the letter in front of the name of a game stands for; M and O stood for no power."""
    if len(letter) != 1 or not letter.isalpha():
        return None
    names = ((power, fold_case(name["en"])) for power, name in game.board.powers.items())
    return next((power for power, name in names if name.startswith(fold_case(letter))), None)
