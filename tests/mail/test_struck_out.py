"""Words struck out are taken back and shown as such; words that no reader sees are not there."""

import time

import pytest

from judge.mail.headers import separate_struck_out
from judge.mail.html import plain_text
from judge.mail.letter import read_letter
from tests.shared.each_case import each_case

HEAD = b"From: alice@example.org\r\n"


def read(html: str) -> tuple[str, tuple[str, ...]]:
    letter = read_letter(HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + html.encode())
    return letter.text, letter.struck


LINE = "text-decoration:line-through"


def by(selector: str, markup: str, style: str = LINE) -> str:
    """A page of one rule, and what it says it of."""
    return f"<style>{selector}{{{style}}}</style>{markup}"


STRUCK = {
    "s": "<s>{}</s>",
    "del": '<del cite="mailto:a@example.org" datetime="2026-01-05T20:00">{}</del>',
    "strike": "<strike>{}</strike>",
    "capitals": "<S>{}</S>",
    "style": f'<span style="{LINE}">{{}}</span>',
    "style with more in it": '<span style="color: red; Text-Decoration : underline LINE-THROUGH;">{}</span>',
    "style in other quotes": f"<span style='{LINE}'>{{}}</span>",
    "style without quotes": f"<span style={LINE}>{{}}</span>",
    "style in entities": '<span style="text-decoration:line&#45;through">{}</span>',
    "style with a comment": '<span style="text-decoration:/* no */line-through">{}</span>',
    "line alone": '<span style="text-decoration-line: line-through">{}</span>',
    "doubly, by a word processor": "<span style='text-line-through:double'>{}</span>",
    "class": "<style>.gone {text-decoration:line-through}</style><span class=gone>{}</span>",
    "class among others": '<style>.x, .gone{text-decoration:line-through}</style><span class="a gone b">{}</span>',
    "class of an element": "<style>span.gone {text-decoration:line-through}</style><span class=gone>{}</span>",
    "element": "<style>em{color:red;text-decoration:line-through}</style><em>{}</em>",
    "id": "<style>#gone{text-decoration:line-through}</style><span id=gone>{}</span>",
    "style sheet in a comment": "<style><!-- p.MsoNormal{margin:0} .x{text-decoration:line-through} --></style>"
    "<i class=x>{}</i>",
    "style sheet for screens": "<style>@font-face{a:b} @media screen{.x{text-decoration:line-through}}</style>"
    "<i class=x>{}</i>",
    "style sheet below": "<i class=gone>{}</i><style>.gone{text-decoration:line-through}</style>",
    "within": by(".gone span", "<div class=gone><b><span>{}</span></b></div>"),
    "within, several": by("#mail .gone i", "<div id=mail><p class='a gone'>then <i>{}</i></p></div>").replace(
        "then ", ""
    ),
    "within what every page has": by("html body p span", "<span>{}</span>"),
    "at once within": by("div > i", "<div><i>{}</i></div>"),
    "at once within, without spaces": by("div.x>i.y", "<div class=x><i class=y>{}</i></div>"),
    "at once within one of those around": by(".a > div span", "<b class=a><div><div><span>{}</span></div></div></b>"),
    "one of several": by("h1, li.x , .y b", "<ul><li class=x>{}</li></ul>"),
    "an attribute": by("[data-old]", "<i data-old>{}</i>"),
    "an attribute and its value": by('span[data-state="old"]', "<span data-state=OLD>{}</span>"),
    "a style as an attribute": by('[style*="gray"]', "<i style='color: gray'>{}</i>"),
    "a word of an attribute": by("[title~=old]", "<i title='an old order'>{}</i>"),
    "where an attribute begins": by('a[href^="x:"]', "<a href='x:old'>{}</a>"),
    "where an attribute ends": by("a[href$='old']", "<a href='x:old'>{}</a>"),
    "behind another": by("br + i", "<br><i>{}</i>"),
    "somewhere behind another": by("u ~ i", "<u></u><b></b><i>{}</i>"),
    "all": by("*", "{}").replace("{}", "<i>{}</i>").replace("<style>*", "<style>p *"),
    "two classes": by(".a.b", "<i class='b c a'>{}</i>"),
    "class and id": by("#x.a", "<i class=a id=x>{}</i>"),
    "the weightier rule": "<style>p .gone{text-decoration:line-through} .gone{text-decoration:none}</style>"
    "<i class=gone>{}</i>",
    "the later rule": "<style>.a{text-decoration:none} .b{text-decoration:line-through}</style><i class='b a'>{}</i>",
    "the style over the sheet": by("i", f"<i style='{LINE}'>{{}}</i>", "text-decoration:none"),
    "the later of two properties": "<i style='text-decoration-line:none;text-decoration:line-through'>{}</i>",
    "beside a selector that nobody can read": by("..x, i", "<i>{}</i>"),
    "sheet for all screens": "<style media=screen>i{text-decoration:line-through}</style><i>{}</i>",
    "around what undoes it": by(".gone", "<div class=gone><i style='text-decoration:none !important'>{}</i></div>"),
    "in a cell of a table": by("table.old td", "<table class=old><tr><td>{}</td></tr></table>"),
    "in a paragraph ended by the next": by("div > p.x", "<div><p>A MAR H<p class=x>{}</div>").replace("A MAR H", ""),
    "important": "<style>.x{text-decoration:line-through !important}</style>"
    "<i class=x style='text-decoration:none'>{}</i>",
    "within other shapes": "<b><s><i>{}</i></s></b>",
    "shapes that cross": "<s><b>{}</s></b>",
    "around a block": "<s><div>{}</div></s>",
    "not undone within": '<s><span style="text-decoration:none">{}</span></s>',
    "two ways": "<del><s>{}</s></del>",
    "never closed": "<s>{}",
}


