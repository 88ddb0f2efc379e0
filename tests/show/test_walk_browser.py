"""The page to walk through, in a headless Chromium: clicks, keys, search, back, a phone, the time.

Without selenium or ChromeDriver these tests are skipped.
"""

from __future__ import annotations

from functools import partial
from shutil import which

import pytest

import mastermind_core as mc
from mastermind_core.notation import show_item

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402 - after the skip
from selenium.webdriver.common.by import By  # noqa: E402 - after the skip
from selenium.webdriver.common.keys import Keys  # noqa: E402 - after the skip
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402 - after the skip

pytestmark = pytest.mark.skipif(
    which("chromedriver") is None, reason="no chromedriver: install Chromium and ChromeDriver"
)

GAME = mc.Mastermind(4, 3)
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-renderer-backgrounding"
)
#: Seconds to wait on a machine that has other things to do.
PATIENCE = 120


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = which("chromium") or which("google-chrome") or ""
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(which("chromedriver")))
    driver.set_page_load_timeout(PATIENCE)
    yield driver
    driver.quit()


@pytest.fixture
def shows(browser, tmp_path):
    """Open a page; at the end its console must be empty."""

    def open_page(page, width=1100):
        path = tmp_path / "walk.html"
        path.write_text(page, encoding="utf-8")
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        browser.get(path.as_uri())
        return Page(browser)

    yield open_page
    assert browser.get_log("browser") == []


class Page:
    """What a player sees and does."""

    def __init__(self, driver):
        self.driver = driver

    def text(self, name):
        return self.driver.find_element(By.ID, name).text

    def answers(self):
        return self.driver.find_elements(By.CSS_SELECTOR, "#answers button")

    def answer(self, words):
        button = next(
            button
            for button in self.answers()
            if button.get_attribute("aria-label").startswith(f"Answer {words}:")
        )
        button.click()

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def said(self):
        return self.driver.find_element(By.ID, "said").get_attribute("textContent")

    def waits_for(self, text):
        WebDriverWait(self.driver, PATIENCE).until(lambda _: self.said().startswith(text))


def words(score):
    return f"{score.black} black, {score.white} white"


def test_answers_lead_to_the_secret_and_back(shows):
    tree = mc.lazy_tree(GAME, mc.strategies.knuth)
    page = shows(mc.to_html(tree))
    secret, node, moves = (4, 2, 4), tree, 0
    while node is not None:
        assert show_item(node.guess) in page.said()
        assert f"{len(node.candidates)} secret" in page.text("now")
        score = GAME.score(node.guess, secret)
        page.answer(words(score))
        node, moves = node[score].subtree, moves + 1
    assert page.said() == f"Found in {moves} guesses"
    assert not page.answers()
    page.driver.find_element(By.ID, "back").click()
    assert page.said().startswith(f"Guess {moves}:")
    page.driver.back()
    page.waits_for("Found")
    page.driver.find_element(By.ID, "start").click()
    assert page.said().startswith("Guess 1:")


def test_a_secret_is_searched_and_played(shows):
    page = shows(mc.to_html(GAME, "knuth"))
    box = page.driver.find_element(By.ID, "secret")
    box.send_keys("42")
    found = page.driver.find_elements(By.CSS_SELECTOR, "#found button")
    assert [button.text for button in found] == ["421", "422", "423", "424"]
    box.send_keys("4", Keys.ENTER)
    path = mc.play_game(GAME, mc.strategies.knuth, lambda guess: GAME.score(guess, (4, 2, 4)))
    assert page.said() == f"Found in {len(path)} guesses"
    shown = page.driver.find_elements(By.CSS_SELECTOR, "#path li")
    assert len(shown) == len(path)
    for item, (guess, score) in zip(shown, path, strict=True):
        text = item.get_attribute("textContent")
        assert show_item(guess) in text
        assert words(score) in text
    box.clear()
    box.send_keys("99")
    assert page.text("none") == "no secret begins like this"


def test_keys_are_enough(shows):
    page = shows(mc.to_html(GAME, "knuth"))
    tree = mc.lazy_tree(GAME, mc.strategies.knuth)
    page.press("2")
    assert show_item(tree.branches[1].subtree.guess) in page.said()
    page.press(Keys.BACKSPACE)
    assert show_item(tree.guess) in page.said()
    page.press("/")
    page.press("111", Keys.ENTER)
    assert page.said().startswith("Found in")
    page.press(Keys.HOME)
    assert page.said().startswith("Guess 1:")


def test_the_bars_count_every_secret(shows):
    page = shows(mc.to_html(GAME, "knuth"))
    lengths = mc.length_distribution(GAME, "knuth")
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#lengths tr")
    assert [tuple(map(int, row.text.split())) for row in rows] == list(lengths.items())


@pytest.mark.parametrize("width", [1100, 390])
def test_the_bars_of_answers_are_as_long_as_their_shares(shows, width):
    page = shows(
        mc.to_html(mc.Wordle(["abide", "speed", "erase", "tread", "tired"]), "knuth"), width
    )
    bars = [
        (int(part(".count").text), part(".bar").rect["width"])
        for part in (partial(button.find_element, By.CSS_SELECTOR) for button in page.answers())
    ]
    most, longest = max(bars)
    assert longest > 10
    for count, length in bars:
        assert length == pytest.approx(longest * count / most, abs=1)


def test_everything_has_a_name_for_a_screen_reader(shows):
    page = shows(mc.to_html(GAME, "knuth"))
    for button in page.driver.find_elements(By.TAG_NAME, "button"):
        assert button.accessible_name
    box = page.driver.find_element(By.ID, "secret")
    assert box.accessible_name == "Play against a secret"


@pytest.mark.parametrize("game", [GAME, mc.Wordle(["abide", "speed", "erase", "tread"])])
def test_a_phone_need_not_scroll_sideways(shows, game):
    page = shows(mc.to_html(game, "knuth", title="A long title of a strategy and game"), width=390)
    wide = "return document.documentElement.scrollWidth"
    assert page.driver.execute_script(wide) <= 390
    page.answers()[0].click()
    assert page.driver.execute_script(wide) <= 390


@pytest.mark.slow
def test_a_page_of_32768_secrets_opens(shows):
    game = mc.Mastermind(8, 5)
    tree = mc.lazy_tree(game, lambda position: position.candidates[0])
    html = mc.to_html(tree)
    assert len(html) < 2_000_000
    page = shows(html)
    shown = page.driver.execute_script("return document.getElementsByTagName('*').length")
    assert shown < 2000  # what is shown does not grow with the game
    box = page.driver.find_element(By.ID, "secret")
    box.send_keys("87654", Keys.ENTER)
    path = mc.play_game(game, tree, lambda guess: game.score(guess, (8, 7, 6, 5, 4)))
    assert page.said() == f"Found in {len(path)} guesses"
