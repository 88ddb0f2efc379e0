"""Items that a command switches on: plug-ins, flags or lines of a configuration."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from attrs import frozen

from mastermind_core.errors import BadArgument, reason_of, shown

#: What a command has in place of the items that are on, and of those that are off.
ON, OFF = "{on}", "{off}"


def read_items(path: Path) -> list[str]:
    """Return the items of a file, one in each line that is not empty.

    Args:
        path: The file.

    Raises:
        BadArgument: If the file cannot be read.
    """
    try:
        return [line.strip() for line in path.read_text().splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadArgument(f"items: {path} cannot be read ({reason_of(error)})") from None


def read_requirements(path: Path) -> dict[str, list[str]]:
    """Return the requirements of items: lines with an item, a colon, and others with commas.

    Args:
        path: The file.

    Raises:
        BadArgument: If the file cannot be read, or a line has no colon.
    """
    found: dict[str, list[str]] = {}
    for line in read_items(path):
        item, colon, others = line.rpartition(":")
        if not colon:
            raise BadArgument(f"requires: {shown(line)} must be an item, a colon and other items")
        named = [one.strip() for one in others.split(",") if one.strip()]
        found.setdefault(item.strip(), []).extend(named)
    return found


@frozen
class ItemCommand:
    """A command with a place for the items that are on.

    >>> command = ItemCommand(["./try.sh", "{on}", "--without={off}"], ["one", "two", "three"])
    >>> command.words({"three", "one"})
    ['./try.sh', 'one', 'three', '--without=two']
    """

    given: Sequence[str]
    items: Sequence[str]

    def __attrs_post_init__(self) -> None:
        if not any(place in word for word in self.given for place in (ON, OFF)):
            raise BadArgument(
                f"the command has no place for the items: write {ON} where those that are on "
                f"belong, as in -- ./try.sh {ON}"
            )

    def words(self, on: Collection[str]) -> list[str]:
        """Return the words of the command for items that are on.

        A word that is only a place becomes one word for each item. Within a word, the items are
        separated by commas.

        Args:
            on: The items that are on.
        """
        parts = {
            ON: [item for item in self.items if item in on],
            OFF: [item for item in self.items if item not in on],
        }
        found: list[str] = []
        for word in self.given:
            if word in parts:
                found += parts[word]
            else:
                for place, named in parts.items():
                    word = word.replace(place, ",".join(named))
                found.append(word)
        return found
