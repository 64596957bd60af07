"""Chains of letters: a reply takes, keeps or drops what it speaks of; nothing that was in force is lost."""

from dataclasses import replace

from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from tests.corpus.carried_out import NOON, WRITER, carried_out, game_of
from tests.corpus.collection import CorpusLetter
from tests.replies.rows import Row, rows_of
from tests.shared.each_case import each_case
from tests.shared.services import context

NOON_OF_REPLY = replace(context(NOON), number=7, assent_to=7)


@each_case(
    "row", [row for row in rows_of("chains.txt") if row.fate == "kept"], ids=lambda row: f"{row.language} {row.reply}"
)
def test_moves_written_while_units_retreat_are_offered_to_be_kept(row: Row) -> None:
    game = game_of(CorpusLetter(row.language, "replies", 1, row.scene, row.power, "standard", (row.reply,)))
    handled = handle_lines(Session(game, game.people[WRITER]), NOON_OF_REPLY, read_lines(row.reply), ())
    offered = leave_lines(handled, NOON_OF_REPLY).game
    assert offered is not None
    assert [(str(left.phase), len(left.plans)) for left in offered.left_open] == [("S1903M", 1)]


@each_case("row", rows_of("chains.txt"), ids=lambda row: f"{row.language} {row.reply}")
def test_a_reply_does_what_it_says_of_what_was_asked(row: Row) -> None:
    done = carried_out(
        CorpusLetter(row.language, "replies", 1, row.scene, row.power, "standard", (*row.before, row.reply))
    )
    match row.fate:
        case "in force":
            assert done.executed
            assert not done.offered
        case "offered":
            assert done.offered
            assert not done.executed
        case "dropped" | "nothing" | "kept":
            assert not done.offered
            assert not done.executed
        case orders:
            executed, _, offered = orders.partition("; offered ")
            assert (sorted(done.executed), sorted(done.offered)) == tuple(
                sorted(filter(None, one.split(", "))) for one in (executed, offered)
            )
