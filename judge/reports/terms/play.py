"""How a game is played: its rule book, its board, its end, what players may keep or try."""

from collections.abc import Iterable, Iterator, Mapping

from judge.game.settings import Language, Settings, board_of, book_of
from judge.reports.language import count, listing, phrasebook, say
from judge.reports.names import power_name, region_name
from judge.reports.terms.term import term
from judge.rules.board import Board, Power
from judge.rules.rulebook import TieAtTerm


def _book(settings: Settings, language: Language) -> str:
    board = board_of(settings)
    facts = {"rulebook": settings.rulebook, "board": _board_name(board, language), "players": len(board.seats)}
    book = say(language, "terms.book", **facts)
    return " ".join((book, *_scenario(board, language)))


def _board_name(board: Board, language: Language) -> str:
    """What a language calls a board that comes with the judge; of anybody's own, its name."""
    return phrasebook(language).sentences.get(f"board.{board.name}", board.name)


def _scenario(board: Board, language: Language) -> Iterator[str]:
    """What is not as on a board where everybody has one power."""

    def named(powers: Iterable[Power]) -> str:
        return listing(language, [board.powers[power][language] for power in powers])

    if any(len(seat) > 1 for seat in board.seats):
        between = say(language, "terms.between_seats") + " "
        yield say(language, "terms.seats", seats=between.join(map(named, board.seats)))
    aside = {board.joining.power} if board.joining else set[Power]()
    if standing := [power for power in board.powers if power in board.standing - aside]:
        powers = listing(language, [power_name(power, board, language).name for power in standing])
        yield count(language, "terms.standing", len(standing), powers=powers)
    if board.joining:
        power = power_name(board.joining.power, board, language).name
        yield say(language, "terms.joining", power=power[:1].upper() + power[1:], year=board.joining.year)
    if board.closed:
        regions = listing(language, [region_name(region, board, language).name for region in sorted(board.closed)])
        yield say(language, "terms.closed", regions=regions)


def _end(settings: Settings, language: Language) -> str:
    board = board_of(settings)
    facts = {
        "of_last": say(language, f"last.{board.calendar}", year=settings.last_year),
        "centres": say(language, "words.territories" if board.war.troops else "words.centres"),
        "victory": board.victory_centres,
        "units": board.victory_units,
    }
    return " ".join((_last(settings, language, facts), *_ties(settings, language)))


def _ties(settings: Settings, language: Language) -> Iterator[str]:
    """What a tie for first place means, where it is not a place shared."""
    if settings.last_year and book_of(settings).tie_at_term is TieAtTerm.NOBODY:
        yield say(language, "terms.ties_lose")


def _last(settings: Settings, language: Language, facts: Mapping[str, object]) -> str:
    board = board_of(settings)
    if board.victory_units:
        return say(language, "terms.last_year_units" if settings.last_year else "terms.no_last_year_units", **facts)
    if board.victory_centres:
        return say(language, "terms.last_year" if settings.last_year else "terms.no_last_year", **facts)
    return say(language, "terms.last_year_alone" if settings.last_year else "terms.no_last_year_alone", **facts)


def _scoring(settings: Settings, language: Language) -> str:
    return say(language, "terms.scoring", name=say(language, f"scoring.{settings.scoring}"))


def _advance(settings: Settings, language: Language) -> str:
    return say(language, "terms.advance" if settings.advance else "terms.no_advance")


def _whatifs(settings: Settings, language: Language) -> str:
    return count(language, "terms.whatifs", settings.whatifs_per_day)


TERMS = (
    term("rules", "board", tell=_book),
    term("last", tell=_end),
    term("scoring", tell=_scoring),
    term("advance", tell=_advance),
    term("whatifs", tell=_whatifs),
)
