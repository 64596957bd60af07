"""docs/boards.md says every key of a campaign, every policy with its choices; its own campaign can be played on."""

import re
from pathlib import Path

import pytest

from judge.languages import LANGUAGES
from judge.rules.board import Power, Province
from judge.rules.board_file import read_board
from judge.rules.board_source import BoardError
from judge.rules.judge_phase import judge_phase
from judge.rules.position import opening_position
from judge.rules.rulebook import Damage, load_rulebook, policy_names, policy_value, rulebook_names
from tests.shared.each_case import each_case

PAGE = (Path(__file__).parents[3] / "docs" / "boards.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ")]
OVER = 'name = "over"\nbase = "seuil"\n'
SLIPS = {
    "the board": f"slip = 1\n{OVER}",
    "its war": f"{OVER}[war]\nslip = 1\n",
    "its troops": f"{OVER}[war.troops.I]\nslip = 1\n",
    "its scouts": f"{OVER}[war.scouts.MILANIA]\nslip = 1\n",
}


def keys_told(text: str) -> list[str]:
    """The keys there are, as a slip brings them out."""
    with pytest.raises(BoardError) as refused:
        read_board(text, "over.toml")
    (listed,) = re.findall(r"there is no key 'slip'.*; there are (.*)", refused.value.message)
    return str(listed).split(", ")


@pytest.mark.parametrize("text", SLIPS.values(), ids=SLIPS)
def test_every_key_stands_on_the_page(text: str) -> None:
    for key in {*keys_told(text)} - {*LANGUAGES}:
        assert any(re.search(rf"`\[?(war\.)?{key}\b", row) for row in ROWS), key


@each_case("policy", policy_names())
def test_every_policy_stands_on_the_page_with_every_choice_of_a_book(policy: str) -> None:
    (row,) = [row for row in ROWS if row.startswith(f"| `{policy}` | ")]
    chosen = {getattr(load_rulebook(name), policy) for name in rulebook_names()}
    told = [word.strip('"') for word in re.findall(r"`([^`]+)`", row)[1:]]
    assert chosen <= {policy_value(policy, {"true": True, "false": False}.get(word, word)) for word in told}


def test_the_campaign_of_the_page_is_played() -> None:
    (text,) = [block for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "[war" in block]
    brink = read_board(text, "brink.toml")
    assert brink.policies == {"damage": Damage.DISLODGED}
    assert (brink.last_year, set(brink.closed), dict(brink.war.penalties)) == (5, {"AIG"}, {"REINHEIM": 3})
    assert (brink.war.troops["W"].health, brink.war.troops["W"].attack, brink.war.troops["W"].most) == (3, 2, 5)
    assert brink.war.posts[Power("MILANIA")] == (Province("MIL"), Province("MIL"))
    assert judge_phase(brink, load_rulebook(brink.rulebook), opening_position(brink), {}).after.phase.year == 1
