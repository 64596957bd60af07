"""The pages of a record: which a log brings, and how each is written."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from judge.formats.positions_json import position_json
from judge.formats.record.facts import (
    Named,
    PageForm,
    TextFact,
    flat_table,
    log_line,
    moment_in_utc,
    notation_of,
    order_lines,
    retreats_of_page,
    table_lines,
    usual_form,
    value_line,
)
from judge.game.apply import fold_events, transitions
from judge.game.folded_log import FoldedLog
from judge.game.mastery.messages import ActAgreed, PositionCorrected, PositionTakenOver, RolledBack, SettingsChanged
from judge.game.messages import Event, Transition
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, ScoutsBack
from judge.game.press.messages import DiaryWritten, PressNews
from judge.game.press.rules import press_as_read
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.settings import PlayingStrength, Settings
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.game.war.messages import WarEvent
from judge.reports.board_tables import centre_table, position_table
from judge.reports.ending import score_table
from judge.reports.language import clock_text, say
from judge.reports.layout import lay_out_page, no_wrap, verbatim
from judge.reports.mastery import correction_lines
from judge.reports.names import phase_line
from judge.reports.orders import act_lines, judged_fingerprint
from judge.reports.phrasing import Phrasing
from judge.reports.press import sender_name
from judge.reports.terms import agreed_paragraphs
from judge.reports.war import war_event_lines
from judge.reports.war_report import WarReport, full_war_report
from judge.rules.board import Power
from judge.rules.board_file import board_text
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import policy_names
from judge.rules.war.scouts import Scouting, ScoutOrder
from judge.store.event_json import as_json

# --- the pages of the record as text without their foot: the opening, a closed phase, the end


@dataclass(frozen=True)
class PageWriter:
    """Writes the pages of a game in one form; a page is blocks of lines with a blank line between them."""

    game: Game
    form: PageForm

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence of the record."""
        return say(self.form.language, key, **facts)

    def phrasing(self, position: Position) -> Phrasing:
        """Return the phrasing of a position on the board of its year."""
        notation, board = notation_of(self.form), self.game.board_at(position)
        return Phrasing(self.form.language, notation, board, position, in_board_order=True)

    def code(self, phase: Phase) -> str:
        """Return a phase as a line names it."""
        return phase_line(phase, self.game.board.calendar, self.form.language)

    def power(self, power: Power) -> str:
        """Return the name of a power."""
        return self.game.board.powers[power][self.form.language]

    def ordering(self, power: Power, strength: PlayingStrength | None) -> str:
        """Return the name of a power above its orders, with the clockwork player that gave them, if one did."""
        return f"{self.power(power)} ({self.say(f'clockwork.{strength.value}')})" if strength else self.power(power)

    def powers(self, powers: Iterable[Power]) -> str:
        """Return the names of some powers, with commas."""
        return ", ".join(map(self.power, powers))

    # --- the position

    def position(self, position: Position, scouting: Scouting, closed: PhaseClosed | None = None) -> Iterator[str]:
        """Yield a position, whole: units, centres, on a board with troops all that belongs to a war."""
        phrasing = self.phrasing(position)
        front = full_war_report(phrasing, scouting, closed)
        if front is None:
            before = self.phrasing(closed.before) if closed else None
            yield position_table(phrasing)
            yield self.say("heading.centres")
            yield centre_table(phrasing, before)
            return
        yield from self._units(front)
        yield self.say("heading.territories")
        yield front.land
        yield "\n".join(front.counts)
        yield "\n".join((*front.changes, *front.decrees))
        yield from self._scouts(front)

    def _units(self, front: WarReport) -> Iterator[str]:
        yield front.units
        if front.driven_out:
            yield self.say("record.driven_out", units=front.driven_out)

    def _scouts(self, front: WarReport) -> Iterator[str]:
        if front.scouts:
            yield self.say("heading.scouts")
            yield front.scouts

    def _terms(self, settings: Settings) -> Iterator[str]:
        """What was agreed; pages name the zone of an hour as the settings do, not as letters to people do."""
        language = self.form.language
        told = clock_text(settings.hour, settings.zone, language)
        exact = self.say("record.hour", hour=f"{settings.hour:%H}", minute=f"{settings.hour:%M}", zone=settings.zone)
        yield from (paragraph.replace(told, exact) for paragraph in agreed_paragraphs(settings, language))

    def _master(self, event: GameStarted) -> str:
        """Return that the master plays, and what, where that is public."""
        if event.master_plays is None:
            return ""
        powers = self.powers(event.master_plays)
        return self.say("record.master_plays_powers" if powers else "record.master_plays", powers=powers)

    # --- pages

    def opening(self, event: GameStarted, named: Named = Named()) -> str:  # noqa: B008 - it is frozen
        """Return the page of the start: settings, rule book, board, position.

        The seed would let anybody check whether somebody they know plays; in an anonymous game it is told at the end.
        """
        game, settings = self.game, self.game.settings
        choices = (name for name in policy_names() if named.choices is None or name in named.choices)
        return page_of(
            self.say("record.opening", game=game.name),
            self.say("record.started", at=moment_in_utc(event.at)),
            *self._terms(settings),
            self.say("record.nobody_named"),
            self._master(event),
            "" if settings.access.anonymous else self.say("record.seed", seed=game.seed),
            self.say("heading.settings"),
            "\n".join(table_lines(settings_table(settings, Settings(), named.settings | _ALWAYS_NAMED))),
            self.say("heading.choices"),
            "\n".join(table_lines({name: policy_word(getattr(game.book, name)) for name in choices})),
            self.say("heading.board"),
            f"  {sha256((settings.board_text or board_text(settings.board)).encode()).hexdigest()}",
            self.say("heading.after", code=self.code(event.position.phase)),
            *self.position(event.position, game.scouting),
            self.say("record.deadline", at=moment_in_utc(event.deadline.at)),
        )

    def phase(
        self, event: PhaseClosed, errands: Mapping[Power, Sequence[ScoutOrder]], press: Sequence[TextFact]
    ) -> str:
        """Return the page of a closed phase: positions before and after, orders with reasons, retreats, press."""
        before, after, scouts = event.before, event.judgement.after, event.scouts or ScoutsBack()
        told, then = self.phrasing(before), self.phrasing(after)
        front = full_war_report(told, scouts.before)
        return page_of(
            self.say("record.phase", game=self.game.name, phase=told.phase(before.phase)),
            self.say(
                "record.closed",
                number=event.number,
                rulebook=self.game.settings.rulebook,
                at=moment_in_utc(event.at),
                why=self.say(f"closing.{event.because.value}"),
            ),
            self.say("heading.before"),
            *((*self._units(front), *self._scouts(front)) if front else (position_table(told),)),
            self.say("heading.orders"),
            *self._orders(event, told),
            *self._section("heading.dislodged", _indented(retreats_of_page(event.judgement, told, then, self.form))),
            *self._errands(errands),
            *self._scouted(scouts, after, event),
            self.say("heading.after", code=self.code(after.phase)),
            *self.position(after, scouts.after, event),
            self.say("record.deadline", at=moment_in_utc(event.deadline.at)) if event.deadline else "",
            *self._fingerprints(event),
            *self._game_fingerprint(event),
            *self._section("heading.press", *self.texts(press)),
        )

    def _orders(self, event: PhaseClosed, told: Phrasing) -> Iterator[str]:
        """Yield the orders of each power that had any."""
        for power in told.board.powers:
            if event.judgement.verdicts.get(power):
                name = self.ordering(power, event.clockwork.get(power))
                titled = self.say("record.silent", power=name) if power in event.silent else name
                yield "\n".join((titled, *order_lines(event.judgement, power, told, self.form)))

    def _fingerprints(self, event: PhaseClosed) -> Iterator[str]:
        """Yield the fingerprint of each power's orders with its salt, and how they are made."""
        powers = [power for power in self.game.board.powers if power in event.salts]
        if powers:
            width = max(map(len, map(self.power, powers)))
            rows = (
                f"{self.power(one):{width}}  {judged_fingerprint(self.game, event, one)}  {event.salts[one]}"
                for one in powers
            )
            yield self.say("heading.fingerprints")
            yield _indented(rows)
            yield self.say("record.fingerprints", example=no_wrap(f"{self.game.name} {event.before.phase} {powers[0]}"))

    def _game_fingerprint(self, event: PhaseClosed) -> Iterator[str]:
        """Yield the fingerprint of the game, and how it is made."""
        if known := event.fingerprint:
            if acts := act_lines(event, known):
                yield self.say("heading.acts")
                yield _indented(acts)
            yield self.say("heading.game")
            yield f"{log_line(known.log)}\n  game  {known.own}"
            yield self.say(
                "record.game_acts" if acts else "record.game", example=no_wrap(f"{self.game.name} {event.before.phase}")
            )

    def _errands(self, errands: Mapping[Power, Sequence[ScoutOrder]]) -> Iterator[str]:
        given = {power: errands[power] for power in self.game.board.powers if errands.get(power)}
        blocks = ("\n".join((self.power(power), *map(value_line, given[power]))) for power in given)
        return self._section("heading.errands", *blocks)

    def _scouted(self, scouts: ScoutsBack, after: Position, event: PhaseClosed) -> Iterator[str]:
        front = full_war_report(self.phrasing(after), scouts.after, event)
        return self._section("heading.scouted", _indented((*front.reports, *front.alerts) if front else ()))

    def _section(self, title: str, *blocks: str) -> Iterator[str]:
        """Yield blocks under their title; nothing where all are empty."""
        if any(blocks):
            yield self.say(title)
            yield from blocks

    def texts(self, texts: Iterable[TextFact]) -> Iterator[str]:
        """Yield what people wrote, behind marks of quotation, each below its author."""
        for one in texts:
            yield f"{one.author}\n{verbatim(one.text, '> ') or '>'}"

    def joined(self, event: PowerJoined) -> str:
        """Return the page of a power that joined a seat; once the seed is known anybody can toss the coin again."""
        year = self.game.board.joining.year if self.game.board.joining else ""
        return page_of(
            self.say("record.joined", game=self.game.name),
            self.say(
                "record.joined_at",
                at=moment_in_utc(event.at),
                power=self.power(event.power),
                seat=self.powers(event.seat),
                year=year,
            ),
            self.say("record.joined_how", code=event.power),
        )

    def ending(self, event: GameEnded, notes: Sequence[TextFact] = ()) -> str:
        """Return the page of the end: scores, and the diaries of the players."""
        game = self.game
        names = {power: spoken[self.form.language] for power, spoken in game.board.powers.items()}
        return page_of(
            self.say("record.ending", game=game.name),
            self.ended(event),
            *self._section("heading.scores", score_table(event, names)),
            self.say("record.seed", seed=game.seed) if game.settings.access.anonymous else "",
            *self._section("heading.notes", *self.texts(notes)),
        )

    def ended(self, event: GameEnded) -> str:
        """Return how a game ended, in three sentences at most, a line each."""
        is_turn = event.ending is Ending.TERM and self.game.board.calendar == "turns"
        how = self.say(f"conclusion.{event.ending.value}{'_of_turns' * is_turn}")
        key = "record.shared" if event.ending in {Ending.DRAW, Ending.STALEMATE} else "record.won"
        told = [self.say("record.ended", at=moment_in_utc(event.at), how=how)]
        told += [self.say(key, winners=self.powers(event.winners)) if event.winners else self.say("record.nobody_won")]
        told += [self.say("record.reason", reason=" ".join(event.reason.split()))] if event.reason else []
        return "\n\n".join(told)


