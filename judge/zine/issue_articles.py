"""The articles of an issue: on one game, as it goes on; on the hobby at large."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain

from judge.game.league import Hobby, Summary, TournamentStanding, player_standings, team_standings
from judge.game.names import Stage
from judge.game.people.messages import Person
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.published import DisputeState, Publicity, PublicLetter
from judge.game.settings import Address, Entry, Language, Token
from judge.maps.of_game import MapReader, chart_of_game, draw_chart, map_after_phase, map_of_phase, map_of_position
from judge.maps.picture import UndrawableError, draw_map, draw_small_map
from judge.reports.board_tables import power_results, retreat_lines
from judge.reports.ending import (
    counts_at_end,
    course_lines,
    decimal_text,
    mixed_number,
    player_name,
    ranked_powers,
    score_parts,
    standing_name,
)
from judge.reports.games import opening_traits
from judge.reports.language import count, listing, moment_text, say
from judge.reports.layout import plain_spaces
from judge.reports.names import board_title, names_of_powers, phase_name, powers_listed, within_sentence
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.ending import ScoreParts
from judge.rules.position import Phase, PhaseKind, Position, territory_count
from judge.zine.article import (
    Article,
    Block,
    Headline,
    Items,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    Table,
    press_blocks,
)
from judge.zine.season_prose import season_prose, year_sentences
from judge.zine.sentence_writer import PatternCount
from judge.zine.sources import ToldGame, game_title

# --- one game: its seasons, orders, centres, the next deadline, how it ended; its pictures


@dataclass(frozen=True)
class GameArticleWriter:
    """Writes of one game in one language; ``notation`` is empty for the game's own.

    ``phase_pictures`` has the picture of each phase that is drawn, by its number, ``pictures`` those of the whole game.
    ``patterns`` are those of the prose on the pages so far, and are added to.
    """

    told: ToldGame
    language: Language
    notation: str = ""
    phase_pictures: Mapping[int, Picture] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    patterns: PatternCount = field(default_factory=PatternCount)

    def article(self) -> Article:
        """Return the article."""
        return Article(tuple(self._blocks()))

    def _say(self, key: str, /, **facts: object) -> str:
        return plain_spaces(say(self.language, key, **facts))

    def _phase(self, phase: Phase) -> str:
        named = phase_name(phase, self.told.known.game.board.phase_names, self.language)
        return f"{named[:1].upper()}{named[1:]}"

    def front(self) -> Article:
        """Return what is told without the seasons: how it goes on or ended, who holds what, what was written since."""
        told, publicity = self.told, self.told.known.publicity
        alone = () if publicity is Publicity.WHOLE else self._closed_alone(publicity, "site.closed")
        future = self._end(told.ended) if told.ended else self._deadline()
        return Article((*self._heading(), *alone, *future, *self._standing()))

    def _blocks(self) -> Iterator[Block]:
        told = self.told
        yield from self._heading()
        match told.known.publicity:
            case Publicity.WHOLE:
                parts = map(self._year, told.years()) if told.is_chronicle else map(self._season, told.seasons())
                yield from chain.from_iterable(parts)
            case publicity:
                yield from self._closed_alone(publicity, "zine.closed")
        yield from self._standing()
        yield from self._end(told.ended) if told.ended else self._deadline()

    def _heading(self) -> Iterator[Block]:
        settings = self.told.known.game.settings
        yield Headline(self.told.title)
        board = board_title(settings.board, self.language, is_own=bool(settings.board_text))
        book = within_sentence(say(self.language, f"book.{settings.rulebook}"))
        yield Paragraph(self._say("zine.game", board=board, rulebook=book))

    def _standing(self) -> Iterator[Block]:
        """Behind the seasons: the press since then, who holds what, the pictures of the whole game, the diaries."""
        told = self.told
        position = told.known.game.position
        yield from self._press(told.press_since(), 2, position.phase if position else None)
        if told.known.publicity >= Publicity.CENTRES:
            yield from self._centres()
        yield from self.pictures
        yield from self._diaries()

    def _press(self, press: Sequence[PublicLetter], level: int, phase: Phase | None) -> Iterator[Block]:
        return press_blocks(self.told.known.game.board, press, self.language, level, phase)

    # --- seasons

    def _closed_alone(self, publicity: Publicity, key: str) -> Iterator[Block]:
        """What is told of the phases of a game whose orders are not for strangers; the sentence that lists them."""
        names = [within_sentence(self._phase(event.before.phase)) for event in self.told.phases]
        if names:
            yield Paragraph(self._say(key, phases="; ".join(names)))
        yield Paragraph(self._say("zine.in_fog" if publicity is Publicity.PHASES else "zine.among_players"))

    def _season(self, closed: Sequence[PhaseClosed]) -> Iterator[Block]:
        first = closed[0]
        yield Headline(self._phase(first.before.phase), 2)
        yield from self._press(self.told.press_before(first), 3, first.before.phase)
        for told in season_prose(self.told.known.game, closed, self.language, self.patterns):
            yield Paragraph(plain_spaces(told))
        for event in closed:
            if event.number in self.phase_pictures:
                yield self.phase_pictures[event.number]
        for event in closed:
            if event is not first:
                yield from self._press(self.told.press_before(event), 3, event.before.phase)
            yield from self._orders(event)
            if disputed := self.told.known.disputes.get(event.number):
                yield Paragraph(self._say(_DISPUTES[disputed]))
            elif event.number in self.told.known.corrected:
                yield Paragraph(self._say("zine.corrected"))

    def _year(self, closed: Sequence[PhaseClosed]) -> Iterator[Block]:
        """A year of a chronicle: a paragraph, and a small map of how it ended."""
        game, year = self.told.known.game, closed[0].before.phase.year
        yield Headline(self._say(f"zine.year_{game.board.calendar}", year=year), 3)
        sentences = year_sentences(game, closed, self.language, self.patterns)
        yield Paragraph(plain_spaces(" ".join(one.text for one in sentences)))
        if closed[-1].number in self.phase_pictures:
            yield self.phase_pictures[closed[-1].number]

    def _diaries(self) -> Iterator[Block]:
        """What players have noted for themselves, once a game is over."""
        board, notes = self.told.known.game.board, self.told.known.diaries
        if notes:
            yield Headline(self._say("zine.diaries"), 2)
        for note in notes:
            phase = phase_name(note.phase, board.phase_names, self.language)
            author = self._say("zine.author", author=board.name_of(note.power, self.language), phase=phase)
            yield Quotation(author, tuple(note.text.splitlines()))

    def _orders(self, event: PhaseClosed) -> Iterator[Block]:
        """The orders of a phase as zines list them: a paragraph for each power; who gave none; who was dislodged."""
        before = self.told.phrasing(event.before, self.language, self.notation)
        after = self.told.phrasing(event.judgement.after, self.language, self.notation)
        results = power_results(event.judgement, event.silent, before, event.clockwork)
        if not results:
            return
        if event.before.phase.kind is not PhaseKind.ADJUSTMENT:
            yield Headline(self._say(f"zine.orders.{event.before.phase.kind.value}"), 3)
        yield Orders(tuple((one.name, plain_spaces(", ".join(order.text for order in one.orders))) for one in results))
        if not self.told.has_retreated(event):
            yield Items(tuple(map(plain_spaces, retreat_lines(event.judgement, before, after))))
        if event.silent:
            silent = [before.power(power) for power in before.powers if power in event.silent]
            yield Paragraph(self._say("zine.without_orders", powers=listing(self.language, silent)))

    # --- centres

    def _centres(self) -> Iterator[Block]:
        """Who holds what, and how that has changed since the phases that are told of began."""
        position = self.told.known.game.position
        if position is None:
            return
        first = self.told.phases[0].before if self.told.phases else position
        now = self.told.phrasing(position, self.language, self.notation)
        yield Headline(self._titled(now.say("words.centres")), 2)
        rows = [self._centre_row(power, now, first) for power in now.powers]
        free = tuple(now.board.centres - set(position.owners))
        neutral = [(now.say("words.neutral"), f"{len(free)}", "", self._places(free, now))] if free else []
        told = [*filter(None, rows), *neutral]
        columns = [place for place in range(4) if place != _CHANGE or any(row[_CHANGE] for row in told)]
        head = [self._say(name) for name in ("column.power", "column.number", "column.change", "column.places")]
        yield Table(*_columns((head, *told), columns))
        doubled = [at for at in position.owners if now.board.war.worth.get(at, 1) > 1]
        if doubled:
            places = now.listing(map(plain_spaces, now.places(doubled)))
            yield Paragraph(plain_spaces(count(self.language, "war.doubled", len(doubled), regions=places)))

    def _centre_row(self, power: Power, now: Phrasing, first: Position) -> tuple[str, ...]:
        """A power with what it holds, counted as its board counts; empty for one that has had nothing since then."""
        held = now.position.centres_of(power)
        number = territory_count(now.board, now.position, power)
        change = number - territory_count(now.board, first, power)
        if not held and not change:
            return ()
        return (
            now.power(power),
            f"{number}",
            f"{change:+}".replace("-", "\N{MINUS SIGN}") if change else "",
            self._places(held, now),
        )

    def _places(self, held: Sequence[Province], now: Phrasing) -> str:
        return plain_spaces(" ".join(now.places(held)))

    # --- what comes next, or how it ended

    def _deadline(self) -> Iterator[Block]:
        game = self.told.known.game
        if game.position is None or game.deadline is None:
            return
        phase = phase_name(game.position.phase, game.board.phase_names, self.language, "of")
        if self.told.known.is_paused:
            yield Paragraph(self._say("zine.paused", of_phase=phase))
        else:
            at = moment_text(game.deadline.at, game.settings.zone, self.language)
            yield Paragraph(self._say("zine.deadline", of_phase=phase, at=at))

    def _end(self, event: GameEnded) -> Iterator[Block]:
        """How the game ended, with the points of each power and what they are made of."""
        game = self.told.known.game
        yield Headline(self._say("zine.end"), 2)
        turns = event.ending is Ending.TERM and game.board.calendar == "turns"
        how = say(self.language, f"conclusion.{event.ending.value}{'_of_turns' * turns}")
        is_shared = event.ending in {Ending.DRAW, Ending.STALEMATE}
        winners = powers_listed(event.winners, game.board, self.language)
        key = "zine.nobody_won" if not winners else "zine.shared" if is_shared else "zine.won"
        yield Paragraph(self._say(key, how=how, winners=winners))
        parts = score_parts(game, event)
        kinds = [kind for kind in _PARTS if any(_number(getattr(one, kind)) for one in parts.values())]
        is_summed = bool(parts) and all(parts[power].centres == event.centres[power] for power in parts)
        number = () if is_summed else ("column.number",)
        columns = ("column.power", *number, *(_PARTS[kind] for kind in kinds), "column.points")
        rows = [self._score_row(power, event, parts.get(power), kinds) for power in self._ranked(event)]
        rows = [(row[0], *row[2:]) for row in rows] if is_summed else rows
        yield Table(tuple(map(self._say, columns if rows else ())), tuple(rows))
        notation = self.told.notation(self.language, self.notation).name
        reader = Person(_NOBODY, Token(""), self.language, notation)
        yield Items(tuple(map(plain_spaces, course_lines(game, reader))))

    def _ranked(self, event: GameEnded) -> Sequence[Power]:
        board = self.told.known.game.board
        return ranked_powers(event, names_of_powers(board, self.language))

    def _score_row(
        self, power: Power, event: GameEnded, parts: ScoreParts | None, kinds: Sequence[str]
    ) -> tuple[str, ...]:
        game = self.told.known.game
        named, number = game.board.name_of(power, self.language), counts_at_end(game, event)[power]
        each = [_number(getattr(parts, kind)) for kind in kinds] if parts else []
        return named, f"{number}", *each, mixed_number(event.scores[power]).strip()

    def _titled(self, word: str) -> str:
        return f"{word[:1].upper()}{word[1:]}"


_DISPUTES: Mapping[DisputeState, str] = {
    "open": "zine.dispute_open",
    "stands": "zine.dispute_stands",
    "changed": "zine.dispute_changed",
}
"""The sentence on what has come of a dispute."""

_NOBODY = Address("nobody@zine.invalid")
"""Whoever reads an issue has no part in its games."""

_CHANGE = 2
"""The column that tells how much has changed."""


def _columns(
    rows: Sequence[Sequence[str]], columns: Sequence[int]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The head of a table and its rows with these columns alone."""
    head, *others = (tuple(row[column] for column in columns) for row in rows)
    return head, tuple(others)


