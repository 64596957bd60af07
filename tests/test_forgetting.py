"""FORGET ME: asked twice, a day to think, then no byte of the person is left, and all that is stored still agrees."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from judge.game.settings import Address
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, start_local_game, text_of
from judge.store.forgetting import FORGOTTEN_WORDS, Forgetting, JudgesWords
from judge.store.store import Store
from tests.shared.by_mail import ask_and_confirm, box, bytes_of, reply_to, send
from tests.shared.seated import agree, lay_seated_table
from tests.shared.shares import share_of
from tests.shared.shell import shell
from tests.shared.stored import faults_of

EDITH, FLORENCE = "edith@example.net", "florence@example.com"
WORDS = (
    "Shall we leave the Channel empty this year?",
    "I trust nobody but the Sultan.",
    "My letters come twice, alas.",
)
LETTER = """F LON - NTH
PRESS TO FRANCE
Shall we leave the Channel empty this year?
ENDPRESS
DIARY
I trust nobody but the Sultan.
ENDDIARY
LETTER TO THE EDITOR
My letters come twice, alas.
— Edith of York
ENDLETTER
GAZETTE
""".replace("\n", "\r\n")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def ask(table: LocalGame, line: str = "FORGET ME", answer: str = "YES") -> None:
    """Edith asks for it, and confirms it."""
    ask_and_confirm(table, "ENGLAND", line, answer)


def pass_time(table: LocalGame, time: timedelta) -> None:
    table.clock.advance_to(table.clock.now() + time)
    table.judge.wake()
    table.settle()
    for _ in range(3):  # letters that told of it leave first
        table.clock.advance_to(table.clock.now() + timedelta(minutes=15))
        table.judge.wake()
        table.settle()


def folder_of(table: LocalGame) -> Path:
    return table.judge.services.config.folders.data.parent


def found(folder: Path, *needles: str) -> list[tuple[str, str]]:
    """Each file that holds one of the texts, with it: byte by byte, whatever the case; names of files, too."""
    wanted = [(needle, needle.encode().lower()) for needle in needles]
    return [
        (str(path.relative_to(folder)), needle)
        for path in sorted(folder.rglob("*"))
        for needle, text in wanted
        if text in str(path.relative_to(folder)).lower().encode()
        or (path.is_file() and text in path.read_bytes().lower())
    ]


def test_no_byte_is_left_and_all_that_is_stored_agrees(table: LocalGame) -> None:
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, LETTER))
    send(
        table,
        FLORENCE,
        reply_to(table, "FRANCE"),
        bytes_of(FLORENCE, "PRESS TO ENGLAND\r\nGladly, dear neighbour.\r\nENDPRESS"),
    )
    assert {needle for _, needle in found(folder_of(table), EDITH, *WORDS)} == {EDITH, *WORDS}
    ask(table)
    pass_time(table, timedelta(hours=23))
    assert table.players[Power("ENGLAND")].address in table.game.people
    pass_time(table, timedelta(hours=2))
    assert found(folder_of(table), EDITH, "Edith of York", *WORDS) == []
    assert faults_of(table.judge.services.config) == []
    assert Power("ENGLAND") not in table.game.seats
    assert "Gladly, dear neighbour." in str(table.judge.services.store.events(GAME))
    assert box(table, FLORENCE)


def test_of_a_practice_game_no_byte_of_its_player_is_left_either(tmp_path: Path) -> None:
    table = start_local_game(tmp_path)
    try:
        edith, own = table.players[Power("ENGLAND")], table.judge.services.config.judge.address
        diary = "DIARY\nI trust nobody but the Sultan.\nENDDIARY"
        for asked, *answers in (("PRACTICE ENGLAND", "YES", diary), ("FORGET ME", "YES")):
            edith.write(own, asked)
            table.settle()
            for answer in answers:
                edith.fetch()
                edith.answer(answer)
                table.settle()
        assert {needle for _, needle in found(tmp_path, EDITH, *WORDS)} == {EDITH, WORDS[1]}
        pass_time(table, timedelta(hours=25))
        assert found(tmp_path, EDITH, *WORDS) == []
        assert faults_of(table.judge.services.config) == []
    finally:
        table.judge.stop()


def test_till_its_hour_a_line_ends_it(table: LocalGame) -> None:
    ask(table)
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, "CANCEL FORGETTING"))
    pass_time(table, timedelta(days=2))
    assert EDITH in table.game.people
    assert "Noted: you are not forgotten." in str(box(table, EDITH)[-1]) or any(
        "Noted: you are not forgotten." in letter.get_content() for letter in box(table, EDITH)
    )


BARE = [
    "CANCEL",
    "Cancel.",
    "Cancel, please\r\n\r\nEdith",
    "ANNULER",
    "Annulez, s'il vous plaît.\r\n\r\nMerci\r\nEdith",
]


def orders_of(table: LocalGame, power: str) -> list[str]:
    return [str(one.order) for one in table.game.orders.get(Power(power), ())]


@pytest.mark.parametrize("text", BARE)
def test_cancel_alone_ends_it_and_takes_no_orders_back(table: LocalGame, text: str) -> None:
    """Elsewhere it takes orders back: here they stand, and their writer is told so, and how to take them back."""
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, "F LON - NTH\r\nA LVP - YOR"))
    stood = orders_of(table, "ENGLAND")
    ask(table)
    edith = table.players[Power("ENGLAND")]
    edith.answer(text)
    table.settle()
    assert table.judge.services.store.forgetting_at(Address(EDITH)) is None
    told = text_of(edith.last()).replace("\n  ", " ")
    assert "you are not forgotten. Your orders stay as they are; CLEAR takes them back." in told
    assert orders_of(table, "ENGLAND") == stood != []
    edith.answer("CLEAR")
    table.settle()
    assert orders_of(table, "ENGLAND") == []


def test_cancel_ends_it_for_who_has_no_game_and_once_confirmed_from_another_mailbox(table: LocalGame) -> None:
    """Whatever a letter needs to be proven, CANCEL needs as well."""
    edith, judge = table.players[Power("ENGLAND")], table.judge.services.config.judge.address
    edith.write(judge, "FORGET ME")
    table.settle()
    edith.answer("YES")
    table.settle()
    edith.write(judge, "CANCEL")
    table.settle()
    assert table.judge.services.store.forgetting_at(Address(EDITH)), "a bare From proves nothing"
    edith.answer("YES")
    table.settle()
    assert table.judge.services.store.forgetting_at(Address(EDITH)) is None
    ask(table)
    send(table, FLORENCE, reply_to(table, "ENGLAND"), bytes_of(FLORENCE, "CANCEL"))
    assert table.judge.services.store.forgetting_at(Address(EDITH))
    edith.answer("YES")
    table.settle()
    assert table.judge.services.store.forgetting_at(Address(EDITH)) is None


@pytest.mark.parametrize("text", ["F EDI - NWG\r\nCANCEL", "CANCEL F LON", "Do not cancel."])
def test_beside_other_lines_cancel_is_about_these(table: LocalGame, text: str) -> None:
    ask(table)
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, text))
    assert table.judge.services.store.forgetting_at(Address(EDITH))


@pytest.mark.parametrize("answer", ["NO", "Perhaps."])
def test_without_a_yes_nobody_is_forgotten(table: LocalGame, answer: str) -> None:
    ask(table, answer=answer)
    pass_time(table, timedelta(days=2))
    assert EDITH in table.game.people


def test_a_fault_over_one_keeps_nobody_else_from_being_forgotten(
    table: LocalGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again later, and nothing of that person is half gone."""
    find = Store.find_forgetting

    def broken(store: Store, address: str, judges: JudgesWords) -> Forgetting:
        if address == EDITH:
            raise KeyError("a fault of our own")
        return find(store, address, judges)

    ask(table)
    ask_and_confirm(table, "FRANCE", "OUBLIEZ-MOI", "OUI")
    with monkeypatch.context() as faults_over_one:
        faults_over_one.setattr(Store, "find_forgetting", broken)
        pass_time(table, timedelta(hours=25))
    assert (EDITH in table.game.people, FLORENCE in table.game.people) == (True, False)
    assert table.judge.services.store.forgetting_at(Address(EDITH))
    pass_time(table, timedelta(hours=1))
    assert found(folder_of(table), EDITH, FLORENCE) == []
    assert faults_of(table.judge.services.config) == []


