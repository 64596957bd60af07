"""Abbreviations that name different regions: the reader's own convention settles them, in both directions."""

from dataclasses import replace

from judge.notation.line import Misread, MisreadReason, Offered, OfferReason
from judge.notation.read import read_order
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation
from judge.rules.orders import Order
from tests.notation.scenes import BOARD, FRANCE, others, scene
from tests.rules import plain
from tests.shared.each_case import each_case


def read(
    notation: str, line: str, *units: str, foreign: tuple[str, ...] = (), phase: str = "S1901M"
) -> Order | Misread:
    own = load_notation(notation)
    return read_order(line, scene(phase, *units, foreign=foreign), BOARD, FRANCE, own, others(own))


def offered(notation: str, line: str, *units: str, foreign: tuple[str, ...] = ()) -> tuple[Order, ...]:
    """The orders of a line that is offered for its notation, as the only one on it."""
    own = load_notation(notation)
    ((_, found),) = read_orders(line, scene("S1901M", *units, foreign=foreign), BOARD, FRANCE, own, others(own))
    assert isinstance(found, Offered)
    assert found.why is OfferReason.NOTATION
    return found.orders


BOTH = [
    # convention, line, the units of both regions that share the word, the meaning
    ("18centres", "A MAR - TUN", ("A NAF", "A MAR"), "A NAF - TUN"),
    ("faf", "MAR - TUN", ("A NAF", "A MAR"), "A NAF - TUN"),
    ("standard", "A MAR - TUN", ("A NAF", "A MAR"), "A MAR - TUN"),
    ("1971", "A Mar-Tun", ("A NAF", "A MAR"), "A MAR - TUN"),
    ("soop", "A Mar – Tun", ("A NAF", "A MAR"), "A MAR - TUN"),
    ("18centres", "A TUN - MAR", ("A TUN",), "A TUN - NAF"),
    ("standard", "A GAS - MAR", ("A GAS",), "A GAS - MAR"),
    ("18centres", "F TYR - NAP", ("F TYS", "A TYR"), "F TYS - NAP"),
    ("faf", "TYR - NAP", ("F TYS", "A TYR"), "F TYS - NAP"),
    ("standard", "A TYR - VEN", ("F TYS", "A TYR"), "A TYR - VEN"),
    ("1971", "A Tyr-Ven", ("F TYS", "A TYR"), "A TYR - VEN"),
    ("soop", "A Tyr – Ven", ("F TYS", "A TYR"), "A TYR - VEN"),
    ("18centres", "F NAP - TYR", ("F NAP",), "F NAP - TYS"),
    ("standard", "A VEN - TYR", ("A VEN",), "A VEN - TYR"),
    ("18centres", "A LIV - COR", ("A LVP", "A LVN"), "A LVP - WAL"),
    ("faf", "LIV - COR", ("A LVP", "A LVN"), "A LVP - WAL"),
    ("standard", "A LIV - MOS", ("A LVP", "A LVN"), "A LVN - MOS"),
    ("18centres", "A EDI - LIV", ("A EDI",), "A EDI - LVP"),
    ("standard", "A MOS - LIV", ("A MOS",), "A MOS - LVN"),
    ("18centres", "F CON - BULcn", ("F CON",), "F CON - BUL/EC"),
    ("faf", "CON - BULCN", ("F CON",), "F CON - BUL/EC"),
    ("standard", "F CON - BUL/EC", ("F CON",), "F CON - BUL/EC"),
    ("18centres", "A ALP - VEN", ("A TYR",), "A TYR - VEN"),
    ("18centres", "A GAL - VIE", ("A GAL", "A WAL"), "A GAL - VIE"),
    ("18centres", "A NOR T", ("A NWY",), "A NWY H"),
    ("soop", "A BUR - MAR", ("A BUR",), "A BUR - MAR"),
    ("1971", "F LYO S F MAR - SPA", ("F LYO", "F MAR", "F NAF"), "F LYO S F MAR - SPA"),
    ("faf", "TUN - MAR", ("A TUN",), "A TUN - NAF"),
    ("1971", "A Bur-Mar", ("A BUR",), "A BUR - MAR"),
    ("faf", "NAP - TYR", ("F NAP",), "F NAP - TYS"),
    ("1971", "A Ven-Tyr", ("A VEN",), "A VEN - TYR"),
    ("soop", "A Ven – Tyr", ("A VEN",), "A VEN - TYR"),
    ("faf", "EDI - LIV", ("A EDI",), "A EDI - LVP"),
    # prefixes of several names: what a convention writes is read, nothing is guessed from the others
    ("18centres", "A NOR - SUE", ("A NWY", "F NTH"), "A NWY - SWE"),
    ("standard", "A NOR - SWE", ("A NWY", "F NTH"), "A NWY - SWE"),
    ("standard", "A GAL - VIE", ("A GAL", "A WAL"), "A GAL - VIE"),
    ("1971", "A Alp-Ven", ("A TYR",), "A TYR - VEN"),
    ("standard", "A ALP - VEN", ("A TYR",), "A TYR - VEN"),
    ("18centres", "F ATL - MAN", ("F MAO", "F NAO"), "F MAO - ENG"),
    ("18centres", "F ATN - GRO", ("F MAO", "F NAO"), "F NAO - NWG"),
    ("standard", "F ATL - ENG", ("F MAO", "F NAO"), "F MAO - ENG"),
    ("18centres", "F MED - LIO", ("F WES", "F EAS"), "F WES - LYO"),
    ("18centres", "F LEV - ION", ("F WES", "F EAS"), "F EAS - ION"),
    ("standard", "F MED - LYO", ("F WES", "F EAS"), "F WES - LYO"),
    ("18centres", "A PAY - BEL", ("A HOL", "A WAL"), "A HOL - BEL"),
    ("18centres", "A COR - LON", ("A HOL", "A WAL"), "A WAL - LON"),
    ("standard", "A PAY - BEL", ("A HOL", "A WAL"), "A HOL - BEL"),
    ("18centres", "A ROM - VEN", ("A ROM", "A RUM"), "A ROM - VEN"),
    ("18centres", "A ROU - BUD", ("A ROM", "A RUM"), "A RUM - BUD"),
    ("standard", "A ROM - VEN", ("A ROM", "A RUM"), "A ROM - VEN"),
    ("standard", "A Romania - BUD", ("A ROM", "A RUM"), "A RUM - BUD"),
    ("standard", "F GOL - TUS", ("F LYO", "F BOT"), "F LYO - TUS"),
    ("standard", "F GOB - SWE", ("F LYO", "F BOT"), "F BOT - SWE"),
    ("18centres", "A NAP - ROM", ("A NAP", "A NAF"), "A NAP - ROM"),
    ("standard", "A NAF - TUN", ("A NAP", "A NAF"), "A NAF - TUN"),
    ("standard", "F NAT - NWG", ("F NAO", "F NAF"), "F NAO - NWG"),
    ("1971", "F NAO-NwS", ("F NAO", "F NAF"), "F NAO - NWG"),
    ("1971", "F NAF-WMe", ("F NAO", "F NAF"), "F NAF - WES"),
    ("18centres", "A LIT - MOS", ("A LVN", "A LVP"), "A LVN - MOS"),
    ("18centres", "F LIO - TOS", ("F LYO", "F LVP"), "F LYO - TUS"),
    ("standard", "F LYO - TUS", ("F LYO", "F LVP"), "F LYO - TUS"),
    ("1971", "F Con-Bul ce", ("F CON",), "F CON - BUL/EC"),
    ("soop", "F Con – Bul CE", ("F CON",), "F CON - BUL/EC"),
]


