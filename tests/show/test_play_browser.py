"""The page of play in a headless Chromium: Pyodide and the package from a local server alone.

Pyodide comes from the npm registry, in one version with one digest. Without npm, selenium or
ChromeDriver these tests are skipped.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import shutil
import subprocess
import tarfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which

import pytest

import mastermind_core as mc

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402 - after the skip
from selenium.webdriver.common.by import By  # noqa: E402 - after the skip
from selenium.webdriver.common.keys import Keys  # noqa: E402 - after the skip
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402 - after the skip

for program in ("chromedriver", "npm"):
    if which(program) is None:
        pytest.skip(f"{program} is not installed", allow_module_level=True)

# Each starts a browser; these tests are run where all extras are.
pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"
PYODIDE = "pyodide@314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    # Nothing but the server of this test can be found.
    "--host-resolver-rules=MAP~*~^NOTFOUND,EXCLUDE~127.0.0.1"
)
#: Seconds to wait on a machine that has other things to do.
PATIENCE = 300

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>play</title>
<style>:root {{ color-scheme: light dark }} body {{ font: 1rem sans-serif; margin: 1rem }}</style>
<link rel="stylesheet" href="_static/play/play.css"><body>{app}"""


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, *_):
        """Say nothing."""


def fetch_pyodide(folder):
    """Unpack Pyodide; skip where the registry cannot be reached."""
    done = subprocess.run(
        ["npm", "pack", "--silent", PYODIDE],
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    packed = next(iter(folder.glob("*.tgz")), None)
    if done.returncode or packed is None:
        pytest.skip(f"npm cannot fetch {PYODIDE}")
    digest = hashlib.sha512(packed.read_bytes()).digest()
    assert base64.b64encode(digest).decode() == DIGEST
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the page, the package and Pyodide; return the address of the page."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(DOCS / "_static" / "play", root / "_static" / "play")
    shutil.move(fetch_pyodide(tmp_path_factory.mktemp("npm")), root / "_static" / "pyodide")
    spec = importlib.util.spec_from_file_location("browser", DOCS / "browser.py")
    browser = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(browser)
    browser.bundle(root / "_static" / "play" / "package.zip")
    app = (DOCS / "_static" / "play" / "app.html").read_text(encoding="utf-8")
    (root / "index.html").write_text(PAGE.format(app=app), encoding="utf-8")
    alone = app.replace("_static/pyodide/", "_static/elsewhere/")
    (root / "alone.html").write_text(PAGE.format(app=alone), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = which("chromium") or which("google-chrome") or ""
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag.replace("~", " ").replace("^", "~"))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(which("chromedriver")))
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def loaded(browser, site):
    """Load the page once: that takes longer than all that it answers."""
    browser.get(site)
    assert browser.find_element(By.ID, "play-progress").is_displayed()
    assert not browser.find_element(By.CSS_SELECTOR, "#play-new button").is_enabled()
    assert browser.find_element(By.ID, "play-card").is_displayed()
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#play[data-ready]"))
    return browser


def wait(browser, condition):
    return WebDriverWait(browser, PATIENCE).until(lambda _: condition())


class Page:
    """What a person does on the page, and what they see."""

    def __init__(self, browser):
        self.browser = browser

    def find(self, css):
        return self.browser.find_element(By.CSS_SELECTOR, css)

    def rest(self):
        """Wait until the page thinks no more."""
        says = ("play-said", "setup-said", "judge-said")
        wait(self.browser, lambda: all(self.text(f"#{at}") != "Thinking …" for at in says))
        wait(self.browser, lambda: self.find("#play-new button").get_property("disabled") is False)

    def text(self, css):
        return self.find(css).get_property("textContent").strip()

    def tab(self, name):
        self.find(f"#tab-{name}").click()
        self.rest()

    def fill(self, name, text, form="#play-new"):
        field = self.find(f"{form} [name={name}]")
        self.browser.execute_script("arguments[0].value = arguments[1]", field, text)

    def begin(self, game, **options):
        self.rest()  # the game that starts by itself folds the setup
        self.browser.execute_script("document.getElementById('play-setup').open = true")
        Select(self.find("#play-new [name=game]")).select_by_value(game)
        for name, text in options.items():
            self.fill(name, text)
        self.find("#play-new button").click()
        self.rest()

    def guess(self, guess, score=None):
        field = self.find("#play-move [name=guess]")
        field.clear()
        field.send_keys(guess)
        if score is not None:
            self.fill("score", score, "#play-move")
        field.send_keys(Keys.ENTER)
        self.rest()

    def press(self, name):
        self.find(f"[data-ask={name}]").click()
        self.rest()


