"""Pages as Chromium shows them: how high they are, and pictures of many at once."""

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from html import escape, unescape
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

_FONTS = os.environ | {"FONTCONFIG_FILE": str(Path(__file__).parent / "fonts.conf")}
"""The environment of the browser: the same fonts on every machine, or lines break elsewhere."""

_COMMAND = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")

_ASK = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="told">unfinished</pre><script>
const pages = %s, told = [], asked = %s;
async function ask(page) {
  const frame = document.createElement("iframe");
  frame.style = "border:0;height:20px;width:%spx";
  await new Promise(done => { frame.onload = done; frame.srcdoc = page; document.body.append(frame); });
  told.push(asked(frame.contentDocument));
  frame.remove();
}
(async () => {
  for (const page of pages) await ask(page);
  document.getElementById("told").textContent = "done: " + JSON.stringify(told);
})();
</script>"""

_HEIGHT = "page => page.documentElement.scrollHeight"

_LINKS = """page => [...page.links].map(link => {
  const address = new URL(link.href), fields = address.searchParams;
  return [decodeURIComponent(address.pathname), fields.get("subject"), fields.get("body")];
})"""
"""What a browser reads in links, and hands to a mail program on the web: there a ``+`` is a space."""


def _told(pages: Sequence[str], asked: str, width: int) -> Sequence[Any]:
    """Return what a function of JavaScript tells of the document of each page."""
    data = json.dumps(list(pages)).replace("</", "<\\/")
    with TemporaryDirectory() as folder:
        Path(folder, "all.html").write_text(_ASK % (data, asked, width), encoding="utf-8")
        command = [*_COMMAND, f"--user-data-dir={folder}/profile", "--virtual-time-budget=300000", "--dump-dom"]
        command.append(f"file://{folder}/all.html")
        ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, env=_FONTS)
    found = re.search(r'<pre id="told">done: (.*?)</pre>', ran.stdout, re.DOTALL)
    assert found, "the browser has not told of the pages"
    told: Sequence[Any] = json.loads(unescape(found[1]))
    return told


def heights_of(pages: Sequence[str], width: int) -> Sequence[int]:
    """Return how high each page is in a window of that width, in pixels."""
    return _told(pages, _HEIGHT, width)


_BROAD = """page => [page.documentElement, ...page.querySelectorAll("main *")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map(one => one.outerHTML.slice(0, 80))"""
"""What is cut off, or must be moved sideways to be read."""


def too_broad(pages: Sequence[str], width: int) -> Sequence[Sequence[str]]:
    """Return what of each page is broader than its place in a window of that width."""
    return _told(pages, _BROAD, width)


def links_of(pages: Sequence[str]) -> Sequence[Sequence[Sequence[str]]]:
    """Return the links of each page as the browser reads them: address, subject, text of the letter they begin."""
    return _told(pages, _LINKS, 800)


Placed = tuple[str, int, int, int, int]
"""A page, its left edge, its top, its breadth, its height."""


def pictured(placed: Sequence[Placed], size: tuple[int, int], more: str = "", *, dark: bool = False) -> Image.Image:
    """Return one picture of that size with all pages in their places, over ``more`` markup."""
    frames = "".join(
        f'<iframe srcdoc="{escape(page)}" style="border:0;position:absolute;left:{left}px;top:{top}px;'
        f'width:{width}px;height:{height}px"></iframe>'
        for page, left, top, width, height in placed
    )
    with TemporaryDirectory() as folder:
        Path(folder, "all.html").write_text(
            f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">{more}{frames}', encoding="utf-8"
        )
        command = [*_COMMAND, *(["--blink-settings=preferredColorScheme=0"] if dark else [])]
        command += [f"--window-size={size[0]},{size[1]}", f"--user-data-dir={folder}/profile"]
        command += [f"--screenshot={folder}/all.png", f"file://{folder}/all.html"]
        subprocess.run(command, check=True, capture_output=True, timeout=300, env=_FONTS)
        with Image.open(Path(folder, "all.png")) as found:
            return found.convert("RGB")


def shown(pages: Mapping[str, str], width: int, most: int, *, dark: bool = False) -> Mapping[str, Image.Image]:
    """Return a picture of each page at a width, cut off where it is higher than that."""
    heights = [min(height, most) for height in heights_of([*pages.values()], width)]
    placed = [
        (page, place * width, 0, width, height)
        for place, (page, height) in enumerate(zip(pages.values(), heights, strict=True))
    ]
    whole = pictured(placed, (len(pages) * width, max(heights)), dark=dark)
    return {
        name: whole.crop((left, top, left + width, top + height))
        for name, (_, left, top, _, height) in zip(pages, placed, strict=True)
    }


_CHECKED = """<pre id="told">unfinished</pre><script>%s</script><script>
document.getElementById("told").remove();
axe.run(document).then(found => {
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = "done: " + JSON.stringify(found.violations.map(one => [one.id, one.nodes.map(each => each.html)]));
  document.body.append(told);
});
</script></body>"""
"""What makes a page check itself: axe, the checker that most accessibility tools are made of."""


def inaccessible(page: Path, *, dark: bool = False) -> Sequence[Any]:
    """Return what a checker of accessibility holds against a page: each rule, with the elements that break it."""
    axe = files("axe_core_python") / "axe.min.js"
    checked = page.with_name(f"checked-{page.name}")
    script = _CHECKED % axe.read_text(encoding="utf-8").replace("</script", "<\\\\/script")
    checked.write_text(page.read_text(encoding="utf-8").replace("</body>", script), encoding="utf-8")
    with TemporaryDirectory() as folder:
        command = [*_COMMAND, *(["--blink-settings=preferredColorScheme=0"] if dark else [])]
        command += [
            f"--user-data-dir={folder}/profile",
            "--virtual-time-budget=60000",
            "--dump-dom",
            f"file://{checked}",
        ]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, env=_FONTS)
    checked.unlink()
    found = re.search(r'<pre id="told">done: (.*?)</pre>', ran.stdout, re.DOTALL)
    assert found, "the checker has not told of the page"
    told: Sequence[Any] = json.loads(unescape(found[1]))
    return told
