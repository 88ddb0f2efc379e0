"""Transcripts of games with language models: strings and JSON in the formats of their environments.

A reader takes the lines of a conversation in order. It knows the answers of TextArena (which
verifiers, OpenEnv and TRL repeat), of clembench, and this package's own notation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field

from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, counted, shown
from mastermind_core.game import Game
from mastermind_core.notation import format_guess, format_score, parse_guess, parse_score

#: A turn: a guess with its score, or the text of a refused move with None.
Turn = tuple[Any, Any]

#: The answers of TextArena: a row of letters above a row of marks, and counts of pegs.
_LETTERS = re.compile(r"\W*((?:\w )+\w)\W*")
_MARKS = re.compile(r"\W*((?:[GYX] )+[GYX])\W*")
_PEGS = re.compile(r"Submitted \[([\d ]+)\]\. Feedback: (\d+) black peg\(s\), (\d+) white peg")

#: The answer of clembench: each letter of the guess with its colour.
_COLOURED = re.compile(r"\w+_feedback\s*[:=]((?:\s*\w<(?:green|yellow|red)>)+)")
_PART = re.compile(r"(\w)<(\w)")

#: A guess of a player, in brackets or after a word that announces it.
_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_ANNOUNCED = re.compile(r"\bguess(?:_word)?\s*[:=]\s*([^\s\"'.]+)", re.IGNORECASE)

#: Sentences of the environments: refused moves, a win, the end, the beginning, an example.
_REFUSED = re.compile(
    r"attempted an invalid move|^\W*Invalid Move:|^\W*Error: |not a valid word for this game"
    r"|not a legal guess|should (?:have exactly|contain only|always start)",
    re.IGNORECASE,
)
_WON = re.compile(r"Congratulations|You have cracked the code|game_result = WIN")
_ENDED = re.compile(r"turn limit|game_result = |secret word was", re.IGNORECASE)
_BEGUN = re.compile(
    r"^(?:[-=*#_]{3,})\s*$|You are playing (?:Wordle|Mastermind)|Welcome to Wordle"
    r"|^Find the secret of",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"might be:\s*$")

#: The tile of each colour, by its first letter.
_TILES = {"g": "g", "y": "y", "r": "."}


#: The maximum number of words in a line with a guess and its score.
_MOST_PARTS = 20


@define
class _Reader:
    """The games that were read so far, from the lines of one conversation after the other."""

    game: Game
    games: list[list[Turn]] = field(factory=list)
    turns: list[Turn] = field(factory=list)
    offered: str = ""
    tried: str = ""
    letters: str = ""
    over: bool = False
    skips: bool = False

    def close(self) -> None:
        """End a game. The next turn begins another one.

        TextArena answers the winning guess by ending the game. A guess without an answer at the end
        of a conversation has won if it is consistent with all scores.
        """
        if self.turns and not self.over and self._may_have_won():
            self.win()
        if self.turns:
            self.games.append(self.turns)
        self.turns = []
        self.offered = self.tried = self.letters = ""
        self.over = self.skips = False

    def _may_have_won(self) -> bool:
        """Return whether an offered guess without an answer is consistent with all scores."""
        if not self.offered:
            return False
        secret = parse_guess(self.game, self.offered)
        scored = [turn for turn in self.turns if turn[1] is not None]
        is_secret = secret in self.game.secrets
        return is_secret and all(self.game.score(made, secret) == score for made, score in scored)

    def add(self, guess: str, score: str) -> None:
        """Add a turn, unless an example has it."""
        if self.over:
            self.close()
        place = f"game {len(self.games) + 1}, move {len(self.turns) + 1}"
        try:
            turn = parse_guess(self.game, guess), parse_score(self.game, score)
        except BadArgument as error:
            raise BadArgument(
                f"transcript, {place}: {error}; rate the game with the lists of the environment"
            ) from None
        self.turns.append(turn)
        self.offered = self.tried = ""
        self.over = turn[1] in self.game.endstates

    def read(self, line: str, *, player: bool | None = None) -> None:
        """Read a line of the environment or the player. None means that it is not known whose."""
        if player:
            self.offer(line)
            return
        above, self.letters = self.letters, ""
        skipped, self.skips = self.skips, bool(_EXAMPLE.search(line))
        if skipped or self.read_answer(line, above) or self.read_event(line):
            return
        if player is None and not self.read_pair(line):
            self.offer(line)

    def read_answer(self, line: str, above: str) -> bool:
        """Read a line with the score of a guess, which TextArena prints below its letters."""
        if pegs := _PEGS.search(line):
            self.add(pegs[1], f"{pegs[2]},{pegs[3]}")
        elif (marks := _MARKS.fullmatch(line)) and len(above) == len(marks[1]):
            self.add(above.replace(" ", ""), marks[1].replace(" ", ""))
        elif letters := _LETTERS.fullmatch(line):
            self.letters = letters[1]
        elif coloured := _COLOURED.search(line):
            parts = _PART.findall(coloured[1])
            guess = "".join(letter for letter, _ in parts)
            self.add(guess, "".join(_TILES[colour] for _, colour in parts))
        else:
            return False
        return True

    def read_event(self, line: str) -> bool:
        """Read a line about the begin or the end of a game, or about a refused move."""
        if _BEGUN.search(line):
            self.close()
        elif _REFUSED.search(line):
            self.turns.append((self.tried or line.strip(), None))
            self.offered = self.tried = ""
        elif _WON.search(line):
            self.win()
        elif _ENDED.search(line):
            self.over = bool(self.turns)
        else:
            return False
        return True

    def win(self) -> None:
        """Score the last offered guess as a win, if the environment does not print its score."""
        if not self.over and self.offered and len(self.game.endstates) == 1:
            (final,) = self.game.endstates
            self.turns.append((parse_guess(self.game, self.offered), final))
        self.over = bool(self.turns)

    def offer(self, line: str) -> None:
        """Keep the first guess of a line, whose score may never be printed."""
        for found in (*_BRACKETS.findall(line), *_ANNOUNCED.findall(line)):
            self.tried = found
            if self.is_valid(parse_guess, found):
                self.offered = found
                return

    def read_pair(self, line: str) -> bool:
        """Read a line with a guess and its score in the notation of the game.

        If only one of two words is valid, but both are as long as valid ones, the line is an error.
        """
        guess, _, score = line.strip().rpartition("  ")
        if not guess:
            guess, _, score = line.strip().partition(" ")
        if not guess or not score or len(line.split()) > _MOST_PARTS:
            return False
        valid = [self.is_valid(parse_guess, guess), self.is_valid(parse_score, score)]
        is_pair = all(valid) or (any(valid) and self.has_lengths(guess, score))
        if is_pair:
            self.add(guess, score)
        return is_pair

    def has_lengths(self, guess: str, score: str) -> bool:
        """Return whether two strings are as long as a guess and as a score that ends the game."""
        first = format_guess(self.game, next(iter(self.game.guesses)))
        finals = (format_score(self.game, final) for final in self.game.endstates)
        return len(guess) == len(first) and len(score) in map(len, finals)

    def is_valid(self, parse: Callable[[Game, str], Any], text: str) -> bool:
        """Return whether a string is a guess, or a score."""
        with suppress(BadArgument):
            parse(self.game, text)
            return True
        return False


def read_transcripts(game: Game, text: str) -> list[list[Turn]]:
    r"""Return the games in a string as turns: (guess, score), or (move, None) for a refused move.

    The string may be a conversation with TextArena, clembench or a package that repeats their text.
    It may also have one guess per line with its score. JSON has messages with roles, records with
    messages or lists with [guess, score]. It may have one value per line.

    A line with dashes, a new task or a line after a game's end begins another game.

    Args:
        game: The game that was played, with the guesses that the environment took.
        text: The text.

    Returns:
        A list of turns for each game.

    Raises:
        BadArgument: If the text has no turn, or a guess or a score is not one of the game.

    See Also:
        :func:`rate`.

    >>> from mastermind_core import Wordle
    >>> text = "[crane]\nC R A N E\nX G X G G\n[brine]\nCongratulations!"
    >>> read_transcripts(Wordle(["crane", "brine"]), text)
    [[('crane', '.g.gg'), ('brine', 'ggggg')]]
    """
    expect(isinstance(text, str), "text", "a string", text)
    reader = _Reader(game)
    values = _values_in(text)
    if values is None:
        for line in text.splitlines():
            reader.read(line)
    else:
        for value in values:
            _read_value(reader, value)
    reader.close()
    if not reader.games:
        raise BadArgument(
            f"found no guess of {type(game).__name__} with a score in the transcript of "
            f"{counted(len(text), 'letter')}: expected answers of TextArena or clembench, or "
            "lines of a guess and a score"
        )
    return reader.games


def _values_in(text: str) -> list[Any] | None:
    """Return the JSON values in a string, or None if it has other content."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    with suppress(ValueError):
        return [json.loads(text)]
    with suppress(ValueError):
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return None