def test_what_is_left_of_an_event_cannot_be_changed_unseen(table: LocalGame) -> None:
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, LETTER))
    before = table.judge.services.store.last_hash(GAME, str)
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    assert faults_of(table.judge.services.config) == []
    db = table.judge.services.store._reader
    hashes = {row[0].hex() for row in db.execute("SELECT hash FROM event_chain WHERE game = ?", [GAME])}
    assert before in hashes, "what was told by a hash is told by it still"
    store = table.judge.services.store
    change = "UPDATE events SET event = replace(event, 'former player', 'cad') WHERE event LIKE '%former player%'"
    store._writer.submit(lambda db: db.execute(change)).result()
    assert any(
        "is not what was written: its hash is another" in fault for fault in faults_of(table.judge.services.config)
    )


def test_the_game_goes_on_and_writes_to_nobody(table: LocalGame) -> None:
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    assert table.game.deadline
    table.clock.advance_to(table.game.deadline.at + timedelta(days=3))
    table.judge.wake()
    table.settle()
    store = table.judge.services.store
    assert store.overview().outgoing.letters == 0
    assert faults_of(table.judge.services.config) == []
    assert not any("forgotten.invalid" in path.name for path in (folder_of(table) / "mailboxes").iterdir())


def test_what_the_operator_asks_for_is_done_beside_a_judge(table: LocalGame) -> None:
    (folder_of(table) / "config.toml").write_text("", encoding="utf-8")
    done = shell(folder_of(table), "forget", EDITH, "--yes")
    assert done.output.splitlines()[0].startswith(f"{EDITH} has had to do with rome; ")
    pass_time(table, timedelta(minutes=1))
    assert found(folder_of(table), EDITH) == []
    assert faults_of(table.judge.services.config) == []


