"""Games, files and calls by the million, made from a seed and held to oracles.

``python -m tests.fuzz --minutes 5`` from the folder of the sources; ``--help`` says the rest.
"""

import sys
import tempfile
from pathlib import Path

# The sources lie beside the tests: what is installed comes first.
if sys.path and Path(sys.path[0] or ".").resolve() == Path(__file__).parents[2]:
    sys.path.append(sys.path.pop(0))

# What pytest finds by its configuration.
FOLDERS = ("support", "oracles", "exact", "checker")
sys.path[:0] = [str(Path(__file__).parents[1] / name) for name in FOLDERS]

# Files of a moment need no disk.
if Path("/dev/shm").is_dir():
    tempfile.tempdir = "/dev/shm"
