"""What every issue has: texts and pictures of a folder, each at its named place, with the facts of the issue."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.zine.article import article_text
from judge.zine.issue import PLACES, IssueContents, IssueError, Masthead, draft_issue, read_standing
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log
from tests.shared.shell import shell
from tests.zine.small_issue import SVG

ISSUE_7 = Masthead("The Fox", 7, date(2026, 5, 3), ("en",), copy_day=date(2026, 5, 24))

IMPRINT = """\
# Imprint

{title} {number} of {day}. Edited by Ida Thorne, 3 Mill Lane, Tarn. Every four weeks;
copy for number {next} by {copy_day}. Free.

[picture cover: A fox]
"""


def filled(folder: Path, **texts: str) -> Path:
    """A folder of texts by their names, with a picture that they may show and one that none shows."""
    (folder / "pictures").mkdir()
    for picture in ("cover", "spare"):
        (folder / "pictures" / f"{picture}.svg").write_text(SVG, encoding="utf-8")
    for name, text in texts.items():
        (folder / f"{name.replace('_', '-', 1).replace('__', '.')}.txt").write_text(text, encoding="utf-8")
    return folder


def test_a_text_stands_at_its_place_with_the_facts_of_the_issue(tmp_path: Path) -> None:
    folder = filled(tmp_path, front_imprint=IMPRINT, back_rules="# House rules\n\nBe kind.\n")
    contents = IssueContents(editorial="Good morning.", standing=read_standing(folder, ISSUE_7))
    issue = draft_issue(ISSUE_7, contents)
    assert [article.name for article in issue.articles] == ["imprint", "editorial", "rules"]
    told = " ".join(article_text(issue.articles[0].texts["en"]).split())
    assert "The Fox 7 of Sunday 3 May 2026." in told
    assert "copy for number 8 by Sunday 24 May 2026. Free." in told
    assert [*issue.pictures] == ["cover"]


def test_each_place_stands_behind_what_it_is_named_for(tmp_path: Path) -> None:
    texts = {f"{place}_of{place}": f"# {place}\n\nWords.\n" for place in PLACES}
    issue = draft_issue(
        ISSUE_7, IssueContents(editorial="Words.", standing=read_standing(filled(tmp_path, **texts), ISSUE_7))
    )
    names = [article.name for article in issue.articles]
    assert names == [
        "offront",
        "editorial",
        "ofeditorial",
        "ofgames",
        "ofhobby",
        "ofletters",
        "ofback",
        "filler-offiller",
    ]


def test_a_text_in_another_language_is_for_issues_in_that(tmp_path: Path) -> None:
    folder = filled(tmp_path, back_rules__fr="# Le règlement\n", back_rules__en="# The rules\n")
    (article,) = read_standing(folder, ISSUE_7).at("back")
    assert [*article.texts] == ["en"]


def test_a_folder_that_is_not_there_has_nothing(tmp_path: Path) -> None:
    assert read_standing(tmp_path / "none", ISSUE_7).articles == {}


FAULTS = {
    "a place there is not": ("middle_words", "Words.", r"middle-words\.txt: it is named by its place"),
    "a fact there is not": (
        "back_words",
        "One.\n\nBy {editor}.",
        r"txt, line 3: nothing is known as \{editor\}",
    ),
    "a picture there is not": ("back_words", "[picture moon]", r"words\.txt, line 1: there is no pictures/moon\.svg"),
    "a copy date nobody has said": ("back_words", "By {copy_day}.", r"nothing is known as \{copy_day\}"),
}


@each_case(("name", "text", "told"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_told_with_its_file(name: str, text: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / name / str(abs(hash(text)))
    folder.mkdir(parents=True)
    with pytest.raises(IssueError, match=told):
        read_standing(filled(folder, **{name: text}), Masthead("The Fox", 7, date(2026, 5, 3)))


def test_the_folder_beside_the_configuration_goes_into_each_draft(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / "judge.db", lambda: datetime.now(UTC))
    log = recorded_log("one", phases=1)
    store.commit(Transaction(None, LetterStatus.DONE, GameName("rome"), 0, log))
    store.close()
    (tmp_path / "standing").mkdir()
    filled(tmp_path / "standing", front_imprint=IMPRINT)
    words = ("zine", "--draft", str(tmp_path / "issue"), "--language", "en", "--game", "rome")
    without = shell(tmp_path, *words)
    assert "standing/front-imprint.txt, line 4: nothing is known as {copy_day}" in " ".join(without.output.split())
    assert not (tmp_path / "issue").exists()
    done = shell(tmp_path, *words, "--copy-day", "2026-05-24")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "issue" / "10-imprint.txt").read_text(encoding="utf-8")
    assert "copy for number 2 by Sunday 24 May 2026" in " ".join(text.split())
    assert (tmp_path / "issue" / "pictures" / "cover.svg").is_file()
