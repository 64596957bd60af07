"""What nobody has proved is told back in few words; what stands beside the answer to a question is named as unread."""

from collections.abc import Iterator

import pytest

from judge.mail.identity import read_recipient
from judge.mail.letter import read_letter
from tests.asking.worlds import enter, written
from tests.fog.tables import OWN, Desk, desk_of

ANNA, EDITH, ZOE = "anna@example.org", "edith@example.net", "zoe@example.com"
PROSE = "Buy now at http://shop.example.com/offer and win a great deal of money today"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with desk_of(tmp_path_factory.mktemp("replies")) as desk:
        enter(desk, ANNA, "OPEN rome")
        for power, player in {"FRANCE": ANNA, "ENGLAND": EDITH}.items():
            enter(desk, player, f"JOIN rome {power}")
        for power in ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
            enter(desk, f"{power.lower()}@example.org", f"JOIN rome {power}")
        yield desk


def answered(desk: Desk, who: str, asked: str, reply: str) -> list[str]:
    """What comes of a question about a letter and of the reply to it."""
    desk.later()
    desk.write(who, asked, OWN.replace("@", "+rome@") if who == EDITH else OWN)
    question = read_letter(desk.letters(who)[-1])
    before = len(desk.texts(who))
    to = next(line for line in desk.letters(who)[-1].decode().splitlines() if line.startswith("Reply-To:"))
    address = to.partition(":")[2].strip(" <>")
    assert read_recipient(address, OWN), question
    desk.write(who, reply, address)
    return [" ".join(text.split()) for text in desk.texts(who)[before:]]


REPLIES = {
    "an order below a yes": (EDITH, "F LON - NTH", "YES\nF EDI - NWG", ("| F EDI - NWG",)),
    "a command below a yes": (EDITH, "F LON - ENG", "Yes, that was me.\n\nSTATUS\nLIST", ("| STATUS", "| LIST")),
    "press below a yes": (EDITH, "F LON H", "YES\nPRESS TO ALL\nHello.\nENDPRESS", ("| PRESS TO ALL",)),
    "a near order": (EDITH, "F LON - NTH", "YES\nF EDI moves to the NWG", ("| F EDI moves to the NWG",)),
    "an order below a no": (EDITH, "F LON - NTH", "NO\nF EDI - NWG", ("| F EDI - NWG",)),
    "a stranger's command": (ZOE, "OPEN oslo", "YES\nJOIN oslo", ("| JOIN oslo",)),
    "thanks": (EDITH, "F LON - NTH", "Yes, that was me.\nMany thanks!\nEdith", ()),
    "nothing else": (EDITH, "F LON - NTH", "YES", ()),
    "a signature": (EDITH, "F LON - NTH", "YES\n-- \nF EDI - NWG", ()),
}


@pytest.mark.parametrize(("who", "asked", "reply", "named"), REPLIES.values(), ids=REPLIES)
def test_what_stands_beside_an_answer_is_named_as_unread(
    desk: Desk, who: str, asked: str, reply: str, named: tuple[str, ...]
) -> None:
    told = [text for text in answered(desk, who, asked, reply) if "was not read" in text]
    assert len(told) == bool(named)
    for text in told:
        assert all(line in text for line in named)
        assert "write it again in a letter of its own" in text


def test_so_it_is_below_the_answer_to_an_offer(desk: Desk) -> None:
    desk.later()
    desk.write(ANNA, f"HANDOVER {ZOE}")
    question = desk.letters(ZOE)[-1].decode()
    to = next(line for line in question.splitlines() if line.startswith("Reply-To:")).partition(":")[2].strip(" <>")
    desk.write(ZOE, "NO\nWATCH rome", to)
    assert any("| WATCH rome" in text and "was not read" in text for text in desk.texts(ZOE))


WRONG = {
    "every line wrong": f"OPEN {PROSE}\nJOIN rome {PROSE}\nSTANDBY nowhere\nWATCH nowhere\n" + f"JOIN {PROSE}\n" * 9,
    "questions": f"STATUS rome\nHELP {PROSE}\nWHY {PROSE}\nRECORD {PROSE}",
    "a wrong setting": "OPEN bergen RULES 2023 MOVEMENT 7d HOUR 21:00 RETREATS 3d BUYNOW www.shop.example.com/now",
    "words behind settings": "OPEN bergen RULES 2023 MOVEMENT 7d RETREATS 3d Buynow www.shop.example.com/now",
    "a seat nowhere": "JOIN http://shop.example.com/offer",
    "no command": PROSE,
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("who", [EDITH, "new@example.com"])
def test_nothing_of_a_strangers_prose_is_sent_to_whose_name_stands_there(desk: Desk, who: str, text: str) -> None:
    """A few commands cut short, no subject, no link."""
    desk.later()
    before = len(desk.texts(who))
    raw = written(desk, who, text, "-").raw.replace(b"a question", PROSE.encode())
    number = len(desk.letters(who)) + hash_of(text)
    to = OWN.replace("@", "+rome@")
    desk.services.store.keep("smtp", who, to, raw.replace(b"<asked", f"<asked{number}".encode())).result()
    desk.settle()
    for told in desk.texts(who)[before:]:
        quoted = [line for line in told.splitlines() if line.startswith(("> ", "| "))]
        assert "shop.example.com" not in told
        assert "money today" not in " ".join(told.split())
        assert len(quoted) <= 5
        assert all(len(line) <= 50 for line in quoted)


def hash_of(text: str) -> int:
    """A number for a Message-ID."""
    return sum(text.encode())


def test_a_long_line_is_cut_and_its_fault_still_told(desk: Desk) -> None:
    desk.later()
    desk.write("late@example.com", WRONG["a wrong setting"], OWN)
    told = " ".join(desk.texts("late@example.com")[-1].split())
    assert "> OPEN bergen RULES 2023 MOVEMENT 7d HOUR 21:00 R…" in told
    assert "“BUYNOW”" in told