def page_of(*blocks: str) -> str:
    """Return blocks as the text of a page, 72 columns wide; empty ones are left out."""
    return lay_out_page("\n\n".join(filter(None, blocks)))


_ALWAYS_NAMED = frozenset({"rulebook", "board"})


def settings_table(settings: Settings, usual: Settings, named: frozenset[str]) -> Mapping[str, Any]:
    """Return the settings that are not as usual, and those to be ``named`` anyway, by their dotted names.

    So a page does not change when settings are added. The text of a board of somebody's own lies beside the pages.
    """
    as_usual = dict(flat_table(as_json(usual)))
    table = {name: value for name, value in flat_table(as_json(settings)) if name != "board_text"}
    return {name: value for name, value in table.items() if name in named or value != as_usual.get(name, _NOTHING)}


_NOTHING = object()


def policy_word(value: object) -> Any:
    """Return the word of a choice of a rule book."""
    return getattr(value, "value", value)


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)


# --- the pages of acts that are no orders


NOT_OF_THE_ACT = frozenset({"by", "at", "position", "phase"})
"""Fields of an event that the page tells elsewhere, or not at all."""


def agreement_page(writer: PageWriter, event: ActAgreed) -> str:
    """Return the page which says that the master plays, and who agreed to an act of theirs."""
    code, back = writer.code(event.phase), event.back_to
    agreed = "record.confirmed_at" if event.by_operator else "record.agreed_at"
    return page_of(
        writer.say("record.agreed", game=writer.game.name, code=code),
        writer.say(agreed, at=moment_in_utc(event.at), phase=code, number=event.number),
        writer.say("record.agreed_to", act=writer.say(f"act.{event.act.value}")),
        writer.say("record.agreed_back", phase=writer.code(back), page=event.back_to_number) if back else "",
    )


