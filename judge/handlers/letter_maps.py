"""The maps that letters bear: which one goes with which news, and what it shows when it is drawn."""

from dataclasses import replace
from hashlib import sha256

from judge.game.apply import Trail, fold_events
from judge.game.messages import Event, Notice
from judge.game.phases.messages import GameEnded, GameEndedNews, PhaseClosed, PhaseClosedNews
from judge.game.seats.messages import GameStarted
from judge.game.seats.news import GameStartedNews
from judge.game.settings import MapForm
from judge.game.state import Game
from judge.game.tutorial.messages import LessonNews, LessonOpened
from judge.game.visibility import sees_all
from judge.handlers.services import Services
from judge.mail.picture_slot import PictureSlot
from judge.maps.of_game import MapReader, map_of_phase, map_of_position
from judge.maps.picture import can_be_drawn
from judge.maps.view import MapView
from judge.store.records import LetterMap


def map_of_news(trail: Trail, notice: Notice) -> LetterMap | None:
    """Return the map that goes with a piece of news, as its reader wishes; None where there is none."""
    game = trail.game
    assert game is not None
    person = game.people[notice.to]
    if person.wanted_map is MapForm.NO:
        return None
    place = next((place for place, event in enumerate(trail.events) if _is_told(event, notice)), None)
    if place is None or game.position is None or not can_be_drawn(game.board):
        return None
    number = (trail.before.version if trail.before else 0) + place + 1
    powers = None if sees_all(game, notice.to) else game.powers_of(notice.to)
    return LetterMap(game.name, number, powers, person.language, person.notation, person.wanted_map.value)


def _is_told(event: Event, notice: Notice) -> bool:
    """Whether a piece of news tells of an event that letters show on a map."""
    match event, notice.news:
        case PhaseClosed(number=number), PhaseClosedNews(event=PhaseClosed(number=told)):
            return number == told
        case LessonOpened(), LessonNews(opened=opened):
            return event == opened
        case (GameStarted(), GameStartedNews()) | (GameEnded(), GameEndedNews()):
            return True
        case _:
            return False


def with_place(drawn: LetterMap, message_id: str, host: str) -> LetterMap:
    """Return the map of the letter with that id, with a name for its place that nobody can know before."""
    digest = sha256(f"map {message_id}".encode()).hexdigest()[:24]
    return replace(drawn, content_id=f"map.{digest}@{host}")


def picture_slot(drawn: LetterMap, *, is_page: bool) -> PictureSlot:
    """Return the place of a map in a letter; mail programs show PNG in place, and SVG as a file."""
    is_in_place = is_page and drawn.form == MapForm.PNG.value
    return PictureSlot(drawn.content_id, f"{drawn.game}-map-{drawn.number}.{drawn.form}", drawn.form, is_in_place)


def view_of_map(services: Services, drawn: LetterMap) -> MapView:
    """Return what the map of a letter shows. It follows from the log alone, so it is the same whenever it is drawn."""
    game = services.game(drawn.game)
    assert game is not None
    reader = MapReader(drawn.powers, drawn.language, drawn.notation)
    event = services.store.events(drawn.game, drawn.number - 1)[0]
    if isinstance(event, PhaseClosed):
        return map_of_phase(game, event, reader)
    then = _game_after(services, game, drawn.number)
    return map_of_position(then, reader)


def _game_after(services: Services, game: Game, number: int) -> Game:
    """Return a game as it was after so many events."""
    if game.version == number:
        return game
    then = fold_events(services.store.events(game.name)[:number])
    assert then is not None
    return then
