"""Which of several offers a reply takes by their numbers; whatever leaves that open says nothing."""

from judge.handlers.which_offers import Which, read_which
from tests.shared.each_case import each_case

SAID = {
    "YES 1": ({1}, ()),
    "yes to the second one": ({2}, ()),
    "1 and 3 yes, 2 no": ({1, 3}, {2}),
    "oui pour le deuxième": ({2}, ()),
    "Oui au premier, non au troisième": ({1}, {3}),
    "1 et 3 oui, 2 non": ({1, 3}, {2}),
    "The second one.": ({2}, ()),
    "2": ({2}, ()),
    "2 please": ({2}, ()),
    "the last one, thanks": ({3}, ()),
    "only the second": ({2}, {1, 3}),
    "Yes, only 2": ({2}, {1, 3}),
    "the second only": ({2}, {1, 3}),
    "le premier seulement": ({1}, {2, 3}),
    "seulement le n° 3, merci": ({3}, {1, 2}),
    "yes except the second": ({1, 3}, {2}),
    "all but the second": ({1, 3}, {2}),
    "Yes to all except 2 and 3": ({1}, {2, 3}),
    "oui sauf le 2": ({1, 3}, {2}),
    "yes but not the third": ({1, 2}, {3}),
    "No, only the first": ({1}, {2, 3}),
    "je prends la 1re et la 3e": ({1, 3}, ()),
    "yes to 1, 2": ({1, 2}, ()),
    "Yes to 1. 2, no.": ({1}, {2}),
    "Oui au 1. Le 2, non. Le 3 oui.": ({1, 3}, {2}),
    "no to the first and the second": ((), {1, 2}),
    "1: yes": ({1}, ()),
    "go with the third": ({3}, ()),
}
OPEN = [
    "yes", "no", "yes please", "thanks", "the fourth", "YES 4", "not the second, the first", "no 2", "yes, 2 no",
    "1 2 yes 3", "yes to the second?", "is it the first or the second", "I'll see you on the 2nd", "0", "both",
    "yes 11", "first, thank the judge", "A PAR - PIC", "2 centres", "yes except",
]  # fmt: skip


@each_case(("line", "which"), SAID.items(), ids=list(SAID))
def test_numbers_with_an_answer_before_or_behind_them(line: str, which: tuple[set[int], set[int]]) -> None:
    assert read_which(line, 3) == Which(frozenset(which[0]), frozenset(which[1]))


@each_case("line", OPEN)
def test_whatever_leaves_open_which_says_nothing(line: str) -> None:
    assert read_which(line, 3) is None


def test_both_are_two() -> None:
    assert read_which("both, please", 2) == read_which("les deux", 2) == Which(frozenset({1, 2}))
