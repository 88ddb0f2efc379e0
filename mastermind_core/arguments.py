"""Checks of arguments: values and fields, executors, and seeds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from numbers import Rational, Real
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, TypeVar

from mastermind_core.errors import BadArgument, WorkerLost, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future  # slow to import, and rarely needed

Result = TypeVar("Result")

#: A validator of attrs: a function of an object, its field, and the value.
Validator = Callable[[Any, Any, Any], None]

_LARGEST = sys.float_info.max

#: Seconds between two checks whether an executor was closed.
_TICK = 1.0

#: The methods of a future that are used.
_FUTURE = ("add_done_callback", "cancel", "cancelled", "done", "exception", "result")

#: The default seed of random numbers.
DEFAULT_SEED = 1

#: Half of the bits of a seed that is drawn from a generator.
_HALF = 32


def expect(holds: object, name: str, wanted: str, value: Any, error: Any = BadArgument) -> None:
    """Raise an error, by default BadArgument, with the expected value, unless a condition holds.

    >>> expect(callable(3), "ask", "a function", 3)
    Traceback (most recent call last):
    mastermind_core.errors.BadArgument: ask must be a function, not 3
    """
    if not holds:
        raise error(f"{name} must be {wanted}, not {shown(value)}")


def is_list(value: object) -> bool:
    """Return whether a value is iterable and not a string."""
    return isinstance(value, Iterable) and not isinstance(value, str)


def whole_number(
    name: str,
    value: Any,
    minimum: int = 0,
    most: int | None = None,
    *,
    none: str | None = None,
    of: str = "",
    error: type[Exception] = BadArgument,
) -> Any:
    """Return an integer of a range, or raise an error.

    Args:
        name: The argument's name, for the error.
        value: The value.
        minimum: The smallest valid value.
        most: The maximum. None means no maximum.
        none: The meaning of None as a value, for the error. If it is None, None is not allowed.
        of: The unit, for the error.
        error: The error class.

    >>> whole_number("games", 3, 1), whole_number("depth", None, 1, none="for no limit")
    (3, None)
    >>> whole_number("limit", True, 1, of=" (bytes)")
    Traceback (most recent call last):
    mastermind_core.errors.BadArgument: limit must be an integer (bytes) from 1, not True
    """
    if value is None and none is not None:
        return value
    given = value
    value = plain_int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < minimum or (most is not None and value > most):
        reach = _reach(f"from {minimum}", most, none)
        raise error(f"{name} must be an integer{of} {reach}, not {shown(given)}")
    return value


def plain_int(value: int) -> int:
    """Return an integer of any library as an int, and any other value unchanged.

    >>> plain_int(3), plain_int("3"), plain_int(True)
    (3, '3', True)
    """
    # In old versions of numpy, booleans have __index__.
    if isinstance(value, (bool, str, bytes)) or type(value).__name__ in {"bool", "bool_"}:
        return value
    try:
        return index(value)
    except TypeError:
        return value


def real_number(
    name: str,
    value: Any,
    minimum: float = 0,
    most: float | None = None,
    *,
    over: bool = False,
    none: str | None = None,
) -> Any:
    """Return a real number of a range, or raise an error.

    Args:
        name: The argument's name, for the error.
        value: The value.
        minimum: The smallest valid value.
        most: The maximum. None means the largest finite number.
        over: Whether the minimum itself is excluded.
        none: The meaning of None as a value, for the error. If it is None, None is not allowed.

    >>> real_number("chance", 0.5, most=1), real_number("seconds", 2, over=True)
    (0.5, 2)
    """
    if value is None and none is not None:
        return value
    given = value
    value = plain_int(value)
    if isinstance(value, Real) and not isinstance(value, Rational | float):
        value = float(value)  # for example of numpy
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    # These comparisons are all false for NaN, which is therefore rejected.
    inside = good and (value > minimum if over else value >= minimum)
    if not inside or not value <= (_LARGEST if most is None else most):
        reach = _reach(f"{'over' if over else 'from'} {minimum:g}", most, none)
        raise BadArgument(f"{name} must be a number {reach}, not {shown(given)}")
    return value


def kept(check: Callable[[str, Any], Any]) -> Validator:
    """Return a validator for attrs that stores the result of ``check(name, value)``."""
    return lambda it, field, value: object.__setattr__(it, field.name, check(field.name, value))


def _in_range(
    check: Callable[..., Any],
    minimum: object,
    most: object = None,
    *,
    or_none: bool = False,
    **more: Any,
) -> Validator:
    none = "for no limit" if or_none else None
    return kept(lambda name, value: check(name, value, minimum, most, none=none, **more))


#: Validators of integers and of numbers from ``minimum`` (to ``most``), or None if ``or_none``.
whole = partial(_in_range, whole_number)
number = partial(_in_range, real_number)

#: The validator of numbers from 0 to 1.
chance = number(0, 1)


def of_kind(kind: type, wanted: str) -> Validator:
    """Return a validator for the instances of a class."""
    return lambda _, field, value: expect(isinstance(value, kind), field.name, wanted, value)


yes_or_no = of_kind(bool, "True or False")
text = of_kind(str, "a string")


def choice(
    *values: Any,
    default: Any = None,
    optional: bool = False,
    kw_only: bool = False,
    error: type[Exception] = BadArgument,
) -> Any:
    """Return an attrs field that accepts only the given values.

    Args:
        values: The allowed values.
        default: The default. None means the first value, unless the field is optional.
        optional: Whether None is allowed as well, and the default.
        kw_only: Whether the field is a keyword argument.
        error: The error class.
    """
    quoted = [f'"{value}"' if isinstance(value, str) else repr(value) for value in values]
    names = f"{', '.join(quoted[:-1])} or {quoted[-1]}"

    def check(name: str, value: Any) -> Any:
        for own in (*values, None) if optional else values:
            if type(own) is type(plain_int(value)) and plain_int(value) == own:
                return own
        raise error(f"{name} must be {names}, not {shown(value)}")

    from attrs import field  # not imported by commands without games

    if default is None and not optional:
        default = values[0]
    return field(default=default, validator=kept(check), kw_only=kw_only)


def _reach(lower: str, most: float | None, none: str | None) -> str:
    upper = "" if most is None or most == inf else f" to {most}"
    return f"{lower}{upper}" if none is None else f"{lower}{upper}, or None {none}".rstrip()


def pairs_in(history: Any) -> list[tuple[Any, Any]]:
    """Return a history as pairs, or raise BadArgument, with the turn, for other values."""
    expect(isinstance(history, Iterable), "history", "a list of pairs (guess, score)", history)
    turns = []
    for number, turn in enumerate(history, start=1):
        pair = isinstance(turn, Sequence) and not isinstance(turn, str) and len(turn) == 2
        expect(pair, f"history: turn {number}", "a pair (guess, score)", turn)
        turns.append((turn[0], turn[1]))
    return turns


def check_executor(value: object) -> None:
    """Raise BadArgument if an object does not have the method of an executor."""
    takes_work = value is None or callable(getattr(value, "submit", None))
    expect(takes_work, "executor", "a concurrent.futures.Executor", value)


def submitted(executor: Executor, work: Callable[..., Result], *given: Any) -> Future[Result]:
    """Submit work to an executor and return the future.

    Raises:
        BadArgument: If the executor is closed, or does not return a future. The error of a broken
            executor is not replaced.
    """
    try:
        future = executor.submit(work, *given)
    except RuntimeError as error:
        if type(error) is not RuntimeError:
            raise
        raise BadArgument(f"executor accepts no work ({error}): pass an open one") from None
    if not all(callable(getattr(future, name, None)) for name in _FUTURE):
        raise BadArgument(f"executor must return a future from submit(), not {shown(future)}")
    return future


def returned(kind: type[Result], value: object) -> Result:
    """Return the result of an executor, or raise BadArgument if it has the wrong type."""
    if not isinstance(value, kind):
        raise BadArgument(f"executor must return the result of its work, not {shown(value)}")
    return value


def is_closed(executor: Executor) -> bool:
    """Return whether a dask client is closed: some of its futures may then never finish."""
    return getattr(getattr(executor, "_client", None), "status", None) == "closed"


def awaited(executor: Executor, future: Future[Result]) -> Result:
    """Wait for a result, or raise CancelledError if it may never arrive."""
    while True:
        try:
            return future.result(timeout=_TICK)
        except TimeoutError:
            if future.done():
                raise
            if is_closed(executor):
                from concurrent.futures import CancelledError

                raise CancelledError from None


@contextmanager
def unbroken(advice: str) -> Iterator[None]:
    """Replace the errors of a lost worker by a WorkerLost with advice."""
    try:
        yield
    except Exception as error:
        from concurrent.futures import BrokenExecutor, CancelledError

        # Errors of dask for dead workers and closed clients are not a BrokenExecutor.
        of_dask = type(error).__module__.partition(".")[0] == "distributed"
        if not of_dask and not isinstance(error, (BrokenExecutor, CancelledError)):
            raise
        raise WorkerLost(
            "a worker process died (perhaps out of memory), or its executor was shut down: "
            f"{advice}"
        ) from None


class DrawsIntegers(Protocol):
    """The protocol of numpy's random generators."""

    def integers(self, low: int, high: int, /) -> Any:
        """Return a random integer from ``low`` to below ``high``."""


