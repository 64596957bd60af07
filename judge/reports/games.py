"""Many games at once, as a list, and the files of one, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judge.game.league import ListedGames, Summary
from judge.game.settings import Entry, Language
from judge.languages import in_digits, language_name
from judge.reports.language import count, duration_text, fill_template, moment_text, say
from judge.reports.layout import HEADING, Page, hanging_indent, joined_pages, marked, no_wrap
from judge.reports.names import phase_name, power_names, within_sentence
from judge.store.records import LetterPicture

# --- many games at once: the list of games


COLUMN = 14
"""The column where the description of a game begins."""


@dataclass(frozen=True)
class GameList:
    """The rows of a page of the list; behind each kind how many more there are in words, empty for none.

    ``example`` is a game with a free seat, ``vacant`` one whose waiting list one may join; both may be empty.
    ``next_page`` is 0 for none.
    """

    openings: tuple[str, ...]
    more_openings: str
    running: tuple[str, ...]
    more_running: str
    over: tuple[str, ...]
    more_over: str
    example: str
    vacant: str
    page: int
    next_page: int


def write_games(games: ListedGames, language: Language, queue: Mapping[str, int] = MappingProxyType({})) -> str:
    """Return a page of the list of games, and the next table of the queue; deadlines in the time zone of each game.

    ``queue`` is how many are ``together`` for the next table, and its ``size``; nothing where nobody waits.
    """
    return fill_template(language, "anyone.games", games=game_rows(games, language), queue=queue)


def game_rows(games: ListedGames, language: Language) -> GameList:
    """Return the rows of a page of the list."""
    openings, running = games.openings.shown, games.running.shown
    free = [game for game in openings if game.free_seats and game.settings.access.entry is not Entry.NAMED]
    full = [game for game in openings if not game.free_seats]
    wanting = [game for game in running if game.sought or not game.waiting] + full
    return GameList(
        openings=tuple(list_row(game, ", ".join(opening_traits(game, language))) for game in openings),
        more_openings=more_games(games.openings.more, language),
        running=tuple(list_row(game, ", ".join(_running(game, language))) for game in running),
        more_running=more_games(games.running.more, language),
        over=tuple(games.over.shown),
        more_over=more_games(games.over.more, language),
        example=free[0].name if free else "",
        vacant=next((game.name for game in wanting if game.settings.access.entry is not Entry.NAMED), ""),
        page=games.page,
        next_page=games.next_page,
    )


def more_games(games: int, language: Language) -> str:
    """Return how many more there are, empty for none."""
    return count(language, "list.more", games) if games else ""


def list_row(game: Summary, told: str) -> str:
    """Return a row of a list of games: the name, what is told of the game beside it."""
    return hanging_indent(f"  {game.name}", told.split(" "), COLUMN)


def opening_traits(game: Summary, language: Language, *, is_titled: bool = False) -> Iterator[str]:
    """Yield rule book, speed, free seats, who may join; ``is_titled`` with the book's title in place of its key."""
    yield from _kind(game, language, is_titled=is_titled)
    if game.free_seats:
        yield count(language, "list.free", game.free_seats, needed=len(game.board.seats))
    else:
        yield say(language, "list.full")
        if game.waiting:
            yield count(language, "list.waiting", game.waiting)
    if game.settings.access.entry is not Entry.ANYONE:
        yield say(language, f"list.{game.settings.access.entry.value}")
    yield from _master(game, language)


def _running(game: Summary, language: Language) -> Iterator[str]:
    """Yield rule book, speed, phase, seats that need a player."""
    yield from _kind(game, language)
    yield _phase(game, language)
    if game.sought:
        yield count(language, "list.vacant", len(game.sought_seats))
    yield count(language, "list.standbys", game.waiting) if game.waiting else say(language, "list.no_standby")
    yield from _master(game, language)


def _master(game: Summary, language: Language) -> Iterator[str]:
    """Yield that the master plays, and what, where everybody may know that."""
    if game.master_plays is not None:
        powers = power_names(game.master_plays, game.board, language)
        yield say(language, "list.master_plays_powers" if powers else "list.master_plays", powers=powers)


def _kind(game: Summary, language: Language, *, is_titled: bool = False) -> Iterator[str]:
    book = game.settings.rulebook
    rules = within_sentence(say(language, f"book.{book}")) if is_titled else say(language, "list.rules", rulebook=book)
    yield rules
    yield say(language, "list.speed", length=no_wrap(duration_text(game.settings.lengths.movement, language)))


def _phase(game: Summary, language: Language) -> str:
    if game.phase is None or game.due is None:
        return say(language, "list.over")
    name = phase_name(game.phase, game.board.phase_names, language)
    if game.is_paused:
        return say(language, "list.paused", phase=name)
    return say(language, "list.open", phase=name, at=moment_text(game.due, game.settings.zone, language))


# --- words about a game that goes out as a file, or as the pages of its archive


_MEGABYTE = 1_000_000


def write_exported(file: str, format_key: str, phases: int, language: Language) -> str:
    """Return what is attached: the name of the file, how many closed phases it tells, in what form."""
    about = say(language, f"export.{format_key}")
    attached = count(language, "export.attached", phases, file=file, about=about)
    others = say(language, "export.others")
    return f"{attached}\n\n{others}"


def write_attached_map(picture: LetterPicture, phase: str) -> str:
    """Return what is attached: a phase with its orders, or a sheet to write on, of a game or without one."""
    key = "drawn.phase" if picture.shows == "map" else "drawn.blank" if picture.is_blank else "drawn.sheet"
    return say(picture.language, key, file=no_wrap(picture.file), paper=picture.paper.upper(), phase=phase)


def write_zipped_archive(file: str, pages: int, form: tuple[Language, str], language: Language) -> str:
    """Return what is attached: the name of the zip file, how many pages it has, in which language and notation."""
    attached = count(language, "archived.attached", pages, file=file, form=_form_in_words(form, language))
    check = say(language, "archived.check", folder=file.removesuffix(".zip"))
    return f"{attached}\n\n{check}"


def write_archive(texts: Mapping[str, str], form: tuple[Language, str], language: Language) -> str:
    """Return the pages, by file name, one below the other, each letter for letter as it stands in the archive.

    ``form`` is the language and the notation of the pages.
    """
    about = count(language, "archived.shown", len(texts), form=_form_in_words(form, language))
    others = say(language, "archived.others")
    return joined_pages([f"{about}\n\n", *_titled(texts), f"\n{others}"])


def _titled(texts: Mapping[str, str]) -> Iterator[Page]:
    for name, text in texts.items():
        clean = str(marked(text, []))
        yield Page(f"\n[{name}]\n\n{no_wrap(text)}", f"{HEADING}{name}\n\n{clean}")


def _form_in_words(form: tuple[Language, str], language: Language) -> str:
    tongue, notation = form
    return say(language, "archived.form", tongue=language_name(tongue, language), notation=notation)


def sizes_of_files(own: int, most: int, language: Language) -> str:
    """Return the size of a file beside the most that one letter may bear, both in bytes."""
    return say(language, "archived.sizes", size=_size(own, language), most=_size(most, language))


def _size(number: int, language: Language) -> str:
    """Return a number of bytes in thousands, or in millions with a tenth, never fewer than they are."""
    if number < _MEGABYTE:
        return say(language, "archived.kilobytes", n=-(-number // 1000))
    tenths = -(-number * 10 // _MEGABYTE)
    written = f"{tenths / 10:g}"
    return say(language, "archived.megabytes", n=in_digits(written, language))
