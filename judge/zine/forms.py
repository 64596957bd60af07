"""The forms of an issue: plain text, HTML and PDF, all made of the same articles."""

from pathlib import Path
from typing import Literal, get_args

from judge.zine.html_form import write_html_issue
from judge.zine.issue import Issue
from judge.zine.pdf_form import PdfPaper, TypesettingError, write_pdf
from judge.zine.text_form import write_text

Form = Literal["txt", "html", "pdf"]

FORMS: tuple[Form, ...] = get_args(Form)
PAPERS: tuple[PdfPaper, ...] = get_args(PdfPaper)


class UnwritableFormError(Exception):
    """An issue cannot be written in a form; the message says why, and what would work."""


def form_of_file(path: Path) -> Form:
    """Return the form that a file of that name has; UnwritableFormError where its ending names none."""
    for form in FORMS:
        if path.suffix.lower() == f".{form}":
            return form
    names = ", ".join(f"{path.stem or 'zine'}.{form}" for form in FORMS)
    raise UnwritableFormError(f"{path}: an issue is written as .txt, .html or .pdf; for example: {names}")


def write_form(issue: Issue, form: Form, paper: PdfPaper = "a4") -> bytes:
    """Return an issue in a form, text and HTML in UTF-8; ``paper`` is that of a PDF. The same issue has the same bytes.

    UnwritableFormError where it cannot be set in type.
    """
    match form:
        case "txt":
            return write_text(issue).encode()
        case "html":
            return write_html_issue(issue).encode()
        case "pdf":
            try:
                return write_pdf(issue, paper)
            except TypesettingError as error:
                raise UnwritableFormError(f"the issue cannot be set as PDF: {error}") from error
