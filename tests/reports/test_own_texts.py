"""Texts of the operator's own: each takes the place of the packaged one; one that cannot be used costs no letter."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.config import Config, FolderConfig, read_config
from judge.formats.record.facts import PageForm
from judge.formats.record.verifying import verify
from judge.formats.record.whole import read_started, record_of
from judge.game.people.messages import Person
from judge.game.settings import Language
from judge.languages import LANGUAGES
from judge.reports import own_texts
from judge.reports.game_answers import write_terms
from judge.reports.help import help_topics, write_help_topic
from judge.reports.html_letter import write_html
from judge.reports.language import LetterText, fill_template, letter_number_line, phrasebook, say
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.own_texts import changed_texts, note_own_texts, own_texts_in_use, packaged_text, use_own_texts
from judge.reports.rules import write_house_rules
from judge.requests.questions import HouseRulesRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.rulebook import board_in_book
from judge.shell.doctor import Installation, check_texts
from judge.shell.local_game import Correspondent, LocalGame, text_of
from tests.reports.parlour import MASTER, game_at
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import eventful_log
from tests.shared.seated import lay_seated_table
from tests.shared.shell import folder_of, shell
from tests.shared.small_tables import at_table


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of a judge; afterwards this process uses no own texts."""
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    yield tmp_path
    use_own_texts(Path("nowhere"), Path("nowhere"))


