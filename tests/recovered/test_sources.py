"""Of which letters a game is made again: pages before reports, signed ones before others, most copies before few."""

import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.config import Config, DkimConfig, JudgeConfig
from judge.formats.kept_letters import read_folder, reports_in
from judge.formats.positions_json import read_position
from judge.formats.record.facts import PageForm
from judge.formats.record.logs import NewGame
from judge.formats.record.verifying import Cast
from judge.formats.record.whole import record_of, zipped
from judge.formats.told_reports import ReportReader
from judge.game.apply import Trail, fold_events, transitions
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed, PhaseClosedNews
from judge.game.seats.messages import GameStarted, GameStartedNews
from judge.game.settings import Address, GameName, Language, Settings, Token
from judge.game.state import Game
from judge.handlers.transaction import fingerprinted_trail
from judge.mail.dkim import Signer
from judge.reports.notices import write_results
from judge.reports.seats import write_about_seats
from judge.shell.recover import Given, NotRecoveredError, Recovered, Recovery, signature_check, sources_in
from tests.shared.recorded_logs import recorded_log

NOW = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
JUDGE = "judge@judge.example.org"
LOG = fingerprinted_trail(Trail(None).on(recorded_log("one", phases=6)), "secret", "0" * 64).events
LOST = fold_events(LOG)


def reports(language: Language = "en", power: str = "england") -> dict[int, str]:
    """The reports of the game by number, as one of its players got them."""
    reader = Person(Address(f"{power}@example.com"), Token("token"), language)
    steps = (step for step in transitions(None, LOG) if isinstance(step.event, PhaseClosed))
    return {
        step.event.number: write_results(step.after, reader, PhaseClosedNews(step.event, ())).text
        for step in steps
        if isinstance(step.event, PhaseClosed)
    }


def first_letter(power: str) -> str:
    game, event = next((one.after, one.event) for one in transitions(None, LOG) if isinstance(one.event, GameStarted))
    assert isinstance(event, GameStarted)
    (own,) = (one for one in game.board.powers if one.lower() == power)
    news = GameStartedNews(event, (own,))
    return write_about_seats(game, game.people[game.seats[own]], news).text


def letter(to: str, text: str, sender: str = JUDGE, subject: str = "[rome] Results") -> bytes:
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"], message["Message-ID"] = "Mon, 12 Jan 2026 20:00:00 +0000", "<1@judge.example.org>"
    message.set_content(text)
    return bytes(message)


def keep(folder: Path, *letters: bytes) -> None:
    for one in letters:
        (folder / f"{len(list(folder.iterdir())):02}.eml").write_bytes(one)


def made(folder: Path, given: Given = Given(), config: Config | None = None) -> Recovered:  # noqa: B008
    config = config or Config(judge=JudgeConfig(address=JUDGE))
    (sources,) = sources_in(read_folder(folder))
    return Recovery(config, NOW, given, signature_check(config)).game(sources)


def closes(game: Game) -> int:
    return game.phases_closed


def test_reports_of_all_phases_bring_the_whole_history(tmp_path: Path) -> None:
    keep(tmp_path, letter("england@example.com", first_letter("england"), subject="[rome] The game begins"))
    keep(tmp_path, *(letter("england@example.com", one) for one in reports().values()))
    found = made(tmp_path)
    assert LOST
    assert (found.taken.game.position, found.taken.differences) == (LOST.position, ())
    assert found.taken.game.phases_closed == 6
    assert found.taken.game.centre_history == LOST.centre_history
    assert "from reports 1 to 6" in found.told


@pytest.mark.parametrize(("missing", "first"), [(1, 2), (3, 4), (5, 6)])
def test_a_report_that_is_missing_is_named_and_the_history_begins_behind_it(
    missing: int, first: int, tmp_path: Path
) -> None:
    """It begins where the centres are known: a report tells them where one has changed hands."""
    keep(tmp_path, letter("england@example.com", first_letter("england"), subject="[rome] The game begins"))
    keep(tmp_path, *(letter("x@example.com", one) for number, one in reports().items() if number != missing))
    found = made(tmp_path)
    assert LOST
    assert found.taken.game.position == LOST.position
    assert (
        f"from report{f's {first} to 6' if first < 6 else ' 6'}; what lies before is not in its history" in found.told
    )
    assert f"missing: report {missing}" in found.told


