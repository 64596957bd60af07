"""Chains of letters: a reply takes, keeps or drops what it speaks of; nothing that was in force is lost."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, cast

from judge.game.settings import Language
from judge.handlers.offers import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from tests.corpus.carried_out import NOON, WRITER, carried_out, game_of
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.services import context


class Row(NamedTuple):
    """A reply to the last of several letters, and what is to become of the orders in them."""

    scene: str
    power: str
    language: Language
    before: tuple[str, ...]
    fate: str
    reply: str


def rows() -> list[Row]:
    found = []
    text = (Path(__file__).parent / "chains.txt").read_text(encoding="utf-8")
    for block in text.split("\n%% ")[1:]:
        above, _, replies = block.partition("% replies\n")
        head, _, letters = above.partition("\n")
        scene, power, language = head.split()
        before = tuple(one.strip() for one in letters.split("% then") if one.strip())
        for line in filter(None, replies.splitlines()):
            fate, _, reply = line.partition(" | ")
            found.append(Row(scene, power, cast(Language, language), before, fate, reply.replace("\\n", "\n")))
    return found


NOON_OF_REPLY = replace(context(NOON), number=7, assent_to=7)


@each_case("row", [row for row in rows() if row.fate == "kept"], ids=lambda row: f"{row.language} {row.reply}")
def test_moves_written_while_units_retreat_are_offered_to_be_kept(row: Row) -> None:
    game = game_of(CorpusLetter(row.language, "replies", 1, row.scene, row.power, "standard", (row.reply,)))
    handled = handle_lines(Session(game, game.people[WRITER]), NOON_OF_REPLY, read_lines(row.reply), ())
    offered = leave_lines(handled, NOON_OF_REPLY).game
    assert offered is not None
    assert [(str(left.phase), len(left.plans)) for left in offered.left_open] == [("S1903M", 1)]


@each_case("row", rows(), ids=lambda row: f"{row.language} {row.reply}")
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
