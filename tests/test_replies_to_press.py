"""Prose in reply to press: the master gets what answers the master, nobody gets what answers a player."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.messages import Event
from judge.game.press.messages import PressSent, PressWriter
from judge.game.press.rules import press_as_read
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, text_of
from tests.shared.by_mail import reply_to, write
from tests.shared.seated import lay_seated_table

ENGLAND, FRANCE, ITALY, MASTER = map(Power, ("ENGLAND", "FRANCE", "ITALY", "AUSTRIA"))


LONG = "So much depends on the fleet that lies in the Channel now"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """A game whose master plays Austria."""
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def says(table: LocalGame, power: Power, text: str, more: str = "") -> str:
    """What the judge answers to a letter of a player's."""
    player = table.players[power]
    write(table, player.address, reply_to(table, power), text, more)
    return " ".join(text_of(player.read[-1]).split())


def in_reply(table: LocalGame, power: Power) -> str:
    """The header of a reply to the last letter somebody has received."""
    last = table.players[power].read[-1]
    above = " ".join(str(last["References"]).split())
    return f"References: {above} {last['Message-ID']}\r\nIn-Reply-To: {last['Message-ID']}\r\n"


def press(table: LocalGame) -> list[PressSent]:
    events: tuple[Event, ...] = table.judge.services.store.events(GAME)
    return [event for event in events if isinstance(event, PressSent)]


def test_prose_in_reply_to_the_master_goes_to_the_master(table: LocalGame) -> None:
    says(table, MASTER, "PRESS TO ALL FROM MASTER\nShall we pause for a week?\nENDPRESS")
    answer = says(table, ENGLAND, "Hello,\n\nFine with me, I am away myself.\n\nEdith", in_reply(table, ENGLAND))
    assert "Sent to the game master." in answer
    sent = press(table)[-1]
    assert (sent.text, sent.recipients.are_the_master, press_as_read(sent).writer) == (
        "Hello,\n\nFine with me, I am away myself.\n\nEdith",
        True,
        ENGLAND,
    )
    assert "Fine with me" in text_of(table.players[MASTER].read[-1])


def above(table: LocalGame, power: Power) -> list[str]:
    """What the last letter of somebody hangs under, besides the game."""
    return str(table.players[power].read[-1]["References"]).split()[1:]


def test_an_answer_hangs_with_the_letters_among_the_same_correspondents(table: LocalGame) -> None:
    """RFC 5322 3.6.4; whatever their subjects are, and whoever of them has written."""
    says(table, ENGLAND, "PRESS TO FRANCE\nSUBJECT: The Channel\nShall we leave it empty?\nENDPRESS")
    (question,) = above(table, FRANCE)
    says(table, FRANCE, "PRESS TO ENGLAND\nYes.\nENDPRESS", in_reply(table, FRANCE))
    assert above(table, ENGLAND) == [question]
    says(table, FRANCE, "PRESS TO ENGLAND, ITALY\nYes, all three of us.\nENDPRESS")
    assert above(table, ENGLAND) != [question]
    says(table, ENGLAND, "PRESS TO ALL\nPeace.\nENDPRESS")
    assert above(table, FRANCE) != [question]


FROM = {
    ("ENGLAND", "PRESS TO ITALY\n{}"): "England (rome)",
    ("FRANCE", "PRESSE À L'ITALIE\n{}"): "France (rome)",
    ("AUSTRIA", "PRESS TO ITALY FROM MASTER\n{}"): "The game master (rome)",
    ("ENGLAND", "PRESS TO FRANCE\n{}"): "Grande-Bretagne (rome)",
    ("AUSTRIA", "PRESS TO FRANCE FROM MASTER\n{}"): "Le maître de jeu (rome)",
}


def test_press_comes_from_whoever_signs_it_in_the_language_of_its_reader(table: LocalGame) -> None:
    """RFC 5322 3.6.2: the name beside the judge's address, which alone stays the sender."""
    for (power, text), name in FROM.items():
        says(table, Power(power), text.format(f"From {name}."))
        reader = table.players[FRANCE if "FRANCE" in text else ITALY]
        sender = reader.read[-1]["From"].addresses[0]
        assert (sender.display_name, sender.addr_spec) == (name, "judge@localhost")
        assert f"From {name}." in text_of(reader.read[-1])


NOT_SENT = {
    "an order": "Fine.\nF LON - NTH",
    "nearly an order": "Fine.\nF LON - NTHH",
    "a command": "Fine.\nSTATUS",
    "press": "Fine.\nPRESS TO FRANCE\nHe wants to pause.\nENDPRESS",
}


@pytest.mark.parametrize("text", NOT_SENT.values(), ids=NOT_SENT)
def test_a_reply_that_holds_more_than_prose_is_not_passed_on(table: LocalGame, text: str) -> None:
    says(table, MASTER, "PRESS TO ALL FROM MASTER\nShall we pause for a week?\nENDPRESS")
    says(table, ENGLAND, text, in_reply(table, ENGLAND))
    assert not any(sent.to_master for sent in press(table))


def test_prose_in_reply_to_a_player_goes_to_nobody_and_the_answer_says_so(table: LocalGame) -> None:
    says(table, FRANCE, "PRESSE À L'ANGLETERRE\nLa paix ?\nFIN PRESSE")
    before = len(press(table))
    answer = says(table, ENGLAND, "Peace, gladly. I shall leave the Channel.", in_reply(table, ENGLAND))
    assert "Nobody but the judge has read this." in answer
    assert len(press(table)) == before


