"""Run the blocks of README.rst with a wheel in an empty environment: python .ci/readme.py FOLDER.

The folder has the wheel. The environment has nothing but the wheel and the packages that it needs
at run time, so that an import that README does not install is found.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
NEEDED = ROOT / ".ci" / "requirements" / "package.txt"

#: The doctest of a file in which dots stand for any output, as in the tests.
DOCTEST = """
import doctest, sys
failed, tried = doctest.testfile(sys.argv[1], False, optionflags=doctest.ELLIPSIS)
print(f"{tried} examples of README.rst, {failed} failed")
sys.exit(failed > 0 or tried == 0)
"""

#: The first command of README that does not install, in a small game.
COMMAND = ("optimal", "mastermind", "--colours", "4", "--holes", "3")

wheels = sorted(Path(sys.argv[1]).resolve().glob("*.whl"))
if len(wheels) != 1:
    sys.exit(f"expected one wheel in {sys.argv[1]}, not {[wheel.name for wheel in wheels]}")
outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
with TemporaryDirectory() as folder:
    home = Path(folder) / "empty"
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    python = [str(programs / "python"), "-I"]
    pip = [*python, "-m", "pip", "install", "--quiet"]
    for command in (
        [*pip, "-r", str(NEEDED)],
        [*pip, "--no-deps", str(wheels[0])],
        [*python, "-c", DOCTEST, str(ROOT / "README.rst")],
        [str(programs / "mastermind-core"), *COMMAND],
    ):
        subprocess.run(command, check=True, cwd=folder, env=outside)
