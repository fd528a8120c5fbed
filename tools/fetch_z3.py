#!/usr/bin/env python3
"""Put libz3, its headers and the z3 program from PyPI's z3-solver wheel into DEST (default: .z3 at the root).

vcgen/build.rs runs it.
"""
import pathlib
import subprocess
import sys

import wheel

HERE = pathlib.Path(__file__).resolve().parent
# Folders of the wheel and where their files go; lib is last because its presence says that all is there.
PARTS = (("/data/bin/", "bin"), ("z3/include/", "include"), ("z3/lib/", "lib"))

if __name__ == "__main__":
    try:
        dest = sys.argv[1] if len(sys.argv) > 1 else HERE.parent / ".z3"
        wheel.install(HERE / "requirements-z3.txt", PARTS, dest)
    except subprocess.CalledProcessError:
        sys.exit("fetch_z3.py: pip could not download the pinned z3-solver wheel")
