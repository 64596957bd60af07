"""The pictures that letters bear: which, for whom, in which place; what becomes of one that is not there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from judge.game.apply import Trail
from judge.game.mastery.messages import GameMovedNews, PlayersToldOfMove
from judge.game.messages import Event, Notice
from judge.game.people.address_book import Person
from judge.game.phases.messages import GameEnded, PhaseClosed, PhaseClosedNews
from judge.game.practice.messages import LessonNews, LessonOpened
from judge.game.press.messages import WatchersTold
from judge.game.seats.messages import GameStarted, GameStartedNews
from judge.game.settings import LetterForm, MapForm, PictureSubject
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.mail.compose import PictureSlot
from judge.reports.line_answers import AnsweredLine, TextAnswer
from judge.rules.board_file import can_be_drawn
from judge.rules.position import Position
from judge.store.records import LetterPicture

# --- the pictures that letters bear


def pictures_of_news(trail: Trail, notice: Notice) -> tuple[LetterPicture, ...]:
    """Return the pictures that go with a piece of news, as its reader wishes: the map; at the end the chart, too.

    In a page the part of the board with the reader's units stands below the map, which a telephone shows small.
    """
    game = trail.game
    assert game is not None
    place = next((place for place, event in enumerate(trail.events) if _is_told(event, notice)), None)
    if place is None or game.position is None:
        return ()
    number = (trail.before.version if trail.before else 0) + place + 1
    is_end = isinstance(notice.news, GameEnded)
    shown: list[PictureSubject] = ["map"] if can_be_drawn(game.board) else []
    shown += ["chart"] if is_end and game.centre_history.years else []
    event: Event = trail.events[place]
    if isinstance(event, WatchersTold):
        untold = trail.steps[place].before.untold[0]
        number, event = untold.number, untold.event
    reader = game.people[notice.to]
    if not isinstance(event, PhaseClosed):
        shown += ["near"] * bool(shown and isinstance(event, GameStarted) and _has_near(game, reader, game.position))
        return tuple(_pictures(game, reader, number, shown, str(game.position.phase)))
    shown += ["near"] * bool(shown and _has_near(game, reader, event.before))
    told = tuple(_pictures(game, reader, number, shown, str(event.before.phase)))
    if not shown or reader.maps is not MapForm.NOW:
        return told
    return (*told, *_pictures(game, reader, number, ("now",), str(event.judgement.after.phase)))


_MANY_REGIONS = 40
"""From how many regions on a telephone shows the names on a board too small to be read."""


def _has_near(game: Game, reader: Person, position: Position) -> bool:
    """Whether a page bears the part of the board with its reader's units; beside ``NOW`` it would be the third."""
    is_page = reader.form is LetterForm.HTML and reader.wanted_map is MapForm.PNG
    has_units = any(position.units_of(power) for power in game.powers_of(reader.address))
    return is_page and has_units and len(game.board.regions) >= _MANY_REGIONS


def _is_told(event: Event, notice: Notice) -> bool:
    """Whether a piece of news tells of an event that letters show on a map."""
    match event, notice.news:
        case PhaseClosed(number=number), PhaseClosedNews(event=PhaseClosed(number=told)):
            return number == told
        case WatchersTold(), PhaseClosedNews():
            return True
        case LessonOpened(), LessonNews(opened=opened):
            return event == opened
        case (GameStarted(), GameStartedNews()) | (GameEnded(), GameEnded()) | (PlayersToldOfMove(), GameMovedNews()):
            return True
        case _:
            return False


def pictures_of_answers(
    game: Game | None, reader: Person, answers: Iterable[AnsweredLine]
) -> tuple[LetterPicture, ...]:
    """Return the pictures that answers to a letter bear; the chart, if one of them tells the centres by years."""
    told = [one.answer for one in answers if isinstance(one.answer, TextAnswer)]
    charted = [one.charted for one in told if one.charted]
    asked = tuple(dict.fromkeys(picture for one in told for picture in one.pictures))
    if game is None or not charted:
        return asked
    phase = str(game.position.phase if game.position else "")
    return (*asked, *_pictures(game, reader, charted[-1], ["chart"], phase))


def _pictures(
    game: Game, reader: Person, number: int, shown: Iterable[PictureSubject], phase: str
) -> Iterator[LetterPicture]:
    if reader.wanted_map is MapForm.NO:
        return
    for subject in shown:
        around = game.powers_of(reader.address) if subject == "near" else ()
        yield replace(picture_for(game, reader, number), shows=subject, phase=phase, orders_of=around)


def picture_for(game: Game, reader: Person, number: int) -> LetterPicture:
    """Return a picture of a game after an event as somebody may see it, in the form they wish; else as PNG."""
    powers = None if sees_all(game, reader.address) else game.powers_of(reader.address)
    form = "svg" if reader.wanted_map is MapForm.SVG else "png"
    return LetterPicture(game.name, number, powers, reader.language, reader.notation, form)


# --- their places


def with_place(picture: LetterPicture, message_id: str, host: str) -> LetterPicture:
    """Return a picture of the letter with that id, with a name for its place that nobody can know before."""
    digest = sha256(f"{picture.shows} {picture.file} {message_id}".encode()).hexdigest()[:24]
    return replace(picture, content_id=f"{picture.shows}.{digest}@{host}")


def picture_slots(pictures: Sequence[LetterPicture], *, is_page: bool) -> tuple[PictureSlot, ...]:
    """Return the places of pictures in a letter; mail programs show PNG in place, and others as a file.

    Of each subject the first one is shown in place, of the examples of a rule each; a sheet never, as it is for paper.
    """
    shown = [one for one in reversed(pictures) if one.form == "png" and one.shows != "sheet"]
    first: dict[PictureSubject, LetterPicture] = {one.shows: one for one in shown}
    in_place = [one for one in shown if one.shows == "rule" or first[one.shows] is one] if is_page else []
    return tuple(PictureSlot(one.content_id, one.file, one.form, one in in_place) for one in pictures)


# --- why one is not there


class NotDrawnError(Exception):
    """There is no picture: drawing it failed, took too long, or ended its process twice."""


class NotYetDrawnError(Exception):
    """There is no picture yet: it is being drawn, or others before it."""


class StoreUnreadError(Exception):
    """There is no picture yet: the disk or the database failed, which is no picture's fault."""
