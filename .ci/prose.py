"""Lint the English of docstrings, pages, error messages and help texts: counts that only fall.

python .ci/prose.py                  # counts per rule; fails if one is above .ci/prose.json, if
                                     # pages without their own scope have more than WORDS words,
                                     # or if "of" is too frequent
python .ci/prose.py --rule what-noun # every hit of one rule, as file:line
python .ci/prose.py --lower          # store lower counts
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMITS = Path(__file__).with_name("prose.json")
PACKAGE = "mastermind_core"
PAGES = ("README.rst", "CHANGELOG.rst", "CONTRIBUTING.rst", "SECURITY.rst")

#: The maximum number of words of running prose: code, tables and directives excluded. Tutorials,
#: how-tos and the reference have none, because each feature needs its own.
WORDS = 35_800
WITHOUT_LIMIT = ("docs/tutorial/", "docs/how-to/", "docs/reference/")

#: The maximum frequency of "of" per thousand words. The docstrings of attrs, python-chess, networkx
#: and cmdstanpy have 19 to 37: possessives, compounds and verbs are easier to read than chains.
OF = {"docstrings": 25, "pages": 33}

#: Name: (where, pattern, what to write instead). Where: first (first docstring line), doc
#: (docstring sentences), page (rst sentences), error (messages of raise), help (argparse texts).
RULES: dict[str, tuple[str, str, str]] = {
    "first-return-what": (
        "first",
        r"^Return what\b",
        "name the thing: Return the cost / the key ...",
    ),
    "first-say": ("first", r"^Say\b", "Return True if ... / Return a message ..."),
    "first-let": (
        "first",
        r"^(Let|Hear|Know|Serve)\b",
        "a verb of programming: Allow, Handle, Add ...",
    ),
    "first-clause": (
        "first",
        r"^(What|Who|Whoever|Those who|Whether)\b",
        "a noun: Options, Result, Player ...",
    ),
    "first-of-of": (
        "first",
        r"\bof (?:\w+[ ,]*){1,4}\bof\b",
        "at most one 'of': a possessive, a participle, or another verb",
    ),
    "first-is": ("first", r"^Is\b", "name the thing"),
    "of-of": (
        "doc page",
        r"\bof (?:\w+[ ,]*){1,4}\bof\b",
        "at most one 'of' in a phrase: a possessive, a compound, or a verb",
    ),
    "then-is": (
        "doc page",
        r"\bthen (is|are|has|have)\b|\b(is|are) then\b",
        "say the condition: If ..., With ...",
    ),
    "that-of": ("doc page", r"\b[Tt]h(at|ose) of\b", "name it again"),
    "semicolon": ("doc page", r";", "two sentences, joined by because, so or but"),
    "what-noun": (
        "doc page",
        r"\b[Ww]hat (is|are|was|a|an|the|it|they|each|all|no|somebody|others|has|have|can|may|comes"
        r"|came|stands|follows|makes|takes|tells|says|does|draws|fits|there)\b(?![^.]*\?)",
        "a noun instead of a clause",
    ),
    "start-so": ("doc page", r"^So (?!many|much|far|that)", "Therefore / As a result, or drop it"),
    "start-of": ("doc page", r"^Of\b", "subject first: 'Among several optimal trees, ...' "),
    "start-clause": (
        "doc page",
        r"^(What|Who|Whoever|Where|That)\b(?![^.]*\?)",
        "subject, verb, object; 'If ...'",
    ),
    "of-which": ("doc page", r"\bof which\b", "split the sentence"),
    "long": ("page", r"^(?:\S+\s+){35}\S", "at most 25 words; never over 35"),
    "long-doc": ("doc", r"^(?:\S+\s+){30}\S", "at most 20 words; never over 30"),
    "commas": ("doc page", r"^(?:[^,]*,){4}", "two sentences, or a list"),
    "lots": (
        "doc page error help",
        r"\b(lots|by lot|draws? lots?)\b",
        "random, at random, randomized",
    ),
    "hears": ("doc page", r"\b(hears?|heard)\b", "receives, is called with, is notified"),
    "tells": ("doc page error", r"\b(tells?|told)\b", "distinguishes, is informative, reports"),
    "settle": ("doc page", r"\bsettle[sd]?\b", "solve, decide, prove"),
    "rooms": ("doc page error", r"\b(rooms?|floors?|house)\b", "package, layer, codebase"),
    "twin": ("doc page", r"\btwins?\b", "reference implementation"),
    "dear": ("doc page error help", r"\bdear(er|est|ly)?\b", "expensive, most expensive"),
    "least": (
        "doc page error help",
        r"\b(?<!at )(least|lesser|greatest)\b",
        "minimum, smaller, maximum",
    ),
    "text-noun": ("doc page error", r"\b(a|as|is|no) texts?\b|\btexts\b", "string"),
    "whole-number": ("doc page error", r"\bwhole numbers?\b", "integer"),
    "anew": ("doc page help", r"\banew\b", "again"),
    "alike": ("doc page error help", r"\balike\b", "identical, equivalent, the same"),
    "purse": ("doc page", r"\b(purse|money)\b", "remaining cost budget"),
    "so-many": (
        "doc page error",
        r"\bso (many|often|much|long)\b",
        "n, at most n, up to the limit",
    ),
    "body": (
        "doc page error",
        r"\b([Ss]ome|[Aa]ny|[Nn]o|[Ee]very)body\b|\b[Ww]hoever\b",
        "you, the caller, the user",
    ),
    "he": ("doc page", r"\b([Hh]e|[Hh]is|[Hh]im)\b", "they, or name the player"),
    "is-none": ("doc page error", r"\b(is|are|be) none\b", "is not a ..., is not one"),
    "error-is-no": ("error", r"\b(is|are) no [a-z]", "is not a valid ..."),
    "error-it": ("error", r"^['\"]?f?['\"]it ", "name the subject: the file, the header ..."),
    "help-clause": ("help", r"\b(what|who|how) ", "a noun phrase or an imperative"),
}


def tracked(root: Path, *patterns: str) -> list[Path]:
    """Return the files under version control that match; generated pages do not count."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "--", *patterns],
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(root / name for name in listed.stdout.split())


