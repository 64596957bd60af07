"""The words of the season's prose: regions, powers and units in the forms that its patterns name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.reports.phrasing import Phrasing, RegionForm
from judge.rules.board import Power, Province, Unit
from judge.zine.prose_patterns import prose_table

_FORMS: Mapping[str, RegionForm] = {"": "name", "_of": "source", "_at": "at", "_unit": "of"}


@dataclass(frozen=True)
class ProseWords:
    """The words of one language; ``phrasing`` names regions and powers."""

    phrasing: Phrasing

    @property
    def table(self) -> Mapping[str, Any]:
        """The patterns and words of the language."""
        return prose_table(self.phrasing.language)

    def region(self, name: str, province: Province) -> Mapping[str, str]:
        """Return a region in all forms: ``place``, ``place_of``, ``place_at``."""
        return {f"{name}{end}": self.phrasing.region(province, form) for end, form in _FORMS.items()}

    def regions(self, name: str, provinces: Sequence[Province]) -> Mapping[str, str]:
        """Return several regions in all forms, each as a list."""
        return {f"{name}{end}": self.phrasing.regions(provinces, form) for end, form in _FORMS.items()}

    def powers(self, name: str, powers: Sequence[Power]) -> Mapping[str, str]:
        """Return powers in all forms: ``by``, ``by_of``, ``by_to``, each as a list."""
        say = self.phrasing
        forms = {"": say.power_in_words, "_of": say.of_power, "_to": say.to_power, "_bare": say.power}
        return {f"{name}{end}": say.listing(map(form, powers)) for end, form in forms.items()}

    def with_help(self, name: str, power: Power, helpers: Sequence[Power]) -> Mapping[str, str]:
        """Return a power in all forms with those who supported it: ``by_with`` goes on, ``by_end`` ends there."""
        said = self.powers(name, [power])
        if not helpers:
            return {**said, f"{name}_with": said[name], **{f"{form}_end": text for form, text in said.items()}}
        backed = self.powers("powers", helpers)
        end = self.word(f"with_end_{'many' if len(helpers) > 1 else 'one'}", **backed)
        ends = {f"{form}_end": f"{text}{end}" for form, text in said.items()}
        return {**said, f"{name}_with": f"{said[name]}{self.word('with', **backed)}", **ends}

    def word(self, key: str, **facts: object) -> str:
        """Return a word with its facts."""
        return str(self.table["words"][key]).format_map(facts)

    def number(self, key: str, n: int) -> str:
        """Return a number of things: ``one centre``, ``5 centres``."""
        is_one = n in ({0, 1} if self.phrasing.language == "fr" else {1})
        return self.word(f"{key}_{'one' if is_one else 'many'}", n=n)

    def kind(self, unit: Unit | None) -> str:
        """Return the word for a unit by its kind: army, fleet; unit on a board with troops."""
        return self.word(kind_key(unit))

    def listed(self, items: Sequence[str], *, is_gapped: bool = False) -> str:
        """Return clauses as a list, with a comma before the last one where one is a list itself, or lacks its verb."""
        last = self.phrasing.say("words.and")
        *first, final = items
        if not first:
            return final
        comma = "," if is_gapped or any(last in item or "," in item for item in items) else ""
        return f"{', '.join(first)}{comma}{last}{final}"


def kind_key(unit: Unit | None) -> str:
    """Return the key of the word for a unit: ``A``, ``F``, ``troop``."""
    return "troop" if unit is None or unit.corps else unit.kind.value
