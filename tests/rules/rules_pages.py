"""Writes docs/rules-en.* and docs/rules-fr.*, every rule book in paragraphs, as RULES mails them: make rules."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.rules import example_results, opening_of_example, pictured_examples
from judge.rules.book_text import BookText, RuleParagraph, load_book_text
from judge.rules.rulebook import rulebook_names
from judge.zine.pdf_form import write_rule_books

DOCS = Path(__file__).parents[2] / "docs"
PAGES: Mapping[Language, Path] = {"en": DOCS / "rules-en.md", "fr": DOCS / "rules-fr.md"}

_OPENINGS: Mapping[Language, str] = {
    "en": """# The rule books, paragraph by paragraph

The rule books that games are played by, in our own words, under the numbers of their texts; each example as the judge
decides it. A player gets any of it by letter: `RULES 1971 IX.2`; with its examples drawn it is
[a book](rules-en.pdf). Written by `make rules` from `judge/rules/books/paragraphs/`.
""",
    "fr": """# Les règlements, paragraphe par paragraphe

Les règlements selon lesquels on joue ici, avec nos propres mots, sous les numéros de leurs textes ; chaque exemple
tel que l'arbitre le juge. Un joueur en reçoit ce qu'il veut par lettre : `RÈGLES 1971 IX.2` ; avec les exemples en
images, c'est [un livre](rules-fr.pdf). Page écrite par `make rules` d'après `judge/rules/books/paragraphs/`.
""",
}
_WORDS: Mapping[Language, tuple[str, str, str]] = {
    "en": ("Example:", "Then:", "Words"),
    "fr": ("Exemple :", "Puis :", "Lexique"),
}


def page(language: Language) -> str:
    """The page of a language, as it should stand in docs/."""
    return "\n".join([_OPENINGS[language], *(line for name in rulebook_names() for line in _book(name, language))])


def book(language: Language) -> bytes:
    """All rule books in a language as PDF; without tags, which would make it half as large again."""
    return write_rule_books(rulebook_names(), language, tagged=False)


def _book(name: str, language: Language) -> Iterator[str]:
    text = load_book_text(name)
    yield from (f"## {say(language, f'book.{name}')}", "")
    for paragraph in text.paragraphs:
        yield from _paragraph(text, paragraph, language)
    yield from (f"### {_WORDS[language][2]}", "")
    for term in sorted(text.terms, key=lambda term: term.words[language][0].casefold()):
        words = ", ".join(term.words[language])
        yield f"- **{words}** ({term.paragraph}): {' '.join(term.text[language].split())}"
    yield ""


def _paragraph(text: BookText, paragraph: RuleParagraph, language: Language) -> Iterator[str]:
    yield from (f"### {paragraph.number}. {paragraph.title[language]}", "", paragraph.text[language], "")
    for shown in pictured_examples(text.book, paragraph).values():
        yield from (_WORDS[language][shown.follows], "")
        yield from (f"    {plain_spaces(line)}" for line in opening_of_example(shown, text.book, language))
        for power in example_results(shown, text.book, language):
            yield f"    {power.name}"
            for order in power.orders:
                yield f"      {plain_spaces(order.text)}"
                if order.why:
                    yield f"          {plain_spaces(order.why)}"
        yield ""


if __name__ == "__main__":
    for language, path in PAGES.items():
        path.write_text(page(language), encoding="utf-8")
        path.with_suffix(".pdf").write_bytes(book(language))