def test_centres_told_before_a_winter_that_is_missing_count_in_spring(tmp_path: Path) -> None:
    """Which phases the reports are of is told by the log: 2 is fall 1901, 3 the winter, 4 spring 1902."""
    assert [str(one.before.phase) for one in LOG if isinstance(one, PhaseClosed)][1:4] == ["F1901M", "W1901A", "S1902M"]
    keep(tmp_path, *(letter("x@example.com", reports()[number]) for number in (2, 4)))
    found = made(tmp_path, Given("2023", "standard"))
    after = next(one for one in LOG if isinstance(one, PhaseClosed) and one.number == 4).judgement.after
    assert found.taken.game.position == after


def test_reports_of_which_none_tells_the_centres_are_not_enough(tmp_path: Path) -> None:
    keep(tmp_path, letter("england@example.com", first_letter("england"), subject="[rome] The game begins"))
    last = max(number for number, text in reports().items() if "\nCENTRES\n" not in text)
    keep(tmp_path, letter("x@example.com", reports()[last]))
    with pytest.raises(NotRecoveredError, match="none tells who holds which centre"):
        made(tmp_path)


# --- pages


def test_pages_that_verify_are_enough(tmp_path: Path) -> None:
    texts = record_of(LOG, PageForm("fr", "18centres"))
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = JUDGE, "england@example.com", "[rome] Your letter"
    message.set_content("The archive is attached.")
    message.add_attachment(zipped("rome-18centres-fr", texts), "application", "zip", filename="rome.zip")
    keep(tmp_path, bytes(message))
    found = made(tmp_path)
    assert LOST
    assert (found.taken.game.position, found.taken.game.phases_closed) == (LOST.position, 6)
    assert found.told[0] == "from 7 pages that verify"


def test_what_cannot_be_used_is_named(tmp_path: Path) -> None:
    texts = record_of(LOG)
    last = max(name for name in texts if name.endswith(".txt"))
    whole = zipped("rome", texts)
    (tmp_path / "a.zip").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "b.zip").write_bytes(zipped("rome", {**texts, last: texts[last].replace("A", "F", 1)}))
    found = read_folder(tmp_path)
    assert found.unreadable == ("a.zip: a zip file that cannot be read: File is not a zip file",)
    (record,) = found.records
    assert isinstance(record, str)
    assert record.startswith(f"pages of rome: {last}, line ")
    assert sources_in(found) == ()


def test_pages_in_a_letter_that_is_quoted_are_found_and_reports_bear_their_fingerprint(tmp_path: Path) -> None:
    texts = record_of(LOG)
    inside = "\n".join(f"[{name}]\n\n{text}" for name, text in texts.items())
    keep(
        tmp_path, letter("o@example.org", "".join(f"> {line}\n" for line in inside.split("\n")), "someone@example.com")
    )
    keep(tmp_path, letter("x@example.com", reports()[6]))
    found = made(tmp_path)
    assert LOST
    assert found.taken.game.position == LOST.position
    assert LOST.fingerprint
    assert [line for line in found.told if line.startswith("its reports bear the fingerprint of the pages, ")]


def test_reports_go_on_where_pages_end(tmp_path: Path) -> None:
    until = next(n for n, one in enumerate(LOG, 1) if isinstance(one, PhaseClosed) and one.number == 4)
    folder = tmp_path / "letters" / "pages"
    folder.mkdir(parents=True)
    for name, text in record_of(LOG[:until]).items():
        (folder / name).write_text(text, encoding="utf-8")
    keep(tmp_path / "letters", *(letter("x@example.com", reports()[number]) for number in (5, 6)))
    found = made(tmp_path / "letters")
    assert LOST
    assert (found.taken.game.position, found.taken.game.phases_closed) == (LOST.position, 6)
    assert found.told[:3] == ("from 5 pages that verify", "from reports 5 to 6", found.told[2])