def correction_page(writer: PageWriter, event: PositionCorrected) -> str:
    """Return the page of a corrected position, from which the next phase is judged, with the reason."""
    position = event.position
    return page_of(
        writer.say("record.corrected", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.corrected_at", at=moment_in_utc(event.at)),
        _indented(correction_lines(event.corrections, writer.phrasing(position))),
        writer.say("record.reason", reason=" ".join(event.reason.split())),
        writer.say("heading.entries"),
        "\n".join(map(value_line, event.corrections)),
        writer.say("heading.corrected", code=writer.code(position.phase)),
        *writer.position(position, writer.game.scouting),
    )


def takeover_page(writer: PageWriter, event: PositionTakenOver) -> str:
    """Return the page of a position that another judge had, from which the next phase is judged."""
    position = event.position
    return page_of(
        writer.say("record.taken", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.taken_at", at=moment_in_utc(event.at)),
        writer.say("heading.entries"),
        "\n".join(table_lines(position_json(position))),
        writer.say("heading.after", code=writer.code(position.phase)),
        *writer.position(position, writer.game.scouting),
        writer.say("record.deadline", at=moment_in_utc(event.deadline.at)),
    )


def war_event_page(writer: PageWriter, event: WarEvent) -> str:
    """Return the page of an event of a war other than orders; the game of the writer is the one after it."""
    position = writer.game.stands_at
    return page_of(
        writer.say("record.decided", game=writer.game.name, code=writer.code(position.phase)),
        writer.say("record.decided_at", at=moment_in_utc(event.at)),
        _indented(war_event_lines(event, writer.phrasing(position))),
        writer.say("heading.entries"),
        value_line(event, NOT_OF_THE_ACT),
        writer.say("heading.since"),
        *writer.position(position, writer.game.scouting),
    )


def settings_page(writer: PageWriter, event: SettingsChanged, were: Settings, named: Named) -> str:
    """Return the page of settings that the master changed under way."""
    changed = settings_table(event.settings, were, named.settings)
    return page_of(
        writer.say("record.settings", game=writer.game.name, code=writer.code(writer.game.stands_at.phase)),
        writer.say("record.settings_at", at=moment_in_utc(event.at)),
        "\n".join(table_lines(changed)),
    )


def rollback_page(writer: PageWriter, event: RolledBack) -> str:
    """Return the page that says which phases the master has undone, and the position from which the game goes on."""
    code = writer.code(event.phase)
    return page_of(
        writer.say("record.undone", game=writer.game.name, code=code),
        writer.say("record.undone_at", at=moment_in_utc(event.at), phase=code, pages=", ".join(map(str, event.undone))),
        writer.say("heading.after", code=code),
        *writer.position(event.position, event.scouting),
        writer.say("record.deadline", at=moment_in_utc(event.deadline.at)),
    )


# --- the pages that a log of events brings: their names, how each is written, which of them count no longer


@dataclass(frozen=True)
class RecordPage:
    """One page: its number and the rest of its title, its usual form, how to write it without its foot in any form.

    ``is_phase`` for the page of a closed phase, whose number it has; ``undone`` when it counts no longer.
    """

    number: int
    title: str
    form: PageForm
    write: Callable[[PageForm], str]
    is_phase: bool = False
    undone: bool = False

    @property
    def name(self) -> str:
        """The name of its file, which sorts by number."""
        return page_name(self.number, self.title)


def page_name(number: int, title: str) -> str:
    """The name of the file of a page."""
    return f"{number:03}-{title}.txt"


def is_kept_back(game: Game) -> bool:
    """Whether nothing of a game is public before its end: units are hidden in fog, or scouts report in secret."""
    return game.ended is None and (has_fog(game) or bool(game.board.war.scouts))


def public_events(events: Sequence[Event]) -> Sequence[Event]:
    """The events of which there are pages: all; of a game that keeps them back those up to its last end."""
    game = fold_events(events)
    if game is None or not is_kept_back(game):
        return events
    ends = (number for number, event in enumerate(events, 1) if isinstance(event, GameEnded))
    return events[: max(ends, default=len(events))]


def pages_of(known: FoldedLog, events: Iterable[Event]) -> Sequence[RecordPage]:
    """The pages of events in order, each with the game as it was then; ``known`` is the fold of those before them."""
    pages: list[RecordPage] = []
    notes: list[DiaryWritten] = []
    so_far = known.pages
    for step in transitions(known.game, events):
        event = step.event
        if isinstance(event, DiaryWritten):
            notes.append(event)
        if isinstance(event, RolledBack):
            pages = [_undone(page, event) for page in pages]
        if name := so_far.name_of(step):
            press = tuple(map(press_as_read, so_far.press_with(step)))
            write = partial(_written, step, press, tuple(notes))
            number, title = name
            is_phase = isinstance(event, PhaseClosed)
            pages.append(RecordPage(number, title, usual_form(step.after), write, is_phase))
        so_far = so_far.after(step)
    return pages


def page_text(
    step: Transition[Event],
    form: PageForm,
    texts: Sequence[TextFact] = (),
    errands: Mapping[Power, Sequence[ScoutOrder]] = MappingProxyType({}),
    named: Named = Named(),  # noqa: B008 - it is frozen
) -> str:
    """The page of an event that has one, without its foot.

    ``texts`` are the public press since the last phase, or the diaries at the end; ``named`` what an older page names.
    """
    writer, event = PageWriter(step.after, form), step.event
    match event:
        case GameStarted():
            return writer.opening(event, named)
        case PhaseClosed():
            return writer.phase(event, errands, texts)
        case PowerJoined():
            return writer.joined(event)
        case GameEnded():
            return writer.ending(event, texts)
        case ActAgreed():
            return agreement_page(writer, event)
        case PositionCorrected():
            return correction_page(writer, event)
        case PositionTakenOver():
            return takeover_page(writer, event)
        case SettingsChanged():
            return settings_page(writer, event, step.before.settings, named)
        case RolledBack():
            return rollback_page(writer, event)
        case _ if isinstance(event, WarEvent):
            return war_event_page(writer, event)
        case _:
            message = f"{event!r} has no page"
            raise AssertionError(message)


def counts_no_longer(name: str, *, is_phase: bool, undone: Sequence[int]) -> bool:
    """Whether a page is of a phase that is undone, or of something later; ``undone`` are numbers of phases.

    That all players agreed to something stays so.
    """
    number, _, title = name.removesuffix(".txt").partition("-")
    return not AGREED.fullmatch(title) and _is_later(int(number), is_phase=is_phase, undone=undone)


AGREED = re.compile(r"\w+-agreed(-\d+)?")


def _is_later(number: int, *, is_phase: bool, undone: Sequence[int]) -> bool:
    return number >= min(undone) if is_phase else number > min(undone)


def _written(step: Transition[Event], press: Sequence[PressNews], notes: Sequence[DiaryWritten], form: PageForm) -> str:
    writer, event = PageWriter(step.after, form), step.event
    texts = _notes(writer, notes) if isinstance(event, GameEnded) else _press(writer, press)
    errands = _errands(step.before, event) if isinstance(event, PhaseClosed) else {}
    return page_text(step, form, tuple(texts), errands)


def _errands(before: Game, event: PhaseClosed) -> dict[Power, tuple[ScoutOrder, ...]]:
    """The errands that were carried out when a phase closed: not where retreats come first."""
    if event.scouts is None or event.judgement.after.phase.kind is PhaseKind.RETREAT:
        return {}
    return {power: before.errands_of(power) for power in before.board.powers}


def _press(writer: PageWriter, press: Iterable[PressNews]) -> Iterator[TextFact]:
    for letter in press:
        author = sender_name(letter.writer, writer.game.board, writer.form.language)
        yield TextFact(writer.say("record.author", author=author), letter.text)


def _notes(writer: PageWriter, notes: Iterable[DiaryWritten]) -> Iterator[TextFact]:
    for note in notes:
        said = writer.say("record.noted", phase=writer.code(note.phase), power=writer.power(note.power))
        yield TextFact(said, note.text)


def _undone(page: RecordPage, event: RolledBack) -> RecordPage:
    """A page once phases have been undone."""
    is_undone = counts_no_longer(page.name, is_phase=page.is_phase, undone=event.undone)
    return replace(page, undone=page.undone or is_undone)
