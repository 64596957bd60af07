"""An issue as one HTML file that needs no other: no script, all pictures in it, two languages side by side.

Pictures are images, not parts of the page: the ids of two maps cannot clash, and no drawing can run anything.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from html import escape
from itertools import groupby, pairwise
from pathlib import Path

from judge.game.settings import Language
from judge.reports.language import day_text, say
from judge.reports.layout import laid_out
from judge.zine.article import (
    Article,
    Block,
    Headline,
    Items,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    Table,
    Verbatim,
    is_across,
    is_of_numbers,
    orders_in_row,
    parts_of_ordinals,
    runs_of,
    typeset,
)
from judge.zine.issue import Issue

# --- an article in two languages: what of the one stands beside what of the other


RowOfSides = tuple[Sequence[Block], ...]
"""What stands side by side: the blocks of each language."""


def rows_side_by_side(articles: Sequence[Article]) -> Sequence[RowOfSides]:
    """Return the rows of an article in several languages, as many as the texts have in common.

    Texts with the same headlines and pictures share a row for each part, parts with the same kinds of blocks one for
    each block; texts that differ in that are one row.
    """
    parts = [list(_parts(article)) for article in articles]
    if any(list(map(_mark, one)) != list(map(_mark, other)) for one, other in pairwise(parts)):
        return [tuple(article.blocks for article in articles)]
    return [row for sides in zip(*parts, strict=True) for row in _rows(sides)]


def pictures_of_row(row: RowOfSides) -> Sequence[Picture]:
    """Return the picture that all sides of a row show, with each its caption; empty where they show anything else."""
    found = [block for side in row for block in side if isinstance(block, Picture)]
    is_one = all(len(side) == 1 for side in row) and len({picture.name for picture in found}) == 1
    return found if is_one and len(found) == len(row) else ()


def _rows(sides: RowOfSides) -> Iterator[RowOfSides]:
    kinds = [[type(block) for block in side] for side in sides]
    if all(one == other for one, other in pairwise(kinds)):
        yield from (tuple((block,) for block in blocks) for blocks in zip(*sides, strict=True))
    else:
        yield sides


def _parts(article: Article) -> Iterator[Sequence[Block]]:
    """The parts of an article: a headline with what follows it, a picture by itself."""
    part: list[Block] = []
    for block in article.blocks:
        if part and (isinstance(block, Headline | Picture) or isinstance(part[-1], Picture)):
            yield part
            part = []
        part.append(block)
    yield part


def _mark(part: Sequence[Block]) -> object:
    first = part[0] if part else None
    return first.level if isinstance(first, Headline) else first.name if isinstance(first, Picture) else ""


# --- an issue as one HTML file that needs no other


def write_html_issue(issue: Issue) -> str:
    """Return an issue as a page of HTML."""
    title, subtitle = (escape(typeset(text, issue.language)) for text in (issue.title, issue.subtitle))
    number = escape(typeset(say(issue.language, "zine.form.number", number=issue.number), issue.language))
    lines = (
        "<!DOCTYPE html>",
        f'<html lang="{issue.language}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}, {number}</title>",
        f"<style>\n{_style()}</style>",
        "</head>",
        "<body>",
        '<header class="masthead">',
        f"<h1>{title}</h1>",
        *([f'<p class="subtitle">{subtitle}</p>'] if subtitle else []),
        f'<p class="issue"><span>{number}</span> <span>{escape(day_text(issue.day, issue.language))}</span></p>',
        "</header>",
        *_contents(issue),
        "<main>",
        *_articles(issue),
        "</main>",
        "</body>",
        "</html>",
    )
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=1)
def _style() -> str:
    return (Path(__file__).parent / "issue.css").read_text(encoding="utf-8")


def _contents(issue: Issue) -> Iterator[str]:
    titles = [(number, article.title(issue.language)) for number, article in enumerate(issue.articles, start=1)]
    if any(title for _, title in titles):
        yield f"<nav>\n<h2>{say(issue.language, 'zine.form.contents')}</h2>\n<ul>"
        for number, title in titles:
            if title:
                yield f'<li><a href="#article-{number}">{_words(title, issue.language)}</a></li>'
        yield "</ul>\n</nav>"


def _articles(issue: Issue) -> Iterator[str]:
    for number, article in enumerate(issue.articles, start=1):
        texts = article.in_order(issue.language)
        if len(texts) == 1:
            language, text = texts[0]
            yield f'<article id="article-{number}" lang="{language}">'
            yield from (line for block in text.blocks for line in block_html(block, language, partial(_picture, issue)))
        else:
            yield f'<article id="article-{number}" class="side-by-side">'
            yield from _in_both(texts, issue)
        yield "</article>"


def _in_both(texts: Sequence[tuple[Language, Article]], issue: Issue) -> Iterator[str]:
    """The rows of an article in both languages; a picture that both show stands once, across."""
    languages = [language for language, _ in texts]
    for row in rows_side_by_side([text for _, text in texts]):
        if pictures := pictures_of_row(row):
            yield from _picture(issue, pictures[0].name, list(zip(languages, pictures, strict=True)))
            continue
        yield '<div class="row">'
        for language, blocks in zip(languages, row, strict=True):
            yield f'<div lang="{language}">'
            yield from (line for block in blocks for line in block_html(block, language, partial(_picture, issue)))
            yield "</div>"
        yield "</div>"


ShownPicture = Callable[[str, Sequence[tuple[Language, Picture]]], Iterator[str]]
"""Yields the lines that show a picture by its name, with its captions by language."""


def block_html(block: Block, language: Language, shown: ShownPicture, *, top: int = 2) -> Iterator[str]:
    """Yield the lines of a block, everything escaped that somebody has written; ``top`` is its highest heading."""
    match block:
        case Headline(text, level):
            yield f"<h{level + top - 1}>{_words(text, language)}</h{level + top - 1}>"
        case Paragraph(text):
            yield f"<p>{_words(text, language)}</p>"
        case Items(items):
            yield "<ul>"
            yield from (f"<li>{_words(item, language)}</li>" for item in items)
            yield "</ul>"
        case Quotation(author, lines):
            own = block.language_within(language)
            yield "<blockquote>"
            yield from ([f'<p class="author">{escape(typeset(author, language))}</p>'] if author else [])
            yield from _stanzas(laid_out("\n".join(lines)).lines, own, "" if own == language else f' lang="{own}"')
            yield "</blockquote>"
        case Verbatim(lines):
            yield f"<pre>{escape(chr(10).join(lines), quote=False)}</pre>"
        case Orders(entries):
            yield '<div class="orders">'
            yield from (_orders(power, orders, language) for power, orders in entries)
            yield "</div>"
        case Picture(name):
            yield from shown(name, [(language, block)])
        case Table(head, rows):
            yield '<div class="table"><table>'
            yield from _table(head, rows, language)
            yield "</table></div>"


def _orders(power: str, orders: str, language: Language) -> str:
    """The orders of a power in a row; none is broken over two lines."""
    named = escape(say(language, "zine.form.power", power=power)) if power else ""
    each = (f"<span>{_underlined(escape(typeset(one, language), quote=False))}</span>" for one in orders_in_row(orders))
    return f"<p><b>{named}</b> {', '.join(each)}.</p>" if named else f"<p>{', '.join(each)}.</p>"


_UNDERLINED = re.compile(r"_([^_]+)_")


def _underlined(text: str) -> str:
    """A text of orders in which what stands between two “_” is underlined, as some notations write what has failed."""
    return _UNDERLINED.sub(r"<u>\1</u>", text)


def _stanzas(lines: Sequence[str], language: Language, marked: str) -> Iterator[str]:
    """Lines as they were written, a paragraph, ``marked``, for those without an empty line between them."""
    for is_full, stanza in groupby(lines, key=bool):
        if is_full:
            typed = (_kept_spaces(_raised(typeset(line, language), language)) for line in stanza)
            yield f"<p{marked}>{'<br>'.join(typed)}</p>"


def _kept_spaces(line: str) -> str:
    start = "\u00a0" if line.startswith(" ") else ""
    return start + line[len(start) :].replace("  ", "\u00a0 ")


def _picture(issue: Issue, name: str, captions: Sequence[tuple[Language, Picture]]) -> Iterator[str]:
    svg = issue.pictures[name]
    said = [(language, picture.caption) for language, picture in captions if picture.caption]
    alternative = escape(" / ".join(typeset(caption, language) for language, caption in said) or name)
    yield f'<figure class="{"across" if is_across(svg) else "column"}">'
    yield f'<img src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" alt="{alternative}">'
    if said:
        words = (f'<span lang="{language}">{_words(caption, language)}</span>' for language, caption in said)
        yield f"<figcaption>{'<br>'.join(words)}</figcaption>"
    yield "</figure>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], language: Language) -> Iterator[str]:
    right = [is_of_numbers(column) for column in zip(*rows, strict=True)] or [False] * len(head)
    if head:
        yield f"<thead>{_row('th', head, right, language)}</thead>"
    yield "<tbody>"
    yield from (_row("td", row, right, language) for row in rows)
    yield "</tbody>"


def _row(tag: str, cells: Sequence[str], right: Sequence[bool], language: Language) -> str:
    shown = (
        f"<{tag} class='number'>{_words(cell, language)}</{tag}>"
        if is_right
        else f"<{tag}>{_underlined(_words(cell, language))}</{tag}>"
        for cell, is_right in zip(cells, right, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>"


def _raised(text: str, language: Language) -> str:
    """A text with the endings of its ordinals raised."""
    parts = ((escape(part, quote=False), is_raised) for part, is_raised in parts_of_ordinals(text, language))
    return "".join(f"<sup>{part}</sup>" if is_raised else part for part, is_raised in parts)


def _words(text: str, language: Language) -> str:
    runs = ((_raised(run, language), is_emphasised) for run, is_emphasised in runs_of(text, language))
    return "".join(f"<em>{run}</em>" if is_emphasised else run for run, is_emphasised in runs)