@each_case("markup", STRUCK.values(), ids=STRUCK)
def test_what_is_struck_out_is_kept_apart(markup: str) -> None:
    assert read(f"<p>F BRE H</p><p>{markup.replace('{}', 'A PAR - BUR')}</p>") == ("F BRE H", ("~~A PAR - BUR~~",))


STANDS = {
    "closed before": "<s></s>{}",
    "closed in a cell": "<table><tr><td><s></td><td>{}</td></tr></table>",
    "underlined": "<u style='text-decoration:underline'>{}</u>",
    "a rule for another element": "<style>p.gone{text-decoration:line-through}</style><span class=gone>{}</span>",
    "a rule for paper": "<style>@media print{span{text-decoration:line-through}}</style><span>{}</span>",
    "a rule in a comment": "<style>/* span{text-decoration:line-through} */</style><span>{}</span>",
    "a style that ends with its block": f"<div><span style='{LINE}'></div><div>{{}}</div>",
    "an s without a line": "<s style='text-decoration:none'>{}</s>",
    "not within": by(".gone span", "<div class=gone></div><span>{}</span>"),
    "not at once within": by("div > i", "<div><b><i>{}</i></b></div>"),
    "not at once behind": by("u + i", "<u></u><b></b><i>{}</i>"),
    "before and not behind": by("i ~ u", "<i>{}</i><u></u>"),
    "within a closed shape": by(".gone span", "<b class=gone>x</b><span>{}</span>").replace(">x<", "><"),
    "another attribute": by('[data-state="old"]', "<i data-state=older>{}</i>"),
    "under the mouse": by("i:hover", "<i>{}</i>"),
    "one of two classes": by(".a.b", "<i class=a>{}</i>"),
    "undone by the weightier rule": "<style>i.gone{text-decoration:none} .gone{text-decoration:line-through}</style>"
    "<i class=gone>{}</i>",
    "undone by the later rule": "<style>.a{text-decoration:line-through} .b{text-decoration:none}</style>"
    "<i class='b a'>{}</i>",
    "undone by its own style": by("i", "<i style='text-decoration:none'>{}</i>"),
    "undone by what is important": "<style>i{text-decoration:none !important}</style>"
    "<i style='text-decoration:line-through'>{}</i>",
    "an s whose line is undone": "<s style='text-decoration-line:none'>{}</s>",
    "shown again by its own style": by("div p", "<div><p style='display:block'>{}</p></div>", "display:none"),
    "for those who hear": '<p aria-hidden="true">{}</p>',
    "where nothing runs": "<noscript>{}</noscript>",
    "folded": "<details><p>{}</p></details>",
    "beside comments for one program": "<!--[if mso]><p>A MAR H</p><![endif]-->{}",
    "for all programs but one": "<!--[if !mso]><!-->{}<!--<![endif]-->",
    "for all programs but one, briefly": "<![if !mso]>{}<![endif]>",
    "not shown as an attribute, shown by a sheet": by("p.x", "<p class=x hidden>{}</p>", "display:block"),
    "inserted": "<ins>{}</ins>",
    "in spans beside": f"<span style='{LINE}'></span><span>{{}}</span>",
    "words of another kind": "<strong>{}</strong><span class='strike'></span>",
    "dark ground": '<div style="background:#202020"><span style="color:white">{}</span></div>',
    "ground of a table": '<table bgcolor="#000000"><tr><td><font color=white>{}</font></td></tr></table>',
    "shown in a wrapper of no size": '<div style="font-size:0"><p style="font-size:14px">{}</p></div>',
    "shown in what is unseen": '<div style="visibility:hidden"><p style="visibility:visible">{}</p></div>',
    "ground of a picture": '<div style="background:url(x.png);color:white">{}</div>',
    "hidden and shown by style": '<p hidden style="display:block">{}</p>',
    "a list's own indent": "<p style='margin-left:36pt;text-indent:-18pt'>{}</p>",
    "one more wish of its own": "<style>.x{display:none}</style><p class=x style='display:block'>{}</p>",
    "small but there": '<span style="font-size:8pt;line-height:0">{}</span>',
    "dark": '<span style="color:#1F497D">{}</span>',
    "height nothing, not cut": '<div style="height:0">{}</div>',
    "font-size 0 child rem": '<div style="font-size:0"><span style="font-size:1rem">{}</span></div>',
    "percent nested": '<div style="font-size:10%"><div style="font-size:10%">{}</div></div>',
    "media print": "<style>@media print{.x{display:none}}</style><div class=x>{}</div>",
    "plain": '<div style="color:#333">{}</div>',
    "opacity .5": '<div style="opacity:.5">{}</div>',
    "scale 1": '<div style="transform:scale(1) translate(0,0)">{}</div>',
    "polygon": '<div style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)">{}</div>',
    "inset0": '<div style="clip-path:inset(0)">{}</div>',
    "zoom 1": '<div style="zoom:1">{}</div>',
    "details open": "<details open>{}</details>",
    "margin": '<div style="margin-left:20px;left:0;top:-2px;position:relative">{}</div>',
    "rgba": '<div style="color:rgba(0,0,0,.8)">{}</div>',
    "placed nowhere": '<div style="left:-9999px">{}</div>',
}


