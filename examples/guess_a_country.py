"""Guess the country that you think of, by questions of yes and no.

The data are those of the package ``countryinfo``: all countries of a million people and more. How
many live there says how likely you think of one.

>>> game = guess_a_country()
>>> len(game.secrets), len(game.guesses)
(161, 67)

Were all as likely, no strategy could do better than entropy's 7.41 questions on average:

>>> even = guess_a_country(likely=False)
>>> mc.is_greedy_optimal(even, "entropy", "mean").answer
True
>>> print(round(mc.length_distribution(even, "entropy").mean, 4))
7.4099

By how many people there are it takes two questions fewer, and the least is proven, too:

>>> print(round(mc.length_distribution(game, "entropy").mean, 4))
5.4237
>>> best = mc.optimal(game)
>>> print(best.proven, round(mc.length_distribution(game, best).mean, 4))
True 5.3097

A session asks, and ends as soon as it knows:

>>> session = mc.Session(game, best)
>>> while not session.over:
...     session.answer(game.score(session.guess, "Indonesia"))
>>> for asked, answer in session.history:
...     print(asked, answer)
over 2,000,000 square kilometres? no
in Asia? yes
over 100 million people? yes
in Southern Asia? no
over 500,000 square kilometres? yes
>>> session.known
'Indonesia'
"""

from __future__ import annotations

from typing import Any

from countryinfo import all_countries

import mastermind_core as mc

Country = dict[str, Any]

_NEEDED = ("name", "population", "area", "borders", "region", "subregion", "latlng", "capital")
_LANGUAGES = {
    "English": "en",
    "French": "fr",
    "Spanish": "es",
    "Arabic": "ar",
    "Portuguese": "pt",
    "Russian": "ru",
    "German": "de",
}


def countries(least: int = 1_000_000) -> list[Country]:
    """Return what is known of the countries of so many people."""
    every: list[Any] = [one.info() for one in all_countries()]
    known = [one for one in every if all(one.get(part) is not None for part in _NEEDED)]
    return sorted((one for one in known if one["population"] >= least), key=lambda one: one["name"])


def questions(known: list[Country]) -> dict[str, list[bool]]:
    """Return what may be asked, each with the answer of every country."""
    asked = {}
    for part in ("region", "subregion"):
        for place in sorted({one[part] for one in known}):
            asked[f"in {place}?"] = [one[part] == place for one in known]
    people, areas = ([one[part] for one in known] for part in ("population", "area"))
    for n in (3, 10, 30, 100):
        asked[f"over {n} million people?"] = [own > n * 1_000_000 for own in people]
    for n in (1_000, 10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_000_000):
        asked[f"over {n:,} square kilometres?"] = [own > n for own in areas]
    for n in range(1, 7):
        asked[f"{n} neighbours or more?"] = [len(one["borders"]) >= n for one in known]
    for language, code in _LANGUAGES.items():
        asked[f"{language} spoken?"] = [code in one["languages"] for one in known]
    norths, easts = zip(*(one["latlng"] for one in known), strict=True)
    for n in (-20, 0, 10, 20, 30, 40, 50):
        asked[f"north of {n} degrees?"] = [own > n for own in norths]
    for n in (-60, -20, 0, 10, 20, 30, 45, 75, 100):
        asked[f"east of {n} degrees?"] = [own > n for own in easts]
    for letter in "EIMPS":
        asked[f"capital from {letter} to Z?"] = [one["capital"] >= letter for one in known]
    return asked


def guess_a_country(*, likely: bool = True) -> mc.FiniteGame[str, str, str]:
    """Make the game; where it is ``likely``, countries weigh their millions of people."""
    known = countries()
    table: dict[str, list[Any]] = {
        question: ["yes" if answer else "no" for answer in answers]
        for question, answers in questions(known).items()
    }
    table["name"] = [one["name"] for one in known]
    people = [round(one["population"] / 1_000_000) for one in known]
    prior = people if likely else None
    return mc.FiniteGame.from_table(table, id="name", prior=prior, name="guess a country")


if __name__ == "__main__":
    print(mc.length_distribution(guess_a_country(), "entropy"))
