"""An issue of the gazette, and what answers tell of subscriptions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from judge.game.league import Excerpt, ListedGames, Summary
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.published import PublicLetter
from judge.game.settings import GameName, Language
from judge.game.visibility import has_fog
from judge.reports.ending import c_diplo_table, decimal_text
from judge.reports.games import game_rows, list_row, more_games
from judge.reports.language import LetterText, count, day_text, fill_template, letter_text, listing, say
from judge.reports.layout import OutsideText, RowsOfTable, aligned_table, no_wrap, verbatim
from judge.reports.names import names_of_powers, phase_name, powers_listed
from judge.reports.press import sender_name
from judge.store.records import EditorLetter

# --- an issue of the gazette: openings, results, the press to everyone, games that have ended, rankings


MOST_LETTERS, MOST_TABLES, MOST_RANKED = 20, 8, 10
"""Letters of press that an issue prints, games whose points it shows one by one, players that it ranks."""

_MOST_LINES, _MOST_CHARACTERS = 10, 600
"""What is printed of one letter of press."""


@dataclass(frozen=True)
class GazettePress:
    """Press to everyone that has come out since the last issue, in that order, each letter with its game.

    ``elsewhere`` are games of which it was not looked for any more.
    """

    letters: tuple[tuple[Summary, PublicLetter], ...] = ()
    elsewhere: tuple[GameName, ...] = ()


@dataclass(frozen=True)
class RankedPlayer:
    """A row of the ranking by average: players with equal averages share a place."""

    place: int
    who: str
    games: int
    average: Fraction


@dataclass(frozen=True)
class GazetteGames:
    """The games that an issue tells of, none of them hidden, each as it stands now.

    They are those that have not begun, those that look for players, those in which a phase has closed since the last
    issue, and those that have ended since; ``press`` is that of the last two kinds, ``ranking`` has the best first.
    ``tribune`` are letters to all readers.
    """

    openings: Excerpt[Summary]
    seeking: Excerpt[Summary]
    closed: Excerpt[Summary]
    ended: Excerpt[Summary]
    press: GazettePress = GazettePress()
    ranking: Mapping[Language, Sequence[RankedPlayer]] = field(default_factory=dict)
    tribune: Sequence[EditorLetter] = ()


@dataclass(frozen=True)
class _PrintedLetter:
    """A letter as it is printed: over it game, phase and the name it is signed with, or its day and its signature."""

    head: str
    text: str


@dataclass(frozen=True)
class _PrintedScores:
    """The points of one game."""

    game: GameName
    table: RowsOfTable


def write_gazette(
    language: Language,
    number: int,
    since: datetime,
    now: datetime,
    games: Mapping[GameName, Sequence[PhaseClosed]],
    stand: GazetteGames,
) -> LetterText:
    """Return the issue on what has happened between ``since`` and ``now``; days are named in the zone of these.

    ``games`` are the closed phases of the games, where one without a phase closed since then may be missing.
    """
    shown, over = stand.closed.shown, [game for game in stand.ended.shown if game.ended and game.ended.at <= now]
    new = {game.name: [event for event in games.get(game.name, ()) if since < event.at <= now] for game in shown}
    scored = [game for game in over if game.ended and game.ended.scores]
    letters = [*_printed_letters(stand.press.letters[:MOST_LETTERS], language)]
    text = fill_template(
        language,
        "anyone.gazette",
        number=number,
        first=day_text(since.date(), language),
        last=day_text(now.date(), language),
        games=game_rows(ListedGames(openings=stand.openings), language),
        results=[list_row(game, _results(game, new[game.name], language)) for game in shown if new[game.name]],
        more_results=more_games(stand.closed.more, language),
        over=[list_row(game, _over(game, language)) for game in over],
        more_over=more_games(stand.ended.more, language),
        seats=[list_row(game, powers_listed(game.sought, game.board, language)) for game in stand.seeking.shown],
        more_seats=more_games(stand.seeking.more, language),
        seat=next((game.name for game in stand.seeking.shown), ""),
        letters=letters,
        more_letters=_more_letters(stand.press, language),
        tribune=[*_tribune(stand.tribune, language)],
        scores=[_PrintedScores(game.name, c_diplo_table(game, language)) for game in scored[:MOST_TABLES]],
        unscored=listing(language, [game.name for game in scored[MOST_TABLES:]]),
        ranking=_ranking_table(stand.ranking.get(language, ())[:MOST_RANKED], language),
    )
    facts = {"game": say(language, "words.judge"), "number": number, "day": day_text(now.date(), language)}
    return letter_text(say(language, "subject.gazette", **facts), text)


def _results(game: Summary, closed: Sequence[PhaseClosed], language: Language) -> str:
    """Return the phases closed and, where no fog hides them, the centres after the last of them."""
    phases = (event.before.phase for event in closed)
    names = [phase_name(one, game.board.phase_names, language) for one in phases]
    told = listing(language, names)
    if has_fog(game):
        return say(language, "gazette.closed", phases=told)
    after = closed[-1].judgement.after
    powers = names_of_powers(game.board, language)
    held = [no_wrap(f"{name} {len(after.centres_of(power))}") for power, name in powers.items()]
    centres = say(language, "words.comma").join(held)
    return say(language, "gazette.results", phases=told, centres=centres)


def _over(game: Summary, language: Language) -> str:
    assert game.ended is not None
    winners = powers_listed(game.ended.winners, game.board, language)
    match game.ended.ending:
        case Ending.DRAW | Ending.STALEMATE:
            return say(language, "gazette.drawn", winners=winners)
        case Ending.ABANDONED | Ending.TERMINATED:
            return say(language, "gazette.no_result")
        case _:
            return say(language, "gazette.won" if winners else "gazette.nobody", winners=winners)


# --- the press


def _printed_letters(letters: Sequence[tuple[Summary, PublicLetter]], language: Language) -> Iterator[_PrintedLetter]:
    for game, one in letters:
        facts = {"game": game.name, "writer": sender_name(one.letter.writer, game.board, language)}
        if one.letter.phase:
            phase = phase_name(one.letter.phase, game.board.phase_names, language)
            head = say(language, "gazette.letter_of_phase", phase=phase, **facts)
        else:
            head = say(language, "gazette.letter", **facts)
        yield _PrintedLetter(head, _beginning_of(one.letter.text))


def _tribune(letters: Sequence[EditorLetter], language: Language) -> Iterator[_PrintedLetter]:
    for one in letters:
        signed = signature_text(one.signature, language)
        yield _PrintedLetter(
            say(language, "gazette.tribune_letter", day=day_text(one.at.date(), language), signed=signed), one.text
        )


def _beginning_of(text: str) -> str:
    """Return a letter, or as much of a long one as is printed, with a mark that it goes on."""
    lines = text.strip("\n").splitlines()
    shown = "\n".join(lines[:_MOST_LINES])
    if len(shown) > _MOST_CHARACTERS:
        shown = shown[:_MOST_CHARACTERS].rpartition(" ")[0] or shown[:_MOST_CHARACTERS]
    return shown if shown == "\n".join(lines) else f"{shown} […]"


def _more_letters(press: GazettePress, language: Language) -> str:
    """Return how much press is not printed: letters, games in which nobody has looked for any; empty for none."""
    more = len(press.letters) - MOST_LETTERS
    told = [count(language, "gazette.more_letters", more)] if more > 0 else []
    if press.elsewhere:
        told.append(say(language, "gazette.press_elsewhere", games=listing(language, press.elsewhere)))
    return " ".join(told)


# --- the ranking


def _ranking_table(players: Sequence[RankedPlayer], language: Language) -> RowsOfTable:
    rows = [
        (
            f"{one.place}. {one.who}",
            f"{decimal_text(one.average, language):>7}  ",
            count(language, "league.games", one.games),
        )
        for one in players
    ]
    return aligned_table(rows)


# --- what letters tell of subscriptions to the zine, of letters to its editor and to the tribune


def signature_text(signature: str, language: Language) -> str:
    """Return how a letter to all readers is signed, if it is."""
    return say(language, "tribune.signed", name=signature) if signature else say(language, "tribune.unsigned")


def write_tribune_decision(letter: EditorLetter, *, is_printed: bool) -> LetterText:
    """Return the letter that tells a writer what has become of theirs to the tribune, in its language."""
    language, shown = letter.language, OutsideText(verbatim(letter.text, "| "), letter.text.splitlines())
    text = fill_template(language, "anyone.tribune", is_printed=is_printed, text=shown)
    return letter_text(say(language, "subject.tribune_decided"), text)


def zine_form_text(language: Language, *, pdf: bool) -> str:
    """Return in which form the zine comes."""
    return say(language, "subscription.with_pdf" if pdf else "subscription.as_letter")


def letters_taken_back_text(letters: int, language: Language) -> str:
    """Return how many letters to the editor are taken back."""
    return count(language, "subscription.letters", letters)
