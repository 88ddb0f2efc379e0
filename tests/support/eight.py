"""Eight threads that begin together."""

from __future__ import annotations

import threading

THREADS = 8


def in_threads(work):
    """Run a function of a number in eight threads at once; return what came, in order."""
    results, errors, begin = [None] * THREADS, [], threading.Barrier(THREADS)

    def run(number):
        begin.wait()
        try:
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    return results
