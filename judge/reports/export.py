"""Words about a game that goes out as a file."""

from judge.game.settings import Language
from judge.reports.language import count, say


def write_exported(file: str, format_key: str, phases: int, language: Language) -> str:
    """Return what is attached: the name of the file, how many closed phases it tells, in what form."""
    about = say(language, f"export.{format_key}")
    attached = count(language, "export.attached", phases, file=file, about=about)
    others = say(language, "export.others")
    return f"{attached}\n\n{others}"
