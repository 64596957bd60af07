"""The settings of a game read back from the sentences in which its first letter tells what was agreed.

Nothing is taken apart: values are tried until the sentences that they make are those of the letter.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import product
from zoneinfo import available_timezones

from judge.formats.kept_letters import plain
from judge.game.settings import Language, Settings, settings_of_new_games
from judge.handlers.settings import GAME_SETTINGS, SettingOption
from judge.reports.language import phrasebook, zone_text
from judge.reports.terms import TERMS_BY_THEME, agreed_sentences
from judge.rules.board_file import board_names
from judge.rules.rulebook import rulebook_names

_MOST_TRIED = 20_000
"""Values of the settings of one sentence that are tried."""


def settings_agreed(lines: Sequence[str], language: Language) -> tuple[Settings, tuple[str, ...]] | None:
    """Return the settings of these lines, and those of their sentences that no settings make; None without a rule book.

    What no sentence tells is as usual: a letter tells what is not; one of an older judge tells all.
    """
    told = plain(" ".join(line.strip() for line in lines if line.strip()))
    settings = _with_book(told, language)
    if settings is None:
        return None
    every = [term for terms in TERMS_BY_THEME for term in terms]
    (begins,) = (
        term for term in every if "beginning" in term.settings
    )  # which is over, and told by older judges alone
    tells_all = any(
        plain(begins.tell(one, language)) in told for one in _tried(settings, ["beginning"], told, language)
    )
    for term in every:
        said, names = plain(term.tell(settings, language)), sorted(term.settings & GAME_SETTINGS.keys())
        if said and said in told:
            continue
        tried = ((one, plain(term.tell(one, language))) for one in _tried(settings, names, told, language))
        match = next((one for one, made in tried if made and made in told), None)
        if match is None and said and tells_all:
            match = next((one for one in _tried(settings, names, told, language) if not term.tell(one, language)), None)
        settings = match or settings
    return settings, tuple(_left(settings, told, language))


def _with_book(told: str, language: Language) -> Settings | None:
    """The usual settings with the rule book and the board that the letter names."""
    (tell,) = (term.tell for terms in TERMS_BY_THEME for term in terms if "rules" in term.settings)
    for rulebook, board in product(rulebook_names(), board_names()):
        settings = replace(settings_of_new_games(), rulebook=rulebook, board=board)
        if plain(tell(settings, language)) in told:
            return settings
    return None


def _tried(settings: Settings, names: Sequence[str], told: str, language: Language) -> Iterator[Settings]:
    """Yield the settings with values of these names that the letter may mean."""
    options = [GAME_SETTINGS[name] for name in names]
    values = [[*_values(one, name, told, language)] for name, one in zip(names, options, strict=True)]
    for number, chosen in enumerate(product(*values)):
        if number == _MOST_TRIED:
            return
        found = settings
        for option, value in zip(options, chosen, strict=True):
            found = option.put(found, value)
        yield found


def _values(option: SettingOption, name: str, told: str, language: Language) -> Iterator[object]:
    """Yield what a setting may be: what stands in the letter in its form, and its examples."""
    found = _IN_TEXT.get(name, _IN_TEXT.get(option.bounds, _nothing))(option, told, language)
    found += [option.read(one) for one in option.examples]
    seen: list[object] = []
    for value in found:
        if value is not None and value not in seen:
            seen.append(value)
            yield value


_Finder = Callable[[SettingOption, str, Language], list[object]]


def _nothing(_: SettingOption, __: str, ___: Language) -> list[object]:
    return []


def _older_languages(_: SettingOption, __: str, ___: Language) -> list[object]:
    """The languages of games that were opened when the judge had two."""
    return [Settings().languages]


_LENGTH = re.compile(r"(\d+) (day|jour|hour|heure|minute)s?(?: (?:and|et) (\d+) (hour|heure|minute)s?)?")
_UNITS = {"day": 1440, "jour": 1440, "hour": 60, "heure": 60, "minute": 1}


def _lengths(_: SettingOption, told: str, __: Language) -> list[object]:
    found = _LENGTH.findall(told)
    return [
        timedelta(minutes=int(one) * _UNITS[unit] + (int(more) * _UNITS[other] if more else 0))
        for one, unit, more, other in found
    ]


def _hours(option: SettingOption, told: str, __: Language) -> list[object]:
    clocks = re.findall(r"\b(\d{1,2})(?::(\d{2})| h(?: (\d{2}))?\b)", told)
    return [option.read(f"{hour}:{minute or other or '00'}") for hour, minute, other in clocks]


def _zones(option: SettingOption, told: str, language: Language) -> list[object]:
    names = sorted(available_timezones(), key=lambda name: (name.count("/") != 1, name))
    return [option.read(name) for name in names if plain(zone_text(name, language)) in told]


def _numbers(option: SettingOption, told: str, _: Language) -> list[object]:
    return [option.read(number) for number in dict.fromkeys(re.findall(r"\d+", told))]


def _days(_: SettingOption, told: str, language: Language) -> list[object]:
    return [tuple(day for day, name in enumerate(phrasebook(language).weekdays) if name in told)]


def _calendars(option: SettingOption, told: str, _: Language) -> list[object]:
    return [option.read(code) for code in re.findall(r"\b[A-Z]{2,3}(?:-[A-Z0-9]{1,3})?\b", told)]


def _budgets(option: SettingOption, told: str, _: Language) -> list[object]:
    numbers = dict.fromkeys(re.findall(r"\d+", told))
    return [option.read(f"{number}{per}") for number in numbers for per in ("", "/game")]


def _reserves(option: SettingOption, told: str, _: Language) -> list[object]:
    numbers = [*dict.fromkeys(re.findall(r"\b[1-9]\d?\b", told))]
    forms = (f"{one}d/{most}d" for one, most in product(numbers, repeat=2))
    yearly = (f"{one}d+{more}d/{most}d" for one, more, most in product(numbers, repeat=3))
    return [option.read(form) for form in (*yearly, *forms)]  # the longer sentence begins as the shorter one


_IN_TEXT: Mapping[str, _Finder] = {
    "languages": _older_languages,
    "length": _lengths,
    "length_or_no": _lengths,
    "hour": _hours,
    "zone": _zones,
    "days": _days,
    "holidays": _calendars,
    "absences": _budgets,
    "reserve": _reserves,
    **dict.fromkeys(("count", "percent", "times", "years", "year"), _numbers),
}
"""What a letter may tell of a setting, by what bounds its values."""


def _left(settings: Settings, told: str, language: Language) -> Iterator[str]:
    """The sentences of a letter that the settings do not make, from the rule book on."""
    sentences = [plain(one) for one in agreed_sentences(settings, language)]
    rest = _BELOW.sub("", told[told.index(sentences[0]) :])
    for one in sorted(sentences, key=len, reverse=True):
        rest = rest.replace(one, "\n")
    yield from (line.strip() for line in rest.split("\n") if line.strip())


_BELOW = re.compile(
    r"(?:TERMS, in a reply, |RÉGLAGES, en réponse, |The seed of the lots: |Graine du tirage : )[^.]*\.?"
)
"""What stands below the settings: where the rest is told, the seed."""
