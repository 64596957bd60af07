"""How long an issue of the fanzine takes: its maps drawn, set as PDF, as a booklet, as HTML and text.

Run ``python -m bench.zine``. Beside it: the same typesetter with as many pages of bare words. Each is measured once, in
processor time, since what is set again costs next to nothing. Fails where twenty pages took more than five seconds,
maps and all.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import typst

from bench.figures import figures_option, keep_figures
from judge.zine.forms import write_form
from tests.maps.recorded import judged_phases
from tests.zine.sample import GAME, whole_issue

PAGES, MOST_SECONDS = 20, 5.0


def seconds(act: Callable[[], object]) -> float:
    """Return how long something takes, in the processor time of all threads."""
    start = time.process_time()
    act()
    return time.process_time() - start


def pages_of(pdf: bytes) -> int:
    """Return how many pages a PDF says that it has."""
    return pdf.count(b"/Type/Page\n") or pdf.count(b"/Type/Page/") or pdf.count(b"/Type/Page")


@click.command()
@click.option("--seasons", default=15, help="Articles of the issue, each with a map and a chart.")
@figures_option
def main(seasons: int, file: Path | None) -> None:
    """Measure an issue of about twenty pages."""
    typst.compile(b"= Warm", ignore_system_fonts=True)
    judged_phases(GAME)  # the judge has judged them long ago
    drawn = seconds(lambda: whole_issue("en", seasons=seasons))
    issue = whole_issue("en", seasons=seasons)
    written: dict[str, bytes] = {}
    spent = {
        name: seconds(lambda form=form, paper=paper, name=name: written.update({name: write_form(issue, form, paper)}))  # type: ignore[misc]
        for name, form, paper in (
            ("pdf, a4", "pdf", "a4"),
            ("pdf, booklet", "pdf", "booklet"),
            ("html", "html", "a4"),
            ("text", "txt", "a4"),
        )
    }
    pages = pages_of(written["pdf, a4"])
    bare = f"#set page(columns: 2)\n#for n in range({pages}) {{ lorem(620); pagebreak() }}"
    bare_seconds = seconds(lambda: typst.compile(bare.encode(), ignore_system_fonts=True))
    of_twenty = (drawn + spent["pdf, a4"]) * PAGES / pages
    click.echo(f"{pages} pages of A4, {len(issue.pictures)} pictures drawn in {drawn:.2f} s")
    for name, took in spent.items():
        click.echo(f"{name:14}{took:6.2f} s  {len(written[name]) / 1e6:5.2f} MB")
    times = spent["pdf, a4"] / bare_seconds
    click.echo(f"as many pages of bare words: {bare_seconds:.2f} s; the issue takes {times:.1f} times that")
    click.echo(f"twenty pages, maps drawn and set: {of_twenty:.2f} s (at most {MOST_SECONDS:g})")
    keep_figures(
        file,
        {"pages": pages, "drawn": drawn, **spent, "bare": bare_seconds, "twenty pages": of_twenty},
    )
    sys.exit(of_twenty > MOST_SECONDS)


if __name__ == "__main__":
    main()
