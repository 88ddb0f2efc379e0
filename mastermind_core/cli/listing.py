"""The commands that list games and strategies, and the shell completion scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.declaring import JSON, declare_all, option
from mastermind_core.cli.games import FILES, Command, about, command
from mastermind_core.cli.parser import COMMANDS, Parser, in_json, load, say
from mastermind_core.games import GAMES
from mastermind_core.kernels import Objective
from mastermind_core.play.parts import CODEMAKERS
from mastermind_core.strategies.parts import idea_of, needs_table


def _say_entry(name: str, *about: str) -> None:
    """Print a name with indented lines of description below it."""
    for line in (f"  {name}", *(f"      {text}" for text in about if text)):
        say(line, narrowest=40, hang=2)


@command(game=False, own=(JSON,))
def games(given: argparse.Namespace) -> None:
    """Print each game with its description and options."""
    if given.json:
        entries = {
            name: {
                "description": entry.description,
                "options": {option: kind.help for option, kind in entry.options.items()},
                "required": entry.required,
            }
            for name, entry in GAMES.items()
        }
        print(in_json(games=entries))
        return
    print("games:")
    for name, entry in GAMES.items():
        options = (f"--{one}" if one in entry.required else f"[--{one}]" for one in entry.options)
        _say_entry(name, entry.description, " ".join(options))


@command(game=False, own=(JSON,))
def strategies(given: argparse.Namespace) -> None:
    """Print each strategy with its idea, its source and its games."""
    about = {
        name: (idea_of(name), str(getattr(strategy, "source", "")), needs_table(strategy))
        for name, strategy in mc.STRATEGIES.items()
    }
    if given.json:
        names = ("idea", "source", "needs_table")
        entries = {name: dict(zip(names, one, strict=True)) for name, one in about.items()}
        print(in_json(strategies=entries))
        return
    print("strategies:")
    for name, (idea, source, tabled) in about.items():
        plays = "games with a score table" if tabled else "codes of any size"
        _say_entry(name, idea, f"{plays}; {source}" if source else plays)


@command(game=False)
def list(given: argparse.Namespace) -> None:  # noqa: A001 - as it is typed
    """Print the games, the strategies and the kernel."""
    given.json = False
    games.run(given)
    print()
    strategies.run(given)
    print(f"\nkernel: {mc.kernels.active()}")


#: Words that may follow, each with its description.
Words = Mapping[str, str]

_SHELLS = ("bash", "fish", "zsh")
_MEANING = 70
_FILE = "FILE"

#: The scripts of bash and zsh: completions after words, and after options that take a value.
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


@command(game=False, own=(option("shell SHELL", "bash, fish or zsh", choices=_SHELLS),))
def completion(given: argparse.Namespace) -> None:
    """Print a static script, so that completion does not start Python."""
    values: dict[str, Words] = {"completion": dict.fromkeys(_SHELLS, "")}
    values["own"] = values["table"] = values["verify"] = {_FILE: ""}
    after = dict(_after(values))
    if given.shell == "fish":
        print("complete -c mastermind-core -f", *_fish(after, values), sep="\n")
        return

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


def _after(values: dict[str, Words]) -> Iterator[tuple[str, tuple[Words, Words]]]:
    """Yield the words and options after each command and game and store the values of options."""
    yield "*mastermind-core", (COMMANDS, {"--help": "", "--version": ""})
    games = {game: about(game)[0] for game in (*GAMES, *FILES)}
    for name in COMMANDS:
        command = load(name)
        parser = Parser()
        command.declare(parser, ())
        yield name, (games if isinstance(command, Command) else {}, dict(_options(parser, values)))
    for game in games:
        parser = Parser(add_help=False)
        declare_all(parser, about(game)[1])
        yield game, ({}, dict(_options(parser, values)))


def _options(parser: Any, values: dict[str, Words]) -> Iterator[tuple[str, str]]:
    """Yield the options of a parser with their help and store their values."""
    registered: dict[str, Sequence[str]] = {
        "--strategy": mc.STRATEGIES.names(),
        "--strategies": mc.STRATEGIES.names(),
        "--codemaker": CODEMAKERS.names(),
        "--objective": sorted(Objective),
    }
    for action in parser._actions:
        for word in (text for text in action.option_strings if text.startswith("--")):
            yield word, (action.help or "").replace("%%", "%").partition(" (")[0]
            known = action.choices or getattr(action.type, "choices", ())
            known = registered.get(word, known)
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
