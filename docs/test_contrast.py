"""The contrast of text on the site, light and dark, in a headless Chromium.

The pages are few and built here, with the theme and the style sheet of the site. Without selenium,
ChromeDriver or the theme these tests are skipped.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("furo", reason="the theme of the site is not installed")
webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402 - after the skip
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402 - after the skip

pytestmark = pytest.mark.skipif(
    which("chromedriver") is None, reason="no chromedriver: install Chromium and ChromeDriver"
)

DOCS = Path(__file__).parent
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
PAGES = ("index", "minimax", "proof", "names")

#: One of the pages: an API entry, a note, a table, all in a tree of contents.
NAMES = """
Names
=====

.. py:function:: play(game: str, times: int = 3) -> list[str]

   Play a game :strong:`often`, with a :doc:`link <proof>` and ``code``.

   :param game: what to play

.. note:: A note.

.. container:: scrolled

   .. image:: /_static/optimum.svg
      :width: 100%

==== ====
here then
==== ====
1    2
==== ====

.. toctree::

   minimax
   proof
"""

#: The WCAG 2 contrast of every shown piece of text with the ground that it stands on, if below 4.5.
MEASURE = """
const parse = text => {
  const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
  return [r, g, b, a];
};
const over = (top, under) => [0, 1, 2].map(i => top[3] * top[i] + (1 - top[3]) * under[i]);
const light = rgb => {
  const [r, g, b] = rgb.map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = element => {
  if (!element) return [255, 255, 255];
  const colour = parse(getComputedStyle(element).backgroundColor);
  return colour[3] === 1 ? colour.slice(0, 3) : over(colour, ground(element.parentElement));
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const low = [];
let seen = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
  if (!text || !element.checkVisibility({visibilityProperty: true})) continue;
  if (element.closest("script, style, svg, .skip-to-content")) continue;
  seen += 1;
  const under = ground(element), style = getComputedStyle(element);
  const [a, b] = [light(over(parse(style.color), under)), light(under)];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) {
    const name = `${element.tagName}.${element.className}`;
    low.push(`${contrast.toFixed(2)} ${name}: ${text.slice(0, 30)}`);
  }
}
return [seen, [...new Set(low)]];
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the pages with the style of the site."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(DOCS / "_static", source / "_static", ignore=lambda *_: ["made"])
    shutil.copy(DOCS / "reproduce" / "minimax.csv", source)
    for own, name in {
        "minimax": "reproduce/minimax",
        "proof": "tutorial/optimal-strategies",
    }.items():
        text = (DOCS / f"{name}.rst").read_text(encoding="utf-8")
        plain = re.sub(r":(?:doc|func|class|data):`(?:[^`<]*<)?~?([^`>]*)>?`", r"``\1``", text)
        (source / f"{own}.rst").write_text(plain, encoding="utf-8")
    (source / "names.rst").write_text(NAMES, encoding="utf-8")
    (source / "index.rst").write_text("Site\n====\n\n.. toctree::\n\n   names\n", encoding="utf-8")
    (source / "conf.py").write_text(_configuration(), encoding="utf-8")
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(target)]
    subprocess.run(command, check=True, timeout=3600)
    return target


def _configuration():
    """Return the settings of the site that say how it looks."""
    lines = (DOCS / "conf.py").read_text(encoding="utf-8").splitlines()
    looks = [line for line in lines if line.startswith(("html_", "pygments_"))]
    named = ["import sys", "from typing import Any", "release = '1.0'"]
    return "\n".join([*named, *looks])


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = which("chromium") or which("google-chrome") or ""
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(which("chromedriver")))
    driver.set_page_load_timeout(120)
    yield driver
    driver.quit()


def _open(browser, path, width, theme="light"):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    preference = [{"name": "prefers-color-scheme", "value": theme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": preference})
    browser.get(path.as_uri())


def _measured(browser):
    """Return what is seen of a page once it is there, None before."""
    seen, low = browser.execute_script(MEASURE)
    return (seen, low) if seen > 10 else None


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_text_stands_out_from_its_ground(site, browser, page, theme):
    _open(browser, site / f"{page}.html", 1280, theme)
    seen, low = WebDriverWait(browser, 120).until(lambda _: _measured(browser))
    assert seen > 10
    assert not low, "\n".join(low)


@pytest.mark.parametrize("width", [390, 1280])
def test_claims_are_as_wide_as_the_window_at_most(site, browser, width):
    _open(browser, site / "minimax.html", width)
    table = browser.execute_script(
        "const table = document.querySelector('table.figures.judged');"
        "const box = table.getBoundingClientRect();"
        "return [document.documentElement.scrollWidth <= innerWidth, box.right <= innerWidth,"
        " table.querySelectorAll('thead th').length]"
    )
    assert table == [True, True, 7]


@pytest.mark.parametrize(("width", "scrolled"), [(390, True), (1280, False)])
def test_a_tree_is_scrolled_on_a_phone_and_not_shrunk(site, browser, width, scrolled):
    _open(browser, site / "names.html", width)
    measured = (
        "const box = document.querySelector('.scrolled'), image = box.querySelector('img');"
        "if (!image.complete) return null;"
        "return [box.scrollWidth > box.clientWidth, image.width >= image.naturalWidth || %s,"
        " document.documentElement.scrollWidth <= innerWidth]"
    ) % ("false" if scrolled else "true")
    found = WebDriverWait(browser, 120).until(lambda _: browser.execute_script(measured))
    assert found == [scrolled, True, True]


@pytest.mark.parametrize("page", ["index", "how-to/draw-and-plot", "tutorial/optimal-strategies"])
def test_trees_on_pages_can_be_scrolled(page):
    text = (DOCS / f"{page}.rst").read_text(encoding="utf-8")
    trees = re.findall(
        r"^( *)\.\. image:: \S*/(?:optimum|knuth|words|best)\.svg", text, re.MULTILINE
    )
    assert trees
    assert set(trees) == {"   "}


def test_low_contrast_is_found(site, browser):
    _open(browser, site / "names.html", 1280)
    browser.execute_script("document.querySelector('article p').style.color = '#999'")
    assert browser.execute_script(MEASURE)[1]


def test_a_plot_on_a_dark_page_is_dark(browser, site, tmp_path):
    """The white ground of a plot is turned dark by the style sheet, and not on a light page."""
    style = (DOCS / "_static" / "site.css").as_uri()
    (tmp_path / "lengths.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', encoding="utf-8"
    )
    page = tmp_path / "plot.html"
    page.write_text(f'<link rel="stylesheet" href="{style}"><img src="./lengths.svg">')
    filters = {}
    for theme in ("light", "dark"):
        _open(browser, page, 390, theme)
        shown = "return getComputedStyle(document.querySelector('img')).filter"
        filters[theme] = browser.execute_script(shown)
    assert filters["light"] == "none"
    assert "invert" in filters["dark"]