def test_pages_that_were_changed_are_no_source(tmp_path: Path) -> None:
    texts = record_of(LOG)
    for name, text in texts.items():
        (tmp_path / name).write_text(text.replace("A BUD - SER", "A BUD - RUM"), encoding="utf-8")
    assert sources_in(read_folder(tmp_path)) == ()


# --- copies that differ


def with_another_unit(text: str) -> str:
    """A copy in which Italy's fleet stands elsewhere."""
    assert "F ION" in text.partition("POSITION")[2]
    head, middle, rest = text.partition("POSITION")
    return head + middle + rest.replace("F ION", "F ADR", 1)


def test_what_most_copies_tell_counts_and_the_others_are_named(tmp_path: Path) -> None:
    last = reports()[6]
    keep(tmp_path, letter("a@example.com", last), letter("b@example.com", with_another_unit(last)))
    keep(tmp_path, letter("c@example.com", reports("fr")[6]))
    found = made(tmp_path, Given("2023", "standard"))
    assert LOST
    assert found.taken.game.position == LOST.position
    assert "DIFFERS: copies of report 6; 2 of 3 tell the one that counts; the others: 01.eml" in found.told


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    return path


def test_a_signed_copy_counts_before_all_others(key: Path, tmp_path: Path) -> None:
    signs = Signer("judge.example.org", "judge", key.read_text())
    config = Config(judge=JudgeConfig(address=JUDGE), dkim=DkimConfig("judge", key_file=key))
    last = reports()[6]
    keep(tmp_path, *(letter(f"{name}@example.com", with_another_unit(last)) for name in "ab"))
    keep(tmp_path, signs.sign(letter("c@example.com", last)))
    keep(tmp_path, signs.sign(letter("d@example.com", last)).replace(b"F ION", b"F AEG"))
    found = made(tmp_path, Given("2023", "standard"), config)
    assert LOST
    assert found.taken.game.position == LOST.position
    told = "DIFFERS: copies of report 6; a signed one counts; the others: 00.eml, 01.eml, 03.eml"
    assert told in found.told


# --- seats


def test_who_had_a_seat_is_told_by_letters_of_the_judge_to_them_alone(tmp_path: Path) -> None:
    begins = "[rome] The game begins"
    keep(tmp_path, letter("england@example.com", first_letter("england"), subject=begins))
    keep(tmp_path, letter("mallory@example.com", first_letter("france"), "mallory@example.com", begins))
    (tmp_path / "found.txt").write_text(first_letter("italy"), encoding="utf-8")
    keep(tmp_path, letter("x@example.com", reports()[6]))
    found = made(tmp_path)
    assert {power: person.address for power, (person, _) in found.asked.items()} == {"ENGLAND": "england@example.com"}
    assert "ENGLAND: england@example.com is asked, by letters without a signature of the judge" in found.told
    assert "FRANCE: nobody is known; TAKEOVER FRANCE" in found.told


# --- what is missing