@each_case(("notation", "line", "units", "meaning"), BOTH, ids=str)
def test_the_own_convention_settles_a_collision(notation: str, line: str, units: tuple[str, ...], meaning: str) -> None:
    assert read(notation, line, *units) == plain.order(meaning)


ONLY_ELSEWHERE = [
    ("18centres", "A MAR - BOU", "A MAR", "A MAR - BUR"),
    ("standard", "A MAR - TUN", "A NAF", "A NAF - TUN"),
    ("18centres", "A TYR - VEN", "A TYR", "A TYR - VEN"),
    ("standard", "F TYR - NAP", "F TYS", "F TYS - NAP"),
    ("18centres", "A LIV - MOS", "A LVN", "A LVN - MOS"),
    ("standard", "F LIV - IRI", "F LVP", "F LVP - IRI"),
]


@each_case(("notation", "line", "unit", "meaning"), ONLY_ELSEWHERE, ids=str)
def test_where_nobody_stands_in_the_own_sense_the_other_one_is_offered(
    notation: str, line: str, unit: str, meaning: str
) -> None:
    """A code of the own convention is never read by another without asking."""
    assert offered(notation, line, unit) == (plain.order(meaning),)
    assert isinstance(read(notation, line, unit), Misread)


def test_support_of_a_unit_that_the_own_code_does_not_name_is_offered() -> None:
    assert offered("standard", "F ROM S A TYR - NAP", "F ROM", "F TYS") == (plain.order("F ROM S F TYS - NAP"),)


