"""The editor's desk by mail: a proof, corrections between its lines, texts for places, the issue sent out, once."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from judge.config import Config, ZineConfig
from judge.game.settings import Language
from judge.handlers.desk import sent_text
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell import local_game
from judge.shell.local_game import LocalGame, text_of
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.zine.issue import Issue, write_issue
from tests.shared.by_mail import box
from tests.shared.seated import lay_seated_table
from tests.stories.conversations import compare
from tests.zine.small_issue import small_issue

EDITOR = "editor@example.org"
READERS: dict[str, Language] = {"edith@example.net": "en", "florence@example.com": "fr", "fabien@example.net": "fr"}
YES: dict[Language, str] = {"en": "Yes.", "fr": "Oui."}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalGame]:
    """A judge that runs, whose zine somebody edits and three people read."""
    monkeypatch.setattr(local_game, "Config", partial(Config, zine=ZineConfig(EDITOR)))
    table = lay_seated_table(tmp_path)
    wishes = [Subscription(Publication.ZINE, who, True, language) for who, language in READERS.items()]
    assert table.judge.services.store.commit(Transaction(None, LetterStatus.DONE, subscriptions=tuple(wishes)))
    yield table
    table.judge.stop()


def desk_of(table: LocalGame) -> Path:
    return table.judge.services.config.folders.zine / "may"


def lay_issue(table: LocalGame, issue: Issue) -> Path:
    write_issue(issue, desk_of(table))
    return desk_of(table)


class Editor:
    """Somebody at the desk, who answers that each letter is theirs."""

    def __init__(self, table: LocalGame, language: Language, address: str = EDITOR) -> None:
        known = table.players[Power("ENGLAND")]
        mailbox = mailbox_of(table.judge.services.config.folders.mailboxes, address)
        self.table, self.language = table, language
        self.person = replace(known, address=address, language=language, mailbox=mailbox, read=[], _seen=set())

    def write(self, text: str) -> str:
        """Write to the judge; what it answers once the letter is confirmed."""
        self.person.write("judge@localhost", text)
        return self._confirmed()

    def reply(self, under: dict[str, str], above: str = "", below: str = "", quote: str = "> ") -> str:
        """Reply to the last letter between its quoted lines, under the paragraphs that hold some words."""
        last = self.person.last()
        lines = [above, "", "On Sunday somebody wrote:" if self.language == "en" else "Dimanche, quelqu’un a écrit :"]
        for passage in re.split(r"\n(?=\[§)", text_of(last).replace("\N{NO-BREAK SPACE}", " ")):
            lines += [f"{quote}{line}" for line in passage.split("\n")]
            lines += [written for words, written in under.items() if words in passage and passage.startswith("[§")]
        self.person.write(str(last["Reply-To"]), "\n".join([*lines, below]), f"Re: {last['Subject']}")
        return self._confirmed()

    def _confirmed(self) -> str:
        self.table.settle()
        self.person.fetch()
        self.person.answer(YES[self.language])
        self.table.settle()
        self.person.fetch()
        return text_of(self.person.read[-1]).replace("\N{NO-BREAK SPACE}", " ")


WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "Burgundy falls": "Burgundy has fallen, and everybody saw it coming.\n\nThe French army must retreat.",
        "Yours, *England*": "I am told that Brest is lovely in the spring.\n  Yours, *England*",
        "* Deadline": "* Deadline: 31 May 2026",
        "### Orders": "The orders",
        "~ Great Britain": "+ Note that two of these orders are void.",
        "| Germany": "| Germany | 7 |\n| France |",
    },
    "fr": {
        "La Bourgogne tombe": "La Bourgogne est tombée, et chacun l’a vu venir.\n\nL’armée française recule.",
        "Votre *Angleterre*": "On me dit que Brest est charmante au printemps.\n  Votre *Angleterre*",
        "* Date limite": "* Date limite : 31 mai 2026",
        "### Ordres": "Les ordres",
        "~ Grande-Bretagne": "+ Deux de ces ordres sont nuls.",
        "| Allemagne": "| Allemagne | 7 |\n| France |",
    },
}
TEXTS: dict[Language, tuple[str, str, str]] = {
    "en": (
        "TEXT editorial\nGood morning, said the printer:\n\nPrinter to all:\n> the ink is dry.\nEND TEXT",
        "TEXT editorial fr\nBonjour.\nEND TEXT\n\nTEXT leader\nNowhere.\nEND TEXT",
        "TEXT front-imprint\n# Imprint\n\nEdited by Ida Thorne.\nEND TEXT",
    ),
    "fr": (
        "TEXTE éditorial\nBonjour, dit l’imprimeur :\n\nL’imprimeur à tous :\n> l’encre est sèche.\nFIN TEXTE",
        "TEXTE éditorial en\nGood morning.\nFIN TEXTE\n\nTEXTE chapeau\nNulle part.\nFIN TEXTE",
        "TEXTE front-ours\n# Ours\n\nRédaction : Ida Thorne.\nFIN TEXTE",
    ),
}
VERBS: dict[Language, tuple[str, str]] = {"en": ("PROOF", "PUBLISH"), "fr": ("ÉPREUVE", "PARAÎTRE")}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_conversation_at_the_desk(language: Language, table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue(language)), Editor(table, language)
    proof, publish = VERBS[language]
    told = [editor.write(proof)]
    bearer = editor.person.read[-1]
    told.append(editor.reply(WORDS[language]))
    told += [editor.write(text) for text in TEXTS[language]]
    told += [editor.write(publish), editor.write(publish)]
    said = re.sub(re.escape(str(folder.parent)), "zine", "\n========\n".join(told))
    compare(said, Path(__file__).parent / "desk" / f"{language}.txt")
    assert [part.get_filename() for part in bearer.iter_attachments()] == ["proof-12.pdf"]
    sent = {who: [one for one in box(table, who) if "12" in str(one["Subject"])] for who in READERS}
    assert {who: len(letters) for who, letters in sent.items()} == dict.fromkeys(READERS, 1)
    greeting = {"en": "Good morning", "fr": "Bonjour"}
    for who, tongue in READERS.items():
        assert greeting[tongue] in text_of(sent[who][0])
        assert greeting["fr" if tongue == "en" else "en"] not in text_of(sent[who][0])
    kept = [*(folder / "before").iterdir()]
    assert small_issue(language).articles[0].texts[language].title in kept[0].read_text(encoding="utf-8")
    assert (folder / "printed" / "zine-12.fr.pdf").read_bytes()[:4] == b"%PDF"


def paragraphs(folder: Path, file: str = "10-rome.txt") -> str:
    return (folder / file).read_text(encoding="utf-8")


NEW = "Burgundy has fallen."


def test_a_reply_that_carries_the_proof_without_a_mark_changes_only_what_was_changed(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    editor.write("PROOF")
    before = paragraphs(folder)
    told = editor.reply({"Burgundy falls": NEW, "* Deadline": "* Wanted: nobody"}, above="Thank you.", quote="")
    after = paragraphs(folder)
    assert [line for line in after.splitlines() if line not in before.splitlines()] == [NEW, "* Wanted: nobody"]
    assert "Burgundy falls" not in after
    assert "England to France:\n> I am told" in after
    assert told.count("in its place") == 2
    assert "had no effect" not in told


def test_a_paragraph_is_taken_out_and_another_answer_to_the_same_proof_comes_back_whole(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    editor.write("PROOF")
    proof = editor.person.read[-1]
    told = editor.reply({"Burgundy falls": "-"})
    assert "Taken out of 10-rome.txt." in told
    assert "Burgundy falls" not in paragraphs(folder)
    before = paragraphs(folder)
    editor.person.read.append(proof)
    told = editor.reply({"Burgundy falls": "Burgundy has fallen,\n\nand nobody cares."}, above="Once more.")
    assert (
        "> Burgundy has fallen,\n>\n> and nobody cares.\n  This stands nowhere: the paragraph of that mark has changed"
        in told
    )
    assert paragraphs(folder) == before


def test_a_correction_that_comes_twice_stands_once(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    editor.write("PROOF")
    proof = editor.person.read[-1]
    words = {"Burgundy falls": NEW, "~ Great Britain": "+ Two orders are void."}
    editor.reply(words)
    after = paragraphs(folder)
    editor.person.read.append(proof)
    told = editor.reply(words, above="As I wrote:")
    assert paragraphs(folder) == after
    assert told.count("10-rome.txt has it already:") == 2


def test_what_is_not_read_of_a_long_letter_is_told_and_no_issue_goes_out_without_it(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    editor.write("PROOF")
    long = "\n".join([f"> {'a row of some programs ' * 30}"] * 200)
    under = {"Burgundy falls": "It has fallen.", "* Deadline": f"* Deadline: 31 May\n{long}", "### Orders": "Orders"}
    told = editor.reply(under, above="PUBLISH")
    texts = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.txt"))
    assert "It has fallen." in texts
    assert "31 May" not in texts
    assert "PUBLISH\n  Not read" in told
    assert re.search(r"\[§\w{4}\] \* Deadline: 31 May\n  Not read, nor is anything below it", told)
    assert table.judge.services.store.last_zine_issue() is None


def test_an_answer_is_corrected_in_its_turn_and_commands_beside_corrections_come_after_them(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    editor.write("PROOF")
    editor.reply({"Burgundy falls": "Burgundy has falen."})
    told = editor.reply({"Burgundy has falen": NEW}, below="PUBLISH")
    assert "number 12 is out" in told
    assert NEW in paragraphs(folder)
    (issue,) = [text_of(one) for one in box(table, "edith@example.net") if "no. 12" in str(one["Subject"])]
    assert NEW in issue
    assert "[§" not in issue


def test_a_row_or_a_line_of_press_that_a_mail_program_breaks_is_whole(table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    assert max(map(len, editor.write("PROOF").splitlines())) <= 72
    editor.reply({"| Power": "| Power | What its player\nsays of it |\n|---|---|\n| Germany | Nothing |"})
    assert "| Power | What its player says of it |\n|---|---|\n| Germany | Nothing |" in paragraphs(folder)


LINES = ["PROOF", "PUBLISH", "TEXT editorial\nMine.\nEND TEXT", "[§6RN6]\nMine."]


@pytest.mark.parametrize("line", LINES)
def test_from_alone_is_no_editor(line: str, table: LocalGame) -> None:
    folder, editor = lay_issue(table, small_issue("en")), Editor(table, "en")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    editor.person.write("judge@localhost", line)
    table.settle()
    (asked,) = editor.person.fetch()
    assert "Burgundy" not in text_of(asked)
    assert [*asked.iter_attachments()] == []
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    assert table.judge.services.store.last_zine_issue() is None


@pytest.mark.parametrize("line", LINES)
def test_nobody_else_has_a_desk_or_learns_of_the_draft(line: str, table: LocalGame) -> None:
    folder = lay_issue(table, small_issue("en"))
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    stranger = Editor(table, "en", "stranger@example.com")
    player = table.players[Power("ENGLAND")]
    player.answer(line)
    table.settle()
    player.fetch()
    for told in (stranger.write(line), text_of(player.read[-1])):
        assert "only the editor of the zine of this judge writes that" in " ".join(told.split())
        assert not [word for word in ("Sleeping", "10-rome", "Burgundy", "zine/") if word in told]
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    assert [one for one in box(table, "edith@example.net") if "12" in str(one["Subject"])] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_an_issue_or_with_a_faulty_one_that_is_said(language: Language, table: LocalGame) -> None:
    editor, (proof, publish) = Editor(table, language), VERBS[language]
    assert "judge.py zine --draft zine/" in " ".join(editor.write(proof).split())
    folder = lay_issue(table, small_issue(language))
    (folder / "10-rome.txt").write_text("# rome\n\n[picture lost]\n", encoding="utf-8")
    told = " ".join(editor.write(publish).split())
    assert "may/10-rome.txt, line 3: there is no pictures/lost.svg" in told
    assert table.judge.services.store.last_zine_issue() is None


def test_the_issue_in_work_is_that_of_the_highest_number(table: LocalGame) -> None:
    lay_issue(table, small_issue("en"))
    write_issue(replace(small_issue("en"), number=11), desk_of(table).parent / "zzz")
    assert "number 12, as it stands" in Editor(table, "en").write("PROOF")


def test_an_issue_that_goes_out_in_several_languages_names_each() -> None:
    told = sent_text(12, Counter(("en", "de", "de", "fr")), "en")
    assert told == "number 12 is out, 2 letters in German, 1 letter in English and 1 letter in French"