_PARTS = {
    "taking_part": "column.taking_part",
    "centres": "column.centres",
    "place": "column.place",
    "neutral": "column.neutral",
}
"""What points are made of, fields of ScoreParts, each with its column."""


def _number(points: Fraction | int) -> str:
    """An exact number of points; empty for none."""
    return mixed_number(Fraction(points)).strip() if points else ""


# --- the pictures of an issue: maps of phases with their orders, of the position now, the centres by years


_MOST_MAPS = 3
"""The most phases of a game of which an issue has a map: the last ones."""


@dataclass(frozen=True)
class GamePictures:
    """The pictures of a game as SVG by name, with the captions of one language.

    Each of ``of_phases`` is shown below a phase, by its number; ``of_game`` below all seasons.
    """

    drawn: Mapping[str, str] = field(default_factory=dict)
    of_phases: Mapping[int, Picture] = field(default_factory=dict)
    of_game: Sequence[Picture] = ()


def pictures_of(told: ToldGame, language: Language, notation: str = "") -> GamePictures:
    """Draw a game with words in a language; nothing of one whose units are not for strangers, or that has no map."""
    game = told.known.game
    shown = captions_of(told, language)
    reader = MapReader(None, language, told.notation(language, notation).name)
    events = {event.number: event for event in told.phases}
    try:
        drawn = {
            picture.name: draw_small_map(map_after_phase(game, events[number], reader))
            if told.is_chronicle
            else draw_map(replace(map_of_phase(game, events[number], reader), title=told.title))
            for number, picture in shown.of_phases.items()
        }
        for picture in shown.of_game:
            is_chart = picture.name == _chart_name(told)
            drawn[picture.name] = (
                draw_chart(replace(chart_of_game(game, reader), title=told.title))
                if is_chart
                else draw_map(replace(map_of_position(game, reader), title=told.title))
            )
    except UndrawableError:
        return GamePictures()
    return GamePictures(drawn, shown.of_phases, shown.of_game)


