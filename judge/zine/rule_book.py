"""Rule books as books on paper: their paragraphs with the examples drawn, their words; set in type as the zine is."""

from collections.abc import Iterator, Sequence

from judge.game.settings import Language
from judge.maps.of_game import detail_of_example
from judge.maps.paper import NO_DAY, Paper
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.rules import blocks_of, example_results
from judge.rules.book_text import BookText, RuleExample, RuleParagraph, load_book_text
from judge.zine.article import Article, Block, Headline, Items, Paragraph, Picture
from judge.zine.issue import Issue, NamedArticle
from judge.zine.pdf_form import write_book


def write_rule_books(books: Sequence[str], language: Language, paper: Paper = "a4", *, tagged: bool = True) -> bytes:
    """Return rule books in one PDF, the same bytes for the same books; ``books`` are their names.

    ``tagged`` for those who have it read aloud; it is half as large again.
    """
    texts = [load_book_text(book) for book in books]
    is_one = len(texts) == 1
    title = say(language, f"book.{books[0]}") if is_one else say(language, "drawn.books")
    articles = tuple(
        NamedArticle(f"book-{text.book}", {language: Article(tuple(_blocks(text, language, 1 if is_one else 2)))})
        for text in texts
    )
    pictures = {
        _picture_name(text, paragraph, place): detail_of_example(example, text.book, language).drawn("overlay").decode()
        for text in texts
        for paragraph in text.paragraphs
        for place, example in enumerate(paragraph.examples)
    }
    issue = Issue(title, 1, NO_DAY, language, articles, pictures, say(language, "drawn.in_our_words"))
    return write_book(issue, STANDARD_BOARD, paper, tagged=tagged)


def _picture_name(text: BookText, paragraph: RuleParagraph, place: int) -> str:
    return f"{text.book}-{text.paragraphs.index(paragraph)}-{place}"


def _blocks(text: BookText, language: Language, level: int) -> Iterator[Block]:
    """A book from its title to its words; ``level`` is that of headlines of its first paragraphs."""
    if level > 1:
        yield Headline(say(language, f"book.{text.book}"), 1)
    for paragraph in text.paragraphs:
        yield Headline(f"{paragraph.number}. {paragraph.title[language]}", level + ("." in paragraph.number))
        yield from (Paragraph(plain_spaces(block)) for block in blocks_of(paragraph.text[language]))
        for place, example in enumerate(paragraph.examples):
            yield Picture(_picture_name(text, paragraph, place))
            yield Items(tuple(_results(example, text.book, language)))
    yield Headline(say(language, "drawn.words"), level)
    for term in sorted(text.terms, key=lambda term: term.words[language][0].casefold()):
        words = ", ".join(term.words[language])
        yield Paragraph(f"*{words}* ({term.paragraph}). {' '.join(blocks_of(term.text[language]))}")


def _results(example: RuleExample, book: str, language: Language) -> Iterator[str]:
    """Each order of an example with what became of it."""
    for power in example_results(example, book, language):
        for order in power.orders:
            told = f"{order.text}. {order.why}" if order.why else f"{order.text}."
            yield plain_spaces(say(language, "zine.item", name=power.name, told=told))