def test_a_game_whose_rule_book_no_letter_tells_needs_the_operators_word(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text(reports()[6], encoding="utf-8")
    with pytest.raises(NotRecoveredError, match="name both: --rules 2023 --board standard"):
        made(tmp_path)
    found = made(tmp_path, Given("2023", "standard"))
    assert LOST
    assert found.taken.game.position == LOST.position


def test_a_first_letter_alone_is_too_little(tmp_path: Path) -> None:
    keep(tmp_path, letter("england@example.com", first_letter("england"), subject="[rome] The game begins"))
    with pytest.raises(NotRecoveredError, match="no report and no page of it"):
        made(tmp_path)


def test_in_the_shell_nothing_is_done_without_write_and_nothing_twice(tmp_path: Path) -> None:
    letters, place = tmp_path / "letters", tmp_path / "judge"
    letters.mkdir()
    place.mkdir()
    keep(letters, letter("england@example.com", first_letter("england"), subject="[rome] The game begins"))
    keep(letters, letter("england@example.com", reports()[6]))
    (place / "config.toml").write_text(f'[judge]\naddress = "{JUDGE}"\n', encoding="utf-8")
    words = ["--config", str(place / "config.toml"), "recover", "--from", str(letters)]
    first = CliRunner().invoke(main, words)
    assert (first.exit_code, first.stderr) == (0, "")
    assert first.stdout.endswith("nothing has been made yet; the same with --write does it (judge.py stopped)\n")
    assert not (place / "data").exists()
    second = CliRunner().invoke(main, [*words, "--write"])
    assert second.exit_code == 0
    assert second.stdout.endswith("done; those who are asked are written to when the judge serves\n")
    third = CliRunner().invoke(main, [*words, "--write"])
    assert third.exit_code == 1
    assert "rome: not made again: there is a game “rome” already" in third.stderr
    fsck = CliRunner().invoke(main, [*words[:2], "fsck"])
    assert (fsck.exit_code, "".join(fsck.stdout.split("\n")).count("ok")) == (0, 6)


def test_a_folder_without_a_letter_of_the_judge_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "note.txt").write_text("Dear operator, I have kept nothing.", encoding="utf-8")
    words = ["--config", str(tmp_path / "config.toml"), "recover", "--from", str(tmp_path / "letters")]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr) == (1, f"Error: no letter in {tmp_path}/letters tells of a game\n")


# --- acts that no report shows


def dated(raw: bytes, day: int) -> bytes:
    return raw.replace(b"Mon, 12 Jan 2026", f"{day} Jan 2026".encode())


def of_day(number: int) -> bytes:
    return dated(letter("x@example.com", reports()[number]), 6 + number)


@pytest.mark.parametrize("subject", ["[rome] Back to fall 1902", "Fwd: [rome] Retour : automne 1902"])
def test_what_the_master_has_undone_is_left_out(subject: str, tmp_path: Path) -> None:
    keep(tmp_path, *(of_day(number) for number in reports()), dated(letter("x@example.com", "…", subject=subject), 20))
    found = made(tmp_path, Given("2023", "standard"))
    reopened = next(one.before for one in LOG if isinstance(one, PhaseClosed) and str(one.before.phase) == "F1902M")
    assert found.taken.game.position == reopened
    assert "the master went back: what was undone is left out" in found.told


def test_a_phase_that_was_closed_twice_counts_as_it_was_closed_last(tmp_path: Path) -> None:
    keep(tmp_path, *(of_day(number) for number in reports()))
    keep(tmp_path, dated(letter("x@example.com", reports()[4]), 25))
    found = made(tmp_path, Given("2023", "standard"))
    assert found.taken.game.phases_closed == 4
    assert "report 5 is older than the one before it: the phase was opened again" in found.told


def test_a_game_that_is_over_is_not_opened_again(tmp_path: Path) -> None:
    keep(tmp_path, of_day(6), dated(letter("x@example.com", "…", subject="[rome] Fin de partie : nulle à trois"), 20))
    with pytest.raises(NotRecoveredError, match=r"it is over \(01.eml\); its pages would bring it back"):
        made(tmp_path, Given("2023", "standard"))


def test_what_the_master_did_later_is_told(tmp_path: Path) -> None:
    keep(tmp_path, of_day(6), dated(letter("x@example.com", "…", subject="[rome] The position is corrected"), 20))
    keep(tmp_path, dated(letter("x@example.com", "…", subject="[rome] Réglages modifiés"), 21))
    told = made(tmp_path, Given("2023", "standard")).told
    assert "LOOK: the master corrected the position after the last report (01.eml): CORRECT" in told
    assert "LOOK: settings were changed (02.eml): SET them again" in told


# --- forms in which letters are forwarded


