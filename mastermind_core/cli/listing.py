"""The commands that list games and strategies, and the one that completes words in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from shlex import quote
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.games import command
from mastermind_core.cli.options import JSON, option
from mastermind_core.cli.output import DONE, print_json, print_lines
from mastermind_core.cli.parser import COMMANDS, Parser, load
from mastermind_core.games import GAMES
from mastermind_core.play.codemakers import CODEMAKERS
from mastermind_core.strategies.base import needs_table
from mastermind_core.strategies.catalogue import idea_of

Entries = dict[str, dict[str, Any]]


def _games() -> Entries:
    return {
        name: {
            "description": entry.description,
            "options": {option: kind.help for option, kind in entry.options.items()},
            "required": list(entry.required),
        }
        for name, entry in GAMES.items()
    }


def _strategies() -> Entries:
    return {
        name: {
            "idea": idea_of(name),
            "source": str(getattr(strategy, "source", "")),
            "needs_table": needs_table(strategy),
        }
        for name, strategy in mc.STRATEGIES.items()
    }


def _about_game(entry: Mapping[str, Any]) -> tuple[str, str]:
    options = (f"--{one}" if one in entry["required"] else f"[--{one}]" for one in entry["options"])
    return entry["description"], " ".join(options)


def _about_strategy(entry: Mapping[str, Any]) -> tuple[str, str]:
    plays = "games with a score table" if entry["needs_table"] else "codes of any size"
    return entry["idea"], f"{plays}; {entry['source']}" if entry["source"] else plays


#: What can be listed: the entries, and the lines about one.
_LISTS: dict[str, tuple[Callable[[], Entries], Callable[[Any], tuple[str, str]]]] = {
    "games": (_games, _about_game),
    "strategies": (_strategies, _about_strategy),
}


def _list(given: argparse.Namespace, *kinds: str) -> int:
    """Print entries of some kinds, each with the lines about it."""
    listed = {kind: _LISTS[kind][0]() for kind in kinds}
    if getattr(given, "json", False):
        print_json(**listed)
        return DONE
    for kind, entries in listed.items():
        lines = (
            line
            for name, entry in entries.items()
            for line in (f"  {name}", *(f"      {text}" for text in _LISTS[kind][1](entry) if text))
        )
        print_lines(f"{kind}:" if kind == kinds[0] else f"\n{kind}:", lines)
    return DONE


@command(game=False, own=(JSON,))
def games(given: argparse.Namespace) -> int:
    """Print each game with its description and options."""
    return _list(given, "games")


@command(game=False, own=(JSON,))
def strategies(given: argparse.Namespace) -> int:
    """Print each strategy with its idea, its source and the games that it plays."""
    return _list(given, "strategies")


@command(game=False)
def everything(given: argparse.Namespace) -> int:
    """Print the games, the strategies and the kernel."""
    _list(given, "games", "strategies")
    print(f"\nkernel: {mc.kernels.active()}")
    return DONE


#: Words that may come next, each with what it means.
Words = Mapping[str, str]

_SHELLS = ("bash", "fish", "zsh")
_MEANING = 70
_FILE = "FILE"

#: The scripts of bash and zsh: what comes after words, and after an option that takes a value.
_SCRIPTS = {
    "bash": """\
