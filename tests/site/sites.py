"""Sites of games by their logs alone."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from judge.game.apply import fold_events
from judge.game.league import public_hobby, summary_of
from judge.game.messages import Event
from judge.game.settings import Language
from judge.service.site import SiteSource, write_site
from judge.site.frame import Site
from tests.zine.issues import LATER

BOTH: tuple[Language, ...] = ("en", "fr")


def site_of_log(
    log: Sequence[Event],
    folder: Path,
    *,
    languages: Sequence[Language] = BOTH,
    rewritten: int = 0,
    now: datetime = LATER,
) -> Path:
    """Write the site of a judge that has one game as of a moment, by default long after; where it stands."""
    game = fold_events(log)
    assert game is not None
    source = SiteSource(
        public_hobby([summary_of(game)]), {game.name: (game.version, rewritten)}, lambda _: tuple(log), now
    )
    write_site(Site("example.org", languages), source, folder, lambda _: None)
    return folder


def contents(site: Path) -> dict[str, bytes]:
    """The files of a site, by path; not what the judge notes for the next time."""
    files = (path for path in site.rglob("*") if path.is_file() and path.name != ".site.json")
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}
