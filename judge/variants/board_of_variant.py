"""Makes a board file of a variant that every notation can play on.

Codes and names that are words of orders give way.
"""

import re

from judge.notation.lexicon import find_clashes
from judge.rules.board_check import BoardFault
from judge.rules.board_file import read_board
from judge.variants.board_text import board_text
from judge.variants.variant import Variant, VariantError

_LONGEST_CODE = 6


def board_of_variant(variant: Variant, name: str) -> str:
    """Return the text of a board file without faults; what it cannot say is added to the list of the variant.

    VariantError if there are powers, codes or coasts that a board file cannot have, BoardError if the variant itself
    is not whole.
    """
    for _ in range(len(variant.regions) + 2):  # each time round settles one clash or more
        text = board_text(variant, name)
        faults = [*find_clashes(read_board(text, f"{name}.toml"))]
        if not faults:
            return text
        for fault in faults:
            _settle(variant, fault)
    message = "\n".join(f"{fault.key}: {fault.message}" for fault in faults)
    raise VariantError(message)


def _settle(variant: Variant, fault: BoardFault) -> None:
    """Give a region another code, or its code for a name, where what it has means something else in orders."""
    region = variant.regions.get(fault.key)
    if region is None:
        return
    why = fault.message.partition(" is ")[2] or fault.message
    if fault.message.startswith(f"{fault.key.casefold()!r} "):
        new = _longer_code(variant, fault.key)
        variant.leave_out(variant.line_of(fault.key), f"{fault.key} as a code, which is {new} now", f"it is {why}")
        if region.name == fault.key:
            region.name = new
        variant.rename(fault.key, new)
    else:
        variant.leave_out(variant.line_of(fault.key), f"{region.name} as the name of {fault.key}", f"it is {why}")
        region.name = fault.key


def _longer_code(variant: Variant, code: str) -> str:
    """The code with a letter more of its region's name, or with the first letters that are free."""
    name = re.sub(r"[^A-Z]", "", variant.regions[code].name.upper())
    rest = name.removeprefix(code)
    longer = (code + rest[: 1 + more] for more in range(_LONGEST_CODE - len(code)))
    extended = (f"{code}{letter}" for letter in "XYZABCDEFGHIJKLMNOPQRSTUVW")
    return next(new for new in (*longer, *extended) if len(new) > len(code) and new not in variant.regions)
