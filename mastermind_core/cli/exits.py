"""The exit statuses that a script can tell apart."""

from __future__ import annotations

#: Done; where a proof was asked for, proven.
DONE = 0

#: The answer is no: there is no such strategy, or the game was lost.
NO = 1

#: What was given cannot be used: an option, a file, a game.
BAD_INPUT = 2

#: The budget ran out before anything was proven.
NOT_PROVEN = 3

#: Stopped by the keyboard, as shells count it.
INTERRUPTED = 130

TEXT = """exit status:
  0    done; where a proof was asked for, proven
  1    the answer is no: no such strategy, or a game lost
  2    bad input: an option, a file or a game that cannot be used
  3    not proven within the budget of --seconds
  130  stopped by Ctrl-C"""