@each_case("markup", STANDS.values(), ids=STANDS)
def test_what_stands_is_read(markup: str) -> None:
    assert read(markup.replace("{}", "A PAR - BUR")) == ("A PAR - BUR", ())


HIDDEN = {
    "display": '<p style="display:none">{}</p>',
    "display, important": '<p style="display: none !important">{}</p>',
    "visibility": '<p style="visibility:hidden">{}</p>',
    "visibility around": '<div style="visibility:hidden"><p>{}</p></div>',
    "attribute": "<p hidden>{}</p>",
    "attribute that says so": '<p hidden="hidden">{}</p>',
    "office": "<span style='mso-hide:all'>{}</span>",
    "no size": '<span style="font-size:0">{}</span>',
    "no size in points": '<span style="font-size:0.0pt">{}</span>',
    "a pixel": '<span style="font-size:1px;line-height:1px">{}</span>',
    "no size, in one word": '<span style="font:0/0 a">{}</span>',
    "no part of a size": '<span style="font-size:0%">{}</span>',
    "white on white": '<span style="color:white">{}</span>',
    "white on white in figures": '<span style="color:#FFF">{}</span>',
    "white on white in numbers": '<span style="color: rgb(255, 255, 255)">{}</span>',
    "nearly white": '<span style="color:#fdfdfd">{}</span>',
    "white by an old element": '<font color="#FFFFFF">{}</font>',
    "grey on grey": '<td style="background-color:#eee"><span style="color:#eeeeee">{}</span></td>',
    "its own ground": '<span style="color:navy;background:navy">{}</span>',
    "ground of an attribute": "<table><tr><td bgcolor=red><font color=red>{}</font></td></tr></table>",
    "no colour": '<span style="color:transparent">{}</span>',
    "a colour that is nothing": '<span style="color:rgba(0,0,0,0)">{}</span>',
    "opacity": '<div style="opacity:0">{}</div>',
    "no height": '<div style="max-height:0;overflow:hidden">{}</div>',
    "no height in pixels": '<div style="height:0px;width:0px;overflow:hidden;">{}</div>',
    "far off": '<div style="position:absolute;left:-9999px">{}</div>',
    "indented far off": '<div style="text-indent:-9999px">{}</div>',
    "clipped": '<div style="position:absolute;clip:rect(0 0 0 0)">{}</div>',
    "class": "<style>.x{display:none}</style><p class=x>{}</p>",
    "class of an element and id": "<style>p.y,#x{display:none}</style><p id=x>{}</p>",
    "element of a kind": "<style>em{display:none}</style><em>{}</em>",
    "block within": '<div style="display:none"><div><p style="display:block">{}</p></div></div>',
    "within": by(".preheader td", "<table class=preheader><tr><td>{}</td></tr></table>", "display:none"),
    "at once within": by("div>span.x", "<div><span class=x>{}</span></div>", "visibility:hidden"),
    "an attribute": by("[data-hide]", "<p data-hide>{}</p>", "opacity:0"),
    "important over its own style": by("p", "<p style='display:block'>{}</p>", "display:none!important").replace(
        "<style>p", "<style>p + p, div ~ p"
    ),
    "no height by a sheet": by("div .x", "<div><p class=x>{}</p></div>", "max-height:0;overflow:hidden"),
    "far off by a sheet": by("#x", "<p id=x>{}</p>", "position:absolute;top:-9999px"),
    "indented by a sheet": by("div.x", "<div class=x>{}</div>", "text-indent:-9999px"),
    "shown in what is not there": '<div style="display:none"><p style="visibility:visible">{}</p></div>',
    "dialog": "<dialog>{}</dialog>",
    "template": "<template>{}</template>",
    "frame": "<iframe>{}</iframe>",
    "comment": "<!-- {} -->",
    "comment for one program": "<!--[if mso]><p>{}</p><![endif]-->",
    "scale(0)": '<div style="transform:scale(0)">{}</div>',
    "scaleX(0)": '<div style="transform: scaleX(0)">{}</div>',
    "scale3d": '<div style="transform:scale3d(0,0,0)">{}</div>',
    "matrix 0": '<div style="transform:matrix(0,0,0,0,0,0)">{}</div>',
    "scale property": '<div style="scale:0">{}</div>',
    "rotateX 90": '<div style="transform:rotateX(90deg)">{}</div>',
    "translate far": '<div style="transform:translateX(-9999px)">{}</div>',
    "translate percent": '<div style="transform:translate(-1000%,0)">{}</div>',
    "translate prop": '<div style="translate:-9999px">{}</div>',
    "zoom 1%": '<div style="zoom:1%">{}</div>',
    "opacity .01": '<div style="opacity:.01">{}</div>',
    "opacity 1%": '<div style="opacity:1%">{}</div>',
    "opacity 0%": '<div style="opacity:0%">{}</div>',
    "filter opacity": '<div style="filter:opacity(0)">{}</div>',
    "filter opacity %": '<div style="filter: opacity(0%)">{}</div>',
    "circle": '<div style="clip-path:circle(0)">{}</div>',
    "circle px": '<div style="clip-path:circle(0px at 50% 50%)">{}</div>',
    "ellipse": '<div style="clip-path:ellipse(0 0)">{}</div>',
    "polygon": '<div style="clip-path:polygon(0 0,0 0,0 0)">{}</div>',
    "inset 100": '<div style="clip-path:inset(100%)">{}</div>',
    "inset 0 100%": '<div style="clip-path:inset(0 100% 0 0)">{}</div>',
    "clip 1px": '<div style="position:absolute;clip:rect(1px,1px,1px,1px)">{}</div>',
    "escape name": '<div style="d\\69splay:none">{}</div>',
    "escape value": '<div style="display:n\\6f ne">{}</div>',
    "escape in sheet": "<style>.x{d\\000069splay:none}</style><div class=x>{}</div>",
    "escaped class": "<style>.\\78 {display:none}</style><div class=x>{}</div>",
    "comment inside": '<div style="dis/**/play:none;display:/**/none">{}</div>',
    "content-visibility": '<div style="content-visibility:hidden">{}</div>',
    "fill": '<div style="-webkit-text-fill-color:transparent">{}</div>',
    "alpha small": '<div style="color:rgba(0,0,0,.01)">{}</div>',
    "alpha percent": '<div style="color:rgba(0,0,0,0%)">{}</div>',
    "hex alpha": '<div style="color:#0000">{}</div>',
    "hsl white": '<div style="color:hsl(0,0%,100%)">{}</div>',
    "hsla": '<div style="color:hsla(0,0%,0%,0)">{}</div>',
    "popover": "<div popover>{}</div>",
    "object": "<canvas>{}</canvas>",
    "video": "<video>{}</video>",
    "audio": "<audio>{}</audio>",
    "svg title": "<svg><title>{}</title></svg>",
    "svg desc": "<svg><desc>{}</desc></svg>",
    "rp": "<ruby><rp>{}</rp></ruby>",
    "head title": "<title>{}</title>",
    "textarea hidden": "<textarea hidden>{}</textarea>",
    "margin top far": '<div style="margin-top:-9999px">{}</div>',
    "right far": '<div style="position:absolute;right:-9999px">{}</div>',
    "right far 2": '<div style="position:absolute;right:9999px">{}</div>',
    "bottom far": '<div style="position:absolute;bottom:9999px">{}</div>',
    "left far vw": '<div style="position:absolute;left:-200vw">{}</div>',
    "left 100vw fixed": '<div style="position:fixed;left:9999px">{}</div>',
    "indent plus hidden": '<div style="text-indent:9999px;overflow:hidden;white-space:nowrap">{}</div>',
    "indent 100%": '<div style="text-indent:100%;overflow:hidden;white-space:nowrap">{}</div>',
    "overflow clip": '<div style="height:0;overflow:clip">{}</div>',
    "line-height 0": '<div style="line-height:0;overflow:hidden">{}</div>',
    "letter-spacing": '<div style="letter-spacing:-1em;width:0;overflow:hidden">{}</div>',
    "max-h important": '<div style="max-height:0 !important;overflow:hidden!important">{}</div>',
    "calc size": '<div style="font-size:calc(0px)">{}</div>',
    "font-size 0 relative child": '<div style="font-size:0"><span style="font-size:1em">{}</span></div>',
    "display var": '<div style="--x:none;display:var(--x)">{}</div>',
    "all-caps": '<DIV STYLE="DISPLAY:NONE">{}</DIV>',
    "max-width hidden nowrap": '<div style="max-width:0;overflow:hidden;white-space:nowrap">{}</div>',
    "font color white sheet": "<style>p{color:#fff}</style><p>{}</p>",
    "media not print": "<style>@media not print{.x{display:none}}</style><div class=x>{}</div>",
    "supports": "<style>@supports (display:none){.x{display:none}}</style><div class=x>{}</div>",
    "layer": "<style>@layer a{.x{display:none}}</style><div class=x>{}</div>",
    "import ignore": '<style>@import "x";.x{display:none}</style><div class=x>{}</div>',
    "table collapse": '<table><tr style="visibility:collapse"><td>{}</td></tr></table>',
    "slot": "<template><p>{}</p></template>",
    "hidden until-found": "<div hidden=until-found>{}</div>",
}
"""Ways to hide words, each as a browser shows it: nothing."""


