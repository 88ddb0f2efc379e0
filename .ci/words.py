"""Write the list of five-letter words of the package from SCOWL (http://wordlist.aspell.net).

python .ci/words.py FOLDER, the folder final/ of SCOWL 2020.12.07 or Debian's /usr/share/dict/scowl.

SCOWL sorts words by level, the most common first. Possible secrets are words of the levels 10 to 35
without plurals and other inflections; the words up to level 70 may be guessed. The levels above 70
are left out, because one of their sources has another licence. The first line of the list has the
secrets, the second one the other words; both in the order of the levels, then of the alphabet.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)
TO = Path(__file__).parent.parent / "mastermind_core" / "games" / "words.txt"

#: Words that may be guessed, but that no player wants to be asked for.
NEVER_HIDDEN = """
bitch booby busty butch buxom fanny farts feces fetus gayer horny idiot kinky lynch moron naked
nappy negro pansy penis porno prick pussy queer raper semen sissy slave sperm spunk squaw titty
urine vulva whore wench
"""

#: Insults of groups of people, which are left out altogether.
LEFT_OUT = """
chink coons dagos darky dykes fagot gooks gypsy gyped homos honky injun jewed kikes lesbo micks
nigga nigra pikey poofs spick spics
"""

#: Endings of inflections, with the endings of the words that are inflected.
ENDINGS = tuple(
    tuple(pair.split("-"))
    for pair in ("ies-y", "es-", "s-", "ied-y", "ed-", "ed-e", "ing-", "ing-e", "est-", "est-e")
)


def levels(folder: Path) -> dict[str, int]:
    """Return the level of each word of lower-case letters."""
    found: dict[str, int] = {}
    for level in LEVELS:
        for spelling in ("english", "american"):
            text = (folder / f"{spelling}-words.{level}").read_text("latin-1")
            for word in filter(re.compile("[a-z]+").fullmatch, text.split()):
                found.setdefault(word, level)
    return found


def main() -> None:
    """Write the list."""
    level = levels(Path(sys.argv[1]))
    words = sorted((level[word], word) for word in level if len(word) == 5)

    def inflected(word: str) -> bool:
        return not word.endswith("ss") and any(
            word.endswith(end) and word.removesuffix(end) + stem in level for end, stem in ENDINGS
        )

    secrets: list[str] = []
    others: list[str] = []
    for at, word in words:
        if word not in LEFT_OUT.split():
            hidden = at <= 35 and not inflected(word) and word not in NEVER_HIDDEN.split()
            (secrets if hidden else others).append(word)
    TO.write_text("".join(f"{' '.join(words)}\n" for words in (secrets, others)), encoding="ascii")
    print(f"{len(secrets)} secrets, {len(others)} other words: {TO}")


if __name__ == "__main__":
    main()
