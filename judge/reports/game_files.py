"""Words about a game that goes out as a file, or as the pages of its archive."""

from collections.abc import Iterator, Mapping

from judge.game.settings import Language
from judge.reports.language import count, say
from judge.reports.layout import no_wrap
from judge.reports.page import HEADING, Page, joined_pages, marked

_MEGABYTE = 1_000_000


def write_exported(file: str, format_key: str, phases: int, language: Language) -> str:
    """Return what is attached: the name of the file, how many closed phases it tells, in what form."""
    about = say(language, f"export.{format_key}")
    attached = count(language, "export.attached", phases, file=file, about=about)
    others = say(language, "export.others")
    return f"{attached}\n\n{others}"


def write_zipped_archive(file: str, pages: int, form: tuple[Language, str], language: Language) -> str:
    """Return what is attached: the name of the zip file, how many pages it has, in which language and notation."""
    attached = count(language, "archived.attached", pages, file=file, form=_form_in_words(form, language))
    check = say(language, "archived.check", folder=file.removesuffix(".zip"))
    return f"{attached}\n\n{check}"


def write_archive(texts: Mapping[str, str], form: tuple[Language, str], language: Language) -> str:
    """Return the pages, by file name, one below the other, each letter for letter as it stands in the archive.

    ``form`` is the language and the notation of the pages.
    """
    about = count(language, "archived.shown", len(texts), form=_form_in_words(form, language))
    others = say(language, "archived.others")
    return joined_pages([f"{about}\n\n", *_titled(texts), f"\n{others}"])


def _titled(texts: Mapping[str, str]) -> Iterator[Page]:
    for name, text in texts.items():
        clean = str(marked(text, []))
        yield Page(f"\n[{name}]\n\n{no_wrap(text)}", f"{HEADING}{name}\n\n{clean}")


def _form_in_words(form: tuple[Language, str], language: Language) -> str:
    tongue, notation = form
    return say(language, "archived.form", tongue=say(language, f"language.{tongue}"), notation=notation)


def sizes_of_files(own: int, most: int, language: Language) -> str:
    """Return the size of a file beside the most that one letter may bear, both in bytes."""
    return say(language, "archived.sizes", size=_size(own, language), most=_size(most, language))


def _size(number: int, language: Language) -> str:
    """Return a number of bytes in thousands, or in millions with a tenth, never fewer than they are."""
    if number < _MEGABYTE:
        return say(language, "archived.kilobytes", n=-(-number // 1000))
    tenths = -(-number * 10 // _MEGABYTE)
    written = f"{tenths / 10:g}"
    return say(language, "archived.megabytes", n=written if language == "en" else written.replace(".", ","))