def captions_of(told: ToldGame, language: Language) -> GamePictures:
    """Which pictures there are of a game, with captions in a language, and none of them drawn."""
    if told.known.publicity is not Publicity.WHOLE or told.known.game.position is None:
        return GamePictures()
    if told.is_chronicle:
        ends = (closed[-1] for closed in told.years())
        of_years = {event.number: _of_year(event.before.phase, told, language) for event in ends}
        return GamePictures({}, of_years, tuple(_of_game(told, told.known.game.position, language, alone=False)))
    moves = [event for event in told.phases if event.before.phase.kind is PhaseKind.MOVEMENT][-_MOST_MAPS:]
    of_phases = {event.number: _of_phase(event.before.phase, told, language) for event in moves}
    return GamePictures({}, of_phases, tuple(_of_game(told, told.known.game.position, language, alone=not moves)))


def _of_phase(phase: Phase, told: ToldGame, language: Language) -> Picture:
    return Picture(f"{told.name}-{phase}", _caption("zine.orders_drawn", phase, told, language))


def _of_year(last: Phase, told: ToldGame, language: Language) -> Picture:
    """The picture of how a year ended, by its last phase."""
    key = f"zine.year_drawn_{told.known.game.board.calendar}"
    return Picture(f"{told.name}-{last.year}", plain_spaces(say(language, key, game=told.title, year=last.year)))