@each_case("markup", HIDDEN.values(), ids=HIDDEN)
def test_what_is_hidden_is_not_there(markup: str) -> None:
    assert read(f"<div>F BRE H</div>{markup.replace('{}', 'A PAR - BUR')}") == ("F BRE H", ())


@each_case(
    ("html", "text", "struck"),
    [
        ("A PAR - <s>BUR</s> PIC", "A PAR - PIC", "A PAR - ~~BUR~~ PIC"),
        ("A PAR - <s>BUR</s><ins>PIC</ins>", "A PAR - PIC", "A PAR - ~~BUR~~PIC"),
        ("<s>A PAR - BUR</s> A PAR - PIC", "A PAR - PIC", "~~A PAR - BUR~~ A PAR - PIC"),
        ("<s>A PAR<b> - BUR</b></s>", "", "~~A PAR - BUR~~"),
        ("A PAR - BUR<s>, A MAR - SPA</s>", "A PAR - BUR", "A PAR - BUR~~, A MAR - SPA~~"),
        (
            "<s>PRESS TO ITALY<br>Venice is yours.<br>ENDPRESS</s>",
            "",
            "~~PRESS TO ITALY~~|~~Venice is yours.~~|~~ENDPRESS~~",
        ),
        ("PRESS TO ITALY<br>I <s>hate</s> like you.", "PRESS TO ITALY\nI like you.", "I ~~hate~~ like you."),
        ("<div><s>A PAR - BUR</div><div>A MAR H</s></div><div>F BRE H</div>", "F BRE H", "~~A PAR - BUR~~|~~A MAR H~~"),
        ("<pre><s>A PAR - BUR\nA MAR H</s>\nF BRE H</pre>", "F BRE H", "~~A PAR - BUR~~|~~A MAR H~~"),
    ],
)
def test_of_a_line_struck_out_in_part_the_rest_counts(html: str, text: str, struck: str) -> None:
    assert read(html) == (text, tuple(struck.split("|")))


