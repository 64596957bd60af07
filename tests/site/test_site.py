"""The games as pages of the web: what is public, and nothing else; only what has changed is written again."""

import json
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from posixpath import dirname, normpath
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from judge.config import SiteConfig
from judge.formats.record.verifying import verify
from judge.game.apply import fold_events
from judge.game.league import public_hobby, summary_of
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.seats.messages import GameStarted
from judge.game.settings import Access, GameName, PressRules, Settings, WatchPermission
from judge.rules.board import Power
from judge.service.site import SiteSource, write_site, write_whole_site
from judge.shell.local_game import LocalGame, start_local_game
from judge.shell.play import load_record, play_phase
from judge.site.frame import Site
from judge.site.progress import progress_of
from judge.store.overview import open_read_only
from tests.shared.by_mail import ask_and_confirm
from tests.shared.recorded_logs import OPENED, eventful_log, recorded_log
from tests.shared.seated import agree, lay_seated_table
from tests.shared.shell import shell
from tests.site.sites import contents, site_of_log
from tests.zine.issues import LATER
from tests.zine.twins import press

ATOM = "{http://www.w3.org/2005/Atom}"


def play_a_year(table: LocalGame) -> None:
    """Press to everyone and to one alone, then a year of a recorded game."""
    table.players[Power("FRANCE")].answer("PRESS TO ALL\nVive la Bourgogne !\nENDPRESS")
    table.players[Power("FRANCE")].answer("PRESS TO ITALY\nLyon is yours.\nENDPRESS")
    table.settle()
    for phase in load_record("one")[:4]:
        play_phase(table, phase, {})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path / "judge", played_on=play_a_year)
    yield table
    table.judge.stop()


def written(table: LocalGame, settings: str = "") -> Path:
    """The site of a judge, beside it."""
    folder = folder_of(table)
    (folder / "config.toml").write_text(f'[site]\nfolder = "site"\n{settings}', encoding="utf-8")
    result = shell(folder, "site")
    assert result.exit_code == 0, result.output
    return folder / "site"


def folder_of(table: LocalGame) -> Path:
    return table.judge.services.config.folders.data.parent


def test_every_link_of_the_site_leads_to_a_file_of_it(table: LocalGame) -> None:
    site = written(table)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    broken = [
        f"{page}: {link}"
        for page in files
        if page.endswith(".html")
        for link in re.findall(r'(?:href|src)="([^"#]+)"', (site / page).read_text(encoding="utf-8"))
        if normpath(Path(dirname(page), link)) not in files
    ]
    assert len(files) > 20
    assert broken == []


def test_a_phase_is_told_with_its_map_its_orders_their_reasons_and_the_press_to_everyone(table: LocalGame) -> None:
    page = (written(table) / "en/games/rome/1.html").read_text(encoding="utf-8")
    assert "Rome: spring 1901" in page
    assert '<img src="1.svg"' in page
    assert '<p lang="fr">Vive la Bourgogne\u202f!</p>' in page
    assert "Lyon" not in page
    assert "example." not in page


def test_a_phase_tells_who_has_how_many_centres_then_and_leads_back_to_its_game(tmp_path: Path) -> None:
    of_game = site_of_log(recorded_log("one", phases=3), tmp_path, languages=("en",)) / "en/games/rome"
    pages = [(of_game / f"{number}.html").read_text(encoding="utf-8") for number in (1, 2, 3)]
    centres = [re.findall(r"<li>([A-Z]\w+) (\d+)(?: \((.*?)\))?</li>", page) for page in pages]
    assert [told[0] for told in centres] == [("Austria", "3", ""), ("Austria", "5", "+2"), ("Austria", "5", "")]
    assert sum(int(number) for _, number, _ in centres[0]) == 22
    assert all('<a href="index.html">Rome</a>' in page for page in pages)


