"""Texts of the operator's own, in place of those that come with the judge, and what they were made from."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches, unified_diff
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from judge.game.settings import LONGEST_HOUSE_RULES
from judge.languages import FALLBACK, LANGUAGES, Language, language_folder, language_table
from judge.system.files import LibraryOnDemand, packaged, write_whole

if TYPE_CHECKING:
    import jinja2
    import jinja2.meta
else:
    jinja2 = LibraryOnDemand("jinja2")

# --- texts of the operator's own, in place of those that come with the judge


TEMPLATE_FOLDER = packaged("templates")
"""The frames of letters as pages and of the site; what is said in a language has its templates in its folder."""


def templates_of(language: Language) -> Path:
    """Return the folder of a language's templates."""
    return language_folder(language) / "templates"


def template_path(name: str) -> Path:
    """Return the file of a packaged template by its name among the operator's own: ``fr/all.results.txt``.

    It is the English one where the language has none of its own.
    """
    language, _, rest = name.partition("/")
    if language not in LANGUAGES or not rest:
        return TEMPLATE_FOLDER / name
    own = templates_of(language) / rest
    return own if own.is_file() else templates_of(FALLBACK) / rest


def template_names() -> tuple[str, ...]:
    """Return the names of all packaged templates, sorted."""
    of_all = (path.relative_to(TEMPLATE_FOLDER).as_posix() for path in TEMPLATE_FOLDER.rglob("*.*"))
    of_each = (
        f"{language}/{path.relative_to(templates_of(language)).as_posix()}"
        for language in LANGUAGES
        for path in templates_of(language).rglob("*.*")
    )
    return tuple(sorted((*of_all, *of_each)))


SENTENCES = "sentences.toml"
"""The file of a language's sentences in its folder."""


@dataclass(frozen=True)
class TextFault:
    """Why a text of the operator's own is not used: ``name`` is its file, for a sentence with its key."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


@dataclass(frozen=True)
class OwnTexts:
    """Texts by name, ``fr/all.results.txt`` for a template and ``fr.toml: KEY`` for a sentence; what is wrong."""

    usable: Mapping[str, str]
    faults: tuple[TextFault, ...]


_folders: list[str] = ["", ""]
"""The folders of templates and of languages; empty while nothing but the packaged texts is used."""


def use_own_texts(templates: Path, languages: Path) -> None:
    """Have this process use the texts in two folders from now on; a file is read when its text is first needed."""
    is_packaged = templates.is_dir() and templates.samefile(TEMPLATE_FOLDER)  # a judge run from its checkout
    _folders[:] = ["" if is_packaged or not templates.is_dir() else str(templates), str(languages)]


_of_records: ContextVar[bool] = ContextVar("of_records", default=False)


@contextmanager
def texts_of_records() -> Iterator[None]:
    """Use the texts of records in what is written within, or by a function that this decorates.

    They are never the operator's own, and their apostrophe is that of a keyboard: pages of all years say the same.
    """
    before = _of_records.set(True)
    try:
        yield
    finally:
        _of_records.reset(before)


def apostrophe() -> str:
    """Return the apostrophe of what is written: ’ in print, that of a keyboard in records."""
    return "'" if _of_records.get() else "’"


_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")


def with_apostrophes(text: str) -> str:
    """Return a text of ours, typed on a keyboard, with the apostrophes of what is written: ``l’ordre``."""
    return _APOSTROPHE.sub(apostrophe(), text)


def own_template_folder() -> str:
    """Return the folder of templates in use, empty for none."""
    return "" if _of_records.get() else _folders[0]


def own_texts_in_use() -> OwnTexts:
    """Return all texts of the operator's own that this process uses, and what is wrong with others."""
    templates, sentences = own_templates(_folders[0]), own_sentences(_folders[1])
    named = {f"templates/{name}": text for name, text in templates.usable.items()}
    named |= {f"languages/{name}": text for name, text in sentences.usable.items()}
    return OwnTexts(named, (*templates.faults, *sentences.faults))


