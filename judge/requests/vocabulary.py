"""The words of the command language, compared without regard to case and accents, and those of a line."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from unicodedata import normalize

from judge.languages import FALLBACK, LANGUAGES, Language, languages_read, words_of

Forms = Mapping[str, Mapping[Language, Sequence[str]]]
"""The words of a section by their keys and their languages."""


@dataclass(frozen=True)
class Vocabulary:
    """Folded forms with their key, and for verbs the language they belong to.

    ``words`` are all forms as they are printed, with key and language: ``("ENDPRESS", "verbs.end_press", "en")``.
    ``accented`` are verbs that would be another one without their accents, by their form with them: résumé, resume.
    ``printed`` are the forms of a section that the judge itself prints in a language, in order, by their keys.
    """

    version: int
    words: Sequence[tuple[str, str, Language]]
    verbs: Mapping[str, tuple[str, Language]]
    accented: Mapping[str, tuple[str, Language]]
    settings: Mapping[str, str]
    values: Mapping[str, str]
    lessons: Mapping[str, str]
    formats: Mapping[str, str]
    presets: Mapping[str, str]
    boards: Mapping[str, str]
    scorings: Mapping[str, str]
    seasons: Mapping[str, str]
    kinds: Mapping[str, str]
    logic: Mapping[str, str]
    wishes: Mapping[str, str]
    motions: Mapping[str, str]
    addressing: Mapping[str, str]
    closing: Mapping[str, str]
    amendments: Mapping[str, str]
    traits: Mapping[str, str]
    tournament: Mapping[str, str]
    fillers: frozenset[str]
    printed: Mapping[tuple[str, Language], Mapping[str, str]]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary of ``verbs.toml`` of all languages."""
    tables = {name: _by_key(name) for name in _SECTIONS}
    verbs = _verbs_by_word(tables["verbs"])
    return Vocabulary(
        max(words_of(language, _VERBS)["version"] for language in languages_read()),
        words=tuple((form, f"{name}.{key}", one) for name, table in tables.items() for key, one, form in _forms(table)),
        verbs=verbs,
        accented={
            form.casefold(): (key, answered_in(language))
            for key, language, form in _forms(tables["verbs"])
            if verbs[fold_case(form)][0] != key
        },
        **{name: _keys_by_word(tables[name]) for name in _SECTIONS if name != _VERBS},
        fillers=frozenset(
            fold_case(word) for language in languages_read() for word in words_of(language, _VERBS)["fillers"]["words"]
        ),
        printed={
            (name, language): {key: forms.get(language, forms[FALLBACK])[0] for key, forms in table.items()}
            for name, table in tables.items()
            for language in LANGUAGES
        },
    )


_VERBS = "verbs"
_SECTIONS = tuple(
    name for name, table in words_of(FALLBACK, _VERBS).items() if isinstance(table, dict) and name != "fillers"
)


def _by_key(section: str) -> Forms:
    """The words of a section, which English has whole: by their keys, then by languages, those read first at first."""
    spoken = {language: words_of(language, _VERBS).get(section, {}) for language in languages_read()}
    return {
        key: {language: words[key] for language, words in spoken.items() if key in words} for key in spoken[FALLBACK]
    }


@lru_cache(maxsize=1)
def _since() -> Mapping[Language, int]:
    """From which version of the vocabulary on each language is read."""
    return {language: words_of(language, _VERBS)["since"] for language in languages_read()}


def answered_in(language: Language) -> Language:
    """The language in which one that is read is answered: itself, or English where the judge does not write it."""
    return language if language in LANGUAGES else FALLBACK


def language_of(section: str, word: str) -> Language:
    """The language in which a section has a word, the first one if several have; it is answered in that one."""
    for language in languages_read():
        table: Mapping[str, Sequence[str]] = words_of(language, _VERBS).get(section, {})
        if fold_case(word) in {fold_case(form) for forms in table.values() for form in forms}:
            return answered_in(language)
    return FALLBACK


def form_of(section: str, key: str, language: Language) -> str:
    """The word that the judge itself prints for a key of a section; the key itself where it has no word."""
    return vocabulary().printed.get((section, language), {}).get(key, key)


def _verbs_by_word(table: Forms) -> Mapping[str, tuple[str, Language]]:
    """Folded forms; of two that differ in accents alone the one that has none.

    One of two languages is of the one that was read first, of those read first of the last.
    """
    by_age = sorted(_forms(table), key=lambda found: -_since()[found[1]])
    found = [(form, (key, answered_in(language))) for key, language, form in by_age]
    bare = {fold_case(form): verb for form, verb in found if fold_case(form) == form.casefold()}
    return {fold_case(form): verb for form, verb in found} | bare


