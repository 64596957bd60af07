"""French « de » before a name."""

_VOWELS = frozenset("aàâeéèêëiîïoôöuùûüyœ")


def begins_with_vowel(name: str) -> bool:
    """Whether « de » and « le » lose their vowel before a name."""
    return name[:1].casefold() in _VOWELS


def of_in_french(name: str) -> str:
    """Return ``de`` with a name, its vowel elided where French wants it: ``de Furtenau``, ``d'Eisfurt``."""
    return f"d'{name}" if begins_with_vowel(name) else f"de {name}"


class FrenchName(str):
    """A name that a French sentence may have behind « de »: ``{game:of}`` says ``de rome``, ``d'oslo``."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return of_in_french(self) if form == "of" else super().__format__(form)