HEADS = {
    "Gmail": "---------- Forwarded message ---------\nFrom: The Judge <{judge}>\nDate: Mon, Jan 12, 2026 at 9:00 PM\n"
    "Subject: [rome] The game begins\nTo: <england@example.com>\n",
    "Outlook": "From: The Judge <{judge}>\nSent: Monday, January 12, 2026 9:00 PM\nTo: england@example.com\n"
    "Cc: someone@example.com\nSubject: [rome] The game begins\n",
    "Apple": "Begin forwarded message:\n\n> From: The Judge <{judge}>\n> Subject: [rome] The game begins\n"
    "> Date: 12 January 2026 at 21:00:00 CET\n> To: england@example.com\n",
    "Thunderbird": "-------- Message transféré --------\nSujet : [rome] The game begins\n"
    "Date : Mon, 12 Jan 2026 21:00:00 +0100\nDe : The Judge <{judge}>\nPour : england@example.com\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_letters_forwarded_in_the_text_are_letters_to_whom_their_head_names(head: str, tmp_path: Path) -> None:
    mark = "> " if "\n> " in head else ""
    quoted = "".join(f"{mark}{line}\n" for line in ("", *first_letter("england").split("\n")))
    keep(
        tmp_path,
        letter("o@example.org", f"Here it is.\n\n{head.format(judge=JUDGE)}{quoted}", "eve@example.com", "Fwd"),
    )
    keep(tmp_path, letter("x@example.com", reports()[6]))
    found = made(tmp_path)
    assert {power: person.address for power, (person, _) in found.asked.items()} == {"ENGLAND": "england@example.com"}


def test_a_page_of_html_alone_is_read_too(tmp_path: Path) -> None:
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = "eve@example.com", "o@example.org", "Fwd"
    message.set_content(f"<html><body><p>Look:</p><pre>{reports()[6]}</pre></body></html>", subtype="html")
    keep(tmp_path, bytes(message))
    assert LOST
    assert made(tmp_path, Given("2023", "standard")).taken.game.position == LOST.position


def test_an_mbox_is_read_letter_by_letter(tmp_path: Path) -> None:
    letters = (letter("england@example.com", one).replace(b"\r\n", b"\n") for one in reports().values())
    text = b"".join(b"From judge Mon Jan 12 20:00:00 2026\n" + one + b"\n" for one in letters)
    (tmp_path / "Inbox").write_bytes(text)
    found = made(tmp_path, Given("2023", "standard"))
    assert found.taken.game.phases_closed == 6


def test_a_report_of_an_older_judge_has_a_line_for_each_order() -> None:
    """And its centres though none has changed hands."""
    (told,) = reports_in((Path(__file__).parent / "older-report.txt").read_text(encoding="utf-8"))
    assert told.number == 6
    now = NewGame(GameName("rome"), Cast(), "seed", Settings(rulebook="18centres"), NOW)
    stood = now.replay.step(now.opening(NOW, NOW)).after.game
    assert stood
    reader = ReportReader(stood)
    report = reader.report(told)
    units = {power: [*texts] for power, texts in _listed(report.after["units"]).items()}
    units["GERMANY"] = ["A BEL", "F DEN", "F HOL", "A MUN"]
    units |= {"RUSSIA": ["F BAL", "A BOH", "A GAL", "A RUM", "F SEV", "F SWE", "A UKR"]}
    units |= {"FRANCE": ["A BUR", "F LYO", "F MAO", "A PAR"]}
    before = read_position({"phase": "F1903M", "units": units, "centers": None}, stood.board, stood.book)
    orders, unread = reader.orders(report, before)
    assert unread == ()
    assert orders["GERMANY"] == ("F HOL S A BEL", "A MUN - TYR")
    assert "F BAL - DEN" in orders["RUSSIA"]
    assert _listed(report.after["centers"])["GERMANY"]


def _listed(table: object) -> Mapping[str, Sequence[str]]:
    assert isinstance(table, dict)
    return table