def keys_of(word: str) -> Sequence[str]:
    """The sections and keys of a folded word, verbs first; none when it is no word of the vocabulary."""
    return _keys_by_form().get(word, ())


def shows_language(line: str) -> bool:
    """Whether a line does not begin with a verb that is the same word in both languages, as STATS is."""
    begins = _WORD.search(line)
    keys = [key for key in keys_of(fold_case(begins[0].rstrip(":.!"))) if key.startswith("verbs.")] if begins else []
    return len(keys) == len({*keys})


@lru_cache(maxsize=1)
def _keys_by_form() -> Mapping[str, Sequence[str]]:
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for form, key, _ in vocabulary().words:
        keys[fold_case(form)].append(key)
    return keys


def _keys_by_word(table: Forms) -> Mapping[str, str]:
    return {fold_case(form): key for key, _, form in _forms(table)}


def _forms(table: Forms) -> Iterator[tuple[str, Language, str]]:
    """The words with their keys and languages; what a language that was read earlier has for a key comes once."""
    for key, languages in table.items():
        since: dict[str, int] = {}
        for language, forms in languages.items():
            for form in forms:
                if since.setdefault(fold_case(form), _since()[language]) == _since()[language]:
                    yield key, language, form


def fold_case(word: str) -> str:
    """A word without case, accents and the difference between apostrophes."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    return plain.translate(_WITHOUT_MARKS)


def spaced_words(text: str) -> str:
    """The words of a text, folded, with one space before, between and after them."""
    words = re.findall(r"\w+", fold_case(text))
    return f" {' '.join(words)} "


def any_of(phrases: Iterable[str]) -> str:
    """The pattern of any of some phrases among folded words, the longest first; their "*" stands for any ending."""
    folded = sorted({fold_case(one) for one in phrases}, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, folded))})".replace(r"\*", r"\w*")


class _WithoutMarks(dict[int, int | None]):
    """What becomes of each letter where accents are left out; those of alphabets are kept once they have been met."""

    def __missing__(self, letter: int) -> int | None:
        left = None if unicodedata.combining(chr(letter)) else letter
        if letter < _FEW:
            self[letter] = left
        return left


_FEW = 0x3000
_WITHOUT_MARKS = _WithoutMarks()


def value_of(word: str) -> str:
    """The key of a value that is a word (``LOTS``, ``français``), or the word itself, folded."""
    folded = fold_case(word)
    return vocabulary().values.get(folded, folded)


WEEKDAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
"""The days of the week as commands have them in English."""

_DAYS = re.compile(rf"(?:{'|'.join(WEEKDAYS)})(?:[ -](?:{'|'.join(WEEKDAYS)}))*")
_VALUED = ("values", "boards", "scorings", "presets")


def phrase_of(name: str, language: Language) -> str:
    """A part of commands that is no word of the vocabulary, as the judge writes it in a language, else in English."""
    return next(said[name] for one in (language, FALLBACK) if name in (said := _commands(one, "phrases")))


def _commands(language: Language, table: str) -> Mapping[str, str]:
    said: Mapping[str, str] = words_of(language, "commands").get(table, {})
    return said


def written_value(value: str, language: Language) -> str:
    """A value, which comes in English or by its key, as people write it in a language: ``7d/lots`` as ``7j/tirage``."""
    if value in (said := _commands(language, "values")):
        return said[value]
    if (days := _commands(language, "weekdays")) and _DAYS.fullmatch(value):
        return re.sub(r"\w+", lambda day: days[day[0]], value)
    words = "/".join(_written_word(word, language) for word in value.split("/"))
    return re.sub(r"\b(\d+)d\b", rf"\1{phrase_of('days', language)}", words)


def _written_word(word: str, language: Language) -> str:
    """A word of the vocabulary, by itself or by its key, as it is written in a language; any other as it is."""
    tables = (vocabulary().printed[section, language] for section in _VALUED)
    key = value_of(word)
    return next((table[one].lower() for one in (word, key) for table in tables if one in table), word)


_WORD = re.compile(r"[^\s,;=]+")


@dataclass(frozen=True)
class Word:
    """A word of a line as it was written, with its place in the line (characters)."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class VerbLine:
    """A line that begins with a verb: the line, the key and the language of the verb, the ``words`` behind it."""

    text: str
    key: str
    language: Language
    words: tuple[Word, ...]

    @property
    def rest(self) -> Word | None:
        """Everything behind the verb; None where there is nothing."""
        return rest_of(self.text, self.words)

    @property
    def sign(self) -> Word | None:
        """The last sign of a line that has no words behind its verb and no name in it: ``AIDE =``."""
        sign = re.search(r"(?<=\s)[,;=]\s*$", self.text)
        return Word(sign.group().strip(), sign.start()) if sign and not self.words else None

    @property
    def named(self) -> tuple[Word, ...]:
        """The words behind the verb that hold a letter or a digit, without small ones such as "the" and "for"."""
        spoken = (word for word in self.words if any(map(str.isalnum, word.text)))
        return tuple(word for word in spoken if fold_case(word.text) not in vocabulary().fillers)