@pytest.mark.parametrize("mark", ["\u0336", "\u0335", "\u0338"])
def test_letters_with_a_stroke_through_them_are_struck_out(mark: str) -> None:
    lines = "".join(f"{sign}{mark}" for sign in "A PAR - BUR") + "\nF BRE H"
    letter = read_letter(HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + lines.encode())
    assert (letter.text, letter.struck) == ("F BRE H", ("~~A PAR - BUR~~",))


@each_case(
    ("line", "text"),
    [
        ("~~A PAR - BUR~~", ""),
        ("A PAR - ~~BUR~~ PIC", "A PAR - PIC"),
        ("A MAR H\n~~~~~~~~~~~~\nF BRE H", "A MAR H\n~~~~~~~~~~~~\nF BRE H"),
        ("A PAR ~ BUR", "A PAR ~ BUR"),
        ("A PAR ~> BUR", "A PAR ~> BUR"),
        ("~~ A PAR - BUR ~~", "~~ A PAR - BUR ~~"),
        ("a \u2260 b, a =\u0338 b", "a \u2260 b, a =\u0338 b"),
    ],
)
def test_plain_text_strikes_out_as_it_usually_does(line: str, text: str) -> None:
    assert read_letter(HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + line.encode()).text == text


def in_two_parts(plain: str, html: str) -> bytes:
    kinds = {"plain": plain, "html": html}
    parts = "".join(
        f"--a\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{text}\r\n" for kind, text in kinds.items()
    )
    return HEAD + b"Content-Type: multipart/alternative; boundary=a\r\n\r\n" + parts.encode() + b"--a--\r\n"