LETTERS = [
    # letters and signs that mean different things: phase, convention, line, units, the meaning
    ("S1901M", "faf", "LON c BRE", ("A LON",), "A LON - BRE VIA"),
    ("S1901M", "18centres", "F NRD c A LON - BEL", ("F NTH", "A LON"), "F NTH C A LON - BEL"),
    ("S1901M", "standard", "F NTH C A LON - BEL", ("F NTH", "A LON"), "F NTH C A LON - BEL"),
    ("S1901M", "faf", "TOU s PAR XXX", ("A MAR", "A PAR"), "A MAR S A PAR"),
    ("S1901M", "18centres", "A TOU s A PAR T", ("A MAR", "A PAR"), "A MAR S A PAR"),
    ("S1901M", "18centres", "A PAR T", ("A PAR",), "A PAR H"),
    ("S1901M", "1971", "A Par (H)", ("A PAR",), "A PAR H"),
    ("S1901M", "faf", "PAR XXX", ("A PAR",), "A PAR H"),
    ("S1901M", "1971", "A Par T", ("A PAR",), "A PAR H"),
    ("S1901M", "standard", "A PAR XXX", ("A PAR",), "A PAR H"),
    ("S1901M", "soop", "A Par (H)", ("A PAR",), "A PAR H"),
    ("F1901R", "18centres", "A BOU r PAR", ("A BUR",), "A BUR R PAR"),
    ("F1901R", "standard", "A BUR R PAR", ("A BUR",), "A BUR R PAR"),
    ("F1901R", "18centres", "A BOU d", ("A BUR",), "A BUR D"),
    ("F1901R", "standard", "A BUR D", ("A BUR",), "A BUR D"),
    ("S1901M", "18centres", "- A PAR - BOU", ("A PAR",), "A PAR - BUR"),
    ("W1901A", "18centres", "-A PAR", ("A PAR",), "A PAR D"),
    ("W1901A", "standard", "A PAR D", ("A PAR",), "A PAR D"),
    ("S1901M", "soop", "A Par – Bou", ("A PAR",), "A PAR - BUR"),
    ("S1901M", "soop", "A Par − Bou", ("A PAR",), "A PAR - BUR"),
    ("S1901M", "18centres", "A PAR — BOU", ("A PAR",), "A PAR - BUR"),
]


@each_case(("phase", "notation", "line", "units", "meaning"), LETTERS, ids=str)
def test_a_letter_means_what_its_convention_and_its_phase_make_of_it(
    phase: str, notation: str, line: str, units: tuple[str, ...], meaning: str
) -> None:
    assert read(notation, line, *units, phase=phase) == plain.order(meaning)


