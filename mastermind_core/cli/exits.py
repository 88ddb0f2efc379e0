"""The exit statuses that a script can tell apart."""

from __future__ import annotations

DONE, NO, BAD_INPUT, NOT_PROVEN = range(4)

#: As shells count Ctrl-C, and an output that nobody reads.
INTERRUPTED, UNREAD = 130, 141

TEXT = """exit status:
  0    done; where a proof was asked for, proven
  1    the answer is no: no such strategy, or a game lost or resigned
  2    bad input: an option, a file or a game that cannot be used
  3    not proven within the budget of --seconds
  130  stopped by Ctrl-C
  141  nobody reads the output any more, as after | head"""
