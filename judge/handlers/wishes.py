"""Answer a sentence that wishes for something: with what it asks, or with the line that would do what it wishes."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Language, Seating, Settings
from judge.game.state import Game
from judge.game.votes.messages import CastVote, ForConcession, ForDraw, ForExtension, WithdrawVotes
from judge.game.votes.rules import decide_votes
from judge.handlers.chosen_offers import answer_by_numbers, answer_first, answer_last, answer_otherwise
from judge.handlers.corrections import answer_with_changes, correct_orders
from judge.handlers.headings import stand_above, take_back, with_doubt
from judge.handlers.letter_context import SpokenLines
from judge.handlers.names import SpokenPower, notations_of, powers_among, powers_spoken_of, read_powers
from judge.handlers.offers import answer_offer
from judge.handlers.order_questions import answer_questions, handle_what_if, has_all_hold
from judge.handlers.orders import take_line, take_part
from judge.handlers.plain_words import is_near_order, orders_on
from judge.handlers.second_look import puts_off_builds
from judge.handlers.services import Services
from judge.handlers.session import HANDLERS, GameSession, LineContext, Session, handles
from judge.handlers.settings import GAME_SETTINGS, read_settings_on_board
from judge.mail.letter import Letter
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexicon import is_slip
from judge.notation.line import Misread
from judge.notation.tables import load_notation, notation_in
from judge.notation.write import write_order
from judge.reports.line_answers import (
    Done,
    Fate,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    Outcome,
    TextAnswer,
    Unknown,
    WhatIfAnswer,
    fate_of,
)
from judge.reports.names import power_name
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.phrasing import notation_of_game
from judge.reports.press import line_to_master
from judge.requests.dates import read_length
from judge.requests.governing import introduces
from judge.requests.names import game_name
from judge.requests.questions import WhatIfRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line, QuestionRequest, Request, UnreadRest
from judge.requests.seats import (
    JoinGameRequest,
    OpenGameRequest,
    SpokenSentence,
    name_spoken,
    opening_in_lines,
    settings_spoken,
    spoken_sentences,
)
from judge.requests.setting_lists import WrittenSetting
from judge.requests.small_talk import guess_language, is_courtesies_only
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, count_in, ways_in
from judge.requests.suggestions import near as wish_in
from judge.requests.vocabulary import fold_case, form_of, phrase_of, verb_of, vocabulary
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Power
from judge.rules.orders import Waive
from judge.rules.position import PhaseKind

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")

MOST_ASKED = 5
"""Questions in sentences that one letter has answered; of further ones the command is told."""


@handles(when_held=True)
def handle_suggestion(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Take the answer to an offer, or what takes back the orders above; else the wish, which may govern those below."""
    there = session.in_game
    if there and (answered := _of_orders(there, line, context)):
        return answered
    is_for_orders = near.about == "person" or has_all_hold(line)  # "Would you have all my units hold?" wants no list
    if there and is_for_orders and (asked := answer_questions(there, line, context, take_part)):
        return asked
    held = hold_clause_in(line) if "?" not in line else None
    is_for_person = near.about == "person" and suggested_command(session, line, near, context) is None
    is_waived = not near.asks and puts_off_builds(session, line)  # « Rien à construire, je reporte »
    if is_waived or is_for_person or (held and held.is_whole):
        return take_line(session, line, PossibleOrder(), context)
    done = _answer_wish(session, line, near, context)
    fates = {fate_of(one.answer) for one in done.answers[len(session.answers) :]}
    told = [one.answer for one in done.answers[len(session.answers) :]]
    is_order = any(isinstance(one, OrderAccepted) or one == Done(Outcome.ORDERS_HEADING) for one in told)
    below = done.in_game
    if (
        below and not is_order and introduces(line) and not near.to
    ):  # "I am away in May, so here is the autumn already:"
        return take_line(below, line, PossibleOrder(), context)
    return stand_above(below, line) if below and not is_order and Fate.OFFERED not in fates else done