@each_case("line", ["I PAR A BUR", "A PAR A BUR", "A PAR A P BUR", "C PAR AP BUR", "F NTH C C LON A NWY"])
def test_the_letters_of_a_game_with_other_units_are_no_orders_here(line: str) -> None:
    """004: there A is "attack", I, W, C are kinds of army, P is power."""
    assert isinstance(read("18centres", line, "A PAR", "F NTH", "A LON"), Misread)


def test_a_unit_of_ones_own_in_the_other_sense_comes_before_a_foreign_one() -> None:
    assert offered("18centres", "A MAR - ESP", "A MAR", foreign=("A NAF",)) == (plain.order("A MAR - SPA"),)


def test_a_foreign_unit_is_read_where_no_other_is_meant() -> None:
    assert read("18centres", "A MAR - TUN", foreign=("A NAF",)) == plain.order("A NAF - TUN")


def test_the_letter_of_a_unit_against_the_own_convention_leaves_two_meanings() -> None:
    """F TYR: the army of Tyrolia with a wrong letter, or the fleet that others write so."""
    found = read("standard", "F TYR - NAP", "A TYR", "F TYS")
    assert isinstance(found, Misread)
    assert found.why is MisreadReason.AMBIGUOUS
    assert set(found.meanings) == {plain.order("A TYR - NAP"), plain.order("F TYS - NAP")}
    assert set(found.hints) == {"A TYR - NAP", "F TYS - NAP"}


def test_a_word_with_two_meanings_in_other_conventions_is_refused() -> None:
    """LIV is no word of 1971; for others it is Liverpool or Livonia."""
    found = read("1971", "A Edi-Liv", "A EDI")
    assert isinstance(found, Misread)
    assert found.why is MisreadReason.AMBIGUOUS
    assert set(found.hints) == {"A Edi-Lpl", "A Edi-Lva"}


def test_nor_is_what_stands_there_or_nothing() -> None:
    """001 VII.7: the first three letters name a region, but for Nor."""
    assert read("1971", "F Nor-Ska", "F NTH") == plain.order("F NTH - SKA")
    assert isinstance(read("1971", "F Nor-Swe", "F NTH", "F NWY"), Misread)


@each_case("word", ["GALL", "ATLA", "MEDI", "GUL", "NORW", "LYON", "NORD"])
def test_no_region_is_guessed_from_the_beginning_of_its_name(word: str) -> None:
    found = read("standard", f"F {word} H", "F NTH", "F NWG", "F WES", "F LYO", "F MAO", "A GAL")
    assert isinstance(found, Misread)
    assert found.why is MisreadReason.UNKNOWN_PLACE


def test_naf_is_not_nap() -> None:
    found = read("standard", "A NAF - ROM", "A NAP")
    assert isinstance(found, Misread)
    assert (found.why, found.hints) == (MisreadReason.NO_UNIT_THERE, ("A NAP - ROM",))


def test_a_dislodged_unit_is_meant_before_the_one_that_drove_it_out() -> None:
    position = scene("F1901R", "A BUR")
    standing = scene("S1901M", foreign=("A BUR",)).units
    both = replace(position, units=standing)
    own = load_notation("standard")
    assert read_order("A BUR R PAR", both, BOARD, FRANCE, own) == plain.order("A BUR R PAR")


def test_a_unit_that_must_retreat_is_meant_before_one_that_need_not() -> None:
    own = load_notation("18centres")
    driven_out = scene("F1901R", "F MAR")
    position = replace(driven_out, units=scene("S1901M", "F NAF").units)
    ((_, found),) = read_orders("F MAR r ESP", position, BOARD, FRANCE, own, others(own))
    assert isinstance(found, Offered)
    assert found.orders == (plain.order("F MAR R SPA"),)


def test_who_orders_for_nobody_in_particular_may_mean_any_unit() -> None:
    position, own = scene("S1901M", "A MAR", foreign=("A VEN",)), load_notation("standard")
    assert read_order("A VEN - TYR", position, BOARD, None, own) == plain.order("A VEN - TYR")
    assert read_order("A MAR - BUR", position, BOARD, None, own) == plain.order("A MAR - BUR")