@pytest.fixture
def page(loaded):
    loaded.get_log("browser")
    yield Page(loaded)
    assert not [line for line in loaded.get_log("browser") if "favicon" not in line["message"]]


def test_a_person_guesses_until_the_secret_is_found(page):
    page.tab("guess")
    page.begin("mastermind", colours="2", holes="2")
    assert page.text("#play-card") == "Guess 1, 4 candidates left"
    for number, guess in enumerate(("11", "12", "21", "22"), start=1):
        page.guess(guess)
        if "Found" in page.text("#play-card"):
            break
        assert len(page.browser.find_elements(By.CSS_SELECTOR, "#play-board li")) == number
    assert "Found in" in page.text("#play-card")
    assert page.find("#play-again").is_enabled()
    assert not page.find("#play-move").is_displayed()
    assert page.browser.switch_to.active_element.get_attribute("id") == "play-again"
    page.press("review")
    assert "luck" in page.text("#play-rows thead")
    page.find("#play-again").click()
    page.rest()
    assert page.text("#play-card") == "Guess 1, 4 candidates left"


def test_a_guess_that_tells_nothing_is_pointed_out(page):
    page.tab("help")
    page.begin("mastermind", colours="3", holes="2")
    page.guess("11", "0,0")
    page.guess("11", "0,0")
    assert page.text("#play-said").startswith("That guess told you nothing")


def test_words_come_from_the_built_in_list_and_tint_a_keyboard(page):
    page.tab("help")
    page.begin("wordle")
    assert "most common English words of the package" in page.text("#play-options")
    assert page.text("#play-left summary").startswith("400 left")
    keys = page.browser.find_elements(By.CSS_SELECTOR, "#play-parts button")
    assert "".join(key.text.lower() for key in keys)[:10] == "qwertyuiop"
    page.guess("about", "g.y..")
    marks = [page.find(f"#play-parts [aria-label^='{key}']") for key in "aboq"]
    classes = [mark.get_attribute("class") for mark in marks]
    assert classes == ["key tile-2", "key tile-0", "key tile-1", "key"]


def test_the_page_begins_with_six_colours_and_its_board_first(site, page):
    page.browser.get(site)
    page.browser.execute_script("document.getElementById('play').scrollIntoView()")
    wait(page.browser, lambda: page.browser.find_elements(By.CSS_SELECTOR, "#play[data-ready]"))
    assert page.text("#play-card") == "Guess 1, 1,296 candidates left"
    assert not page.find("#play-new").is_displayed()
    assert page.text("#play-origin") == "from this site …"


def test_pegs_are_clicked(page):
    page.tab("guess")
    page.begin("mastermind", colours="6", holes="4")
    pegs = page.browser.find_elements(By.CSS_SELECTOR, "#play-parts button")
    assert [peg.get_attribute("aria-label") for peg in pegs] == [*"123456", "erase"]
    for at in (0, 0, 5, 6, 1, 2):
        pegs[at].click()
    assert page.find("#play-move [name=guess]").get_property("value") == "1123"
    assert len(page.browser.find_elements(By.CSS_SELECTOR, "#play-slots .filled svg")) == 4
    page.find("#play-move [type=submit]").click()
    page.rest()
    assert page.text("#play-card").startswith(("Guess 2, ", "Found in 1 "))  # a random secret
    assert page.find("#play-board li svg").get_attribute("aria-label") == "guess 1123"


def test_answers_are_clicked(page):
    page.tab("help")
    page.begin("mastermind", colours="6", holes="4")
    page.fill("guess", "1123", "#play-move")
    answer = page.find("#play-answers [aria-label='answer 0,2']")
    answer.click()
    page.find("#play-move [type=submit]").click()
    page.rest()
    game = mc.Mastermind(6, 4)
    left = mc.Session(game, history=[((1, 1, 2, 3), (0, 2))]).count
    assert page.text("#play-card") == f"Guess 2, {left} candidates left"


def test_tiles_are_clicked(page):
    words = ["abide", "speed", "erase", "spare", "crane"]
    game = mc.Wordle(words)
    page.tab("help")
    page.begin("wordle", answers="\n".join(words), others="")
    page.find("#play-move [name=guess]").send_keys("crane")
    for at, sign in enumerate(game.score("crane", "erase")):
        for _ in range(".yg".index(sign)):
            page.find(f"#play-answers button:nth-child({at + 1})").click()
    page.find("#play-move [type=submit]").click()
    page.rest()
    left = mc.Session(game, history=[("crane", game.score("crane", "erase"))]).candidates
    assert page.text("#play-left p").split() == list(left)


