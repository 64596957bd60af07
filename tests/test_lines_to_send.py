"""A line that a page asks for is a link: the letter that it begins does what a reply would, and tells no secret."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.config import IdentityConfig
from judge.game.orders.order_status import order_status
from judge.game.settings import Language
from judge.game.votes.messages import ForConcession, ForDraw, ForEnding, ForExtension, ForMaster, Motion
from judge.reports.html_letter import write_html
from judge.reports.votes import motion_text
from judge.rules.board import Power
from judge.rules.orders import Move
from judge.shell.local_game import LocalGame, text_of
from tests.impostors.scene import EDITH, GAME_BOX, laid
from tests.mail.domains import NameService, letter, signed
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH
from tests.shared.by_mail import bytes_of, reply_to, send
from tests.shared.page_links import Link, links

KINDS_WITH_LINKS = {
    "all.results",
    "all.proposed",
    "all.vote",
    "player.acknowledgement",
    "player.confirmation",
    "player.muster",
    "player.reminder",
    "player.unclear",
    "anyone.state",
}
"""Kinds of letters that ask for a line: orders, retreats, builds, votes, a yes."""


def page_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body
    told: str = body.get_content()
    return told


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """Edith, whose mail domain signs what she writes, wishes pages."""
    names = NameService()
    names.publish("example.net")
    for table in laid(tmp_path, names, IdentityConfig()):
        text = "SET LETTERS html\nDraft:\nF LON - ENG\nA LVP - YOR\nMy orders:\nF EDI - NTH"
        send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, text))
        yield table


def follow(table: LocalGame, words: str) -> str:
    """Send the letter that a link of Edith's last letter begins; its answer."""
    (found,) = [one for one in links(page_of(table.players[Power("ENGLAND")].last())) if one.words == words]
    written = letter(EDITH, found.to, found.text, table.clock, {"Subject": found.subject})
    send(table, EDITH, found.to, signed(written, "example.net"))
    return text_of(table.players[Power("ENGLAND")].last())


def orders(table: LocalGame) -> dict[str, str]:
    """Edith's moves: from where to where."""
    given = order_status(table.game, Power("ENGLAND")).orders
    return {order.at: order.to.province for order in given if isinstance(order, Move)}


@pytest.mark.parametrize(
    ("words", "counts"),
    {
        "YES": {"EDI": "NTH", "LON": "ENG", "LVP": "YOR"},
        "2. A LVP - YOR": {"EDI": "NTH", "LVP": "YOR"},
        "NO": {"EDI": "NTH"},
        "F EDI - NTH": {"EDI": "NTH"},
    }.items(),
)
def test_the_letter_that_a_link_begins_does_what_its_words_say(
    table: LocalGame, words: str, counts: dict[str, str]
) -> None:
    answer = follow(table, words)
    assert "had no effect" not in answer
    assert orders(table) == counts


def test_a_page_bears_no_reply_address(table: LocalGame) -> None:
    """Whoever passes a letter on gives nobody the means to write for them."""
    mail = table.players[Power("ENGLAND")].last()
    assert {one.to for one in links(page_of(mail))} == {GAME_BOX}
    assert str(mail["Reply-To"]).split("@")[0].split(".")[-1] not in page_of(mail)


def test_a_link_followed_by_somebody_else_is_asked_about(table: LocalGame) -> None:
    (yes,) = [one for one in links(page_of(table.players[Power("ENGLAND")].last())) if one.words == "YES"]
    before = orders(table)
    send(table, EDITH, yes.to, bytes_of(EDITH, yes.text))
    assert orders(table) == before
    assert "Did you write this?" in table.players[Power("ENGLAND")].last()["Subject"]


@pytest.mark.parametrize("language", BOTH)
def test_the_links_of_every_kind_of_letter_hold_what_their_words_ask_for(language: Language) -> None:
    """The body of a link is a line of the text, or a word that it asks for; without an address there are no links."""
    found = dict[str, list[Link]]()
    for name, kind in LETTERS.items():
        words = kind(language)
        found[name] = links(write_html(words, language, to="judge+rome@example.net"))
        assert not links(write_html(words, language))
        for shown, to, subject, body, _ in found[name]:
            assert to == "judge+rome@example.net"
            assert subject == f"Re: {words.subject}"
            assert body.strip() == body != ""
            assert body in " ".join(shown.split()).replace("\u00a0", " ") or re.search(
                rf"\b{body.split()[0]}\b", words.text
            )


MOTIONS: list[Motion] = [
    ForDraw(),
    ForConcession(Power("TURKEY")),
    ForExtension(timedelta(days=3)),
    ForEnding(),
    ForMaster(Power("ENGLAND")),
]


@pytest.mark.parametrize("language", BOTH)
def test_the_line_of_a_motion_votes_for_it(table: LocalGame, language: Language) -> None:
    player = table.players[Power("ENGLAND")]
    board = table.game.board
    for motion in MOTIONS:
        player.answer(motion_text(motion, board, language, "vote_line"))
        table.settle()
        assert motion_text(motion, board, "en") in " ".join(text_of(player.last()).split())
