"""Postfix as the relay: what it says for a while, what it says for good, what becomes of the letters meanwhile."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge.config import DkimConfig, RelayConfig
from judge.store.rows import EVERYWHERE
from tests.mail.sink import Sink, listening
from tests.mta.postfix import Postfix, check_the_ground, make_certificate, own_folder
from tests.shared.outgoing import MASTER, Room

BOB, CAROL = "bob@example.org", "carol@example.com"


@pytest.fixture
def postfix(sink: Sink) -> Iterator[Postfix]:
    """A relay whose opinion of recipients is a file, read anew when it is started."""
    check_the_ground()
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        beyond = stack.enter_context(listening(sink))
        opinion = f"smtpd_recipient_restrictions = check_recipient_access texthash:{folder}/opinion\n"
        postfix = Postfix(folder, f"relayhost = [127.0.0.1]:{beyond}\n{opinion}")
        stack.callback(postfix.stop)
        yield postfix


def think(postfix: Postfix, of_bob: str) -> None:
    """Have the relay, started anew, answer so whenever it is asked about Bob."""
    postfix.stop()
    (postfix.folder / "opinion").write_text(f"{BOB} {of_bob}\n")
    postfix.start()


def test_a_relay_that_says_later_for_a_while_then_never(postfix: Postfix, sink: Sink, tmp_path: Path) -> None:
    room = Room(tmp_path, RelayConfig("127.0.0.1", postfix.port), DkimConfig())
    think(postfix, "451 4.7.1 Later")
    room.post(BOB, CAROL)
    room.send()
    assert [letter.to for letter in room.store.outgoing(room.clock.now())] == []
    room.wait(minutes=1)
    room.wait(minutes=5)
    assert room.store.refusals("example.org") == 3

    postfix.stop()
    room.wait(minutes=15)
    assert room.store.refusals("example.org") == 3, "a relay that is down blames nobody"

    think(postfix, "550 5.1.1 Never")
    room.wait(minutes=1)
    sink.wait_for(CAROL, MASTER)
    room.store.close()
    letters = {to: raw for _, (to,), raw in sink.taken}  # Postfix stopped in the midst of a delivery delivers again
    assert letters.keys() == {CAROL, MASTER}
    assert b"Never" in letters[MASTER]


def test_a_relay_is_spoken_to_under_encryption(sink: Sink, tmp_path: Path) -> None:
    check_the_ground()
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        beyond = stack.enter_context(listening(sink))
        chain, authority = make_certificate(folder)
        encrypt = f"smtpd_tls_security_level = encrypt\nsmtpd_tls_chain_files = {chain}\n"
        postfix = Postfix(folder, f"relayhost = [127.0.0.1]:{beyond}\n{encrypt}")
        stack.callback(postfix.stop)
        postfix.start()
        relay = RelayConfig("127.0.0.1", postfix.port, "starttls", authority)
        room = Room(tmp_path, relay, DkimConfig())
        stack.callback(room.store.close)
        room.post(BOB)
        room.send()
        sink.wait_for(BOB)
        assert b"with ESMTPS" in sink.taken[0][2], "so Postfix's own Received header says"


def test_a_relay_that_asks_for_encryption_gets_nothing_without(sink: Sink, tmp_path: Path) -> None:
    check_the_ground()
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        chain, _ = make_certificate(folder)
        postfix = Postfix(folder, f"smtpd_tls_security_level = encrypt\nsmtpd_tls_chain_files = {chain}\n")
        stack.callback(postfix.stop)
        postfix.start()
        room = Room(tmp_path, RelayConfig("127.0.0.1", postfix.port), DkimConfig())
        stack.callback(room.store.close)
        room.post(BOB)
        room.send()
        assert room.store.refusals(EVERYWHERE) == 1
        assert sink.taken == []
