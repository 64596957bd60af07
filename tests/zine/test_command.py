"""The editor's work: judge.py zine drafts a folder, prints it, sends exactly what it holds; archives do as well."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from judge.formats.record.whole import record_of
from judge.game.apply import fold_events
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Access, GameName, Settings
from judge.store.records import NewEditorLetter, Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.zine.article import is_across
from judge.zine.issue import IssueError, read_told
from tests.shared.recorded_logs import eventful_log, opened, recorded_log
from tests.shared.shell import shell
from tests.zine.documents import renamed, to_its_term

READER, WRITER = "reader@example.org", "writer@example.com"
NOW = partial(datetime.now, UTC)
LATELY = NOW() - timedelta(days=2)


def keep(store: Store, log: tuple[Event, ...]) -> None:
    game = fold_events(log)
    assert game is not None
    store.commit(Transaction(None, LetterStatus.DONE, game.name, 0, log))


def lately(log: tuple[Event, ...], name: str) -> tuple[Event, ...]:
    """A log as that of a game of this name whose last phase closed two days ago."""
    last = max(event.at for event in log)
    return tuple(renamed(log, name, 0, LATELY - last))


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a judge with a game, a hidden one, a letter to the editor, and a reader of its zine."""
    folder = tmp_path_factory.mktemp("stored")
    (folder / "config.toml").write_text("", encoding="utf-8")
    (folder / "data").mkdir()
    store = Store(folder / "data" / "judge.db", NOW)
    keep(store, lately(recorded_log("one", phases=1), "rome"))
    keep(store, lately(opened(Settings(access=Access(hidden=True))), "attic"))
    letter = NewEditorLetter(WRITER, LATELY, "en", "A friend of maps", "More maps!")
    wanted = Subscription(Publication.ZINE, READER, is_on=True)
    store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(wanted,), to_editor=(letter,)))
    store.close()
    return folder


@pytest.fixture
def folder(stored: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(stored, tmp_path / "judge"))