def _read_value(reader: _Reader, value: Any) -> None:
    """Read the games in a JSON value."""
    if isinstance(value, Mapping):
        _read_record(reader, value)
    elif _are(value, Mapping) and "role" in value[0]:
        _read_messages(reader, value)
    elif _are(value, list) and all(_is_pair(turn) for turn in value):
        reader.close()
        for guess, score in value:
            if score is None:
                reader.turns.append((guess, None))
            else:
                reader.add(str(guess), str(score))
        reader.close()
    elif isinstance(value, list):
        for item in value:
            _read_value(reader, item)
    else:
        raise BadArgument(f"a transcript in JSON has objects and arrays, not {shown(value)}")


def _read_record(reader: _Reader, record: Mapping[str, Any]) -> None:
    """Read a record with one game, or with several games in its values."""
    if _are(record.get("turns"), list):
        reader.close()
        for line in _lines_of_events(record["turns"]):
            reader.read(line, player=False)
        reader.close()
        return
    completion: Any = record.get("completion")
    if _are(completion, Mapping):
        _read_messages(reader, completion)
        return
    for value in record.values():
        if isinstance(value, Mapping | list) and value:
            with suppress(BadArgument):
                _read_value(reader, value)


def _lines_of_events(turns: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the game master's notes in clembench's interactions, which have every guess."""
    for events in turns:
        for event in events:
            note = str(event.get("action", {}).get("content", ""))
            if event.get("from") == event.get("to"):
                yield from note.splitlines()


def _read_messages(reader: _Reader, messages: Iterable[Mapping[str, Any]]) -> None:
    """Read a conversation, whose first message of the assistant ends the task."""
    reader.close()
    begun = False
    for message in messages:
        player = message.get("role") == "assistant"
        begun = begun or player
        if begun:
            for line in _text_of(message.get("content")).splitlines():
                reader.read(line, player=player)
    reader.close()


def _text_of(content: Any) -> str:
    """Return the text of a message, which may be in parts."""
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def _are(value: Any, kind: Any) -> bool:
    """Return whether a value is a list with items of one kind, and not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, kind) for one in value)


def _is_pair(turn: Sequence[Any]) -> bool:
    """Return whether a list is a guess with its score, both as strings."""
    return len(turn) == 2 and isinstance(turn[0], str) and isinstance(turn[1], str | None)
