"""Saving is killed, or the disk takes no more: the file is the old one or the new one, whole."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from random import Random

import pytest

import mastermind_core as mc

SAVE = """
import sys, mastermind_core as mc
path = sys.argv[1]
print("ready", flush=True)
while True:
    for value in ("a" * 500_000, "b" * 700_000):
        mc.save(value, path)
"""

FULL = """
import resource, signal, sys, mastermind_core as mc
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    mc.save("b" * 5000, sys.argv[1])
except mc.BadArgument as error:
    print(error)
"""


@pytest.mark.parametrize("name", ["value", "value.gz"])
def test_a_kill_at_any_moment_leaves_a_whole_file(name, tmp_path):
    path = tmp_path / name
    mc.save("old", path)
    random = Random(1)
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-P", "-c", SAVE, path], stdout=subprocess.PIPE, text=True
        )
        with child:
            child.stdout.readline()
            time.sleep(random.uniform(0, 0.2))
            child.kill()
        value = mc.load(path)
        assert value == "old" or value in {"a" * 500_000, "b" * 700_000}


def test_a_disk_that_takes_no_more_leaves_the_old_file(tmp_path):
    pytest.importorskip("resource")
    path = tmp_path / "value"
    mc.save("old", path)
    done = subprocess.run(
        [sys.executable, "-P", "-c", FULL, path], capture_output=True, text=True, check=True
    )
    assert "cannot be written: File too large" in done.stdout
    assert done.stdout.count("\n") == 1
    assert mc.load(path) == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["value"]


def test_eight_threads_save_and_load_one_file(tmp_path):
    solution = mc.optimal(mc.TwoD(3))
    mc.save(solution, tmp_path / "value")
    wrong = []

    def work():
        for _ in range(5):
            mc.save(solution, tmp_path / "value")
            again = mc.load(tmp_path / "value")
            if mc.replay(mc.TwoD(3), again).total != solution.total:
                wrong.append(again)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert [item.name for item in tmp_path.iterdir()] == ["value"]