def docstrings(root: Path) -> Iterator[tuple[str, int, str]]:
    """Yield (file, line, docstring) of the package."""
    for path in tracked(root, f"{PACKAGE}/*.py", f"{PACKAGE}/*.pyi"):
        if path.suffix not in {".py", ".pyi"}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
            if isinstance(node, documented) and (text := ast.get_docstring(node)):
                yield str(path.relative_to(root)), node.body[0].lineno, text


def calls(root: Path) -> Iterator[tuple[str, str, int, str]]:
    """Yield (error | help, file, line, source) of messages."""
    for path in tracked(root, f"{PACKAGE}/*.py"):
        name = str(path.relative_to(root))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for part in node.exc.args:
                    if isinstance(part, ast.JoinedStr | ast.Constant):
                        yield "error", name, node.lineno, ast.unparse(part)
            if isinstance(node, ast.Call):
                for key in node.keywords:
                    if key.arg in {"help", "description", "epilog"}:
                        yield "help", name, key.value.lineno, ast.unparse(key.value)


def _blank(match: re.Match[str]) -> str:
    """Return as many empty lines."""
    return "\n" * match[0].count("\n")


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, paragraph) of running prose: no code, tables, directives, literal blocks."""
    # What a command writes into a page is a table, not prose.
    text = re.sub(r"(?ms)^\.\. Written by .*?^\.\. End of what is written$", _blank, text)
    lines, block, start, skip = text.split("\n"), [], 0, None
    for at, line in enumerate([*lines, ""], 1):
        bare, indent = line.strip(), len(line) - len(line.lstrip())
        if skip is not None and (not bare or indent > skip):
            continue
        skip = None
        if bare.startswith((">>>", ".. ")) and not bare.startswith(
            (".. note", ".. warning", ".. glossary")
        ):
            skip = indent if bare.startswith(".. ") else None
            if bare.startswith(">>>"):
                block = [""]  # drop the example with its output
            continue
        if not bare or re.fullmatch(r"[=\-~^*+#]{3,}( [=\-~ ]+)?", bare):
            joined = " ".join(block).strip()
            if joined and not joined.startswith((">>>", "...", "$ ", ":")) and block[0]:
                yield start, joined
                if joined.endswith("::"):
                    skip = indent
            block = []
            continue
        if block == [""]:
            continue
        if block and re.match(r"(\*|-|#\.|\d+\.) ", bare):  # the next item of a list
            yield start, " ".join(block)
            block = []
        if not block:
            start = at
        if not re.match(r"(===|\||\+-|:\w+:|\$ )", bare):
            block.append(bare)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, sentence) of running prose."""
    for line, joined in paragraphs(text):
        plain = re.sub(r":\w+:`~?([^`<]*)[^`]*`", r"\1", joined)
        plain = re.sub(r"^(\*|-|#\.|\d+\.) ", "", plain.replace("`", ""))
        for one in re.split(r"(?<=[.!?])\s+(?=[\"'(A-Z0-9]|\w+: )", plain):
            if len(one.split()) > 2:
                yield line, one