@each_case(
    ("plain", "html", "text", "struck"),
    [
        ("A PAR - BUR\nF BRE H", "<s>A PAR - BUR</s><br>F BRE H", "F BRE H", ("~~A PAR - BUR~~",)),
        ("A PAR - BUR\nF BRE H", '<p style="display:none">A PAR - BUR</p>F BRE H', "F BRE H", ()),
        ("F BRE  H", "<p hidden>Your picture of the day</p>F BRE H", "F BRE  H", ()),
        ("F BRE  H", "F BRE H<blockquote><s>A PAR - BUR</s></blockquote>", "F BRE  H", ()),
        ("A PAR - BUR", '<div style="color:white">A PAR - BUR</div>', "A PAR - BUR", ()),
    ],
    ids=["struck", "hidden", "hidden, and not in the plain part", "struck in a quotation", "all in white"],
)
def test_the_plain_part_does_not_tell_what_is_struck_out(
    plain: str, html: str, text: str, struck: tuple[str, ...]
) -> None:
    letter = read_letter(in_two_parts(plain, html))
    assert (letter.text, letter.struck) == (text, struck)


def test_what_is_struck_out_below_a_signature_is_not_pointed_out() -> None:
    text = "<div>F BRE H</div><div>-- </div><div>A MAR H</div><div><s>A PAR - BUR</s></div>"
    assert read_letter(HEAD + b"Content-Type: text/html\r\n\r\n" + text.encode()).below == ("A MAR H",)


