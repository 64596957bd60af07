"""What a game's settings keep secret is on no page of the site: worlds that differ in it have the same bytes."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.game.settings import PressRules, Settings, WatchPermission
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log
from tests.site.sites import contents, site_of_log
from tests.zine.twins import SECRETS, Log, at_war_in_fog, played, without_orders


def pages_of(log: Log, folder: Path) -> dict[str, bytes]:
    return contents(site_of_log(log, folder, languages=("en",)))


@each_case("secret", SECRETS)
def test_two_worlds_that_differ_in_a_secret_have_the_same_pages(secret: str, tmp_path: Path) -> None:
    one, other = SECRETS[secret]()
    assert pages_of(one, tmp_path / secret / "one") == pages_of(other, tmp_path / secret / "other")


def test_what_a_game_tells_later_is_on_no_page_and_in_no_feed_until_then(tmp_path: Path) -> None:
    delay = timedelta(days=3)
    log = recorded_log("one", Settings(press=PressRules(delay=delay)), phases=4)
    now = log[-1].at + delay

    def pages(log: Log, name: str, at: datetime) -> dict[str, bytes]:
        of_game = contents(site_of_log(log, tmp_path / name, languages=("en",), now=at)).items()
        return {path: content for path, content in of_game if path != "en/index.html"}

    early = now - timedelta(seconds=1)
    assert pages(log, "one", early) == pages(log[:-1], "other", early)
    assert "en/games/rome/4.html" not in pages(log, "one", early)
    assert "en/games/rome/4.html" in pages(log, "one", now), "written without another event"


def test_what_is_no_secret_is_told_apart(tmp_path: Path) -> None:
    """The worlds above would be told apart, if anything that they differ in stood on a page."""
    assert pages_of(played(), tmp_path / "one") != pages_of(without_orders(played()), tmp_path / "other")


GUARDED = {
    "that only some may watch": (played(Settings(press=PressRules(watching=WatchPermission.NAMED))), {"centres.svg"}),
    "in the fog": (at_war_in_fog(moves=True), set()),
}


@pytest.mark.parametrize("game", GUARDED)
def test_of_a_game_whose_orders_are_not_for_strangers_no_phase_has_a_page(game: str, tmp_path: Path) -> None:
    log, more = GUARDED[game]
    of_game = {path.rpartition("/")[2] for path in pages_of(log, tmp_path) if "/games/" in path}
    assert of_game <= {"index.html", "feed.xml", *more}
