"""A season in prose: the sentences of a zine's report, each made from what can be found again on the board."""

from collections.abc import Sequence
from itertools import chain

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.tables import load_notation
from judge.reports.board_tables import neutral_notation
from judge.reports.phrasing import Phrasing, notation_of_game
from judge.zine import attack_sentences as attacks
from judge.zine import centre_sentences as centres
from judge.zine import movement_sentences as movement
from judge.zine.claims import Sentence
from judge.zine.season_claims import season_claims
from judge.zine.sentence_writer import PatternCount, ProseWords, SentenceWriter


def season_prose(game: Game, closed: Sequence[PhaseClosed], language: Language, told: PatternCount) -> tuple[str, ...]:
    """Return the paragraphs on the closed phases of one season; ``told`` is that of the article, and is added to.

    ``closed`` must be what every reader may know: all of it is told.
    """
    paragraphs = season_sentences(game, closed, language, told)
    return tuple(" ".join(sentence.text for sentence in paragraph) for paragraph in paragraphs)


def season_sentences(
    game: Game, closed: Sequence[PhaseClosed], language: Language, told: PatternCount
) -> tuple[tuple[Sentence, ...], ...]:
    """Return the sentences of each paragraph with what they claim."""
    if not closed:
        return ()
    first = closed[0].before
    board = game.board_at(first)
    named = notation_of_game(game.settings, language)
    notation = neutral_notation(board) if board.war.troops else load_notation(named)
    words = ProseWords(Phrasing(language, notation, board, first))
    writer = SentenceWriter(season_claims(game, closed), words, told, f"{game.name} {first.phase}")
    paragraphs = (tuple(chain.from_iterable(write(writer) for write in kinds)) for kinds in _PARAGRAPHS)
    return tuple(filter(None, paragraphs))


_PARAGRAPHS = (
    (attacks.stab_sentences, attacks.dislodged_sentences, attacks.eliminated_sentences),
    (centres.centre_sentences, centres.number_sentences),
    (
        movement.standoff_sentences,
        movement.repelled_sentences,
        movement.outpaced_sentences,
        movement.harmed_sentences,
        movement.landed_sentences,
        movement.backed_sentences,
        movement.occupied_sentences,
        movement.marched_sentences,
        movement.silent_sentences,
    ),
    (centres.retreat_sentences, centres.winter_sentences, centres.lead_sentences),
)
"""What each paragraph tells, in order: the most important first."""
