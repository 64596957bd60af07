"""The page around a letter that is shown as HTML."""

import logging
from collections.abc import Mapping
from functools import lru_cache

from jinja2 import Environment, StrictUndefined, Template

from judge.reports.own_texts import TEMPLATE_FOLDER, own_template_folder, own_templates

_log = logging.getLogger("judge")

_FRAME = "letter_frame.html"


@lru_cache
def _frame(own_folder: str) -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    packaged = (TEMPLATE_FOLDER / _FRAME).read_text(encoding="utf-8")
    return environment.from_string(own_templates(own_folder).usable.get(_FRAME, packaged))


def framed(facts: Mapping[str, str]) -> str:
    """Return a letter as a page; the packaged frame is used where the operator's own cannot be filled in."""
    if own_template_folder():
        try:
            return _frame(own_template_folder()).render(facts)
        except Exception:  # noqa: BLE001  # as in a template of text
            _log.exception("templates/%s cannot be filled in; the packaged one is used", _FRAME)
    return _frame("").render(facts)
