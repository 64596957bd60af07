"""The games of an issue as they are told: from the log of the store, or from the pages of an archive folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from judge.formats.record.logs import log_of_pages
from judge.formats.record.verifying import Cast, FormerRecordError, Verified, verify
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.published import PublicLetter, PublishedGame, published_game
from judge.game.settings import GameName, Language
from judge.notation.tables import Notation, load_notation
from judge.reports.phrasing import Phrasing, neutral_notation, notation_of_game
from judge.rules.position import PhaseKind, Position
from judge.system.files import PROGRAM


class PagesError(Exception):
    """A folder cannot be told of; the message names it, the first line that differs, and what would work."""


def game_title(name: str) -> str:
    """Return the name of a game as headings have it."""
    return f"{name[:1].upper()}{name[1:].replace('-', ' ')}"


@dataclass(frozen=True)
class ToldGame:
    """A game as one issue tells of it: of what is ``known`` of it the ``phases`` and the ``press`` that are new.

    ``place`` is more than 1 for a further game of the same name, from another archive. ``since`` is the moment after
    which things are new, None where there is none. In a ``chronicle`` a game that is over is told whole, in short.
    """

    known: PublishedGame
    phases: tuple[PhaseClosed, ...]
    press: tuple[PublicLetter, ...] = ()
    place: int = 1
    since: datetime | None = None
    is_chronicle: bool = False

    @property
    def name(self) -> str:
        """The name by which the issue knows the game."""
        return f"{self.known.game.name}-{self.place}" if self.place > 1 else self.known.game.name

    @property
    def title(self) -> str:
        """The name of the game as headings have it."""
        return game_title(self.name)

    @property
    def ended(self) -> GameEnded | None:
        """How the game ended, None while it goes on."""
        return self.known.game.ended

    @property
    def until(self) -> datetime | None:
        """Up to when it is told of: the last thing that is told."""
        ended = [self.ended.at] if self.ended else []
        return max([*(one.at for one in self.phases), *(one.out for one in self.press), *ended], default=None)

    def press_before(self, event: PhaseClosed) -> Sequence[PublicLetter]:
        """The new press that came out while a phase was open, as it was sent."""
        before = [one.at for one in self.phases if one.number < event.number]
        return [one for one in self.press if (not before or one.out > before[-1]) and one.out <= event.at]

    def press_since(self) -> Sequence[PublicLetter]:
        """The new press that came out after the last phase that is told of."""
        return [one for one in self.press if not self.phases or one.out > self.phases[-1].at]

    def has_retreated(self, event: PhaseClosed) -> bool:
        """Whether it is told where the units that a phase dislodged have gone."""
        follows = (one for one in self.phases if one.number > event.number)
        return next((one.before.phase.kind is PhaseKind.RETREAT for one in follows), False)

    def years(self) -> Iterator[tuple[PhaseClosed, ...]]:
        """The phases to be told of, year by year; turn by turn where there are no years."""
        for _, closed in groupby(self.phases, key=lambda event: event.before.phase.year):
            yield tuple(closed)

    def seasons(self) -> Iterator[tuple[PhaseClosed, ...]]:
        """The phases to be told of, season by season: a movement phase with its retreats, or a winter."""
        for _, closed in groupby(self.phases, key=lambda event: (event.before.phase.year, event.before.phase.season)):
            yield tuple(closed)

    def phrasing(self, position: Position, language: Language, notation: str = "") -> Phrasing:
        """The phrasing of a position in a language, and in a notation: that of the game by default."""
        game = self.known.game
        return Phrasing(language, self.notation(language, notation), game.board_at(position), position)

    def notation(self, language: Language, named: str = "") -> Notation:
        """The notation of that name; by default that of those who have not chosen one."""
        game = self.known.game
        if game.board.war.troops and not named:
            return neutral_notation(game.board)
        return load_notation(named or notation_of_game(game.settings, language))


# --- what is new


def chronicle_of(known: PublishedGame) -> ToldGame:
    """A game that is over, to be told whole: a paragraph a year, and none of its press."""
    return ToldGame(known, known.closed, is_chronicle=True)


def told_since(known: PublishedGame, since: datetime | None, now: datetime) -> ToldGame:
    """A game with what has happened after a moment; where that is None, with its last season and what followed."""
    closed = [event for event in known.closed if event.at <= now]
    if since and not (known.game.ended and known.game.ended.at <= since):
        since = known.told_by(since)
    if since is None:
        moves = [place for place, event in enumerate(closed) if event.before.phase.kind is PhaseKind.MOVEMENT]
        first = moves[-1] if moves else 0
        new, since = closed[first:], closed[first - 1].at if first else None
    else:
        new = [event for event in closed if event.at > since]
    press = (one for one in known.press if (since is None or one.out > since) and one.out <= now)
    return ToldGame(known, tuple(new), tuple(press), since=since)


def has_news(told: ToldGame, since: datetime | None) -> bool:
    """Whether there is anything to tell: a phase that closed, an end."""
    ended = told.ended
    return bool(told.phases) or (ended is not None and (since is None or ended.at > since))


# --- from an archive folder


def game_of_folder(folder: Path) -> PublishedGame:
    """What is known of a game by its pages, which are judged again first; PagesError where they cannot be told of."""
    texts = {
        path.name: path.read_bytes().decode("utf-8", errors="surrogateescape")
        for path in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if path.suffix in {".txt", ".toml"}
    }
    if not texts:
        raise PagesError(f"there are no pages of a game in {folder}; archive/rome would be such a folder")
    try:
        found = verify(texts)
    except FormerRecordError:
        raise PagesError(
            f"the pages in {folder} are from before pages bore hashes; the judge that has the game writes them anew: "
            f"{PROGRAM} archive {folder.name}"
        ) from None
    if found.difference or not found.pages:
        raise PagesError(f"the pages in {folder} do not verify: {_why_not(found)}")
    known = published_game(
        log_of_pages(found, GameName(found.name), Cast(), found.seed), datetime.max.replace(tzinfo=UTC)
    )
    if known is None:
        raise PagesError(f"the game in {folder} stands in no list, and is told of nowhere")
    return known


def _why_not(found: Verified) -> str:
    difference = found.difference
    if difference is None:
        return "there is no page yet; those of a game that is hidden from its players come at its end"
    if not difference.line:
        return f"{difference.page} is not listed in the index" if difference.stands else f"{difference.page} is missing"
    stands, follows = (
        one.encode("utf-8", errors="backslashreplace").decode() or "(nothing)"
        for one in (difference.stands, difference.follows)
    )
    return f"{difference.page}, line {difference.line}: it says “{stands}”, and by the rules follows “{follows}”"