def test_without_a_judge_it_is_done_at_once(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    folder = folder_of(table)
    table.judge.stop()
    (folder / "config.toml").write_text("", encoding="utf-8")
    asked = shell(folder, "forget", EDITH)
    assert asked.exit_code == 1, "without a yes it is asked, and nobody answers"
    assert "they are forgotten" in shell(folder, "forget", "nobody@example.org", "--yes").output


# --- words in what a game keeps besides press: lines for a later phase, house rules, reasons


ANTON = "anton@example.org"
KEPT = """Autumn 1901:
F NTH - NWY (kalomirute tevazone)
IF F NTH
F NTH - NWY
ELSE
F LON - NTH (sulbrifen dorgaute)
END
""".replace("\n", "\r\n")


def test_no_word_of_a_line_kept_for_later_is_left(table: LocalGame) -> None:
    """Neither once it was dropped nor once it was taken up and came to nothing."""
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, KEPT))
    needles = ("kalomirute", "sulbrifen")
    assert {needle for _, needle in found(folder_of(table), *needles)} == {*needles}
    assert table.game.deadline
    table.clock.advance_to(table.game.deadline.at + timedelta(minutes=1))
    table.judge.wake()
    table.settle()
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    assert found(folder_of(table), *needles) == []
    assert faults_of(table.judge.services.config) == []


def rules_of(table: LocalGame) -> str:
    return " ".join(text for one in table.game.settings.house_rules for text in one.paragraphs)


