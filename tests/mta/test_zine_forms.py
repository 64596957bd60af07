"""What other programs find in an issue: every word on the paper, within its margins, in fonts that come with it."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from judge.zine.forms import write_form
from judge.zine.issue import Issue, NamedArticle
from judge.zine.pdf_form import PdfPaper
from tests.zine.nasty import NASTY, nasty_issue
from tests.zine.sample import whole_issue
from tests.zine.small_issue import SVG

MILLIMETRES = 72 / 25.4
ISSUES = {
    "fr": whole_issue("fr", seasons=3),
    "en": whole_issue("en", seasons=2),
    "fr-en": whole_issue("fr", languages=("fr", "en"), seasons=2),
}


def said_by(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def written(issue: Issue, folder: Path, paper: PdfPaper) -> Path:
    path = folder / f"{paper}.pdf"
    path.write_bytes(write_form(issue, "pdf", paper))
    return path


@pytest.mark.parametrize(("paper", "size"), [("a4", "595.276 x 841.89"), ("a5", "419.528 x 595.276")])
def test_pages_have_the_size_of_their_paper(tmp_path: Path, paper: PdfPaper, size: str) -> None:
    assert f"Page size:       {size} pts" in said_by("pdfinfo", written(ISSUES["en"], tmp_path, paper))


def test_a_booklet_has_two_sides_of_a4_for_four_pages(tmp_path: Path) -> None:
    pages, sides = (
        int(re.findall(r"Pages: +(\d+)", said_by("pdfinfo", written(ISSUES["fr"], tmp_path, paper)))[0])
        for paper in ("a5", "booklet")
    )
    assert sides == -(-pages // 4) * 2
    assert "841.89 x 595.276 pts (A4)" in said_by("pdfinfo", tmp_path / "booklet.pdf")
    first = said_by("pdftotext", "-f", "1", "-l", "1", tmp_path / "booklet.pdf", "-")
    assert "L’Ambassadeur endormi" in first


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("name", ISSUES)
def test_no_word_leaves_the_paper(tmp_path: Path, name: str, paper: PdfPaper) -> None:
    """Of maps, too: their words are texts."""
    found = said_by("pdftotext", "-bbox", written(ISSUES[name], tmp_path, paper), "-")
    width, height = (float(size) for size in re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', found)[0])
    boxes = re.findall(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)<', found)
    assert len(boxes) > 500
    margin = 10 * MILLIMETRES
    outside = [
        word
        for x, y, far, low, word in boxes
        if float(x) < margin or float(far) > width - margin or float(y) < margin / 2 or float(low) > height - margin
    ]
    assert outside == []


@pytest.mark.parametrize("paper", ["a4", "a5", "booklet"])
def test_no_letter_of_an_article_is_lost(tmp_path: Path, paper: PdfPaper) -> None:
    """As many as the plain text has and one running head more for each page; hyphens and numbers are not counted."""
    issue = replace(ISSUES["fr"], pictures=dict.fromkeys(ISSUES["fr"].pictures, SVG))
    letters = re.findall(r"[^\W\d_]", write_form(issue, "txt").decode())
    shown = said_by("pdftotext", "-raw", written(issue, tmp_path, paper), "-")
    heads = shown.count(issue.title.replace(" ", " ")) * len(re.findall(r"[^\W\d_]", issue.title))
    assert len(re.findall(r"[^\W\d_]", shown)) - heads > len(letters) - 40


def test_all_fonts_are_in_the_file(tmp_path: Path) -> None:
    rows = said_by("pdffonts", written(ISSUES["fr"], tmp_path, "a4")).splitlines()[2:]
    assert {row.split()[0].partition("+")[2] for row in rows} >= {"LibertinusSerif-Regular-Identity-H"}
    assert all(re.search(r" yes yes yes +\d+ +0$", row) for row in rows)


def test_what_looks_like_code_is_printed(tmp_path: Path) -> None:
    shown = re.sub(r"\s", "", said_by("pdftotext", "-raw", written(nasty_issue(), tmp_path, "a5"), "-"))
    assert "root:" not in shown
    for words in NASTY:
        letters = re.sub(r"[^\w$#@\\{}<>/=]", "", words)
        assert letters in re.sub(r"[^\w$#@\\{}<>/=]", "", shown), words


def test_another_process_writes_the_same_bytes(tmp_path: Path) -> None:
    once = written(ISSUES["en"], tmp_path, "booklet").read_bytes()
    code = (
        "import sys; from judge.zine.forms import write_form; from tests.zine.sample import whole_issue; "
        "sys.stdout.buffer.write(write_form(whole_issue('en', seasons=2), 'pdf', 'booklet'))"
    )
    again = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    assert once == again


@pytest.mark.parametrize("name", [*ISSUES, "nasty"])
def test_tidy_has_nothing_to_say_about_the_page(tmp_path: Path, name: str) -> None:
    issue = ISSUES.get(name) or nasty_issue()
    (tmp_path / "issue.html").write_bytes(write_form(issue, "html"))
    command = ["tidy", "-q", "-e", "-utf8", str(tmp_path / "issue.html")]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert checked.stderr == ""


def test_an_issue_of_nothing_is_a_page(tmp_path: Path) -> None:
    empty = replace(ISSUES["fr"], articles=tuple[NamedArticle, ...](), pictures={})
    assert "Pages:           1\n" in said_by("pdfinfo", written(empty, tmp_path, "a4"))
