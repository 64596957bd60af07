"""Settings with their values as the lines of letters list them: behind OPEN, JOIN and SET, and below OPEN and JOIN."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from judge.game.settings import Language, MapForm
from judge.requests.asked import DigestRequest
from judge.requests.dates import read_hour, read_length, read_reserve, read_weekdays
from judge.requests.press import read_signatures
from judge.requests.questions import rule_asked
from judge.requests.registry import meaning_of, reads
from judge.requests.small_talk import practises_nothing, sets_nothing, teaches_nothing
from judge.requests.vocabulary import VerbLine, Word, fold_case, value_of, verb_of, vocabulary, without_fillers


@dataclass(frozen=True)
class WrittenSetting:
    """A setting and its value; ``name`` is the key of the vocabulary, None when the word is no key."""

    name: str | None
    word: Word
    value: Word | None


@dataclass(frozen=True)
class ChangeSettingsRequest:
    """Change settings, one's own or the game's."""

    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class PracticeRequest:
    """Open a practice game; ``words`` name a power, a strength, perhaps a board."""

    language: Language
    words: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class TutorialRequest:
    """Begin lessons, or go to one of them; ``words`` name a lesson, or which one next, or a notation."""

    language: Language
    words: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


SettingRequest = ChangeSettingsRequest | PracticeRequest | TutorialRequest

_ITEMS: Mapping[str, Callable[[str], object]] = {
    "reminder": read_length,
    "days": read_weekdays,
    "press": read_signatures,
}
"""Settings whose value may be a list of words, each with what reads one (None: it is no item)."""

_LONGEST_RESERVE = 14
"""Words of the longest way to write one."""

_MAP_FORMS = frozenset(form.value for form in MapForm)
"""Values behind the word for a board by which it means the map that comes with letters."""

_LONGEST_LIST = 50


def powers_and_settings(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[WrittenSetting, ...]]:
    """The words up to the first setting, and the settings from there on."""
    keys = vocabulary().settings
    place = next((place for place, word in enumerate(words) if fold_case(word.text.strip(":")) in keys), len(words))
    return without_fillers(words[:place]), settings_in(words[place:])


def preset_and_settings(words: tuple[Word, ...]) -> tuple[WrittenSetting, ...]:
    """The settings of an opening; the name of a preset may stand at once behind that of the game."""
    if words and fold_case(words[0].text) in vocabulary().presets:
        return (WrittenSetting("preset", words[0], words[0]), *settings_in(words[1:]))
    return settings_in(words)


@reads("practice", talk=practises_nothing)
def read_practice(verb: VerbLine) -> PracticeRequest:
    """What a practice game is asked for with."""
    return PracticeRequest(verb.language, *_words_and_settings(verb.words))


@reads("tutorial", talk=teaches_nothing)
def read_tutorial(verb: VerbLine) -> TutorialRequest:
    """What lessons are asked for with."""
    return TutorialRequest(verb.language, *_words_and_settings(verb.words))


@reads("set", talk=sets_nothing)
def read_settings(verb: VerbLine) -> Any:
    """Settings; older judges have some commands behind SET: SET WAIT, as long as it is no setting here, too.

    What a rule book has a paragraph or a word for is asked about: ``RÈGLE plateau``, ``RÈGLE ajustements d'automne``.
    """
    first = verb.words[0] if verb.words else None
    if first and vocabulary().settings.get(fold_case(first.text.strip(":"))) == "digest":
        return DigestRequest(verb.words[1:])
    if first and (fold_case(first.text) not in vocabulary().settings or len(verb.words) == 1):
        alone = " " * first.start + verb.text[first.start :]
        key, language, words = verb_of(alone)
        if key in _SET_ELSEWHERE:
            return meaning_of(alone, key, language, words)
    if rule := rule_asked(verb):
        return rule
    return ChangeSettingsRequest(settings_in(verb.words))


_SET_ELSEWHERE = frozenset({"wait", "nowait", "absence", "concede"})


def _words_and_settings(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[WrittenSetting, ...]]:
    """The words that belong to no setting, and the settings between them, each with the word behind it."""
    bare: list[Word] = []
    settings: list[WrittenSetting] = []
    at = 0
    while at < len(words):
        is_setting = fold_case(words[at].text.strip(":,")) in vocabulary().settings
        settings += settings_in(words[at : at + 2]) if is_setting else ()
        bare += () if is_setting else words[at : at + 1]
        at += 2 if is_setting else 1
    return without_fillers(tuple(bare)), tuple(settings)


def settings_in(words: tuple[Word, ...]) -> tuple[WrittenSetting, ...]:
    """Pairs of a setting and its value; a colon between them is nothing. A few settings take a list."""
    bare = [Word(text, word.start) for word in words if (text := word.text.strip(":"))]
    settings: list[WrittenSetting] = []
    at = 0
    while at < len(bare):
        word = bare[at]
        key = vocabulary().settings.get(fold_case(word.text))
        if key == "board" and bare[at + 1 :] and value_of(bare[at + 1].text) in _MAP_FORMS:
            key = "maps"
        behind = bare[at + 1 : at + 1 + _LONGEST_LIST]
        listed = behind[: max(_listed(key, behind), 1 + _is_of_two_words(behind))]
        value = Word(" ".join(one.text for one in listed), listed[0].start) if listed else None
        settings.append(WrittenSetting(key, word, value))
        at += 1 + len(listed)
    return tuple(settings)


def _is_of_two_words(words: Sequence[Word]) -> bool:
    """Whether the first two words are one value: ``7 jours``, ``21 h``, ``next phase``."""
    said = " ".join(word.text for word in words[:2])
    is_value = fold_case(said) in vocabulary().values
    return len(words) > 1 and (is_value or (read_length(said) or read_hour(said)) is not None)


def _listed(key: str | None, words: Sequence[Word]) -> int:
    """How many words at the head are items of the list that this setting takes."""
    if key == "reserve":
        lengths = range(min(len(words), _LONGEST_RESERVE), 0, -1)
        return next((n for n in lengths if read_reserve(" ".join(word.text for word in words[:n]))), 0)
    read = _ITEMS.get(key or "")
    return sum(1 for _ in takewhile(lambda word: read(word.text) is not None, words)) if read else 0