def _of_game(told: ToldGame, position: Position, language: Language, *, alone: bool) -> Iterator[Picture]:
    """The chart, once there is a year to show; the position, unless the game is over and its last phase is drawn."""
    if told.known.game.centre_history.years:
        named = told.phrasing(position, language).say("chart.name")
        caption = say(language, "zine.item", name=told.title, told=within_sentence(named))
        yield Picture(_chart_name(told), plain_spaces(caption))
    if told.ended is None or alone:
        yield Picture(f"{told.name}-position", _caption("zine.position_drawn", position.phase, told, language))


def _chart_name(told: ToldGame) -> str:
    return f"{told.name}-centres"


def _caption(key: str, phase: Phase, told: ToldGame, language: Language) -> str:
    named = phase_name(phase, told.known.game.board.phase_names, language)
    return plain_spaces(say(language, key, game=told.title, phase=named))


# --- the hobby at large: who is sought, tournaments, rankings, reliability


MOST_TOLD = 40
"""The most rows of a ranking, the most games of a list."""


@dataclass(frozen=True)
class HobbyWriter:
    """Writes of the hobby in one language; an article about nothing is empty."""

    hobby: Hobby
    language: Language

    def _say(self, key: str, /, **facts: object) -> str:
        return plain_spaces(say(self.language, key, **facts))

    def _table(self, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Iterator[Block]:
        if rows:
            yield Table(tuple(self._say(name) for name in columns), tuple(rows[:MOST_TOLD]))

    # --- who is sought

    def sought(self) -> Article:
        """Games that have not begun, empty seats, stand-bys wanted, the waiting lists."""
        blocks = [*self._openings(), *self._seeking(), *self._waiting()]
        return Article((Headline(self._say("zine.sought")), *blocks) if blocks else ())

    def _openings(self) -> Iterator[Block]:
        openings = self.hobby.at(Stage.OPENING)[:MOST_TOLD]
        if openings:
            yield Headline(self._say("zine.openings"), 2)
            yield Items(
                tuple(
                    self._item(game, ", ".join(opening_traits(game, self.language, is_titled=True)))
                    for game in openings
                )
            )
        for game in [game for game in openings if game.free_seats and _is_open(game)][:1]:
            yield Paragraph(self._say("zine.how_to_join", game=game.name))

    def _seeking(self) -> Iterator[Block]:
        seeking = self.hobby.seeking[:MOST_TOLD]
        if seeking:
            yield Headline(self._say("zine.seats"), 2)
            powers = (powers_listed(game.sought, game.board, self.language) for game in seeking)
            yield Items(tuple(self._item(game, told) for game, told in zip(seeking, powers, strict=True)))
        for game in [game for game in seeking if _is_open(game)][:1]:
            yield Paragraph(self._say("zine.how_to_take", game=game.name))

    def _waiting(self) -> Iterator[Block]:
        waited = [game for game in (*self.hobby.at(Stage.OPENING), *self.hobby.at(Stage.RUNNING)) if game.waiting][
            :MOST_TOLD
        ]
        wanting = self.hobby.wanting_standbys[:MOST_TOLD]
        if waited or wanting:
            yield Headline(self._say("zine.waiting"), 2)
        if waited:
            standbys = (count(self.language, "list.standbys", game.waiting) for game in waited)
            yield Items(tuple(self._item(game, told) for game, told in zip(waited, standbys, strict=True)))
        if wanting:
            yield Paragraph(
                self._say(
                    "zine.standbys_wanted",
                    games=listing(self.language, [game_title(game.name) for game in wanting]),
                    game=wanting[0].name,
                )
            )

    def _item(self, game: Summary, told: str) -> str:
        return self._say("zine.item", name=game_title(game.name), told=plain_spaces(told))

    # --- tournaments

    def tournaments(self) -> Article:
        """The standings of each tournament of which a game is over."""
        blocks: list[Block] = []
        for one in self.hobby.tournaments:
            games = {name: self.hobby.games[name] for name in one.games if name in self.hobby.games}
            players = player_standings(one, games.values())
            if players:
                over = sum(bool(game.ended) for game in games.values())
                title = one.titles[self.language]
                blocks.append(Headline(title, 2))
                blocks.append(Paragraph(self._say("zine.tournament", over=over, of=len(one.games))))
                blocks += self._table(
                    ("column.place", "column.player", "column.team", "column.points", "column.games", "column.average")
                    if one.teams
                    else ("column.place", "column.player", "column.points", "column.games", "column.average"),
                    [self._standing(row, with_team=bool(one.teams)) for row in players],
                )
                teams = team_standings(one, games.values()) if one.teams else ()
                rows = [self._standing(row, with_team=False) for row in teams]
                blocks += self._table(
                    ("column.place", "column.team", "column.points", "column.games", "column.average"), rows
                )
        return Article((Headline(self._say("zine.tournaments")), *blocks) if blocks else ())

    def _standing(self, row: TournamentStanding, *, with_team: bool) -> tuple[str, ...]:
        who = standing_name(row, self.hobby.games, self.language)
        team = (row.team,) if with_team else ()
        points = mixed_number(row.points).strip()
        return (f"{row.place}", who, *team, points, f"{row.played}", decimal_text(row.average, self.language))

    # --- rankings

    def rankings(self) -> Article:
        """Players by their average in C-Diplo, powers by theirs, reliability."""
        blocks = [*self._players(), *self._powers(), *self._reliability()]
        return Article((Headline(self._say("zine.rankings")), *blocks) if blocks else ())

    def _players(self) -> Iterator[Block]:
        rows = [
            (
                f"{one.place}",
                self.name(one.player),
                f"{one.tally.games}",
                f"{one.tally.won}",
                f"{one.tally.drawn}",
                decimal_text(one.tally.average, self.language),
            )
            for one in self.hobby.ranking
        ]
        if rows:
            yield Headline(self._say("zine.by_player"), 2)
        columns = ("column.place", "column.player", "column.games", "column.won", "column.drawn", "column.c_diplo")
        yield from self._table(columns, rows)

    def _powers(self) -> Iterator[Block]:
        powers = self.hobby.powers
        for board in dict.fromkeys(board for board, _ in powers):
            own = any(game.settings.board_text for game in self.hobby.games.values() if game.settings.board == board)
            title = within_sentence(board_title(board, self.language, is_own=own))
            yield Headline(self._say("zine.by_power", board=title), 2)
            rows = [self._record(*key) for key in powers if key[0] == board]
            columns = (
                "column.power",
                "column.games",
                "column.won",
                "column.drawn",
                "column.c_diplo",
                "column.best",
            )
            has_best = any(row[-1] for row in rows)
            yield from self._table(columns if has_best else columns[:-1], rows if has_best else [r[:-1] for r in rows])

    def _record(self, board: str, power: Power) -> tuple[str, ...]:
        tally, best = self.hobby.powers[board, power], self.hobby.best_players.get((board, power))
        average = decimal_text(tally.average, self.language)
        named = self.name(best) if best else ""
        numbers = (f"{tally.games}", f"{tally.won}", f"{tally.drawn}")
        return self._usual_name(board, power), *numbers, average, named

    def _usual_name(self, board: str, power: Power) -> str:
        """The name of a power in most of the games on a board, whose rule books may call it by others."""
        games = (game for game in self.hobby.games.values() if game.settings.board == board)
        names = Counter(game.board.name_of(power, self.language) for game in games)
        return max(sorted(names), key=lambda name: names[name])

    def _reliability(self) -> Iterator[Block]:
        rows = [
            (
                self.name(player),
                self._say("zine.percent", n=one.percent),
                f"{one.on_time}",
                f"{one.late}",
                f"{one.missed}",
            )
            for player, one in self.hobby.figures.items()
        ]
        if rows:
            yield Headline(self._say("zine.reliability"), 2)
        yield from self._table(
            ("column.player", "column.reliability", "column.on_time", "column.late", "column.missed"), rows
        )

    def name(self, player: Address) -> str:
        """Return how a player is named."""
        return player_name(self.hobby, player, self.language)


def _is_open(game: Summary) -> bool:
    """Whether somebody whom the master has not named may take a seat, or ask for one."""
    return game.settings.access.entry is not Entry.NAMED
