"""What a reply says beside what was asked: talk leaves all as it was, nothing open; an answer in any words is taken."""

from dataclasses import replace

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import carried_out
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.replies.rows import Row, rows_of
from tests.shared.each_case import each_case


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_of_the_replies_are_talk(language: Language) -> None:
    fates = [row.fate for row in rows_of(f"talk.{language}.txt")]
    assert len(fates) >= 180
    assert len(fates) // 2 <= sum(fate in {"same", "waits"} for fate in fates)


def _sorted(orders: str) -> list[str]:
    return sorted(filter(None, orders.split(", ")))


@each_case("row", [row for language in LANGUAGES for row in rows_of(f"talk.{language}.txt")], ids=lambda row: row.reply)
def test_talk_changes_nothing_and_an_answer_is_taken(row: Row) -> None:
    letter = CorpusLetter(row.language, "replies", 1, row.scene, row.power, "standard", (*row.before, row.reply))
    before, done = carried_out(replace(letter, texts=row.before)), carried_out(letter)
    match row.fate:
        case "same" | "waits":
            assert (done.executed, done.offered) == (before.executed, before.offered)
            assert done.unclear <= before.unclear
            assert row.fate == "same" or not done.is_talk
        case "asked":
            assert (done.executed, done.offered) == (before.executed, before.offered)
            assert done.unclear
        case "in force":
            assert done.executed
            assert not done.offered
            assert not done.unclear
        case orders:
            executed, _, offered = orders.partition("; offered ")
            assert (sorted(done.executed), sorted(done.offered)) == (_sorted(executed), _sorted(offered))
