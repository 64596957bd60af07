"""Makes the small fonts of the pictures from Alegreya Sans, and the table of how broad their letters are.

    npm pack @fontsource/alegreya-sans@5.3.0 && tar xzf fontsource-alegreya-sans-5.3.0.tgz
    python -m pip install fonttools==4.68.0 brotli==1.2.1
    python -m atlas.fonts package

Alegreya Sans is under the SIL Open Font License, which goes with it. Of each of two faces there is a file for the
renderer, with the letters of western Europe, and a smaller one that is put into SVG files.
"""

import json
import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

_OUT = Path(__file__).parent.parent / "judge" / "maps" / "data"
_FACES = {"bold": "alegreya-sans-latin-700-normal.woff", "italic": "alegreya-sans-latin-500-italic.woff"}
_ALL = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "Œœ–—‘’“”…"
_FEWER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 -'É?"
_FEW = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;?!'’()/+- ÀÂÇÉÈÊÎÔ àâäçèéêëîïôöùûüœ"


def _cut(source: Path, letters: str, out: Path, flavor: str | None) -> dict[str, int]:
    """Write a face with some letters only; return their breadths in thousandths of the size."""
    options = Options()
    options.layout_features, options.hinting, options.flavor = [], False, flavor
    font = load_font(str(source), options)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    is_italic = font["post"].italicAngle != 0
    for number, text in ((1, "Alegreya Sans"), (2, "Italic" if is_italic else "Bold"), (16, ""), (17, "")):
        font["name"].removeNames(nameID=number)
        if text:
            font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400 if is_italic else 700
    save_font(font, str(out), options)
    glyphs, breadths = font.getBestCmap(), font["hmtx"]
    return {chr(code): breadths[name][0] for code, name in sorted(glyphs.items())}


def main(package: Path) -> None:
    """Write the fonts, their licence and ``breadths.json``."""
    breadths = {}
    for face, name in _FACES.items():
        breadths[face] = _cut(package / "files" / name, _ALL, _OUT / f"{face}.ttf", None)
        _cut(package / "files" / name, _FEWER if face == "bold" else _FEW, _OUT / f"{face}.woff2", "woff2")
    (_OUT / "breadths.json").write_text(json.dumps(breadths, ensure_ascii=False) + "\n", encoding="utf-8")
    shutil.copyfile(package / "LICENSE", _OUT / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