@pytest.mark.parametrize("agreed", [False, True])
def test_house_rules_go_with_the_master_who_wrote_them(table: LocalGame, *, agreed: bool) -> None:
    """Those that are proposed, those in force, and where a later change of settings has them still."""
    rules = "NEW HOUSE RULES\r\nKalomirute tevazone, says the master.\r\nEND HOUSE RULES"
    send(table, ANTON, reply_to(table, "AUSTRIA"), bytes_of(ANTON, rules))
    if agreed:
        agree(table)
        assert "Kalomirute" in rules_of(table)
        send(table, ANTON, reply_to(table, "AUSTRIA"), bytes_of(ANTON, "SET GRACE 1d"))
        agree(table, 2)
    assert found(folder_of(table), "kalomirute")
    ask_and_confirm(table, "AUSTRIA", "FORGET ME")
    pass_time(table, timedelta(days=1, minutes=1))
    assert found(folder_of(table), ANTON, "kalomirute") == []
    assert faults_of(table.judge.services.config) == []
    assert rules_of(table) == (FORGOTTEN_WORDS if agreed else "")


def test_what_another_player_keeps_for_later_stays_in_force(table: LocalGame) -> None:
    send(table, FLORENCE, reply_to(table, "FRANCE"), bytes_of(FLORENCE, "Autumn 1901:\r\nA BUR - BEL\r\n"))
    send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, "Autumn 1901:\r\nF NTH - NWY\r\n"))
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    assert [one.power for one in table.game.advance] == ["FRANCE"]
    assert "A BUR - BEL" in str(table.game.advance)


# --- names


CUP = "judge@localhost"


def enters(table: LocalGame, power: str, name: str) -> None:
    player = table.players[Power(power)]
    player.write(CUP, f"ENTER TOURNAMENT winter NAME {name}")
    table.settle()
    player.answer("YES")
    table.settle()


def test_a_name_that_is_a_place_takes_no_letter_of_others_along_but_those_that_list_people(table: LocalGame) -> None:
    """Edith has entered a tournament as Paris: what tells of the army there stays, what names her goes."""
    greta = table.players[Power("GERMANY")]
    greta.write(CUP, "OPEN TOURNAMENT winter")
    table.settle()
    greta.answer("YES")
    table.settle()
    enters(table, "ENGLAND", "Paris")
    enters(table, "FRANCE", "Florence")
    for text in ("A PAR - BUR", "PRESS TO ITALY\r\nParis is safe, and Block Paris is no plan.\r\nENDPRESS", "STATUS"):
        send(table, FLORENCE, reply_to(table, "FRANCE"), bytes_of(FLORENCE, text))
    for text in ("TOURNAMENT winter", "STANDINGS winter", "STATUS", "WHATIF\r\nA Paris - Burgundy\r\nENDWHATIF"):
        greta.write(CUP, text) if "winter" in text else greta.answer(text)
        table.settle()
    assert [str(one.get_content()) for one in box(table, GRETA) if "Entered (2): Paris" in one.get_content()]
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    left = [*(raw for _, raw in raws(table)), *(one.get_content() for one in box(table, GRETA))]
    assert not [raw for raw in left if re.search(r"Entered \(\d\): Paris|\bParis +0", raw)]
    letters_in, letters_out = ([raw for kind, raw in raws(table) if kind == each] for each in ("in", "out"))
    assert sum("Paris is safe" in raw for raw in letters_in) == 1
    assert sum("Paris is safe" in raw and "ivo@example.net" in raw for raw in letters_out) == 1
    assert sum("A Paris - Burgundy" in raw for raw in letters_in) == 1
    assert faults_of(table.judge.services.config) == []


GRETA = "greta@example.org"


def raws(table: LocalGame) -> Iterator[tuple[str, str]]:
    """All letters that are kept, in and out."""
    for kind, kept in (("in", "SELECT raw FROM letter_bytes"), ("out", "SELECT raw FROM outbox")):
        for (raw,) in table.judge.services.store._reader.execute(kept).fetchall():
            yield kind, bytes(raw).decode("utf-8", "replace")


