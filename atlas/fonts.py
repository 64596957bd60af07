"""Makes the small fonts of the pictures from two families, and the table of how broad their letters are.

    for name in alegreya-sans fira-sans-extra-condensed; do
        npm pack @fontsource/$name@5.3.0 && mkdir $name
        tar xzf fontsource-$name-5.3.0.tgz -C $name --strip-components=1
    done
    python -m pip install fonttools==4.68.0 brotli==1.2.1
    python -m atlas.fonts .

Abbreviations are in Fira Sans Extra Condensed, made for small screens: nothing else is as large in as little room. All
else is in Alegreya Sans Italic, with figures as high as capitals. Both are under the SIL Open Font License, which goes
with them. Of each face there is a file for the renderer, with the letters of western Europe, and a smaller one that is
put into SVG files.
"""

import json
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

_OUT = Path(__file__).parent.parent / "judge" / "maps" / "data"
_FACES = {
    "bold": "fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-600-normal.woff",
    "italic": "alegreya-sans/files/alegreya-sans-latin-500-italic.woff",
}
_FAMILY = "Atlas"
"""The name of both: what is cut down does not bear the name of the whole."""
_USUAL_WIDTH = 5
"""What a face says of its breadth, so that a renderer finds both under one name."""

_ALL = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "Œœ–—‘’“”…"
_FEWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 -'É?"
_FEW = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;?!'’()/+- ÀÂÇÉÈÊÎÔ àâäçèéêëîïôöùûüœ"


def _cut(source: Path, letters: str, out: Path, flavor: str | None) -> dict[str, int]:
    """Write a face with some letters only; return their breadths in thousandths of the size."""
    options = Options()
    options.layout_features, options.hinting, options.flavor = [], False, flavor
    font = load_font(str(source), options)
    _take_lining_figures(font)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    is_italic = font["post"].italicAngle != 0
    for number, text in ((1, _FAMILY), (2, "Italic" if is_italic else "Bold"), (16, ""), (17, "")):
        font["name"].removeNames(nameID=number)
        if text:
            font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass, font["OS/2"].usWidthClass = 400 if is_italic else 700, _USUAL_WIDTH
    save_font(font, str(out), options)
    glyphs, breadths = font.getBestCmap(), font["hmtx"]
    return {chr(code): breadths[name][0] for code, name in sorted(glyphs.items())}


def _take_lining_figures(font: TTFont) -> None:
    """Put figures as high as capitals in the place of those that look like small letters, where a face has both."""
    table = font["GSUB"].table
    numbers = {
        number
        for feature in table.FeatureList.FeatureRecord
        if feature.FeatureTag == "lnum"
        for number in feature.Feature.LookupListIndex
    }
    for number in numbers:
        for changed in table.LookupList.Lookup[number].SubTable:
            for characters in font["cmap"].tables:
                characters.cmap.update(
                    {
                        code: changed.mapping[name]
                        for code, name in characters.cmap.items()
                        if chr(code).isdigit() and name in changed.mapping
                    }
                )


def main(packages: Path) -> None:
    """Write the fonts, their licences and ``breadths.json``."""
    breadths = {}
    for face, name in _FACES.items():
        breadths[face] = _cut(packages / name, _ALL, _OUT / f"{face}.ttf", None)
        _cut(packages / name, _FEWER if face == "bold" else _FEW, _OUT / f"{face}.woff2", "woff2")
    (_OUT / "breadths.json").write_text(json.dumps(breadths, ensure_ascii=False) + "\n", encoding="utf-8")
    licences = (_licence(packages / name) for name in _FACES.values())
    (_OUT / "OFL.txt").write_text("\n\n".join(licences), encoding="utf-8")


def _licence(source: Path) -> str:
    """Whose a face is, and its licence."""
    whose = TTFont(source)["name"].getDebugName(0)
    return f"{whose}\n\n{(source.parent.parent / 'LICENSE').read_text(encoding='utf-8')}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
