"""Hold the wheels of two folders to each other: built from one source, they are the same bytes."""

import json
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

paths = [wheel for folder in sys.argv[1:] for wheel in sorted(Path(folder).glob("*.whl"))]
if len(paths) != 2:
    sys.exit(f"expected one wheel in each of two folders, not {[str(path) for path in paths]}")
for path in paths:
    print(sha256(path.read_bytes()).hexdigest(), path.name)
if paths[0].read_bytes() != paths[1].read_bytes():
    first, second = (zipfile.ZipFile(path) for path in paths)
    names = sorted({*first.namelist(), *second.namelist()})
    missing = [n for n in names if (n in first.namelist()) != (n in second.namelist())]
    other = [n for n in names if n not in missing and first.read(n) != second.read(n)]
    sys.exit(f"two builds, two digests: differing {other}, in one only {missing}")

wheel = zipfile.ZipFile(paths[0])
bills = [json.loads(wheel.read(name)) for name in wheel.namelist() if "/sboms/" in name]
inside = {part["name"]: part["version"] for bill in bills for part in bill["components"]}
if set(inside) != {"nanobind", "robin-map"} or not all(inside.values()):
    sys.exit(f"the bill of materials lists {inside}, not nanobind and robin-map with versions")
print("inside of the compiled kernels:", inside)