#: The types of a seed of random numbers; None means a new random seed in every call.
Seed: TypeAlias = "SupportsIndex | Random | DrawsIntegers | None"


def generator(seed: Seed = DEFAULT_SEED) -> Random:
    """Return the random generator of a seed. A ``random.Random`` is returned unchanged.

    >>> generator(3).random() == Random(3).random()
    True
    """
    if isinstance(seed, Random):
        return seed
    if seed is None:
        return Random()
    number = _whole_seed(seed)
    if number is not None:
        return Random(number)
    wanted = "an integer, a random.Random, a numpy.random.Generator or None"
    expect(hasattr(seed, "integers") and not isinstance(seed, bool), "seed", wanted, seed)
    numpy: Any = seed
    low, high = (int(numpy.integers(0, 1 << _HALF)) for _ in range(2))
    return Random(high << _HALF | low)


def _whole_seed(seed: object) -> int | None:
    """Return a seed as an integer, or None if it is not one."""
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool):
        with suppress(TypeError):  # an array of more than one number has the method, too
            return index(seed)
    return None


def number_of(seed: Seed) -> int:
    """Return an integer seed as an int, or draw an integer from any other seed."""
    number = _whole_seed(seed)
    if number is not None:
        return number
    return generator(seed).getrandbits(2 * _HALF)


def scalar(value: Any) -> Any:
    """Return a scalar of numpy or pandas, or a member of an enumeration, as its value."""
    if hasattr(value, "to_pydatetime"):
        return value.to_pydatetime()
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return value.item()
    return getattr(value, "_value_", value)
