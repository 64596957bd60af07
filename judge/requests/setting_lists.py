"""Settings with their values as the lines of letters list them: behind OPEN, JOIN and SET, and below OPEN and JOIN."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from judge.game.settings import MapForm
from judge.requests.dates import read_hour, read_length, read_weekdays
from judge.requests.press import read_signatures
from judge.requests.requests import (
    JoinGameRequest,
    Line,
    OpenGameRequest,
    PracticeRequest,
    TutorialRequest,
    WrittenSetting,
)
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    fold_case,
    value_of,
    verb_of,
    vocabulary,
    without_fillers,
    words_in,
)

_ITEMS: Mapping[str, Callable[[str], object]] = {
    "reminder": read_length,
    "days": read_weekdays,
    "press": read_signatures,
}
"""Settings whose value may be a list of words, each with what reads one (None: it is no item)."""

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


def read_practice(verb: VerbLine) -> PracticeRequest:
    """What a practice game is asked for with."""
    return PracticeRequest(verb.language, *_words_and_settings(verb.words))


def read_tutorial(verb: VerbLine) -> TutorialRequest:
    """What lessons are asked for with."""
    return TutorialRequest(verb.language, *_words_and_settings(verb.words))


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
    """Whether the first two words are one value: ``7 jours``, ``21 h``."""
    said = " ".join(word.text for word in words[:2])
    return len(words) > 1 and (read_length(said) or read_hour(said)) is not None


def _listed(key: str | None, words: Sequence[Word]) -> int:
    """How many words at the head are items of the list that this setting takes."""
    read = _ITEMS.get(key or "")
    return sum(1 for _ in takewhile(lambda word: read(word.text) is not None, words)) if read else 0


def settings_below(piece: Line, written: Sequence[str], at: int) -> Sequence[str]:
    """The lines below an OPEN or JOIN that add settings to it, blank ones among them."""
    if not isinstance(piece.request, OpenGameRequest | JoinGameRequest):
        return ()
    name = piece.request.name.text if piece.request.name else ""
    below = (written[place] for place in range(at + 1, len(written)))
    return tuple(takewhile(lambda line: not line.strip() or _adds_settings(line, name), below))


def _adds_settings(line: str, game: str) -> bool:
    """Whether a line is settings: PRESS before the words for signatures, BOARD before any but the name of the game."""
    key, _, rest = verb_of(line)
    if key == "press":
        return bool(rest) and all(read_signatures(word.text) is not None for word in rest)
    if key == "board":
        return bool(rest) and fold_case(rest[0].text) != fold_case(game)
    first = words_in(line)[:1]
    return key is None and any(fold_case(word.text.rstrip("=:")) in vocabulary().settings for word in first)


def with_settings(piece: Line, below: Sequence[str]) -> Line:
    """An OPEN or JOIN with the settings of the lines below it; any other line as it is."""
    text = "\n".join([piece.text, *(line for line in below if line.strip())])
    more = settings_in(words_in(text, len(piece.text)))
    match piece.request:
        case OpenGameRequest(language, name, settings):
            return Line(text, OpenGameRequest(language, name, settings + more))
        case JoinGameRequest(language, name, powers, settings):
            return Line(text, JoinGameRequest(language, name, powers, settings + more))
        case _:
            return piece
