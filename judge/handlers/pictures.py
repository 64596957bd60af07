"""The pictures that letters bear: which, for whom, in which place; what becomes of one that is not there."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from judge.game.apply import Trail
from judge.game.messages import Event, Notice
from judge.game.moving.messages import GameMovedNews, PlayersToldOfMove
from judge.game.people.address_book import Person
from judge.game.phases.messages import GameEnded, PhaseClosed, PhaseClosedNews
from judge.game.seats.messages import GameStarted
from judge.game.seats.news import GameStartedNews
from judge.game.settings import MapForm, PictureSubject
from judge.game.state import Game
from judge.game.tutorial.messages import LessonNews, LessonOpened
from judge.game.visibility import sees_all
from judge.mail.compose import PictureSlot
from judge.reports.line_answers import AnsweredLine, TextAnswer
from judge.rules.board_file import can_be_drawn
from judge.store.records import LetterPicture

# --- the pictures that letters bear


def pictures_of_news(trail: Trail, notice: Notice) -> tuple[LetterPicture, ...]:
    """Return the pictures that go with a piece of news, as its reader wishes: the map; at the end the chart, too."""
    game = trail.game
    assert game is not None
    place = next((place for place, event in enumerate(trail.events) if _is_told(event, notice)), None)
    if place is None or game.position is None:
        return ()
    number = (trail.before.version if trail.before else 0) + place + 1
    is_end = isinstance(notice.news, GameEnded)
    shown: list[PictureSubject] = ["map"] if can_be_drawn(game.board) else []
    shown += ["chart"] if is_end and game.centre_history.years else []
    event = trail.events[place]
    phase = event.before.phase if isinstance(event, PhaseClosed) else game.position.phase
    return tuple(_pictures(game, game.people[notice.to], number, shown, str(phase)))


def _is_told(event: Event, notice: Notice) -> bool:
    """Whether a piece of news tells of an event that letters show on a map."""
    match event, notice.news:
        case PhaseClosed(number=number), PhaseClosedNews(event=PhaseClosed(number=told)):
            return number == told
        case LessonOpened(), LessonNews(opened=opened):
            return event == opened
        case (GameStarted(), GameStartedNews()) | (GameEnded(), GameEnded()) | (PlayersToldOfMove(), GameMovedNews()):
            return True
        case _:
            return False


def pictures_of_answers(
    game: Game | None, reader: Person, answers: Iterable[AnsweredLine]
) -> tuple[LetterPicture, ...]:
    """Return the chart that goes with the answers to a letter, if one of them tells the centres by years."""
    charted = [one.answer.charted for one in answers if isinstance(one.answer, TextAnswer) and one.answer.charted]
    if game is None or not charted:
        return ()
    return tuple(_pictures(game, reader, charted[-1], ["chart"], str(game.position.phase if game.position else "")))


def _pictures(
    game: Game, reader: Person, number: int, shown: Iterable[PictureSubject], phase: str
) -> Iterator[LetterPicture]:
    if reader.wanted_map is MapForm.NO:
        return
    powers = None if sees_all(game, reader.address) else game.powers_of(reader.address)
    form = reader.wanted_map.value
    for subject in shown:
        yield LetterPicture(game.name, number, powers, reader.language, reader.notation, form, "", subject, phase)


# --- their places


def with_place(picture: LetterPicture, message_id: str, host: str) -> LetterPicture:
    """Return a picture of the letter with that id, with a name for its place that nobody can know before."""
    digest = sha256(f"{picture.shows} {message_id}".encode()).hexdigest()[:24]
    return replace(picture, content_id=f"{picture.shows}.{digest}@{host}")


def picture_slot(picture: LetterPicture, *, is_page: bool) -> PictureSlot:
    """Return the place of a picture in a letter; mail programs show PNG in place, and SVG as a file."""
    is_in_place = is_page and picture.form == MapForm.PNG.value
    name = f"{picture.game}-{picture.shows}-{picture.phase}.{picture.form}"
    return PictureSlot(picture.content_id, name, picture.form, is_in_place)


# --- why one is not there


class NotDrawnError(Exception):
    """There is no picture: drawing it failed, took too long, or ended its process twice."""


class NotYetDrawnError(Exception):
    """There is no picture yet: it is being drawn, or others before it."""


class StoreUnreadError(Exception):
    """There is no picture yet: the disk or the database failed, which is no picture's fault."""