def test_a_game_leads_to_its_latest_phase_first_and_to_all_of_them_behind_where_it_stands(tmp_path: Path) -> None:
    page = (site_of_log(recorded_log("one", phases=2), tmp_path) / "en/games/rome/index.html").read_text("utf-8")
    links = re.findall(r'href="(\d+\.html|position\.svg)"', page.partition("<main")[2])
    assert links == ["2.html", "position.svg", "2.html", "1.html"]


def test_of_a_game_in_the_fog_the_phases_are_listed_that_have_closed_not_those_since_an_issue(tmp_path: Path) -> None:
    site = site_of_log(recorded_log("one", ONLY_CENTRES, phases=3), tmp_path)
    told = "Phases that have closed: spring 1901; fall 1901; winter 1901, adjustments."
    assert told in (site / "en/games/rome/index.html").read_text("utf-8")


def test_what_has_not_changed_is_not_written_again(table: LocalGame) -> None:
    site = written(table)
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.name != ".site.json"}
    assert said(table) == "0 games told anew, 0 files written, 0 removed"
    assert {path: path.stat().st_mtime_ns for path in before} == before
    play_phase(table, load_record("one")[4], {})
    assert said(table).startswith("1 games told anew")
    assert (site / "en/games/rome/5.html").exists()
    assert {path for path, at in before.items() if path.suffix == ".svg" and path.stat().st_mtime_ns != at} == {
        site / language / "games/rome/position.svg" for language in ("en", "fr")
    }


def test_orders_of_the_open_phase_change_no_byte(table: LocalGame) -> None:
    site = written(table)
    before = contents(site)
    table.players[Power("FRANCE")].answer("A PAR - BUR")
    table.players[Power("ITALY")].answer("PRESS TO FRANCE\nI take Lyon.\nENDPRESS")
    table.settle()
    assert said(table).endswith("1 games told anew, 0 files written, 0 removed")
    assert contents(site) == before


HIDDEN = Settings(access=Access(hidden=True))
ONLY_CENTRES = Settings(press=PressRules(watching=WatchPermission.NAMED))


@pytest.mark.parametrize(
    ("settings", "left"), [(HIDDEN, set()), (ONLY_CENTRES, {"index.html", "feed.xml", "centres.svg"})]
)
def test_what_strangers_may_read_no_longer_goes(tmp_path: Path, settings: Settings, left: set[str]) -> None:
    site_of_log(recorded_log("one", phases=1), tmp_path)
    assert (tmp_path / "en/games/rome/1.html").exists()
    site_of_log(recorded_log("one", settings, phases=2), tmp_path)
    for language in ("en", "fr"):
        assert {path.name for path in (tmp_path / language / "games/rome").glob("*")} == left


def test_the_address_of_a_phase_that_was_undone_says_so(table: LocalGame) -> None:
    table.players[Power("AUSTRIA")].answer("ROLLBACK F1901M")
    table.settle()
    agree(table)
    site = written(table)
    assert "counts no longer" in (site / "en/games/rome/3.html").read_text(encoding="utf-8")
    assert "Printemps 1901" not in (site / "fr/games/rome/3.html").read_text(encoding="utf-8")
    assert not (site / "en/games/rome/3.svg").exists()


def test_the_feed_has_an_entry_for_each_phase_that_leads_to_its_page(table: LocalGame) -> None:
    site = written(table)
    for path in ("fr/feed.xml", "fr/games/rome/feed.xml"):
        feed = ET.fromstring((site / path).read_bytes())
        entries = feed.findall(f"{ATOM}entry")
        links = [one.find(f"{ATOM}link") for one in entries]
        assert len(entries) == len({one.findtext(f"{ATOM}id") for one in entries}) == 4
        assert all((site / path).parent.joinpath(one.get("href", "")).exists() for one in links if one is not None)
        summary = entries[2].findtext(f"{ATOM}summary") or ""
        assert re.search(r"France.* Belgique", summary), "the prose of the zine"
        page = (site / path).parent / str(links[2].get("href"))  # type: ignore[union-attr]
        assert summary in page.read_text(encoding="utf-8")
        content = ET.fromstring(f"<div>{entries[2].findtext(f'{ATOM}content')}</div>")
        assert summary in (content.findtext("p") or ""), "the picture stands below what is told"
        (shown,) = content.iter("img")
        assert (site / path).parent.joinpath(shown.get("src", "")).exists()
        assert shown.get("alt")
        assert feed.findtext(f"{ATOM}updated") == entries[0].findtext(f"{ATOM}updated")