def letters(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
        return [bytes(raw).decode() for (raw,) in db.execute("SELECT raw FROM outbox ORDER BY id")]


def test_a_draft_is_a_folder_of_texts_and_what_is_published_is_what_the_editor_made_of_it(folder: Path) -> None:
    draft = folder / "issue"
    done = shell(folder, "zine", "--draft", str(draft), "--language", "en", "--title", "The Fox")
    assert done.output == f"{draft}: issue 1, 4 articles to work on\n  rome: S1901M, since it began\n"
    assert sorted(path.name for path in draft.iterdir()) == [
        "10-rome.txt",
        "20-legend.txt",
        "30-openings.txt",
        "40-letters.txt",
        "issue.toml",
        "pictures",
        "told.toml",
    ]
    assert 'rome = "S1901M"' in (draft / "told.toml").read_text(encoding="utf-8")
    assert WRITER not in (draft / "40-letters.txt").read_text(encoding="utf-8")
    (draft / "10-rome.txt").write_text("# Rome\n\nNothing to see here.\n", encoding="utf-8")
    (draft / "20-legend.txt").unlink()
    (draft / "05-editorial.txt").write_text("# Editorial\n\nGood morning.\n", encoding="utf-8")
    sent = shell(folder, "zine", "--publish", str(draft))
    assert sent.output == f"issue 1 goes to 1 subscribers; {draft}/printed has it as text, page and PDF\n"
    (letter,) = letters(folder)
    assert "Subject: The Fox, no. 1" in letter
    assert letter.index("Good morning.") < letter.index("Nothing to see here.") < letter.index("More maps!")
    assert "A PAR" not in letter
    assert sorted(path.name for path in (draft / "printed").iterdir()) == ["zine-1.html", "zine-1.pdf", "zine-1.txt"]
    kept = (draft / "printed" / "zine-1.txt").read_text(encoding="utf-8")
    (draft / "05-editorial.txt").write_text("# Editorial\n\nGood evening.\n", encoding="utf-8")
    again = shell(folder, "zine", "--publish", str(draft))
    assert again.exit_code == 1
    assert "issue 1 cannot go out: the last one was 1; nothing was sent" in again.output
    assert len(letters(folder)) == 1
    assert (draft / "printed" / "zine-1.txt").read_text(encoding="utf-8") == kept, "what went out, and nothing else"


def test_the_next_issue_begins_where_the_last_draft_ended(folder: Path) -> None:
    shell(folder, "zine", "--draft", str(folder / "one"))
    shell(folder, "zine", "--publish", str(folder / "one"))
    nothing = shell(folder, "zine", "--draft", str(folder / "two"))
    assert nothing.exit_code == 1
    assert "in no game has a phase closed since" in nothing.output
    store = Store(folder / "data" / "judge.db", NOW)
    known = store.game(GameName("rome"))
    assert known is not None
    closed = [event for event in recorded_log("one", phases=2) if isinstance(event, PhaseClosed)][-1]
    event = replace(closed, at=NOW())
    store.commit(Transaction(None, LetterStatus.DONE, known.name, known.version, (event,)))
    store.close()
    done = shell(folder, "zine", "--draft", str(folder / "two"), "--language", "en")
    assert "issue 2, 3 articles" in done.output
    text = (folder / "two" / "10-rome.txt").read_text(encoding="utf-8")
    assert "## Fall 1901" in text
    assert "## Spring 1901" not in text


def test_a_folder_with_an_error_goes_to_nobody_and_every_error_is_told_with_its_line(folder: Path) -> None:
    draft = folder / "issue"
    shell(folder, "zine", "--draft", str(draft), "--language", "en")
    (draft / "10-rome.txt").write_text("# Rome\n\n[picture nowhere]\n", encoding="utf-8")
    (draft / "40-table.txt").write_text("# T\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", encoding="utf-8")
    done = shell(folder, "zine", "--publish", str(draft))
    assert done.exit_code == 1
    assert f"{draft}/10-rome.txt, line 3: there is no pictures/nowhere.svg" in done.output
    assert f"{draft}/40-table.txt, line 5" in done.output
    assert letters(folder) == []
    assert not (draft / "printed").exists()


TOLD = {
    "no table": "games = 3\n",
    "no TOML": 'drafted = "x\n',
    "no phase": "[games]\nrome = 3\n",
    "a day without its hour": "drafted = 2026-05-03\n",
}


@pytest.mark.parametrize("what", TOLD)
def test_until_when_a_draft_looked_is_read_or_refused_with_an_example(what: str, tmp_path: Path) -> None:
    (tmp_path / "told.toml").write_text(TOLD[what], encoding="utf-8")
    with pytest.raises(IssueError, match=r"told\.toml: .*drafted = 2026-05-03T18:00:00Z"):
        read_told(tmp_path)


def test_an_hour_without_a_zone_is_utc(tmp_path: Path) -> None:
    (tmp_path / "told.toml").write_text('drafted = 2026-05-03T18:00:00\n[games]\nrome = "F1902M"\n', encoding="utf-8")
    assert read_told(tmp_path).drafted == datetime(2026, 5, 3, 18, 0, tzinfo=UTC)


def test_a_draft_never_goes_over_somebodys_work(folder: Path) -> None:
    assert shell(folder, "zine", "--draft", str(folder)).exit_code == 1
    assert shell(folder, "zine", "--draft", str(folder)).output.startswith(
        f"Error: {folder}: something is there already"
    )


REFUSED = {
    "nothing said": ((), "say what is to be made"),
    "two things at once": (("--draft", "a", "--out", "b.pdf"), "say what is to be made"),
    "a form there is not": (("--out", "zine.doc"), "an issue is written as .txt, .html or .pdf"),
    "paper for a page": (("--out", "zine.html", "--paper", "a5"), "say what is to be made"),
    "folders without --from": (("--out", "zine.pdf", "archive"), "say what is to be made"),
    "a game there is not": (("--game", "oslo", "--out", "zine.txt"), "there is no game “oslo”"),
    "a hidden game": (("--game", "attic", "--out", "zine.txt"), "attic stands in no list, and is told of nowhere"),
    "a day in the future": (("--since", "2126-01-01", "--out", "zine.txt"), "in no game has a phase closed since"),
    "no pages": (("--from", "data", "--out", "zine.txt"), "there are no pages of a game in"),
    "no editorial": (("--editorial", "none.txt", "--out", "zine.txt"), "none.txt cannot be read"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_made_is_told_with_what_would_work(
    what: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    words, answer = REFUSED[what]
    done = shell(folder, "zine", *words)
    assert done.exit_code in {1, 2}
    assert answer in " ".join(done.output.split())
    assert not list(folder.glob("zine.*"))


# --- from archives alone


def archived(folder: Path, name: str, log: tuple[Event, ...]) -> Path:
    place = folder / name
    place.mkdir(parents=True)
    for page, text in record_of(log).items():
        (place / page).write_text(text, encoding="utf-8")
    return place


def test_archives_alone_make_the_same_zine_without_a_database(tmp_path: Path) -> None:
    """Of games of one name each is told of by itself; press and endings come from the pages."""
    one = archived(tmp_path, "one", recorded_log("one", phases=2))
    two = archived(tmp_path, "two", eventful_log("fr"))
    done = shell(
        tmp_path, "zine", "--from", str(one), str(two), "--out", str(tmp_path / "zine.txt"), "--language", "fr"
    )
    assert done.output == ""
    text = (tmp_path / "zine.txt").read_text(encoding="utf-8")
    assert all(told in text for told in ("ROME 2", "Automne 1901", "Partie terminée", "Grande-Bretagne"))
    assert "Never again." in text, "the diaries of a game that is over"
    shell(tmp_path, "zine", "--from", str(two), "--since", "2026-01-01", "--out", str(tmp_path / "long.txt"))
    assert "Peace!" in (tmp_path / "long.txt").read_text(encoding="utf-8")


def test_a_finished_game_that_was_never_told_is_told_whole_in_short(folder: Path) -> None:
    """Once an issue has told of it, no further one tells it again; --since tells its seasons."""
    store = Store(folder / "data" / "judge.db", NOW)
    keep(store, lately(to_its_term(recorded_log("one", phases=9)), "vienna"))
    store.close()
    done = shell(folder, "zine", "--draft", str(folder / "one"), "--language", "en")
    assert "  vienna: S1901M to F1903M, the whole game in short, as no issue has told of it;" in done.output
    assert "  rome: S1901M, since it began" in done.output
    text = next((folder / "one").glob("*-vienna.txt")).read_text(encoding="utf-8")
    assert [line for line in text.split("\n") if line.startswith("### ")] == ["### 1901", "### 1902", "### 1903"]
    assert text.count("[picture vienna-190") == 3
    assert "~ " not in text, "no orders"
    small = (folder / "one" / "pictures" / "vienna-1901.svg").read_text(encoding="utf-8")
    assert not is_across(small)
    shell(folder, "zine", "--publish", str(folder / "one"))
    again = shell(folder, "zine", "--draft", str(folder / "two"), "--language", "en", "--game", "vienna")
    assert "the whole game" not in again.output
    seasons = shell(folder, "zine", "--draft", str(folder / "three"), "--since", "2020-01-01", "--game", "vienna")
    assert "  vienna: S1901M to F1903M, since 2019-12-31 23:00 UTC" in seasons.output


def test_an_issue_in_both_languages_has_two_texts_of_each_article_with_the_same_pictures(tmp_path: Path) -> None:
    one, draft = archived(tmp_path, "one", recorded_log("one", phases=1)), tmp_path / "issue"
    shell(tmp_path, "zine", "--from", str(one), "--draft", str(draft), "--language", "both")
    french, english = ((draft / f"10-rome.{language}.txt").read_text(encoding="utf-8") for language in ("fr", "en"))
    assert ("## Printemps 1901" in french, "## Spring 1901" in english) == (True, True)
    pictures = [path.stem for path in (draft / "pictures").iterdir()]
    assert sorted(pictures) == ["rome-S1901M", "rome-position"]
    assert all(f"[picture {name}: " in text for name in pictures for text in (french, english))


def test_pages_that_somebody_has_changed_are_refused_with_the_line(tmp_path: Path) -> None:
    one = archived(tmp_path, "one", recorded_log("one", phases=1))
    page = one / "001-S1901M.txt"
    page.write_text(page.read_text(encoding="utf-8").replace("A PAR", "A BUR", 1), encoding="utf-8")
    done = shell(tmp_path, "zine", "--from", str(one), "--out", str(tmp_path / "zine.txt"))
    assert done.exit_code == 1
    assert f"the pages in {one} do not verify: 001-S1901M.txt, line" in done.output
    assert not (tmp_path / "zine.txt").exists()


def test_a_drafted_folder_is_printed_without_being_sent(folder: Path) -> None:
    shell(folder, "zine", "--draft", str(folder / "issue"), "--language", "en")
    done = shell(folder, "zine", "--from", str(folder / "issue"), "--out", str(folder / "proof.txt"))
    assert done.output == ""
    assert "More maps!" in (folder / "proof.txt").read_text(encoding="utf-8")
    assert letters(folder) == []