def _of_orders(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Return the session once a line has answered an offer, corrected orders, or taken back those above it."""
    return (
        answer_by_numbers(session, line, context)
        or answer_with_changes(session, line, context)
        or answer_otherwise(session, line, context, take_part)
        or answer_first(session, line, context, _take_rest)
        or answer_last(session, line, context, take_part)
        or answer_offer(session, line, context)
        or correct_orders(session, line, context, take_part)
        or take_back(session, line, context.number)
    )


def _take_rest(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Take what stands on a line behind the answer to an offer."""
    said = wish_in(line)
    taken = handle_suggestion if isinstance(said, SuggestedCommand) else take_line
    rest = taken(session, line, said, context)  # type: ignore[arg-type]
    return rest.in_game or session


def _answer_wish(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Answer a question, or suggest the command that a sentence asks for.

    Of several sentences with a question, or with orders, each is read by itself; orders beside a question are taken; a
    line that asks for nothing is read as orders.
    """
    sentences = _SENTENCE_END.split(line.strip())
    near_orders = [one for one in sentences if is_near_order(session, one)]
    is_beside_orders = bool(near_orders) and not any(one.rstrip().endswith("?") for one in near_orders)
    is_apart = near.about == "supposed" and "?" in sentences[0] and "?" not in sentences[-1]
    if sentences[1:] and (is_apart or is_beside_orders or (near.asks and not near.about)):
        for sentence in sentences:
            said = wish_in(sentence)
            if isinstance(said, SuggestedCommand):
                done = handle_suggestion(session, sentence, said, context)
            else:
                done = take_line(session, sentence, said, context)
            session = with_doubt(session, done, sentence, context.number)
        return session
    told = sum(isinstance(one.answer, TextAnswer | WhatIfAnswer) for one in session.answers)
    if near.asks and told < MOST_ASKED and (game := session.in_game):
        if near.about:
            supposed = _suppose(game, line, near, context)
            return supposed or take_line(session, line, PossibleOrder(), context)
        return _ask(_with_orders_of(game, line, context), line, near, context)
    if proposed := suggested_command(session, line, near, context):
        return session.told(line, proposed)
    return take_line(session, line, PossibleOrder(), context)


def _with_orders_of(session: GameSession, line: str, context: LineContext) -> Session:
    """Return the session with the orders that stand on a line beside a question."""
    return take_line(session, line, PossibleOrder(), context) if _gives_order(session, line) else session


def _gives_order(session: Session, line: str) -> bool:
    """Whether any part of a line is an order."""
    game = session.view
    if game is None or game.open_position is None or not game.powers_of(session.person.address):
        return False
    read = orders_on(game, game.open_position, session.person, line, hinted=0)
    return any(not isinstance(meant, Misread) for _, meant in read)


def _ask(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> Session:
    """Return the session with a question answered, once in a letter."""
    asked = _request(near.command)
    if not isinstance(asked, QuestionRequest):
        return session.told(line, InvalidCommand(Unknown.COMMAND_WISHED, hints=(near.command,)))
    done = HANDLERS[type(asked)].handle(session, line, asked, context)
    is_repeated = done.answers[-1].answer in [one.answer for one in session.answers]
    return session.told(line, Done(Outcome.PLAIN_WORDS)) if is_repeated else done


def _suppose(session: GameSession, line: str, near: SuggestedCommand, context: LineContext) -> Session | None:
    """Return the session with a supposition judged; None where it supposes no order."""
    asked = _request(near.command)
    if not isinstance(asked, WhatIfRequest) or not any(is_near_order(session, one) for one in asked.lines):
        return None
    return handle_what_if(session, line, asked, context)


def _request(command: str) -> Request:
    return read_lines(command)[0].request


_OUTCOMES = {
    "same_orders": Outcome.SAME_ORDERS_WISHED,
    "orders_stand": Outcome.ORDERS_CONFIRMED,
    "orders_attached": Outcome.ATTACHED_ORDERS_MENTIONED,
    "orders_asked": Outcome.ORDERS_ASKED,
    "person": Outcome.FOR_A_PERSON,
}

_OF_PLAYERS = frozenset({"take", "wait", "nowait", "ready", "clear", "concede"})
"""Commands that only players can give, while their game goes on."""

_OF_NEWCOMERS = frozenset({"practice", "tutorial"})
"""Commands of people without a part in any game."""

_OF_MASTERS = frozenset({"extend", "rollback", "pause", "close", "press"})

_WITH = frozenset({"with", "avec"})
_SOME = frozenset({"between", "entre", "us", "nous", *_WITH})
_EVERYBODY = frozenset({"all", "survivors", "everyone", "everybody", "tous", "toutes", "survivants"})


def suggested_command(session: Session, line: str, near: SuggestedCommand, context: LineContext) -> LineAnswer | None:
    """Return the suggestion for a sentence; None where what it names are no powers, or nothing fits."""
    game, verb, language = session.game, verb_of(near.command)[0], near.language
    if near.to:
        return _press_to(session, line, near) if game else None
    if near.about in _CODES:
        return _hint(_notation_line(session, near))
    if near.about:
        return _about_unwritten_orders(session, line, near.about)
    if verb in {"join", "watch"} or (game is None and verb in _OF_NEWCOMERS):
        return _hint(line_for_newcomer(session.person.notation, near, context.services))
    if game is None:
        return _hint(near.command) if verb not in {"absence", "take"} else None
    by, is_player = session.person.address, session.person.address in game.players
    match verb:
        case "vote" | "unvote" | "concede" | "resign" | "absence" if not is_player:
            return None
        case "vote" | "concede":
            return _vote(session, game, line, near, context)
        case "unvote" if ForDraw in _motions_of(near.command):
            told = decide_votes(game, WithdrawVotes(by, ForDraw), context.now)
            return told if isinstance(told, Refused) else _hint(near.command)
        case "resign" if game.settings.practice:
            return _hint(form_of("verbs", "terminate", language))
        case "resign" if game.position is None:
            return _hint(form_of("verbs", "leave", language))
        case "resign":
            named = [word.lower() for word in near.command.split()]
            return _hint(near.command if game.name in named else f"{near.command} {game.name}")
        case "absence" if not game.settings.timing.absences.days:
            return Refused(Refusal.NO_ABSENCES)
        case "take" if not game.settings.timing.reserve.days:
            return None
        case _ if verb in _OF_MASTERS:
            return _command_or_request(session, game, near.command)
        case _ if verb in _OF_PLAYERS and not game.powers_of(by):
            return None
        case _:
            return _hint(near.command)


_CODES: Mapping[str, Language] = {"codes_english": "en", "codes_french": "fr"}


def _notation_line(session: Session, near: SuggestedCommand) -> str:
    """Return the line that has orders written to its reader in the notation of a language, in the game's own way."""
    settings = session.game.settings if session.game else Settings()
    command, setting = (
        form_of(section, key, near.language) for section, key in (("verbs", "set"), ("settings", "notation"))
    )
    return f"{command} {setting} {notation_of_game(settings, _CODES[near.about])}"


def _hint(command: str | None) -> InvalidCommand | None:
    return InvalidCommand(Unknown.COMMAND_WISHED, hints=(command,)) if command else None


def _motions_of(command: str) -> Sequence[type[ForDraw]]:
    named = (vocabulary().motions.get(fold_case(word)) for word in command.split())
    return [ForDraw for motion in named if motion == "draw"]


def _press_to(session: Session, line: str, near: SuggestedCommand) -> LineAnswer | None:
    """Return how words for other players are sent to them; None where they name nobody else."""
    game, language = session.game, near.language
    named = read_powers(near.to, game.board, load_notation(session.person.notation)) if game else ()
    if game is None or isinstance(named, InvalidCommand) or not named or is_near_order(session, line):
        return None
    if set(named) & set(game.powers_of(session.person.address)):
        return None  # a title of one's own power
    joint = f" {phrase_of('and', language)} "
    names = joint.join(power_name(power, game.board, language).to.upper() for power in named)
    return InvalidCommand(Unknown.PRESS_WISHED, hints=(f"{near.command} {names}",))


def _about_unwritten_orders(session: Session, line: str, about: str) -> LineAnswer | None:
    """Return the answer to somebody who speaks of orders without writing them.

    None where they have no orders to give.
    """
    game = session.view
    if about == "person":
        is_order = is_near_order(session, line) or _gives_order(session, line)
        return None if game is None or is_order else Done(_OUTCOMES[about])
    position = game.open_position if game else None
    powers = game.powers_of(session.person.address) if game else ()
    if game is None or position is None or not powers or is_near_order(session, line):
        return None
    if about != "pass":
        return Done(_OUTCOMES[about])
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _hint(phrase_of("all_hold", session.person.language))
    is_building = any(required_orders(game.board, position, power).builds for power in powers)
    own, _ = notations_of(session.person, game.board)
    written = notation_in(own, session.person.language)
    return _hint(write_order(Waive(), position, game.board, written)) if is_building else None


# --- the names that a command needs


def _vote(session: Session, game: Game, line: str, near: SuggestedCommand, context: LineContext) -> LineAnswer | None:
    """Return the line that casts the vote of a sentence, or why there is none.

    Where it does not name all for whom a draw would be, the help on votes is proposed: a draw of all is another thing.
    """
    by, verb, language = session.person.address, verb_of(near.command)[0], near.language
    said = {fold_case(word.text).strip(".:!?") for word in near.names}
    named = powers_among(near.names, game.board, load_notation(session.person.notation))
    own = game.powers_of(by)
    if named and said & _WITH and not set(own) & set(named):
        named = (*own, *named)
    ways = ways_in(line)
    if not named and verb == "vote" and _all_who_play(game) in {ways, *map(count_in, said)}:
        ways, said = None, said | _EVERYBODY  # "the three of us", of three who play
    is_unclear = len(named) != 1 if verb == "concede" else (ways is not None and ways != len(named))
    if is_unclear or (verb == "vote" and not named and said & _SOME and not said & _EVERYBODY):
        return _hint(f"{form_of('verbs', 'help', language)} VOTES")
    vote = CastVote(by, ForConcession(named[0]) if verb == "concede" else ForDraw(named))
    told = decide_votes(game, vote, context.now)
    return told if isinstance(told, Refused) else _hint(_with_powers(near.command, named, game.board, language))


def _all_who_play(game: Game) -> int:
    """Return how many people have a power with units or centres."""
    return sum(not set(game.powers_of(one)).isdisjoint(game.survivors) for one in game.players)


def line_for_newcomer(notation: str, near: SuggestedCommand, services: Services) -> str | None:
    """Return the line by which somebody joins or watches the game that a sentence names, or plays on their own.

    None where it names no game.
    """
    verb = verb_of(near.command)[0]
    if verb == "tutorial":
        return near.command
    if verb == "practice":
        powers = powers_among(near.names, STANDARD_BOARD, load_notation(notation))
        return _with_powers(near.command, powers[:1], STANDARD_BOARD, near.language)
    names = [
        name for word in near.names if (name := game_name(word.text.strip(".:!?"))) and services.store.is_game(name)
    ]
    game = services.game(names[0]) if names else None
    if game is None:
        return None
    powers = powers_among(near.names, game.board, load_notation(notation)) if verb == "join" else ()
    return _with_powers(f"{near.command} {game.name}", powers, game.board, near.language)


def _with_powers(command: str, powers: Sequence[Power], board: Board, language: Language) -> str:
    return " ".join((command, *(board.name_of(power, language).upper() for power in powers)))


# --- what newcomers write in sentences, read as the lines that would do it


_SENTENCES = PossibleOrder | SuggestedCommand
_ENTERING = OpenGameRequest | JoinGameRequest
_LONGEST_SPOKEN = 2000
"""Characters of a letter that is read so."""


def lines_spoken(services: Services, letter: Letter, lines: Sequence[Line]) -> SpokenLines | None:
    """Return what a letter to the judge's bare address that would open or join a game is read as.

    None where it stands as it is.
    """
    sender, text = Address(letter.sender or ""), letter.text
    if not lines or len(text) > _LONGEST_SPOKEN:
        return None
    if not all(isinstance(line.request, _SENTENCES | _ENTERING | QuestionRequest) for line in lines):
        return None
    typed = [line for line in lines if isinstance(line.request, _ENTERING)]
    sentences = spoken_sentences(text)
    kinds = [type(line.request) for line in typed]
    if len(set(kinds)) < len(kinds) or any(one.declines for one in sentences):
        return None
    spoken = _Spoken(services, sender, text, tuple(lines), sentences)
    if OpenGameRequest in kinds:
        return spoken.opening() if len(typed) == 1 else None
    names_game = any(services.store.is_game(name) for name in _game_names(text))
    if not typed and any(one.opens for one in sentences) and not names_game:
        return spoken.opening()
    return spoken.joining()


def _game_names(text: str) -> Iterator[GameName]:
    """The words of a text that may be names of games, in order, each once."""
    words = dict.fromkeys(word.lower() for word in re.findall(r"[^\W\d_][\w-]*", text))
    return (name for word in words if (name := game_name(word)))


@dataclass(frozen=True)
class _Spoken:
    """A letter of sentences that may open or join a game."""

    services: Services
    sender: Address
    text: str
    lines: tuple[Line, ...]
    sentences: tuple[SpokenSentence, ...]

    def typed(self, kind: type) -> Line | None:
        return next((line for line in self.lines if isinstance(line.request, kind)), None)

    def language(self, line: Line | None, board: Board) -> Language:
        """That of the command, else of the words, else of the names."""
        if line and isinstance(line.request, _ENTERING):
            return line.request.language
        names = [one.word.text for one in powers_spoken_of(self.text, board, load_notation("standard"))]
        english = {fold_case(spoken["en"]) for spoken in board.powers.values()}
        by_name: Language | None = "fr" if names and fold_case(names[0]) not in english else None
        return guess_language(self.text) or by_name or self.services.config.judge.language

    def wanted(self, board: Board, *, anywhere: bool = False) -> tuple[SpokenPower, ...]:
        """The powers that are asked for, the one wanted most first; not those that are named to be none of them."""
        said = [one for one in self.sentences if not one.asks and (one.may_want or (anywhere and not one.says("idle")))]
        titles = {name_spoken(self.text), *(one for one in _game_names(self.text) if self.services.store.is_game(one))}
        typed = (line.request.name for line in self.lines if isinstance(line.request, _ENTERING))
        titles |= {name.text.lower() for name in typed if name}
        found: dict[Power, SpokenPower] = {}
        for sentence in said:
            for clause in re.split(r"[,;:()]", sentence.text):
                kept = clause[: SpokenSentence(clause).excluded_from]
                for one in powers_spoken_of(kept, board, load_notation("standard")):
                    if one.word.text.lower() not in titles:
                        found.setdefault(one.power, one)
        return tuple(found.values())

    def joining(self) -> SpokenLines | None:
        """A seat in the one game that is named, as one of the powers that are wanted."""
        line = self.typed(JoinGameRequest)
        game = self._game_meant()
        if game is None or self.sender in game.people:
            return None if line or game else self._joining_nowhere()
        request = line.request if line else None
        is_bare = not self._words_beside(game)
        wanted = self.wanted(game.board, anywhere=bool(line) or is_bare)
        if isinstance(request, JoinGameRequest) and line:
            given = read_powers(request.powers, game.board, load_notation("standard"))
            is_clean = request.name is not None and request.name.text.lower() == game.name
            if request.settings or (is_clean and not isinstance(given, InvalidCommand) and (given or not wanted)):
                return self._without_polite_heading(line)
            if not wanted and request.powers:
                return None
        is_wish = any(one.says("joins") for one in self.sentences if not one.asks)
        wanted = wanted or (self.wanted(game.board, anywhere=True) if is_wish else ())
        if not (line or (is_bare and wanted) or is_wish or wanted):
            return None
        is_lot = game.settings.seating is Seating.LOTS
        language = self.language(line, game.board)
        written = _join_line(game.name, () if is_lot else wanted, game.board, language)
        left = () if line and not self.sentences[1:] else self._left({game.name})
        return SpokenLines((*read_lines(written), *self._questions()), left=left, by_lot=is_lot and bool(wanted))

    def _joining_nowhere(self) -> SpokenLines | None:
        """The line for a seat in some game that has one, with the powers that are wanted."""
        wanted = self.wanted(STANDARD_BOARD)
        is_wish = any(one.says("joins") for one in self.sentences if not one.asks)
        openings = self.services.openings()
        if not openings or not (is_wish and wanted):
            return None
        language = self.language(None, STANDARD_BOARD)
        return SpokenLines(told=(_join_line(openings[0], wanted, STANDARD_BOARD, language),))

    def _game_meant(self) -> Game | None:
        """The one game that is named, with a slip where only one that has a seat is near."""
        known = [name for name in _game_names(self.text) if self.services.store.is_game(name)]
        if not known:
            near = [(name, word) for name in self.services.openings() for word in _game_names(self.text)]
            known = list(dict.fromkeys(name for name, word in near if is_slip(word, name)))
        return self.services.game(known[0]) if len(known) == 1 else None

    def _words_beside(self, game: Game) -> Sequence[str]:
        """The words of the letter beside the names of the game and of powers, and small ones."""
        powers = {one.word.text for one in powers_spoken_of(self.text, game.board, load_notation("standard"))}
        words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", self.text)
        return [one for one in words if one not in powers and one.lower() != game.name and len(one) > len("the")]

    def _without_polite_heading(self, line: Line) -> SpokenLines | None:
        """A clear line below words that ask for it, which are no heading that withdraws it."""
        above = self.lines[: self.lines.index(line)]
        polite = [one for one in above if SpokenSentence(one.text).says("joins")]
        kept = tuple(one for one in self.lines if one not in polite)
        return SpokenLines(kept, is_plain=True) if polite else None

    def opening(self) -> SpokenLines | None:
        """A game with the name, the settings and the power of its opener that are named."""
        line = self.typed(OpenGameRequest)
        request = line.request if line else None
        given: dict[str, str] = {}
        name, facts = name_spoken(self.text), dict(settings_spoken(self.text))
        wanted = self.wanted(STANDARD_BOARD)
        if isinstance(request, OpenGameRequest) and line and request.name:
            zone, boards = self.services.config.judge.zone, self.services.own_boards
            faults = read_settings_on_board(request.settings, line.text, zone, boards).faults
            given = _settings_in_prose(request.settings)
            if faults and not _are_words_of_prose(request.settings):
                return None
            name = request.name.text.lower()
            facts = given | {key: value for key, value in facts.items() if key not in given}
            if not faults and facts == given and not wanted:
                return None
        if not (line or any(one.opens for one in self.sentences)):
            return None
        language = self.language(line, STANDARD_BOARD)
        title = name or phrase_of("new_game", language)
        written = opening_in_lines(title, facts, language)
        written += (_join_line(title, wanted, STANDARD_BOARD, language),) if wanted else ()
        left = self._left({title})
        if not name:
            return SpokenLines(told=written, left=left)
        return SpokenLines((*read_lines("\n".join(written)), *self._questions(), *_unread(left)), left=left)

    def _questions(self) -> Sequence[Line]:
        return [line for line in self.lines if isinstance(line.request, QuestionRequest)]

    def _left(self, names: Collection[str]) -> tuple[str, ...]:
        """The sentences of which nothing was read, but for those that only greet or introduce."""
        return tuple(one.text for one in self.sentences if not self._is_read(one, names))

    def _is_read(self, sentence: SpokenSentence, names: Collection[str]) -> bool:
        is_talk = any(map(sentence.says, ("joins", "opens", "idle", "alternates", "naming")))
        is_name = not any(word.islower() for word in re.findall(r"[^\W\d_]+", sentence.text))
        named = any(f" {name} " in sentence.spaced for name in names)
        spoken = powers_spoken_of(sentence.text, STANDARD_BOARD, load_notation("standard"))
        told = settings_spoken(sentence.text)
        return bool(is_talk or is_name or named or spoken or told or is_courtesies_only(sentence.text))


def _unread(sentences: Sequence[str]) -> Iterator[Line]:
    """Sentences of which nothing was read, to be answered so once the letter is known to be its writer's."""
    return (Line(one, UnreadRest(is_spoken=True)) for one in sentences)


def _settings_in_prose(written: Sequence[WrittenSetting]) -> dict[str, str]:
    """The settings among words of a line whose values can be read."""
    return {one.name: one.value.text.rstrip(".!") for one in written if one.name and one.value and _is_setting(one)}


def _is_setting(one: WrittenSetting) -> bool:
    value = one.value.text.rstrip(".!") if one.value else ""
    option = GAME_SETTINGS.get(one.name or "")
    return option is not None and option.read(value) is not None


def _are_words_of_prose(written: Sequence[WrittenSetting]) -> bool:
    """Whether what is no setting on a line is written as sentences are, not as commands."""
    return not any(one.word.text.isupper() and one.word.text[1:].isalpha() for one in written if not _is_setting(one))


def _join_line(name: str, wanted: Sequence[SpokenPower], board: Board, language: Language) -> str:
    """The JOIN of a game with the powers that are wanted, each as it was written, or by its name."""
    names = (one.word.text if one.is_exact else board.name_of(one.power, language) for one in wanted)
    return " ".join((form_of("verbs", "join", language), name, *(word.upper() for word in names)))


def _command_or_request(session: Session, game: Game, command: str) -> LineAnswer | None:
    """Return what the writer may write instead: a master the command, a player a vote or a letter.

    None where they may write neither. A reminder is the master's to send, not a player's. A vote is suggested only
    while the game has a deadline.
    """
    by, (verb, language, rest) = session.person.address, verb_of(command)
    printed = vocabulary().printed
    if by == game.master:
        if verb == "press":
            return InvalidCommand(Unknown.PRESS_WISHED, hints=(command,))
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(command,))
    if verb in {"press", "close"} or by not in game.players:
        return None
    length = read_length(rest[0].text) if verb == "extend" and rest else None
    vote = CastVote(by, ForExtension(length)) if length and game.deadline else None
    if vote and game.deadline and not isinstance(decide_votes(game, vote, game.deadline.at), Refused) and rest:
        proposed = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {rest[0].text}"
        return InvalidCommand(Unknown.COMMAND_WISHED, hints=(proposed,))
    return InvalidCommand(Unknown.PRESS_WISHED, hints=(line_to_master(language),))
