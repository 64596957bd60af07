"""An issue of the zine by mail: to each subscriber once, in their language and form, beside a running judge."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest

from judge.game.settings import GameName, Language, LetterForm
from judge.handlers.desk import LARGEST_PDF, ZineNotPublishedError
from judge.handlers.services import Services
from judge.mail.maildir import mailbox_of
from judge.paths.gazette import publish_zine, services_beside
from judge.rules.position import Phase
from judge.shell.local_game import LocalGame
from judge.store.records import Publication, Subscription, Transaction, ZineIssue
from judge.store.rows import LetterStatus
from judge.zine.forms import FinishedZine
from tests.shared.seated import lay_seated_table

EDITH, FLORENCE, OLGA = "edith@example.net", "florence@example.fr", "olga@example.com"
FRENCH = FinishedZine("Le Courrier n° 3", "LE COURRIER n° 3\n\nÀ suivre…\n", "<p>À suivre…</p>\n", b"%PDF-fr")
ENGLISH = FinishedZine("The Courier no. 3", "THE COURIER no. 3\n\nMore later.\n", "<p>More later.</p>\n")
FORMS: dict[Language, FinishedZine] = {"fr": FRENCH, "en": ENGLISH}
GAMES = {GameName("rome"): Phase.parse("F1903M")}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """A judge that runs, with three subscribers."""
    table = lay_seated_table(tmp_path)
    subscribe(table.judge.services)
    yield table
    table.judge.stop()


def subscribe(services: Services) -> None:
    wishes = (
        Subscription(Publication.ZINE, EDITH, True, "en", form=LetterForm.HTML, pdf=True),
        Subscription(Publication.ZINE, FLORENCE, True, "fr", form=LetterForm.HTML, pdf=True),
        Subscription(Publication.ZINE, OLGA, True, "fr"),
        Subscription(Publication.GAZETTE, "greta@example.org", True, "en"),
    )
    assert services.store.commit(Transaction(None, LetterStatus.DONE, subscriptions=wishes))


def publish(table: LocalGame, number: int = 3, forms: dict[Language, FinishedZine] = FORMS) -> int:
    """From a process of its own, as far as the database can tell: with another store on the same file."""
    drafted = table.clock.now() - timedelta(hours=2)
    with services_beside(table.judge.services.config, table.clock) as services:
        return publish_zine(services, number, forms, drafted, GAMES)


def issues_in(table: LocalGame, address: str) -> list[EmailMessage]:
    box = mailbox_of(table.judge.services.config.folders.mailboxes, address) / "new"
    letters = [BytesParser(EmailMessage, policy=default).parsebytes(path.read_bytes()) for path in box.glob("*")]
    return [letter for letter in letters if str(letter["Message-ID"]).startswith("<zine.")]


def test_a_running_judge_sends_each_subscriber_the_issue_as_they_want_it(table: LocalGame) -> None:
    assert publish(table) == 3
    table.judge.wake()
    table.settle()
    sent = {who: issues_in(table, who) for who in (EDITH, FLORENCE, OLGA, "greta@example.org")}
    assert [len(one) for one in sent.values()] == [1, 1, 1, 0]
    edith, florence, olga = (sent[who][0] for who in (EDITH, FLORENCE, OLGA))
    assert (edith["Subject"], florence["Subject"]) == ("The Courier no. 3", "Le Courrier n° 3")
    assert edith.get_body(("plain",)).get_content() == FORMS["en"].text  # type: ignore[union-attr]
    assert florence.get_body(("html",)).get_content() == FORMS["fr"].html  # type: ignore[union-attr]
    assert olga.get_content_type() == "text/plain"
    assert [*edith.iter_attachments()] == []  # there is none in her language
    (file,) = florence.iter_attachments()
    assert (file.get_filename(), file.get_content_type()) == ("zine-3-fr.pdf", "application/pdf")
    assert file.get_content() == b"%PDF-fr"
    asked = "<mailto:judge@localhost?subject=UNSUBSCRIBE&body=UNSUBSCRIBE>"
    assert {one["List-Unsubscribe"] for one in (edith, florence, olga)} == {asked}


def test_an_issue_is_noted_with_what_it_tells_of(table: LocalGame) -> None:
    publish(table)
    at = table.clock.now()
    assert table.judge.services.store.last_zine_issue() == ZineIssue(3, at, at - timedelta(hours=2), GAMES)


@pytest.mark.parametrize("number", [3, 2])
def test_a_number_goes_out_once_and_never_behind_a_higher_one(table: LocalGame, number: int) -> None:
    publish(table)
    with pytest.raises(ZineNotPublishedError, match=f"issue {number} cannot go out: the last one was 3"):
        publish(table, number)
    table.judge.wake()
    table.settle()
    assert [len(issues_in(table, who)) for who in (EDITH, FLORENCE, OLGA)] == [1, 1, 1]


def test_readers_of_a_language_that_is_missing_get_the_first_one(table: LocalGame) -> None:
    publish(table, forms={"fr": FORMS["fr"]})
    table.judge.wake()
    table.settle()
    (edith,) = issues_in(table, EDITH)
    assert edith["Subject"] == "Le Courrier n° 3"


@pytest.mark.parametrize(
    ("forms", "said"),
    [
        ({}, "issue 3 has no text in any language"),
        ({"en": FinishedZine("", "", "", b"%" * (LARGEST_PDF + 1))}, "4,194,304 are the most that goes by mail"),
    ],
    ids=["no form", "a file too large"],
)
def test_what_cannot_go_out_is_said_and_nothing_goes(
    table: LocalGame, forms: dict[Language, FinishedZine], said: str
) -> None:
    with pytest.raises(ZineNotPublishedError, match=said):
        publish(table, forms=forms)
    assert table.judge.services.store.last_zine_issue() is None