_mastermind_core() {
    local word current=${COMP_WORDS[COMP_CWORD]} next options
    for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do case $word in
AFTER    esac; done
    case ${COMP_WORDS[COMP_CWORD-1]} in
VALUES    *) [[ $current == -* ]] && next=("${options[@]}") ;;
    esac
    COMPREPLY=($(compgen -W "${next[*]}" -- "$current"))
    [[ ${next[0]} == FILE ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o default -F _mastermind_core mastermind-core""",
    "zsh": """\
#compdef mastermind-core
_mastermind_core() {
    local word; local -a next options
    for word in "${(@)words[1,CURRENT-1]:t}"; do case $word in
AFTER    esac; done
    case ${words[CURRENT-1]} in
VALUES    *) [[ ${words[CURRENT]} == -* ]] && next=($options) ;;
    esac
    if [[ $next == FILE: ]]; then _files; else _describe word next; fi
}
if [[ $funcstack[1] == _mastermind_core ]]; then _mastermind_core
else compdef _mastermind_core mastermind-core; fi""",
}


@command(
    game=False,
    own=(option("shell", "bash, fish or zsh", choices=_SHELLS, metavar="SHELL"),),
)
def completion(given: argparse.Namespace) -> int:
    """Print a script, which starts no Python when it completes."""
    values: dict[str, Words] = {"completion": dict.fromkeys(_SHELLS, "")}
    values["own"] = values["table"] = values["verify"] = {_FILE: ""}
    after = dict(_after(values))
    if given.shell == "fish":
        print("complete -c mastermind-core -f", *_fish(after, values), sep="\n")
        return DONE

    def array(words: Words) -> str:
        meaning = ":" if given.shell == "zsh" else None
        return " ".join(quote(w if meaning is None else f"{w}:{_short(words[w])}") for w in words)

    cases = (
        f"    {word}) next=({array(words)}) options{'=' if word in COMMANDS else '+='}"
        f"({array(options)}) ;;\n"
        for word, (words, options) in after.items()
    )
    taken = (f"    {option}) next=({array(words)}) ;;\n" for option, words in values.items())
    script = _SCRIPTS[given.shell].replace("AFTER", "".join(cases), 1)
    print(script.replace("VALUES", "".join(taken), 1))
    return DONE


def _after(values: dict[str, Words]) -> Iterator[tuple[str, tuple[Words, Words]]]:
    """Yield the words and options after each command and game, and note the options' values."""
    commands = {name: text for name, (_, text) in COMMANDS.items()}
    yield "*mastermind-core", (commands, {"--help": "", "--version": ""})
    for name in COMMANDS:
        parser = Parser(prog=name)
        load(name).add(parser)
        kinds = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
        games = next((kind.choices for kind in kinds), {})
        shared = dict(_options(games.get("own", parser), values))
        described = {game: own.description or "" for game, own in games.items()}
        yield name, (described, shared)
        for game, own in games.items():
            yield game, ({}, {o: text for o, text in _options(own, values) if o not in shared})


def _options(parser: Any, values: dict[str, Words]) -> Iterator[tuple[str, str]]:
    """Yield the options of a parser with their help, and note their values."""
    strategies = mc.STRATEGIES.names()
    registered = {"--strategy": strategies, "--strategies": strategies}
    registered["--codemaker"] = CODEMAKERS.names()
    for action in parser._actions:
        for word in (text for text in action.option_strings if text.startswith("--")):
            yield word, (action.help or "").replace("%%", "%").partition(" (")[0]
            read = getattr(action.type, "__wrapped__", None)
            known = registered.get(word) or action.choices or getattr(read, "choices", ())
            if action.nargs != 0:
                file = [_FILE] if action.metavar == _FILE else []
                values[word] = dict.fromkeys(map(str, known or file), "")


def _fish(after: Mapping[str, tuple[Words, Words]], values: Mapping[str, Words]) -> Iterator[str]:
    for word, (words, options) in after.items():
        seen = f"__fish_seen_subcommand_from {word}"
        free = f"{seen}; and not __fish_seen_subcommand_from {' '.join(words)}"
        if word == "*mastermind-core":
            seen = free = "__fish_use_subcommand"
        positional = {**words, **values.get(word, {})}
        for name, text in positional.items():
            yield _line(free, "-F" if name == _FILE else f"-a {quote(name)}", text)
        for name, text in options.items():
            known = values.get(name)
            takes = "" if known is None else f" -x -a {quote(' '.join(known))}"
            takes = " -r -F" if known and _FILE in known else takes
            yield _line(seen, f"-l {name[2:]}{takes}", text)


def _line(when: str, what: str, meaning: str) -> str:
    return f"complete -c mastermind-core -n {quote(when)} {what} -d {quote(_short(meaning))}"


def _short(text: str) -> str:
    return text if len(text) <= _MEANING else f"{text[:_MEANING].rpartition(' ')[0]} ..."