def words_in(line: str, start: int = 0) -> tuple[Word, ...]:
    """The words of a line from some place on; commas, semicolons and equals signs separate them."""
    return tuple(Word(found.group(), found.start()) for found in _WORD.finditer(line) if found.start() >= start)


def rest_of(line: str, words: tuple[Word, ...]) -> Word | None:
    """The rest of a line from the first of these words on; None without words."""
    return Word(line[words[0].start :].rstrip(), words[0].start) if words else None


def without_fillers(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that are not small ones in front of a name, without elided articles."""
    stripped = (without_elision(word) for word in words)
    return tuple(word for word in stripped if fold_case(word.text) not in vocabulary().fillers)


def without_elision(word: Word) -> Word:
    """The name behind an elided article: ``l'Italie``, ``d’Autriche``."""
    found = re.match(r"[LlDd]['’](?=\w)", word.text)
    return Word(word.text[found.end() :], word.start + found.end()) if found else word


@lru_cache(maxsize=32)
def verb_of(line: str) -> tuple[str | None, Language, tuple[Word, ...]]:
    """The key of the verb a line begins with (None without one), its language, the words behind it.

    Longer verbs are preferred to those of fewer words.
    """
    begins = fold_case(found[0].rstrip(":.!")) if (found := _WORD.search(line)) else ""
    first = [found.group() for found in islice(_WORD.finditer(line), _most_words().get(begins, 2))]
    known, accented = vocabulary().verbs, vocabulary().accented
    for length in range(len(first), 0, -1):
        form = " ".join(first[:length]).rstrip(":.!")
        verb = accented.get(normalize("NFC", form).casefold()) or known.get(fold_case(form))
        if verb:
            return *verb, words_in(line)[length:]
    return None, "en", ()


@lru_cache(maxsize=1)
def _most_words() -> Mapping[str, int]:
    """How many words the longest verb has that begins with a folded word."""
    verbs = sorted((form.split(" ") for form in vocabulary().verbs), key=len)
    return {words[0]: len(words) for words in verbs}


ANY_BLOCK = "any"
"""A bare word for the end closes whatever block is open."""

_LONGEST = 60
_LETTERS = re.compile(r"[^\W_]+")
_TAG = re.compile(r"\s*[<\[]?/([^\W_]+)[>\]]?\s*")
_ENDS = {f"end_{kind}": kind for kind in ("press", "diary", "whatif", "if", "correct", "to_editor", "house_rules")}


def block_ended_by(line: str) -> str | None:
    """The kind of block that a line closes, by its verb or by the words behind END; ANY_BLOCK; None for other lines.

    ``ENDPRESS``, ``FIN DE PRESSE``, ``--- End of message ---``, ``[/press]``, ``Fin.``
    """
    key = verb_of(line)[0]
    return _ENDS.get(key or "") or _block_named(line)


def _block_named(line: str) -> str | None:
    if len(line) > _LONGEST:
        return None
    words = vocabulary().closing
    tag = _TAG.fullmatch(line)
    if tag:
        return words.get(fold_case(tag[1]))
    bare = [fold_case(word) for word in _LETTERS.findall(line)]
    kinds = [words.get(word) for word in bare if word not in vocabulary().fillers]
    what = [kind for kind in kinds if kind and kind != "end"]
    if not kinds or None in kinds or len(kinds) - len(what) != 1 or len(what) > 1:
        return None
    return what[0] if what else ANY_BLOCK if any(verb_of(word)[0] == "stop" for word in bare) else None


def verb_or_block_end(line: str) -> str | None:
    """The verb of a line for conditional blocks: any way to close one counts as its end word."""
    closes = block_ended_by(line)
    return "end_if" if closes == "if" else "end_any" if closes == ANY_BLOCK else verb_of(line)[0]
