"""What the words of a language lack: judge words check."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from zlib import crc32

import click
import jinja2

from judge.languages import FALLBACK, LANGUAGES, Language, language_folder, language_table, language_text
from judge.reports.own_texts import (
    SENTENCES,
    fault_of_template,
    flat_sentences,
    places_in,
    template_names,
    template_path,
    templates_of,
)
from judge.reports.phrasing import FORMS_OF_PLACES
from judge.shell.table import Cell, ShellTable, print_tables
from judge.shell.terminal import echo
from judge.system.files import write_whole

_NOTES = "translated.json"
"""For each text of a language what it was made from: check sums of the English text of that day, and of its own."""

_LISTED = ("topics.toml", "places.toml", "marks.toml", "prose.toml")
"""The tables of a language that have the keys of the English ones."""


class WordFault(Enum):
    """What may be wrong with a text of a language."""

    MISSING = "missing"
    STALE = "stale"  # the English one has changed since
    WRONG = "wrong"
    LEFT_OVER = "left over"  # there is no such English one


@dataclass(frozen=True)
class Translated:
    """One text: its file, its name there, what it says in English and in the language; None for nothing.

    ``whole`` is what it says in the languages that lack nothing: what they fill in is known, for all of it is tried.
    """

    file: str
    name: str
    english: object
    own: object
    whole: tuple[object, ...] = ()

    @property
    def key(self) -> str:
        """By what notes name it."""
        return f"{self.file}: {self.name}"

    @property
    def sums(self) -> str:
        """Check sums of both texts."""
        return " ".join(
            f"{crc32(json.dumps(text, ensure_ascii=False).encode()):08x}" for text in (self.english, self.own)
        )


def translated(language: Language) -> Iterator[Translated]:
    """Yield each text that English or the language has."""
    for file in (SENTENCES, *_LISTED, _TEMPLATES):
        texts = {one: _texts(one, file) for one in LANGUAGES}
        english, own = texts[FALLBACK], texts[language]
        whole = [one for one in texts.values() if one.keys() >= english.keys()]
        for name in dict.fromkeys((*english, *own)):
            yield Translated(
                file, name, english.get(name), own.get(name), tuple(one[name] for one in whole if name in one)
            )


_TEMPLATES = "templates"


def _texts(language: Language, file: str) -> Mapping[str, object]:
    """All texts of a file of a language by name; of its templates, each file is one."""
    if file != _TEMPLATES:
        return dict(flat_sentences(language_table(language, file)))
    folder = templates_of(language)
    paths = sorted(folder.rglob("*.txt"))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def fault_of(text: Translated, notes: Mapping[str, str]) -> tuple[WordFault, str] | None:
    """Return what is wrong with a text, and why; None where nothing is."""
    if text.own is None:
        return (WordFault.MISSING, "") if _is_wanted(text) else None
    if text.english is None:
        return None if _is_own_form(text) else (WordFault.LEFT_OVER, "")
    if why := _why_wrong(text):
        return WordFault.WRONG, why
    noted, now = notes.get(text.key, text.sums).split(), text.sums.split()
    return (WordFault.STALE, f"in English now: {text.english}") if noted[0] != now[0] and noted[1] == now[1] else None


def _is_wanted(text: Translated) -> bool:
    """Whether a language needs a text that English has: names that rule books print in English, it does not."""
    return not (text.file == "places.toml" and text.name.startswith(("books.", "called.", "model.")))


_PLURAL = re.compile(r"\.(?:zero|one|two|few)$")


def _is_own_form(text: Translated) -> bool:
    """Whether a text is a form that English has not: of a plural, or of a name as rule books print it."""
    return bool(_PLURAL.search(text.name)) or text.file in {"places.toml", "prose.toml"} or text.name == "board"


def _why_wrong(text: Translated) -> str:
    if type(text.own) is not type(text.english):
        return f"it must be like {text.english!r}"
    try:
        if text.file == _TEMPLATES:
            return fault_of_template(str(text.own), "\n".join(map(str, text.whole)))
        strange = places_in(_plain(text.own)) - _KNOWN_BESIDES - _known_in(text)
    except (jinja2.TemplateSyntaxError, ValueError) as error:
        return str(error)
    return f"unknown here: {', '.join(sorted(strange))}" if strange and text.file == SENTENCES else ""


_KNOWN_BESIDES = {"{n}", "{number}", "{Number}"}
"""What every counted sentence is told."""


_OF_PLACES = ("fact.", "happened.", "illegal.", "notable.")
"""The sentences that are told their places in all forms, ``Phrasing.in_forms``."""


def _known_in(text: Translated) -> set[str]:
    """What a sentence is told, as far as whole languages show it."""
    known = places_in(" ".join(map(_plain, text.whole)))
    if text.name.startswith(("order.", "ordered.")) and {"{to}", "{goal}"} & known:  # Phrasing.towards
        known |= {"{to}", "{goal}"}
    if text.name.startswith(_OF_PLACES):
        stems = {re.sub(r"_(?:at|of|to)}$", "}", place).strip("{}") for place in known}
        known |= {f"{{{stem}{end}}}" for stem in stems & {"goal", "place", "target"} for end in FORMS_OF_PLACES}
    return known


def _plain(text: object) -> str:
    return re.sub(r":\w+}", "}", " ".join(map(str, text)) if isinstance(text, list) else str(text))


def notes_of(language: Language) -> Mapping[str, str]:
    """Return what is noted of the texts of a language."""
    path = language_folder(language) / _NOTES
    found: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def noted_now(language: Language) -> Mapping[str, str]:
    """Return the notes of a language as they are with its texts of today: what is stale stays noted as it was."""
    notes = notes_of(language)
    there = [text for text in translated(language) if text.own is not None and text.english is not None]
    stale = {text.key for text in there if (fault := fault_of(text, notes)) and fault[0] is WordFault.STALE}
    return {text.key: notes[text.key] if text.key in stale else text.sums for text in there}


# --- the commands


@click.group()
def words() -> None:
    """Look at the words of a language, see docs/translating.md."""


@words.command(name="check")
@click.argument("language", type=click.Choice(LANGUAGES))
@click.option("--note", is_flag=True, help="Note which English texts those of the language were made from.")
@click.option("--counts", is_flag=True, help="Count alone, name none.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each row.")
def check_words(language: Language, *, note: bool, counts: bool, as_json: bool) -> None:
    """Say which words of LANGUAGE are missing, stale or wrong, text by text, and count them; fails when any are."""
    if note:
        path = language_folder(language) / _NOTES
        write_whole(path, json.dumps(noted_now(language), ensure_ascii=False, indent=0) + "\n")
    notes, found = notes_of(language), [*translated(language)]
    faults = [(text, *fault) for text in found if (fault := fault_of(text, notes))]
    if not counts:
        rows = tuple((f"{kind.value}", text.key, why.partition("\n")[0]) for text, kind, why in faults)
        if rows:
            print_tables([ShellTable("words", ("fault", "text", "why"), rows)], echo, as_json=as_json)
    print_tables([_counted(language, found, faults)], echo, as_json=as_json)
    sys.exit(bool(faults))


def _counted(
    language: Language, found: list[Translated], faults: list[tuple[Translated, WordFault, str]]
) -> ShellTable:
    number = Counter((text.file, kind) for text, kind, _ in faults)
    there = Counter(text.file for text in found if text.own is not None)
    files = dict.fromkeys(text.file for text in found)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (file, there[file], *(number[file, kind] for kind in WordFault)) for file in files
    )
    return ShellTable(f"words of {language}", ("file", "there", *(kind.value for kind in WordFault)), rows)


# --- the texts that come with the judge


@click.command()
@click.argument("name", required=False)
def text(name: str | None) -> None:
    """Print the packaged text NAME, to make one's own of; without a name, which there are, see docs/texts.md."""
    languages = {f"{language}.toml": language for language in LANGUAGES}
    templates = template_names()
    if name in languages:
        echo(language_text(languages[name], SENTENCES) or "", nl=False)
    elif name in templates:
        echo(template_path(name).read_text(encoding="utf-8"), nl=False)
    elif name:
        (near,) = get_close_matches(name, [*languages, *templates], n=1, cutoff=0)
        raise click.UsageError(f"there is no text “{name}”; the nearest is “{near}”")
    else:
        echo("\n".join([*languages, *templates]))