def test_a_name_of_somebodys_own_goes_wherever_it_stands(table: LocalGame) -> None:
    greta = table.players[Power("GERMANY")]
    greta.write(CUP, "OPEN TOURNAMENT winter")
    table.settle()
    greta.answer("YES")
    table.settle()
    enters(table, "ENGLAND", "Kalo Mirute")
    send(
        table,
        FLORENCE,
        reply_to(table, "FRANCE"),
        bytes_of(FLORENCE, "PRESS TO ITALY\r\nKalo Mirute lies!\r\nENDPRESS"),
    )
    assert found(folder_of(table), "Kalo Mirute")
    ask(table)
    pass_time(table, timedelta(days=1, minutes=1))
    assert not [raw for _, raw in raws(table) if "Kalo Mirute" in raw]


# --- random lives: whatever somebody has done here, nothing of them is left


SYLLABLES = ["ka", "lo", "mi", "ru", "te", "va", "zo", "né", "pé", "sul", "dor", "bri", "fen", "gau", "hil", "jus"]
"""Words made of these stand in no text of ours, and are found if they are left."""


def words_of(lot: Random) -> str:
    return " ".join("".join(lot.choices(SYLLABLES, k=4)) for _ in range(lot.randint(3, 40))).capitalize() + "."


def life(lot: Random, others: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A letter, and the words in it by which its writer would be known."""
    said = [words_of(lot) for _ in range(4)]
    other = lot.choice(others)
    acts: tuple[tuple[str, list[str]], ...] = (
        (f"PRESS TO {other}\n{said[0]}\nENDPRESS", said[:1]),
        (f"GREY PRESS TO {other}\n{said[0]}\n\n{said[1]}\nENDPRESS", said[:2]),
        (f"BROADCAST\n{said[1]}\nENDBROADCAST", said[1:2]),
        (f"PRESS TO MASTER\n{said[2]}\nENDPRESS", said[2:3]),
        (f"DIARY\n{said[2]}\nENDDIARY", said[2:3]),
        (f"LETTER TO THE EDITOR\n{said[3]}\n— {said[0][:30]}\nENDLETTER", [said[3]]),
        (f"WRITE TO THE ADMINS\n{said[1]}\nENDLETTER", said[1:2]),
        ("GAZETTE", []),
        ("PLAYERS NO", []),
        ("ABSENCE 2026-03-01 TO 2026-03-05", []),
        ("RECORD", []),
        ("SET LANGUAGE fr", []),
        ("VOTE FOR A DRAW", []),
        (f"Autumn 1901:\nA PAR - BUR ({said[2]})", [said[2]]),
        (f"NEW HOUSE RULES\n{said[1]}\nEND HOUSE RULES", [said[1]]),
        (f"Dear judge, {said[3]}", [said[3]]),
    )
    done = lot.sample(acts, k=lot.randint(1, 6))
    return "\n".join(text for text, _ in done), tuple(one for _, told in done for one in told)


def needles_of(said: Sequence[str]) -> list[str]:
    """The words of some texts, one by one: lines are broken anywhere, letters with accents written in many ways."""
    return [word for text in said for word in re.findall(r"[a-z]{8,}", text)]


LIVES = 200


@pytest.mark.parametrize("number", share_of(range(LIVES // 4), 25, "lives"))
def test_of_no_life_a_byte_is_left(table: LocalGame, number: int) -> None:
    """Four people of a table live, write to each other and to the rest; then they are forgotten, one by one."""
    lot = Random(number)
    powers = sorted(table.players)
    chosen = lot.sample(powers, k=4)
    said: dict[Power, list[str]] = {}
    for _ in range(2):
        for power in chosen:
            others = [one for one in powers if one != power]
            text, told = life(lot, others)
            said.setdefault(power, []).extend(told)
            person = table.players[power]
            send(table, person.address, reply_to(table, power), bytes_of(person.address, text.replace("\n", "\r\n")))
    for power in chosen:
        person = table.players[power]
        person.fetch()
        send(table, person.address, reply_to(table, power), bytes_of(person.address, "FORGET ME"))
        person.fetch()
        person.answer("YES")
        table.settle()
    pass_time(table, timedelta(days=1, minutes=1))
    for power in chosen:
        assert found(folder_of(table), table.players[power].address, *needles_of(said[power])) == []
    assert faults_of(table.judge.services.config) == []