def test_prose_in_reply_to_results_or_to_nothing_goes_to_nobody(table: LocalGame) -> None:
    says(table, ENGLAND, "Thank you, that was a fine start.", in_reply(table, ENGLAND))
    says(table, ENGLAND, "Dear judge, I like this game.")
    assert press(table) == []


VERSES = "\n".join(f"{LONG}, {word}" for word in ("extraordinarily so", "undoubtedly", "notwithstanding"))
FORMS = {
    "HTML": ("text/html", VERSES.replace("\n", "<br>"), VERSES),
    "flowed text": ("text/plain; format=flowed", VERSES, VERSES),
    "flowed text with soft breaks": (
        "text/plain; format=flowed",
        VERSES.replace("\n", " \n"),
        VERSES.replace("\n", " "),
    ),
    "plain text": ("text/plain", VERSES, VERSES),
    "a signature below a full line": ("text/plain", f"{LONG}, you and\nI.\nIvo", f"{LONG}, you and\nI.\nIvo"),
    "a short name below one": ("text/plain", f"{LONG}, I think.\nBernard", f"{LONG}, I think.\nBernard"),
}


@pytest.mark.parametrize(("form", "body", "read"), FORMS.values(), ids=FORMS)
def test_line_breaks_that_were_hard_stay_hard(table: LocalGame, form: str, body: str, read: str) -> None:
    """Breaks are soft where the form says so (RFC 3676 4.1), and nowhere else."""
    says(table, FRANCE, "PRESSE À L'ANGLETERRE\nLa paix ?\nFIN PRESSE")
    player = table.players[ENGLAND]
    to = str(player.last(is_press=True)["Reply-To"])
    write(table, player.address, to, body.replace("\n", "\r\n"), f"Content-Type: {form}; charset=utf-8\r\n")
    assert press(table)[-1].text == read


SIGNED = {
    "press to england\nHm.": MASTER,
    "PRESS TO ALL\nHm.": MASTER,
    "BROADCAST\nHm.": MASTER,
    "PRESS TO ENGLAND FROM AUSTRIA\nHm.": MASTER,
    "PRESS TO ENGLAND FROM MASTER\nHm.": PressWriter.MASTER,
    "PRESSE À L'ANGLETERRE DE L'AUTRICHE\nHm.": MASTER,
    "PRESSE À L'ANGLETERRE DU MAÎTRE DE JEU\nHm.": PressWriter.MASTER,
}


@pytest.mark.parametrize("text", SIGNED)
def test_a_master_who_plays_signs_as_their_power_unless_they_say_otherwise(table: LocalGame, text: str) -> None:
    answer = says(table, MASTER, text)
    assert [press_as_read(sent).writer for sent in press(table)] == [SIGNED[text]]
    says_nothing = not any(word in text for word in ("FROM", "DE L'", "DU MA"))
    assert ("FROM MASTER after the recipients signs as game master" in answer) is says_nothing


CHOSEN = {
    ("SET SIGNATURE POWER", "PRESS TO ENGLAND\nHm."): (MASTER, "Signed as Austria; FROM MASTER"),
    ("SET SIGNATURE POWER", "PRESS TO ENGLAND FROM MASTER\nHm."): (PressWriter.MASTER, "Sent to England."),
    ("SET SIGNATURE MASTER", "PRESS TO ALL\nHm."): (
        PressWriter.MASTER,
        "Signed as game master, as you have set it; FROM",
    ),
    ("SET SIGNATURE MASTER", "PRESS TO ENGLAND FROM AUSTRIA\nHm."): (MASTER, "Sent to England."),
    ("RÉGLER SIGNATURE PUISSANCE", "PRESSE À L'ANGLETERRE\nHm."): (MASTER, "Signed as Austria"),
}
"""What a master who plays sets, what they write then: who is shown as its writer, what they are told."""


def test_a_master_who_plays_chooses_once_how_to_sign(table: LocalGame) -> None:
    for (line, text), (writer, told) in CHOSEN.items():
        before = len(press(table))
        says(table, MASTER, line)
        answer = says(table, MASTER, text)
        assert [press_as_read(sent).writer for sent in press(table)[before:]] == ([writer] if writer else []), (
            line,
            text,
        )
        assert told in answer, (line, text)


def test_a_player_who_is_not_master_signs_as_before_whatever_they_have_set(table: LocalGame) -> None:
    says(table, ENGLAND, "SET SIGNATURE MASTER")
    answer = says(table, ENGLAND, "PRESS TO FRANCE\nHm.")
    assert (press_as_read(press(table)[-1]).writer, "Signed" in answer) == (ENGLAND, False)


WRITTEN = {
    "plain": "Write to {address}, it is me.",
    "as a link": "<mailto:{address}?subject=Hi>",
    "with its plus encoded": "Write to {encoded}.",
    "in capitals": "Write to {capitals}.",
    "the secret alone": "My secret is {token}, keep it.",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize(
    "block", ["PRESS TO FRANCE\n{}\nENDPRESS", "BROADCAST\n{}\nENDBROADCAST", "DIARY\n{}\nENDDIARY"]
)
def test_ones_own_reply_address_goes_to_nobody(table: LocalGame, text: str, block: str) -> None:
    address = reply_to(table, ENGLAND)
    token = address.partition(".")[2].partition("@")[0]
    written = text.format(address=address, encoded=address.replace("+", "%2B"), capitals=address.upper(), token=token)
    answer = says(table, ENGLAND, block.format(written))
    logged = repr(table.judge.services.store.events(GAME)[-1])
    assert "…" in logged
    assert token not in logged.lower()
    assert ("was left out" in answer) is not block.startswith("DIARY")
    others = (player for power, player in table.players.items() if power != ENGLAND)
    assert all(token not in text_of(letter).lower() for player in others for letter in player.read)
