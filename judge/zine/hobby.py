"""The articles on the hobby at large: who is sought, tournaments, rankings, reliability."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.league import Hobby, TournamentStanding, player_standings, team_standings
from judge.game.names import Stage
from judge.game.settings import Address, Entry, Language
from judge.game.summary import Summary
from judge.reports.ending import decimal_text, mixed_number, player_name, standing_name
from judge.reports.games import opening_traits
from judge.reports.language import count, listing, say
from judge.reports.layout import plain_spaces
from judge.reports.names import board_title, powers_listed, within_sentence
from judge.rules.board import Power
from judge.zine.article import Article, Block, Headline, Items, Paragraph, Table
from judge.zine.sources import game_title

# --- the articles on the hobby at large: who is sought, tournaments, rankings, reliability


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