def hits(root: Path) -> Iterator[tuple[str, str, int, str]]:
    """Yield (rule, file, line, text) of every hit."""
    pool: dict[str, list[tuple[str, int, str]]] = {
        w: [] for w in ("first", "doc", "page", "error", "help")
    }
    for name, line, text in docstrings(root):
        pool["first"].append((name, line, text.split("\n")[0]))
        pool["doc"] += [(name, line + at, one) for at, one in sentences(text)]
    pages = tracked(root, *PAGES, "docs/*.rst")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        pool["page"] += [(str(page.relative_to(root)), at, one) for at, one in sentences(text)]
    for kind, name, line, text in calls(root):
        pool[kind].append((name, line, text))
    for rule, (where, pattern, _) in RULES.items():
        regex = re.compile(pattern)
        for kind in where.split():
            for name, line, text in pool[kind]:
                if regex.search(text):
                    yield rule, name, line, text


def words(root: Path) -> int:
    """Return the number of words of running prose on the pages that have a limit."""
    pages = tracked(root, *PAGES, "docs/*.rst")
    limited = (
        page for page in pages if not page.relative_to(root).as_posix().startswith(WITHOUT_LIMIT)
    )
    texts = (page.read_text(encoding="utf-8") for page in limited)
    return sum(len(part.split()) for text in texts for _, part in paragraphs(text))


def frequency_of_of(root: Path) -> dict[str, float]:
    """Return how frequent "of" is per thousand words of prose, in docstrings and on pages."""
    pages = tracked(root, *PAGES, "docs/*.rst")
    texts = {
        "docstrings": [text for _, _, text in docstrings(root)],
        "pages": [page.read_text(encoding="utf-8") for page in pages],
    }
    frequencies = {}
    for kind, parts in texts.items():
        written = [word for text in parts for _, one in sentences(text) for word in one.split()]
        frequencies[kind] = 1000 * sum(word.lower() == "of" for word in written) / len(written)
    return frequencies


def main() -> int:
    """Print the counts, and return 1 if one has risen."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rule", choices=RULES)
    parser.add_argument("--lower", action="store_true")
    given = parser.parse_args()
    found = list(hits(ROOT))
    if given.rule:
        for rule, name, line, text in found:
            if rule == given.rule:
                print(f"{name}:{line}: {text[:160]}")
        return 0
    counts = {rule: sum(one[0] == rule for one in found) for rule in RULES}
    limits = json.loads(LIMITS.read_text(encoding="utf-8")) if LIMITS.exists() else {}
    if given.lower:
        lowest = {rule: min(n, limits.get(rule, n)) for rule, n in counts.items()}
        LIMITS.write_text(json.dumps(lowest, indent=1) + "\n", encoding="utf-8")
        return 0
    risen = [rule for rule, n in counts.items() if n > limits.get(rule, 0)]
    for rule, n in counts.items():
        note = (
            f"  RISEN from {limits.get(rule, 0)}: write {RULES[rule][2]}" if rule in risen else ""
        )
        print(f"{rule:18} {n:5}{note}")
    print(f"{'in all':18} {len(found):5}")
    written = words(ROOT)
    print(f"{'words of pages':18} {written:5}{'  TOO MANY' if written > WORDS else ''}")
    frequencies = frequency_of_of(ROOT)
    for kind, frequency in frequencies.items():
        note = f"  TOO MANY: at most {OF[kind]}" if frequency > OF[kind] else ""
        print(f"{'of in ' + kind:18} {frequency:5.1f} per thousand words{note}")
    chained = any(frequency > OF[kind] for kind, frequency in frequencies.items())
    return int(bool(risen) or written > WORDS or chained)


if __name__ == "__main__":
    sys.exit(main())