def test_the_map_of_the_site_names_each_page_once_its_address_is_known(table: LocalGame) -> None:
    assert not (written(table) / "sitemap.xml").exists()
    site = written(table, 'url = "https://example.org/games/"\nlanguages = "fr"\n')
    named = set(re.findall("<loc>(.*?)</loc>", (site / "sitemap.xml").read_text(encoding="utf-8")))
    pages = {path.relative_to(site).as_posix() for path in (site / "fr").rglob("*.html")}
    assert named == {f"https://example.org/games/{page}" for page in pages}
    home = (site / "fr/index.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://example.org/games/fr/index.html">' in home


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_record_of_a_game_that_is_over_is_there_to_be_judged_again(tmp_path: Path, language: str) -> None:
    site = site_of_log(eventful_log(), tmp_path)
    (packed,) = map(ZipFile, (site / language / "games").glob("*/record.zip"))
    found = verify({name.rpartition("/")[2]: packed.read(name).decode() for name in packed.namelist()})
    assert found.pages > 3
    assert found.difference is None


def test_of_a_game_under_way_there_is_no_record(table: LocalGame) -> None:
    assert not [path for path in contents(written(table)) if path.endswith(".zip")]


def test_words_of_somebody_forgotten_go_from_pages_of_phases_long_closed(table: LocalGame) -> None:
    site = written(table)
    assert any(b"Vive la Bourgogne" in content for content in contents(site).values())
    ask_and_confirm(table, "FRANCE", "FORGET ME", "YES")
    for _ in range(3):  # a day to think; letters that told of it leave first
        table.clock.advance_to(table.clock.now() + timedelta(days=1))
        table.judge.wake()
        table.settle()
    written(table)
    assert not any(b"Vive la Bourgogne" in content for content in contents(site).values())


def test_pages_follow_the_log_whether_or_not_its_letters_are_kept(tmp_path: Path) -> None:
    """Letters are dropped after a year; what somebody has written in a game is forgotten all the same."""

    def told(text: str) -> tuple[Event, ...]:
        opening, *others = recorded_log("one", phases=1)
        at = next(place for place, event in enumerate(others) if isinstance(event, PhaseClosed))
        return (opening, *others[:at], press(text), *others[at:])

    site_of_log(told("Nobody rhymes with Marseilles."), tmp_path)
    site_of_log(told("…"), tmp_path, rewritten=1)
    assert not any(b"Nobody rhymes" in content for content in contents(tmp_path).values())


def test_issues_of_the_zine_are_there_to_be_read(table: LocalGame) -> None:
    printed = folder_of(table) / "zine" / "march" / "printed"
    printed.mkdir(parents=True)
    for number in (9, 12):
        (printed / f"zine-{number}.pdf").write_bytes(b"%PDF-1.7")
    (printed / "zine-9.txt").write_text("text", encoding="utf-8")
    site = written(table)
    page = (site / "fr/zine.html").read_text(encoding="utf-8")
    assert re.findall('href="../zine/(.*?)"', page) == ["zine-12.pdf", "zine-9.pdf"]
    assert (site / "zine/zine-12.pdf").read_bytes() == b"%PDF-1.7"


def test_games_written_side_by_side_have_the_same_pages(
    table: LocalGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.service.site._MANY", 1)
    config = table.judge.services.config
    with open_read_only(config.folders.data / "judge.db") as found:
        for name, side_by_side in (("one", False), ("many", True)):
            write_whole_site(config, found, tmp_path / name, str, LATER, side_by_side=side_by_side)
    assert contents(tmp_path / "many") == contents(tmp_path / "one")
    assert any(path.startswith("fr/games/rome/") for path in contents(tmp_path / "many"))


def said(table: LocalGame) -> str:
    """What the command says once it has written the site again, behind the name of the folder."""
    return shell(folder_of(table), "site").output.partition(": ")[2].strip()


# --- written by the judge itself


def test_the_judge_writes_the_site_after_each_close_and_makes_good_what_could_not_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    laid = lay_seated_table(tmp_path / "judge", played_on=play_a_year)
    laid.judge.stop()
    www = tmp_path / "www"
    www.write_text("a file where a folder should be", encoding="utf-8")
    table = start_local_game(tmp_path / "judge", now=laid.clock.now(), site=SiteConfig(www / "site"))
    table.settle()
    www.unlink()
    play_phase(table, load_record("one")[4], {})
    table.settle()
    table.judge.stop()
    assert [line for line in caplog.messages if "site" in line] == [
        f"the site could not be written whole yet: NotADirectoryError: [Errno 20] Not a directory: '{www / 'site'}'"
    ]
    assert (www / "site/fr/games/rome/5.html").stat().st_mode & 0o777 == 0o644
    assert (www / "site/en/games/rome").stat().st_mode & 0o777 == 0o755


def test_a_game_that_cannot_be_told_keeps_no_other_from_being_so(tmp_path: Path) -> None:
    log = recorded_log("one", phases=1)
    game = fold_events(log)
    assert game is not None
    others = {GameName("oslo"): (game.version, 0), game.name: (game.version, 0)}
    source = SiteSource(public_hobby([summary_of(game)]), others, {game.name: log}.__getitem__, OPENED)
    told = write_site(Site("example.org", ("en",)), source, tmp_path, lambda _: None)
    assert (tmp_path / "en/games/rome/1.html").exists()
    assert (told.games, [*told.failed]) == (1, ["oslo"])
    assert progress_of(tmp_path, others, OPENED).behind == ["oslo"]


def test_doctor_and_status_tell_whether_the_site_tells_the_games_as_they_stand(table: LocalGame) -> None:
    folder = written(table).parent
    assert "ok     site      it tells all games as they stand" in shell(folder, "doctor").output
    assert json.loads(shell(folder, "status", "--json").output)["site"]["behind"] == 0
    play_phase(table, load_record("one")[4], {})
    for name, line in (("doctor", "note   site      1 games are told there otherwise"), ("status", "1 games wait")):
        assert line in shell(folder, name).output
    os.utime(folder / "site/.site.json", (0, 0))
    assert "WRONG  site      1 games are told there otherwise than they stand: rome" in shell(folder, "doctor").output


def test_a_site_written_event_by_event_is_the_same_as_one_written_at_once(tmp_path: Path) -> None:
    """With a phase that is taken back, a position corrected, settings changed, and its end."""
    log = eventful_log()
    begun = next(place for place, event in enumerate(log, 1) if isinstance(event, GameStarted))
    for length in range(begun, len(log) + 1):
        site_of_log(log[:length], tmp_path / "bit by bit", languages=("fr",))
    assert contents(tmp_path / "bit by bit") == contents(site_of_log(log, tmp_path / "at once", languages=("fr",)))


def test_it_is_known_when_more_of_a_game_that_tells_later_is_to_be_told(tmp_path: Path) -> None:
    delay = timedelta(days=3)
    log = recorded_log("one", Settings(press=PressRules(delay=delay)), phases=2)
    source = SiteSource(public_hobby(()), {GameName("rome"): (len(log), 0)}, lambda _: log, log[-1].at)
    told = write_site(Site("example.org", ("en",)), source, tmp_path, lambda _: None)
    following = next(event.at for event in log if event.at + delay > log[-1].at)
    assert told.due == following + delay
    assert progress_of(tmp_path, source.logs, source.now).behind == []
    assert progress_of(tmp_path, source.logs, told.due).behind == ["rome"]
