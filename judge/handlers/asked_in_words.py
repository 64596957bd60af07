"""Answer questions in everyday words: by the themes of a table, each in a few lines, with one line to send for more."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from judge.game.phases.close import powers_waited_for
from judge.game.phases.messages import PhaseClosed
from judge.game.visibility import knows_addresses, learns_later, may_know_awaited, sees_all
from judge.handlers.asked_sentence import (
    AskedSentence,
    Theme,
    asking_table,
    may_be_ordered,
    stands_in,
    supposes_order,
    themes,
    words_of,
)
from judge.handlers.books import answer_help
from judge.handlers.order_questions import has_all_hold
from judge.handlers.plain_words import is_near_order
from judge.handlers.questions import closed_phases_as_known
from judge.handlers.session import HANDLERS, GameSession, LineContext, Session
from judge.handlers.yes_or_no import first_word_of_assent
from judge.languages import Spoken
from judge.reports.deadlines import deadline_text
from judge.reports.ending import ending_in_short
from judge.reports.game_answers import why_command, write_history, write_to_do, write_why
from judge.reports.language import capitalized, moment_text, place_of_zone, say
from judge.reports.layout import no_wrap, wrapped
from judge.reports.line_answers import AnsweredLine, Done, LineAnswer, Outcome, TextAnswer
from judge.reports.phrasing import Phrasing
from judge.reports.press import line_to_master
from judge.reports.terms import how_it_ends, how_long_phases_last
from judge.requests.governing import Governs, sentences_of, what_governs
from judge.requests.questions import HelpRequest, MapRequest, RuleRequest
from judge.requests.suggestions import ABOUT, SuggestedCommand, near
from judge.requests.vocabulary import Word, fold_case, form_of, phrase_of, verb_of, vocabulary
from judge.rules.adjustments import required_orders
from judge.rules.board import Power, UnitKind
from judge.rules.orders import Move, Retreat
from judge.rules.position import PhaseKind, Season
from judge.rules.verdicts import Verdict

# --- the questions of a line


_LONGEST_QUESTION = 240
"""Characters; a longer one tells a story."""

MOST_ANSWERED = 5
"""Questions in words that one letter has answered; further ones are read as before."""


@dataclass(frozen=True)
class AnsweredQuestions:
    """The questions of a line, each with its answer, and the other sentences of that line."""

    text: str
    questions: tuple[AnsweredLine, ...]
    rest: str

    @property
    def _asks_more(self) -> bool:
        """Whether a question is among the other sentences."""
        return "?" in self.rest

    def beside(self, session: GameSession, line: str) -> str:
        """Return what is to be carried out beside them.

        Orders, a yes, and questions that are no theme of the table by themselves; talk in its whole line.
        """
        is_apart = not self.rest or self._asks_more or is_near_order(session, self.rest)
        is_apart = is_apart or session.game.position is None or first_word_of_assent(self.rest) is not None
        return self.rest if is_apart else line

    def answered(self, before: Session, done: Session) -> Session:
        """Return the session with the answers in place of those to the line that answer nothing."""
        told = done.answers[len(before.answers) :]
        kept = [one for one in told if self._asks_more or not isinstance(one.answer, TextAnswer)]
        kept = [one for one in kept if one.answer not in _NO_ANSWERS[: 1 if self._asks_more else None]]
        known = [one.answer for one in before.answers]
        new = [one for one in self.questions if one.answer not in known]
        again = [replace(one, answer=Done(Outcome.PLAIN_WORDS)) for one in self.questions[:1]] if not new else []
        return replace(done, answers=(*before.answers, *sorted((*new, *again, *kept), key=self._place)))

    def _place(self, one: AnsweredLine) -> int:
        """Where in the line an answered part stands; at its beginning what is told of all of it."""
        return max(0, self.text.find(one.line))


_NO_ANSWERS = (Done(Outcome.PLAIN_WORDS), Done(Outcome.FOR_A_PERSON), Done(Outcome.TOLD_HERE))


def questions_in(session: GameSession, line: str, context: LineContext) -> AnsweredQuestions | None:
    """Return the questions of a line with their answers; None where it has none.

    Nobody is answered but people of the game, and none where the line is addressed to somebody else.
    """
    is_to_others = session.held is not None and session.held.how is Governs.ADDRESSES
    is_early = learns_later(session.game, session.person.address)
    if is_to_others or session.person.address not in session.game.people or is_early:
        return None
    found, rest = list[AnsweredLine](), list[str]()
    left = MOST_ANSWERED - sum(isinstance(one.answer, TextAnswer) for one in session.answers)
    for sentence in sentences_of(line):
        is_open = len(sentence) <= _LONGEST_QUESTION and len(found) < left
        answer = _answer(AskedSentence(session, context, sentence)) if is_open else None
        if answer is None:
            rest.append(sentence)
        elif answer not in [one.answer for one in found]:
            found.append(AnsweredLine(sentence, answer))
    return AnsweredQuestions(line, tuple(found), " ".join(rest)) if found else None


def _answer(asked: AskedSentence) -> LineAnswer | None:
    if not (asked.opens or asked.complains) or has_all_hold(asked.text):
        return None
    said = f"{words_of('harmless').sub(' ', asked.words[asked.begins :]).strip()}?" if asked.opens else asked.text
    if what_governs(said, frozenset(), behind_orders=True) is not Governs.NOTHING:
        return None
    if asked.game.position is None:
        return _before_start(asked)
    for theme in themes():
        if (asked.opens or theme.key in _COMPLAINTS) and any(stands_in(row, asked) for row in theme.says):
            if not asked.is_marked and theme.key not in _NEAR_ORDERS and is_near_order(asked.session, asked.text):
                return None
            if (answer := _ANSWERS[theme.does or theme.key](asked, theme)) is not None:
                return answer
    return None


_ABOUT_START = frozenset(
    {"start", "self", "units", "centres", "orders", "awaited", "todo", "deadline", "ended", "over", "leads", "players"}
)
"""Themes of a game that has begun."""


def _before_start(asked: AskedSentence) -> LineAnswer | None:
    """Return when the game begins, where a question is about what there is only then."""
    named = (theme.does or theme.key for theme in themes() if any(stands_in(row, asked) for row in theme.says))
    free = asked.session.game.free_seats
    return _text(asked.count("asked.not_begun", free)) if free and next(named, "") in _ABOUT_START else None


_COMPLAINTS = frozenset({"complaint", "letter", "why", "results", "todo"})
"""Themes of sentences that ask nothing in words."""

_NEAR_ORDERS = frozenset({"why", "complaint", "letter", "may"})
"""Themes of sentences that name units or places."""


# --- facts of the game


def _text(*said: str) -> TextAnswer:
    return TextAnswer("\n".join(wrapped(one) for one in said if one))


def _counted(asked: AskedSentence) -> tuple[str, str, int]:
    """How many centres and units a reader has, in words, and the centres as a number."""
    position = asked.game.stands_at
    centres = sum(len(position.centres_of(power)) for power in asked.own)
    units = sum(len(position.units_of(power)) for power in asked.own)
    return asked.count("asked.centres_counted", centres), asked.count("asked.units_counted", units), centres


def _units(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    phrasing = asked.phrasing
    if phrasing is None:
        return None
    if not asked.own:
        return _text(asked.say("asked.no_power"))
    position = phrasing.position
    units = [phrasing.unit(unit) for power in asked.own for unit in phrasing.units_of(power)]
    driven = [phrasing.unit(one.unit) for one in position.dislodged.values() if one.unit.power in asked.own]
    said = [asked.say("asked.units", units=phrasing.listing(units)) if units else asked.say("asked.no_units")]
    return _text(*said, *([asked.say("asked.dislodged", units=phrasing.listing(driven))] if driven else []))


def _self(asked: AskedSentence, theme: Theme) -> LineAnswer | None:
    """Return which powers the reader plays, and with which units where that is asked, too."""
    if asked.phrasing is None or not asked.own:
        return _text(asked.say("asked.no_power"))
    said = asked.say("asked.you_play", powers=asked.phrasing.listing(map(asked.phrasing.power_in_words, asked.own)))
    units = _units(asked, theme) if words_of("units").search(asked.words) else None
    return TextAnswer(f"{_text(said).text}\n{units.text}") if isinstance(units, TextAnswer) else _text(said)


def _to_do(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return what the reader has to write now, with orders as examples."""
    if not asked.own or asked.game.open_position is None or asked.game.deadline is None:
        return None
    return TextAnswer(write_to_do(asked.game, asked.reader))