def packaged_text(name: str) -> str:
    """Return what an own text takes the place of, by its name in ``own_texts_in_use``."""
    kind, _, rest = name.partition("/")
    if kind == "templates":
        return template_path(rest).read_text(encoding="utf-8")
    file, _, key = rest.partition(": ")
    return f"{packaged_sentences(file.removesuffix('.toml'))[key]}\n"


def own_language_folder() -> str:
    """Return the folder of languages in use, empty for none."""
    return "" if _of_records.get() else _folders[1]


# --- templates


@lru_cache
def own_templates(folder: str) -> OwnTexts:
    """Return the templates of a folder; each must be one that comes with the judge, and use no name that does not."""
    if not folder:
        return OwnTexts({}, ())
    usable, faults = {}, []
    for path in sorted(path for path in Path(folder).rglob("*") if path.suffix in {".txt", ".html"}):
        name = path.relative_to(folder).as_posix()
        try:
            usable[name] = _checked_template(name, path)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            faults.append(TextFault(f"templates/{name}", _in_words(error)))
    return OwnTexts(usable, tuple(faults))


_HOUSE_RULES = "/anyone.house_rules.txt"


def _checked_template(name: str, path: Path) -> str:
    """The text of a template; ValueError when it cannot take the place of the packaged one."""
    original = template_path(name)
    if not original.is_file():
        raise ValueError(f"no template of that name comes with the judge{_nearest(name, template_names())}")
    text = path.read_text(encoding="utf-8")
    if name.endswith(_HOUSE_RULES) and len(text) > LONGEST_HOUSE_RULES:
        raise ValueError(f"house rules have {LONGEST_HOUSE_RULES} characters at the most, these have {len(text)}")
    if fault := fault_of_template(text, original.read_text(encoding="utf-8")):
        raise ValueError(fault)
    return text


def fault_of_template(text: str, original: str) -> str:
    """Return what keeps a template from taking the place of another, empty for nothing."""
    known = _names_in(original)
    try:
        strange = sorted(_names_in(text) - known - _checking().globals.keys())
    except jinja2.TemplateSyntaxError as error:
        return f"line {error.lineno}: {error.message}"
    return f"the name “{strange[0]}” is unknown here{_nearest(strange[0], known)}" if strange else ""


@lru_cache(1024)
def _names_in(text: str) -> set[str]:
    """The names that a template wants to be told; TemplateSyntaxError if it is none."""
    _checking().compile(tree := _checking().parse(text))  # which knows the filters, too
    return jinja2.meta.find_undeclared_variables(tree)


@cache
def _checking() -> "jinja2.Environment":
    """What knows the names that every template may use; nothing is rendered by it."""
    known = jinja2.Environment(autoescape=False)
    known.filters |= dict.fromkeys(("verbatim", "laid_out", "beside", "in_words", "in_columns", "of"), str)
    known.filters |= dict.fromkeys(("to_send", "to_choose"), str)
    known.globals |= dict.fromkeys(("board_map", "board_near", "board_now", "centre_chart", "rule_example"), "")
    return known


# --- sentences


@lru_cache
def own_sentences(folder: str) -> OwnTexts:
    """Return the sentences in the files of a folder, ``fr.toml`` and ``en.toml``."""
    usable: dict[str, str] = {}
    faults: list[TextFault] = []
    for path in sorted(Path(folder).glob("*.toml")) if folder else ():
        name = f"languages/{path.name}"
        if path.stem not in LANGUAGES:
            known = ", ".join(f"{one}.toml" for one in LANGUAGES)
            faults.append(TextFault(name, f"there is no such language; there are {known}"))
            continue
        try:
            own = dict(flat_sentences(tomllib.loads(path.read_text(encoding="utf-8"))))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
            faults.append(TextFault(name, _in_words(error)))
            continue
        known_ones = packaged_sentences(path.stem)
        for key, sentence in own.items():
            if sentence == known_ones.get(key):
                continue
            fault = _fault_of_sentence(key, sentence, known_ones)
            if fault:
                faults.append(TextFault(f"{name}: {key}", fault))
            else:
                usable[f"{path.name}: {key}"] = str(sentence)
    return OwnTexts(usable, tuple(faults))


