"""Letters as pages beside the programs that judge them: a checker of HTML, a spam filter, a browser."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.reports.html_letter import write_html
from tests.mta.letter_sheets import pages_of_all_kinds
from tests.mta.letters_as_sent import letter
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH

MOST_BYTES = 60 * 1024
WIDTHS = (360, 800)

PAGES = {
    f"{name}.{language}": write_html(
        letter(language), language, "Letter 12 of rome to you.", to="judge+rome@example.net"
    )
    for name, letter in LETTERS.items()
    for language in BOTH
}


def test_every_page_is_valid_and_small(tmp_path: Path) -> None:
    """https://www.html-tidy.org finds nothing, not even something to warn of."""
    faults = {}
    for name, page in PAGES.items():
        (tmp_path / "letter.html").write_text(page, encoding="utf-8")
        command = ["tidy", "-quiet", "-errors", "-utf8", str(tmp_path / "letter.html")]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode or len(page.encode()) > MOST_BYTES or re.search(r"<script|https?:|url\(", page):
            faults[name] = told.stderr or f"{len(page.encode())} bytes"
    assert faults == {}


HARNESS = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="told">unfinished</pre><script>
const pages = %s, widths = %s, wide = [];
async function measured(page, width) {
  const frame = document.createElement("iframe");
  frame.style = `border:0;height:600px;width:${width}px`;
  await new Promise(done => { frame.onload = done; frame.srcdoc = page; document.body.append(frame); });
  const found = frame.contentDocument.documentElement.scrollWidth;
  frame.remove();
  return found;
}
(async () => {
  for (const [name, page] of Object.entries(pages))
    for (const width of widths) if (await measured(page, width) > width) wide.push(`${name} at ${width}`);
  document.getElementById("told").textContent = "done: " + wide.join(", ");
})();
</script>"""


def test_no_page_is_wider_than_a_telephone(tmp_path: Path) -> None:
    pages = json.dumps({**pages_of_all_kinds(), **PAGES}).replace("</", "<\\/")
    (tmp_path / "all.html").write_text(HARNESS % (pages, json.dumps(WIDTHS)), encoding="utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--virtual-time-budget=300000", "--dump-dom", f"file://{tmp_path / 'all.html'}"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert re.search(r'<pre id="told">(.*?)</pre>', shown)[1] == "done: "  # type: ignore[index]


def points(language: Language) -> dict[str, float]:
    """What SpamAssassin gives each kind of letter."""
    begin = b"From judge@example.net Mon Jan  5 20:00:00 2026"
    box = b"".join(b"%b\n%b\n" % (begin, _unix(letter(name, language))) for name in LETTERS)
    command = ["spamassassin", "--local", "--test-mode", "--mbox"]
    told = subprocess.run(command, input=box, capture_output=True, check=True, timeout=600).stdout.decode("latin-1")
    found = [float(one) for one in re.findall(r"^X-Spam-Status: .*?score=(-?[\d.]+)", told, re.MULTILINE)]
    return {f"{name}.{language}": one for name, one in zip(LETTERS, found, strict=True)}


def test_no_kind_of_letter_looks_like_spam() -> None:
    """SpamAssassin without the network: at most 0 points; from 5 on a letter counts as spam."""
    with ThreadPoolExecutor() as side_by_side:
        found = {name: one for each in side_by_side.map(points, BOTH) for name, one in each.items()}
    assert {name: one for name, one in found.items() if one > 0} == {}


def _unix(raw: bytes) -> bytes:
    return re.sub(rb"(?m)^From ", b">From ", raw.replace(b"\r\n", b"\n"))


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
