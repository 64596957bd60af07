"""The pages of the record as text without their foot: the opening, a closed phase, the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from judge.game.clockwork.messages import PlayingStrength
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, ScoutsBack
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.settings import Settings
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.record.facts import Named, TextFact
from judge.record.order_lines import order_lines, retreats_of_page
from judge.record.seal import PageForm
from judge.record.values import flat_table, table_lines, value_line
from judge.record.words import log_line, moment_in_utc
from judge.reports.board_tables import centre_table, position_table
from judge.reports.ending import score_table
from judge.reports.fingerprints import judged_fingerprint
from judge.reports.language import clock_text, say
from judge.reports.layout import lay_out_page, no_wrap, verbatim
from judge.reports.names import phase_line
from judge.reports.phrasing import Phrasing
from judge.reports.terms import agreed_paragraphs
from judge.reports.war_report import WarReport, full_war_report
from judge.rules.board import Power
from judge.rules.board_file import board_text
from judge.rules.position import Phase, Position
from judge.rules.rulebook import policy_names
from judge.rules.war.errands import ScoutOrder
from judge.rules.war.scouts import Scouting
from judge.store.event_json import as_json


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
        notation, board = load_notation(self.form.notation), self.game.board_at(position)
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
        if event.fingerprint:
            yield self.say("heading.game")
            yield f"{log_line(event.fingerprint.log)}\n  game  {event.fingerprint.own}"
            yield self.say("record.game", example=no_wrap(f"{self.game.name} {event.before.phase}"))

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