@lru_cache
def packaged_sentences(language: Language) -> Mapping[str, object]:
    """Return all that stands in the sentences of a language by dotted key; in English what the language lacks."""
    tables = (language_table(one, SENTENCES) for one in dict.fromkeys((FALLBACK, language)))
    return {key: said for table in tables for key, said in flat_sentences(table)}


@lru_cache
def is_half_done(language: Language) -> bool:
    """Whether a language lacks a sentence or a template, which then is in English."""
    english, own = (
        {key for key, _ in flat_sentences(language_table(one, SENTENCES))}
        | {path.relative_to(templates_of(one)).as_posix() for path in templates_of(one).rglob("*.txt")}
        for one in (FALLBACK, language)
    )
    return not english <= own


def flat_sentences(table: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    """Yield all that stands in a table of sentences by dotted key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat_sentences(value, f"{above}{key}.")
        else:
            yield above + key, value


def _fault_of_sentence(key: str, sentence: object, known: Mapping[str, object]) -> str:
    """What keeps a sentence from taking the place of the packaged one, empty for nothing."""
    changeable = {
        one: text for one, text in known.items() if isinstance(text, str) and not one.startswith("typography.")
    }
    if key not in changeable:
        return f"there is no such sentence{_nearest(key, changeable)}"
    if not isinstance(sentence, str):
        return f"it must be text, such as {changeable[key]!r}"
    packaged = places_in(changeable[key])
    allowed = packaged | {place.replace(":of}", "}") for place in packaged}  # a name that stands behind no « de »
    try:
        strange = sorted(places_in(sentence) - allowed)
    except ValueError:
        return "a brace stands alone; one that is to be read is written twice, as {{"
    if not strange:
        return ""
    listed = ", ".join(sorted(allowed))
    return f"{strange[0]} is unknown here; {f'it may have {listed}' if listed else 'nothing in braces is known'}"


def places_in(sentence: str) -> set[str]:
    """Return the places of a sentence that facts are filled into, as written; ValueError where a brace is alone."""
    parts = Formatter().parse(sentence)
    return {
        f"{{{name}{f'!{how}' if how else ''}{f':{form}' if form else ''}}}"
        for _, name, form, how in parts
        if name is not None
    }


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1, cutoff=0)
    return f"; the nearest is “{near[0]}”" if near else ""


def _in_words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# --- notes of what the operator's own texts were made from, so that changes of the packaged ones can be told later


def note_own_texts(data: Path) -> None:
    """Note each own text with the packaged one of today; one that is noted stays, until the own text is changed.

    The notes lie in the data folder. OSError where they cannot be written.
    """
    noted, own = _notes(data), own_texts_in_use().usable
    notes = {
        name: noted[name]
        if name in noted and noted[name]["own"] == _digest(text)
        else {"own": _digest(text), "packaged": packaged_text(name)}
        for name, text in own.items()
    }
    if notes != noted:
        write_whole(_path(data), f"{json.dumps(notes, ensure_ascii=False, indent=1)}\n")


def changed_texts(data: Path) -> Iterator[tuple[str, str]]:
    """Yield each own text whose packaged text has changed since it was made: its name, the change as a unified diff."""
    noted = _notes(data)
    for name, text in own_texts_in_use().usable.items():
        note = noted.get(name)
        now = packaged_text(name)
        if note and note["own"] == _digest(text) and note["packaged"] != now:
            lines = (note["packaged"].splitlines(keepends=True), now.splitlines(keepends=True))
            yield name, "".join(unified_diff(*lines, f"{name}, as it was", f"{name}, as it is"))


def _path(data: Path) -> Path:
    return data / "own-texts.json"


def _notes(data: Path) -> Mapping[str, Mapping[str, str]]:
    """What is noted; nothing where that cannot be read, for it is noted again."""
    try:
        notes: Mapping[str, Mapping[str, str]] = json.loads(_path(data).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