def lay(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    own_texts.own_templates.cache_clear()  # a judge reads them once
    own_texts.own_sentences.cache_clear()
    return path


def use(folder: Path) -> None:
    use_own_texts(folder / "templates", folder / "languages")


def findings(folder: Path) -> list[str]:
    config = read_config(folder / "config.toml")
    return [str(one) for one in check_texts(Installation(config, datetime(2026, 1, 5, tzinfo=UTC), {}, lambda *_: ()))]


def test_an_own_template_takes_the_place_of_the_packaged_one_in_its_language(folder: Path) -> None:
    lay(folder, "templates/fr/anyone.enough.txt", "Ça suffit !\n")
    use(folder)
    assert str(fill_template("fr", "anyone.enough")) == "Ça suffit\u00a0!\n"
    assert "suffit" not in str(fill_template("en", "anyone.enough", until="noon"))
    assert findings(folder) == ["ok     texts     1 of the operator's own"]


def test_own_texts_stay_as_they_are_where_a_rule_book_has_other_words(folder: Path) -> None:
    lay(folder, "templates/fr/anyone.enough.txt", "Assez, pas de mobilisation.\n")
    lay(folder, "languages/fr.toml", '[subject]\nagain = "(encore une mobilisation)"\n')
    lay(folder, "templates/fr/help/builds.txt", packaged_text("templates/fr/help/builds.txt"))
    use(folder)
    assert str(fill_template("fr", "anyone.enough", "1971")) == "Assez, pas de mobilisation.\n"
    assert phrasebook("fr", "1971").say("subject.again") == "(encore une mobilisation)"
    reader = Person(MASTER.address, MASTER.token, "fr", "1971")
    builds = next(one for one in help_topics() if one.name == "builds")
    assert "constructions" in write_help_topic(builds, reader, board_in_book(STANDARD_BOARD, "1971"))


def test_house_rules_are_a_text_of_the_operators_own(folder: Path) -> None:
    use(folder)
    assert "has no house rules" in write_house_rules("en")
    assert "HOUSE RULES" not in write_terms(game_at(), Person(MASTER.address, MASTER.token, "en"))
    lay(folder, "templates/fr/anyone.house_rules.txt", "Chacun répond à son voisin.\n")
    use(folder)
    assert str(write_house_rules("fr")) == "Chacun répond à son voisin.\n"
    told = write_house_rules("en")
    assert "written in French alone" in told
    assert "Chacun répond" in told
    lay(folder, "templates/en/anyone.house_rules.txt", "Answer your neighbours.\n")
    use(folder)
    assert str(write_house_rules("en")) == "Answer your neighbours.\n"
    assert "HOUSE RULES" in write_terms(game_at(), Person(MASTER.address, MASTER.token, "en"))
    assert findings(folder) == ["ok     texts     2 of the operator's own"]


def test_house_rules_are_short_enough_to_go_with_the_terms(folder: Path) -> None:
    lay(folder, "templates/en/anyone.house_rules.txt", "Be kind. " * 300)
    use(folder)
    (fault,) = own_texts_in_use().faults
    assert (
        str(fault)
        == "templates/en/anyone.house_rules.txt: house rules have 2000 characters at the most, these have 2700"
    )
    assert "has no house rules" in write_house_rules("en")


HOUSE_RULES = "Answer within the week,\neven if only to say no.\n- No press in retreats.\n- No puns.\n\nThank you."


@pytest.fixture
def kept(folder: Path) -> Iterator[tuple[LocalGame, Correspondent, Correspondent]]:
    """A game of two that was opened while the operator had house rules in English."""
    lay(folder, "templates/en/anyone.house_rules.txt", HOUSE_RULES)
    table = at_table(folder)
    people = {player.address.partition("@")[0]: player for player in table.players.values()}
    master, other = people["raisa"], people["florence"]
    lines = ((master, "OPEN rome BOARD duel MASTER arbiter"), (other, "JOUER rome"), (people["edith"], "JOIN rome"))
    for who, line in lines:
        who.write(table.judge.services.config.judge.address, line)
        table.settle()
        who.answer("Yes, that was me.")
        table.settle()
    yield table, master, other
    table.judge.stop()


def plainly(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def said(table: LocalGame, who: Correspondent, letter: str) -> str:
    who.answer(letter)
    table.settle()
    return plainly(text_of(who.read[-1]))


def test_a_game_keeps_the_house_rules_and_its_record_has_them(
    kept: tuple[LocalGame, Correspondent, Correspondent],
) -> None:
    table, master, other = kept
    told = "Answer within the week, even if only to say no.\n\n- No press in retreats.\n\n- No puns.\n\nThank you."
    joined = plainly("\n".join(text_of(one) for one in other.read))
    assert f"Règles de la maison, en anglais :\n\n{told}" in joined, "with the terms"
    use_own_texts(Path("nowhere"), Path("nowhere"))
    assert f"House rules of this game:\n\n{told}" in said(table, master, "TERMS")
    assert told in said(table, other, "RÈGLES DE LA MAISON")
    changed = "NOUVELLES RÈGLES DE LA MAISON\nPas de calembours.\n\n1. Soyez bref.\nFIN RÈGLES DE LA MAISON"
    assert "House rules, in French: Pas de calembours. 1. Soyez bref." in said(table, master, changed)
    assert "Règles de la maison, en français : Pas de calembours." in plainly(text_of(other.read[-1]))
    assert "cette partie :\n\nPas de calembours.\n\n1. Soyez bref." in said(table, other, "RÉGLAGES")
    assert "Seul le maître de jeu" in said(table, other, "NEW HOUSE RULES\nNone.\nEND HOUSE RULES")
    assert "2000 characters" in said(table, master, f"NEW HOUSE RULES\n{'None. ' * 400}\nEND HOUSE RULES")
    assert "no longer" not in said(table, master, "TERMINATE rome Enough.")
    pages = {page.name: page.read_text(encoding="utf-8") for page in (folder_of(table) / "archive" / "rome").iterdir()}
    assert told in pages["000-opening.txt"]
    assert any("Pas de calembours." in text for name, text in pages.items() if "settings" in name)
    assert verify(pages).difference is None


@each_case(
    ("line", "language"),
    [("HOUSE RULES", "en"), ("RÈGLES DE LA MAISON", "fr"), ("règles maison", "fr")],
)
def test_house_rules_are_asked_for_by_a_line(line: str, language: Language) -> None:
    (piece,) = read_lines(line)
    assert piece.request == HouseRulesRequest(language)


def test_an_own_sentence_takes_the_place_of_the_packaged_one_and_all_others_stay(folder: Path) -> None:
    others = say("fr", "words.and")
    lay(folder, "languages/fr.toml", '[subject]\nagain = "(encore une fois)"\n')
    use(folder)
    assert (say("fr", "subject.again"), say("fr", "words.and")) == ("(encore une fois)", others)
    assert say("en", "subject.again") != "(encore une fois)"


def test_the_page_around_a_letter_may_be_ones_own(folder: Path) -> None:
    lay(folder, "templates/letter_frame.html", "<main>{{ body|safe }}</main>")
    use(folder)
    assert write_html(LetterText("Subject", "Text\n"), "en") == "<main><p>Text</p></main>"


BROKEN = {
    "templates/fr/anyone.enough.txt": [
        ("{% if %}", "line 1: Expected an expression, got 'end of statement block'"),
        ("{{ nobody_knows }}", "the name “nobody_knows” is unknown here; the nearest is “"),
        ("{{ 1|unheard }}", "line 1: No filter named 'unheard'."),
    ],
    "templates/fr/anyone.enuogh.txt": [
        ("Hello", "no template of that name comes with the judge; the nearest is “fr/anyone.enough.txt”"),
    ],
    "languages/xx.toml": [
        ("", f"there is no such language; there are {', '.join(f'{one}.toml' for one in LANGUAGES)}")
    ],
    "languages/fr.toml": [("subject = ", "Invalid value (at end of document)")],
    "languages/fr.toml: subject.agian": [
        ('[subject]\nagian = "x"', "there is no such sentence; the nearest is “subject.again”")
    ],
    "languages/fr.toml: subject.again": [
        ("[subject]\nagain = 7", "it must be text, such as '"),
        ('[subject]\nagain = "{when}"', "{when} is unknown here; nothing in braces is known"),
        ('[subject]\nagain = "{"', "a brace stands alone; one that is to be read is written twice, as {{"),
    ],
    "languages/fr.toml: letter.number": [
        ('[letter]\nnumber = "{numbre}"', "{numbre} is unknown here; it may have {game:of}, {game}, {number}")
    ],
    "languages/fr.toml: calendar.weekdays": [('[calendar]\nweekdays = "x"', "there is no such sentence; the nearest")],
}


@pytest.mark.parametrize(
    ("name", "text", "why"), [(name, text, why) for name, cases in BROKEN.items() for text, why in cases]
)
def test_one_that_cannot_be_used_is_told_and_the_packaged_one_is_used(
    name: str, text: str, why: str, folder: Path
) -> None:
    before = say("fr", "subject.again"), letter_number_line("fr", "rome", 7)
    lay(folder, name.split(": ", maxsplit=1)[0], text)
    use(folder)
    (fault,) = own_texts_in_use().faults
    assert fault.name == name
    assert fault.why.startswith(why)
    (line,) = findings(folder)
    assert line.startswith(f"WRONG  texts     {name}: {why}")
    assert line.endswith("; put it right; until then the text that comes with the judge is used")
    assert (say("fr", "subject.again"), letter_number_line("fr", "rome", 7)) == before


def test_of_a_language_the_sentences_that_can_be_used_are(folder: Path) -> None:
    lay(folder, "languages/fr.toml", '[subject]\nagain = "(encore)"\nagian = "x"\n')
    use(folder)
    assert say("fr", "subject.again") == "(encore)"


def test_a_template_that_cannot_be_filled_in_gives_way_to_the_packaged_one(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = fill_template("en", "anyone.enough", until="noon")
    lay(folder, "templates/en/anyone.enough.txt", "{{ until.nothing.at_all }}\n")
    use(folder)
    with caplog.at_level(logging.ERROR):
        assert fill_template("en", "anyone.enough", until="noon") == before
    assert "templates/en/anyone.enough.txt cannot be filled in; the packaged one is used" in caplog.text


def test_a_judge_writes_with_the_texts_of_its_folder(folder: Path) -> None:
    lay(folder, "languages/en.toml", '[letter]\nnumber = "Our letter {number} of {game}"\n')
    table = lay_seated_table(folder)
    try:
        player = table.players[Power("ENGLAND")]
        player.answer("F LON - NTH")
        table.settle()
        assert text_of(player.read[-1]).splitlines()[-1].startswith("Our letter ")
    finally:
        table.judge.stop()


# --- what has changed since


def test_what_has_changed_in_the_packaged_text_is_told_until_the_own_one_is_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(folder, "languages/fr.toml", '[subject]\nagain = "(encore)"\n')
    use(folder)
    note_own_texts(folder / "data")
    assert list(changed_texts(folder / "data")) == []
    name, before = "languages/fr.toml: subject.again", packaged_text("languages/fr.toml: subject.again")
    monkeypatch.setattr("judge.reports.own_texts.packaged_text", lambda _: "(nouvelle version)\n")
    ((told, change),) = changed_texts(folder / "data")
    assert told == name
    assert change == f"--- {name}, as it was\n+++ {name}, as it is\n@@ -1 +1 @@\n-{before}+(nouvelle version)\n"
    note_own_texts(folder / "data")
    assert len(list(changed_texts(folder / "data"))) == 1, "noted once, as long as the own text stays"
    assert findings(folder)[0].startswith(f"note   texts     what {name} takes the place of has changed since")
    said = shell(folder, "upgrade").stdout
    assert "there is no database" in said
    lay(folder, "languages/fr.toml", '[subject]\nagain = "(de nouveau)"\n')
    use(folder)
    note_own_texts(folder / "data")
    assert list(changed_texts(folder / "data")) == []


def test_a_judge_run_from_its_checkout_has_no_own_templates() -> None:
    own = FolderConfig().templates
    use_own_texts(own, Path("nowhere"))
    assert (own_texts.own_template_folder(), own_texts_in_use().usable) == ("", {})
    assert Config().folders.templates == own


@pytest.mark.parametrize("name", ["fr.toml", "letter_frame.html", "fr/anyone.enough.txt"])
def test_a_packaged_text_is_printed_to_make_ones_own_of(name: str, folder: Path) -> None:
    assert name in shell(folder, "text").stdout.splitlines()
    printed = shell(folder, "text", name).stdout
    lay(folder, f"languages/{name}" if name.endswith(".toml") else f"templates/{name}", printed)
    use(folder)
    assert own_texts_in_use().faults == ()


def test_a_text_that_does_not_exist_is_answered_with_the_nearest(folder: Path) -> None:
    assert "there is no text “fr/enough.txt”; the nearest is “fr/" in shell(folder, "text", "fr/enough.txt").stderr


def test_pages_of_the_record_are_always_in_the_words_of_the_judge(folder: Path) -> None:
    """So anybody can verify them."""
    usual = record_of(eventful_log())
    lay(folder, "languages/en.toml", '[record]\nstarted = "Off we went at {at}."\n[words]\nand = " & "\n')
    use(folder)
    assert say("en", "record.started", at="noon") == "Off we went at noon."
    assert record_of(eventful_log()) == usual
    assert verify(usual).difference is None
    assert read_started(usual["index.txt"], PageForm("en", "standard"))