def _centres(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    phrasing = asked.phrasing
    if phrasing is None:
        return None
    if asked.regions and asked.is_marked and words_of("owns").search(asked.words):
        return _owner(asked, phrasing)
    if words_of("everyone").search(asked.words):
        return _text(_counts(asked, phrasing, "asked.of_all"))
    if not asked.own:
        return _text(asked.say("asked.no_power"))
    units, number = _counted(asked)[1:]
    held = [at for power in asked.own for at in phrasing.position.centres_of(power)]
    listed = phrasing.listing(phrasing.places(held))
    return _text(
        asked.count("asked.centres", number, centres=listed, units=units) if held else asked.say("asked.no_centres")
    )


def _owner(asked: AskedSentence, phrasing: Phrasing) -> LineAnswer | None:
    centres = [at for at in asked.regions if at in asked.game.board.centres]
    if not centres or not sees_all(asked.game, asked.reader.address):
        return None
    owner, region = phrasing.position.owners.get(centres[0]), capitalized(phrasing.region(centres[0]))
    said = (
        asked.say("asked.owner", region=region, power=phrasing.to_power(owner))
        if owner
        else asked.say("asked.owner_none", region=region)
    )
    return _text(said, asked.say("asked.owner_not_yet"))


def _counts(asked: AskedSentence, phrasing: Phrasing, key: str) -> str:
    """Return how many centres each power has, the most first; nothing of others where fog hides them."""
    if not sees_all(asked.game, asked.reader.address):
        return asked.say("asked.fogged")
    held = {power: len(phrasing.position.centres_of(power)) for power in phrasing.powers}
    ranked = sorted((power for power in held if held[power]), key=lambda power: -held[power])
    counts = [no_wrap(f"{phrasing.power(power)} {held[power]}") for power in ranked]
    return asked.say(key, counts=say(asked.reader.language, "words.comma").join(counts))


def _leads(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    return _text(_counts(asked, asked.phrasing, "asked.leads")) if asked.phrasing else None


def _due(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    phrasing = asked.phrasing
    if phrasing is None or not asked.own:
        return None
    position, (centres, units, _number) = phrasing.position, _counted(asked)
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return _text(asked.say("asked.no_winter", centres=centres, units=units))
    due = [required_orders(asked.game.board, position, power) for power in asked.own]
    builds, removals = sum(one.builds for one in due), sum(one.removals for one in due)
    if removals:
        return _text(asked.count("asked.removals", removals, centres=centres, units=units))
    sites = [at for one in due for at in one.sites]
    if builds:
        where = (
            asked.say("asked.sites", places=phrasing.listing(phrasing.places(sites)))
            if sites
            else asked.say("asked.no_sites")
        )
        return _text(asked.count("asked.builds", builds, centres=centres, units=units), where)
    return _text(asked.say("asked.no_change", centres=centres, units=units))


def _orders(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    said = near(asked.text)
    if isinstance(said, SuggestedCommand) and said.about in ABOUT:
        return None
    if not asked.own:
        return _text(asked.say("asked.no_power"))
    return _text(asked.say("asked.orders" if asked.game.open_position else "asked.no_orders"), *_left_open(asked))


def _left_open(asked: AskedSentence) -> Iterator[str]:
    if asked.session.game.left_open_by(asked.own):
        yield asked.say("asked.open_yours")


def _awaited(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    if asked.game.open_position is None:
        return _text(asked.say("asked.no_phase"))
    if not may_know_awaited(asked.game, asked.reader.address):
        at = _due_at(asked)
        said = asked.say("asked.awaited_secret", at=at) if at else asked.say("asked.awaited_deadline")
        return _text(" ".join((said, *_left_open(asked))))
    waited = powers_waited_for(asked.session.game)
    names = [asked.game.board.name_of(power, asked.reader.language) for power in waited]
    listed = say(asked.reader.language, "words.comma").join(names)
    return _text(
        asked.say("asked.awaited", powers=listed) if waited else asked.say("asked.awaited_nobody"), *_left_open(asked)
    )


def _due_at(asked: AskedSentence) -> str:
    deadline = asked.game.deadline
    return (
        moment_text(deadline.at, asked.reader.zone, asked.reader.language)
        if deadline and not asked.game.timekeeping.paused
        else ""
    )


def _players(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return who plays the powers that are named, or each, where the reader may know."""
    return _text(*(_player(asked, power) for power in asked.powers or asked.game.board.powers))


def _player(asked: AskedSentence, power: Power) -> str:
    game, name = asked.game, asked.game.board.name_of(power, asked.reader.language)
    if power in asked.own:
        return asked.say("asked.plays_you", power=name)
    if power in game.clockwork:
        return asked.say("asked.plays_clockwork", power=name)
    if power not in game.seats:
        return asked.say("asked.plays_nobody", power=name)
    if knows_addresses(game, asked.reader.address):
        return asked.say("asked.plays", power=name, who=", ".join(map(no_wrap, game.players_of(power))))
    return asked.say("asked.plays_secret", power=name)


def _over(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return how the game ended; while it goes on, how it will, where it is not asked who leads."""
    if event := asked.game.ended:
        return _text(ending_in_short(asked.game, asked.reader, event))
    if words_of("who").search(asked.words):
        return None
    return _text(" ".join((asked.say("asked.goes_on"), how_it_ends(asked.game.settings, asked.reader.language))))


def _to_win(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    return _text(how_it_ends(asked.game.settings, asked.reader.language))


def _deadline(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    return _text(*_deadline_lines(asked))


def _deadline_lines(asked: AskedSentence) -> Iterator[str]:
    phrasing, deadline = asked.phrasing, asked.game.deadline
    if phrasing is None or deadline is None or asked.game.open_position is None:
        yield asked.say("asked.deadline_none")
        return
    told = deadline_text(asked.game, asked.reader, deadline, phrasing.position.phase.kind)
    if told.is_put_off:
        yield told.why
        return
    phase = phrasing.phase(phrasing.position.phase)
    yield " ".join((asked.say("asked.deadline", phase=capitalized(phase), at=told.at), told.early))


def _zone(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    language = asked.reader.language
    zone = asked.zone or "America/New_York"
    line = no_wrap(" ".join((form_of("verbs", "set", language), form_of("settings", "zone", language), zone)))
    shown = say(language, "calendar.zone", zone=place_of_zone(asked.reader.zone, language) or asked.reader.zone)
    there = replace(asked.reader, zone=zone) if asked.zone else asked.reader
    asked = replace(asked, session=replace(asked.session, person=there))
    return _text(*_deadline_lines(asked), asked.say("asked.hour_shown", zone=shown, line=line))


def _rhythm(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    return _text(how_long_phases_last(asked.game.settings, asked.reader.language))


def _ended(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return why the last phase closed, if that is asked; else until when the open one waits."""
    phrasing, closed = asked.phrasing, closed_phases_as_known(asked.game, asked.reader, asked.context.services)
    said = list[str]()
    if closed and words_of("already").search(asked.words) and phrasing:
        last = closed[-1]
        why = say(asked.reader.language, f"because.{last.because.value}")
        at = moment_text(last.at, asked.reader.zone, asked.reader.language)
        said.append(asked.say("asked.ended", phase=capitalized(phrasing.phase(last.before.phase)), at=at, why=why))
    return _text(*said, *_deadline_lines(asked), *_left_open(asked))


def _results(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    closed = closed_phases_as_known(asked.game, asked.reader, asked.context.services)
    seasons = {vocabulary().seasons[word] for word in asked.words.split() if word in vocabulary().seasons}
    for event in reversed(closed):
        if not seasons or event.before.phase.season in map(Season, seasons):
            return TextAnswer(write_history(asked.game, asked.reader, (event,), (), (), is_one=True))
    return None


def _map(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return the picture of the board with a sentence that says so."""
    request = MapRequest(asked.reader.language, None)
    drawn = HANDLERS[MapRequest].handle(asked.session, asked.text, request, asked.context).answers[-1].answer
    if not isinstance(drawn, TextAnswer) or not asked.phrasing:
        return None
    if not drawn.pictures:
        return _text(asked.say("asked.no_map"))
    phase = asked.phrasing.phase(asked.phrasing.position.phase)
    return replace(drawn, text=wrapped(asked.say("asked.map", phase=phase, file=no_wrap(drawn.pictures[0].file))))


def _master(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    game, reader = asked.game, asked.reader
    if game.master == reader.address:
        return _text(asked.say("asked.master_you"))
    line = no_wrap(line_to_master(reader.language))
    if not game.settings.access.anonymous and knows_addresses(game, reader.address):
        return _text(asked.say("asked.master", who=no_wrap(game.master), master=line))
    return _text(asked.say("asked.master_unnamed", master=line))


def _delay(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    if isinstance(near(asked.text), SuggestedCommand) and not words_of("how_do").search(asked.words):
        return None
    language, printed = asked.reader.language, vocabulary().printed
    length = f"3{phrase_of('days', language)}"
    vote = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {length}"
    extend = f"{printed['verbs', language]['extend']} {length}"
    if asked.game.master == asked.reader.address:
        return _text(asked.say("asked.delay_own", master=no_wrap(extend)))
    if asked.own and not asked.game.settings.practice:
        return _text(asked.say("asked.delay", vote=no_wrap(vote), master=no_wrap(line_to_master(language))))
    return _text(asked.say("asked.delay_master", master=no_wrap(line_to_master(language))))


# --- what a result comes from, what a rule or a letter says, whether an order may be given


_PHASES_SEARCHED = 3
"""Phases back to which a question why goes; an older one is named with WHY."""


def _why(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return why the unit that is meant came out as it did, in the last phase that tells of it."""
    for event in closed_phases_as_known(asked.game, asked.reader, asked.context.services)[: -_PHASES_SEARCHED - 1 : -1]:
        if (verdict := _verdict_meant(asked, event)) is not None:
            return TextAnswer(write_why(asked.game, asked.reader, event, verdict))
    return None


def _verdict_meant(asked: AskedSentence, event: PhaseClosed) -> Verdict | None:
    """Return the verdict that a question is about: on a unit by its region, by where it was to go, by its kind.

    Of several the one that failed; of a question that names none the only one of the reader's that did.
    """
    own = [one for power in asked.own for one in event.judgement.verdicts.get(power, ())]
    others = [one for verdicts in event.judgement.verdicts.values() for one in verdicts if one not in own]
    kinds = {kind for kind in UnitKind if words_of(kind.name.lower()).search(asked.words)}
    there = [one for at in asked.regions for one in (*own, *others) if one.unit and one.unit.at.province == at]
    bound = [one for one in own if isinstance(one.order, Move | Retreat) and one.order.to.province in asked.regions]
    if bound and (not there or words_of("towards").search(asked.words)):
        named = [one for one in bound if one in there] or [one for one in bound if not one.succeeded] or bound
        return named[0]
    if there:
        return next((one for one in there if one in own), there[0])
    if asked.regions:
        return None
    mine = [one for one in own if one.unit and (not kinds or one.unit.kind in kinds)]
    failed = [one for one in mine if one.dislodged] or [one for one in mine if one.order and not one.succeeded]
    return failed[0] if failed else mine[0] if kinds and len(mine) == 1 else None


def _help(asked: AskedSentence, theme: Theme) -> LineAnswer | None:
    return _page(asked, Spoken(theme.page)[asked.reader.language]) if theme.page else None


def _page(asked: AskedSentence, about: str) -> TextAnswer:
    request = HelpRequest(asked.reader.language, Word(about, 0))
    return answer_help(request, asked.reader, asked.game.board, asked.game.book)


def _rule(asked: AskedSentence, theme: Theme) -> LineAnswer | None:
    """Return a rule in a sentence, and the line that asks the book of the game for it."""
    if theme.key == "attacked" and supposes_order(asked):
        return None  # it is judged as a what-if
    language = asked.reader.language
    said = asked.say(f"asked.rule.{theme.key}")
    if not theme.word:
        return _text(said)
    word = Spoken(theme.word)[language]
    line = no_wrap(f"{form_of('verbs', 'rule', language)} {word.upper()}")
    return _text(said, asked.say("asked.more", line=line)) if _of_book(asked, word) else _text(said)


def _of_book(asked: AskedSentence, about: str) -> TextAnswer | None:
    """Return what the rule books say of a word or a number; None where they say nothing."""
    request = RuleRequest(asked.reader.language, Word(about, 0))
    told = HANDLERS[RuleRequest].handle(asked.session, "", request, asked.context).answers[-1].answer
    return told if isinstance(told, TextAnswer) else None


_QUOTED = re.compile(r"[\"“«'‘]\s*([^\"”»]{2,120}?)\s*[\"”»'’](?=\W|$)")


def _letter(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    found = (
        key for key, phrases in asking_table()["letters"].items() if any(f" {one}" in asked.words for one in phrases)
    )
    key = next(found, "letter")
    return _text(asked.say(f"asked.{key}"), *(_left_open(asked) if key in {"letter", "letter_open"} else ()))


def _term(asked: AskedSentence, _: Theme) -> LineAnswer | None:
    """Return what a word means: of the rule book, of our own letters."""
    found = _QUOTED.search(asked.text)
    behind = words_of("what_is").search(asked.words)
    if found is None and (behind is None or len(asked.words[behind.end() :].split()) > _MOST_WORDS_OF_TERM):
        return None
    said = found[1] if found else _LITTLE.sub("", asked.words[behind.end() - 1 :] if behind else "").strip()
    key, _language, behind_verb = verb_of(said)
    if key == "rule" and behind_verb:
        return _of_book(asked, behind_verb[0].text)
    said = asking_table()["terms"].get(asked.reader.language, {}).get(said, said)
    meant = near(f"{phrase_of('what_is', asked.reader.language)} {said} ?")
    if isinstance(meant, SuggestedCommand) and meant.asks and meant.command:
        verb, _space, word = meant.command.partition(" ")
        if fold_case(verb) == fold_case(form_of("verbs", "rule", meant.language)):
            return _of_book(asked, word)
        return _page(asked, word)
    return None


_MOST_WORDS_OF_TERM = 4
_LITTLE = re.compile(
    r" (?:(?:un|une|an?|the|le|la|les|l|des|de|du|mean|means|signify|stand for|exactly|exactement|au juste|mot|word"
    r"|here|ici|please|pls|svp) )+"
)


def _complaint(asked: AskedSentence, theme: Theme) -> LineAnswer | None:
    """Return what is in force, why it came out so where a unit is named, and to whom to write."""
    language, game = asked.reader.language, asked.game
    why = _why(asked, theme) if asked.regions else None
    phrasing = asked.phrasing
    unit = (
        next((phrasing.unit(one) for power in asked.own for one in phrasing.units_of(power)), "A PAR")
        if phrasing
        else ""
    )
    is_own = game.master == asked.reader.address
    said = asked.say(
        "asked.complaint_own" if is_own else "asked.complaint",
        why=no_wrap(why_command(language, unit)),
        master=no_wrap(line_to_master(language)),
    )
    operator = asked.context.services.config.judge.operator
    more = asked.say("asked.operator", operator=no_wrap(operator)) if operator and is_own else ""
    answer = _text(said, more)
    return replace(answer, text=f"{answer.text}\n{why.text}") if isinstance(why, TextAnswer) else answer


_ANSWERS: Mapping[str, Callable[[AskedSentence, Theme], LineAnswer | None]] = {
    "machine": lambda asked, _: _text(
        asked.say("asked.machine", master=no_wrap(line_to_master(asked.reader.language)))
    ),
    "start": lambda *_: None,
    "self": _self,
    "todo": _to_do,
    "units": _units,
    "centres": _centres,
    "leads": _leads,
    "due": _due,
    "orders": _orders,
    "awaited": _awaited,
    "players": _players,
    "over": _over,
    "towin": _to_win,
    "deadline": _deadline,
    "zone": _zone,
    "rhythm": _rhythm,
    "ended": _ended,
    "results": _results,
    "map": _map,
    "master": _master,
    "delay": _delay,
    "why": _why,
    "help": _help,
    "rule": _rule,
    "letter": _letter,
    "term": _term,
    "complaint": _complaint,
    "may": may_be_ordered,
}
