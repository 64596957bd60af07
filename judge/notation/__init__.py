"""How orders are written: tables of conventions, a reader, a writer; what is named here is public: docs/library.md."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.notation.line import Misread, MisreadReason, Offered, OfferReason
    from judge.notation.read import read_order
    from judge.notation.several_orders import read_orders
    from judge.notation.tables import Notation, load_notation, notation_names
    from judge.notation.write import write_order

__all__ = [
    "Misread",
    "MisreadReason",
    "Notation",
    "OfferReason",
    "Offered",
    "load_notation",
    "notation_names",
    "read_order",
    "read_orders",
    "write_order",
]


def __getattr__(name: str) -> object:
    """Load what is public when it is asked for: the reader is large, and many modules of the judge only write."""
    for module in ("tables", "write", "read", "several_orders", "line") if name in __all__ else ():
        if found := vars(import_module(f"judge.notation.{module}")).get(name):
            return found
    raise AttributeError(name)
