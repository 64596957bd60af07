"""Press tells nobody by whom, from where or with what its letter was written."""

from judge.shell.local_game import LocalGame
from tests.impostors.scene import EDITH, PASS, from_edith, stamped
from tests.mail.domains import signed
from tests.shared.by_mail import reply_to, send

TRACES = {
    "Date": "Mon, 05 Jan 2026 14:31:00 +0545",
    "User-Agent": "Wanderlust/2.15",
    "X-Mailer": "The Bat! 9",
    "X-Originating-IP": "[192.0.2.77]",
    "Received": "from attic.example.net ([192.0.2.77]) by mx",
    "Organization": "Ministry of the Navy",
    "Reply-To": "edith.at.home@example.net",
    "In-Reply-To": "<private@attic.example.net>",
}


def test_press_carries_nothing_of_the_letter_it_came_in(table: LocalGame) -> None:
    to = reply_to(table, "ENGLAND")
    known = {mail["Message-ID"] for player in table.players.values() for mail in player.read}
    raw = signed(from_edith(table, "PRESS TO ALL\nPeace.\nENDPRESS", to, TRACES), "example.net")
    send(table, EDITH, to, stamped(raw, PASS))
    others = [player for player in table.players.values() if player.address != EDITH]
    letters = [mail for player in others for mail in player.read if mail["Message-ID"] not in known]
    assert len(letters) == len(others)
    token = to.partition(".")[2].partition("@")[0]
    secrets = [*TRACES.values(), "+0545", "Wanderlust", "192.0.2.77", EDITH, token, "DKIM", "dkim", "example.net"]
    for mail in letters:
        shown = mail.as_string().replace(str(mail["To"]), "")
        assert "Peace." in shown
        assert [secret for secret in secrets if secret in shown] == []