def test_an_error_stands_beside_what_it_is_about(page):
    page.tab("guess")
    page.begin("mastermind", colours="6", holes="four")
    assert "holes" in page.text("#setup-said")
    assert page.text("#play-said") == ""
    assert page.find("#play-new").is_displayed()
    page.begin("mastermind", colours="6", holes="4")
    page.guess("1 2")
    said, field = page.find("#play-said"), page.find("#play-move")
    assert "is not a valid guess" in said.text
    assert 0 <= said.rect["y"] - field.rect["y"] - field.rect["height"] < 60


def test_hints_are_those_of_the_package(page):
    page.tab("guess")
    page.begin("mastermind", colours="4", holes="4")
    assert page.text("#play-left summary") == "256 left: which?"
    page.press("hint")
    best = mc.Session(mc.Mastermind(4, 4), "entropy").suggest(1)[0]
    shown = page.find("#play-rows tbody tr")
    label = shown.find_element(By.TAG_NAME, "svg").get_attribute("aria-label")
    assert label == f"guess {''.join(map(str, best.guess))}"
    assert f"{best.bits:.2f} bits" in shown.text
    page.guess("123")
    assert "'123' is not a valid guess" in page.text("#play-said")
    page.press("resign")
    assert page.browser.switch_to.active_element.get_attribute("id") == "play-again"
    assert "the secret was" in page.text("#play-said")


def test_help_takes_the_tiles_of_another_page(page):
    words = ["abide", "speed", "erase", "spare", "crane"]
    game = mc.Wordle(words)
    page.tab("help")
    page.begin("wordle", answers="\n".join(words), others="")
    marks = game.score("crane", "erase").translate(str.maketrans("gy.", "🟩🟨⬛"))
    page.guess("crane", marks)
    left = mc.Session(game, history=[("crane", game.score("crane", "erase"))]).candidates
    assert page.text("#play-left p").split() == list(left)
    page.guess("speed", "⬛⬛⬛⬛⬛")
    assert "answer 2, ..... to speed, " in page.text("#play-said")
    assert "Perhaps answer" in page.text("#play-said")
    page.press("undo")
    assert page.text("#play-left summary") == "5 left: which?"


def test_a_game_of_ones_own_is_judged(page):
    page.tab("judge")
    judged = page.find("#judge-form")
    judged.find_element(By.TAG_NAME, "button").click()
    page.rest()
    names = {}
    exec(page.find("#judge-source").get_property("value"), names)
    parts = (names[part] for part in ("guesses", "secrets", "score", "endstates"))
    verdict = mc.is_greedy_optimal(mc.FiniteGame(*parts), "entropy")
    assert page.text("#judge-said").split("\n")[1] == str(verdict).split("\n")[1]
    page.fill("source", "guesses = secrets = [1]\nscore = None +", "#judge-form")
    judged.find_element(By.TAG_NAME, "button").click()
    page.rest()
    assert page.text("#judge-said") == "line 2: invalid syntax"


def test_the_keyboard_alone_is_enough(page):
    page.tab("guess")
    tab = page.find("#tab-guess")
    tab.send_keys(Keys.ARROW_RIGHT)
    assert page.find("#tab-help").get_attribute("aria-selected") == "true"
    assert page.browser.switch_to.active_element.get_attribute("id") == "tab-help"
    page.browser.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    page.begin("twod", size="3")
    assert page.browser.switch_to.active_element.get_attribute("name") == "guess"
    page.guess("11")
    assert "Guess 2" in page.text("#play-card") or "Found" in page.text("#play-card")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_off_the_page(page, width, scheme):
    page.browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    page.browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    for tab in ("help", "judge", "guess"):
        page.tab(tab)
        wide = "return document.documentElement.scrollWidth"
        assert page.browser.execute_script(wide) <= width
    fields = page.browser.execute_script(
        "return [...document.querySelectorAll('#play input, #play select, #play textarea')]"
        ".filter(field => !field.labels.length && !field.ariaLabel).map(field => field.name)"
    )
    assert fields == []


def test_a_page_without_python_says_what_to_do(site, browser):
    browser.get(site.replace("index", "alone"))
    said = browser.find_element(By.ID, "play-loading")
    wait(browser, lambda: "could not be loaded" in said.text)
    assert "reload the page" in said.text