def test_a_text_without_marks_stays_as_it_is() -> None:
    assert separate_struck_out("A PAR - BUR\n\n  F BRE H").text == "A PAR - BUR\n\n  F BRE H"


def styled(piece: str) -> str:
    return "".join(piece.format(number) for number in range(20_000))


SLOW_FOR_OTHERS = {
    "s never closed": "<s>" * 90_000,
    "s and i that cross": "<s>" * 30_000 + "<i>" * 30_000 + "</s>" * 20_000,
    "blocks that end shapes": "<div>" * 15_000 + "<b>" * 20_000 + "</div>" * 20_000,
    "styles of their own": styled("<p style='color:#{:06x}'>x"),
    "classes of one rule": "<style>" + ".x{color:red}" * 5_000 + "</style>" + "<p class='x x x x x x x x'>x" * 12_000,
    "rules never closed": "<style>" + "a{" * 100_000,
    "selectors that ask for all around": by(" ".join("*" * 12), "<b>x" * 20_000),
    "many rules of places": "<style>"
    + "".join(f".x{n} b{{color:red}}" for n in range(8_000))
    + "</style>"
    + "<b>x" * 9_000,
    "siblings": by("u ~ i", "<i>x</i>" * 18_000),
    "selectors of one rule": "<style>" + ".a .b," * 40_000 + "{color:red}</style>",
    "a selector without end": "<style>" + "[a " * 80_000 + "{color:red}</style>",
    "comments of a sheet never closed": "<style>" + "/*" * 100_000,
    "blocks of a sheet never closed": "<style>" + "@media x{" * 20_000,
    "attributes": "<p " + "a " * 120_000 + ">",
    "attributes of one quote": "<p " + "a='" * 80_000,
    "one long style": "<p style='" + "color:red;" * 20_000 + "'>x",
    "items": "<li>" * 60_000,
    "cells": "<table><tr><td><b>" * 14_000,
    "strokes": "<p>" + "a\u0336 " * 80_000,
    "tildes": "<p>" + "~~a" * 80_000,
    "hidden words": "<p hidden>" + "x<b>" * 60_000,
}


PATIENCE = 10
"""Seconds of the processor: whoever looks at everything for everything needs minutes, others less than one."""


@each_case("html", SLOW_FOR_OTHERS.values(), ids=SLOW_FOR_OTHERS)
def test_no_page_keeps_the_reader_long(html: str) -> None:
    raw = in_two_parts("A PAR - BUR", html)
    begun = time.process_time()
    read_letter(raw)
    assert time.process_time() - begun < PATIENCE


QUOTED = {
    "GMX": '<div name="quote" style="padding:10px 0 10px 10px;border-left:2px solid #C3D9E5">{}</div>',
    "a word processor": "<div style='border:none;border-left:solid blue 1.5pt;padding:0cm'><p>{}</p></div>",
    "nested": '<div name="quote"><div>{}</div><div>A MAR H</div></div>',
}


def test_a_division_with_a_bar_at_its_left_is_a_quotation_up_to_its_end() -> None:
    for name, shape in QUOTED.items():
        rows = plain_text(f"<div>F BRE H</div>{shape.format('A PAR H')}<div>A BUR H</div>").splitlines()
        new = [row for row in rows if row.strip() and not row.startswith(">")]
        assert new == ["F BRE H", "A BUR H"], name
