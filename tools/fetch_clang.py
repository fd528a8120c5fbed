#!/usr/bin/env python3
"""Put a clang, with its licence, from PyPI's ziglang wheel into DEST (default: .clang at the root).

build.rs runs it. The program is `zig`, and `zig clang` is clang. Its libraries and headers are not needed: Sepal brings
the declarations of OpenCL and CUDA, and only asks for the syntax tree.
"""
import pathlib
import subprocess
import sys

import wheel

HERE = pathlib.Path(__file__).resolve().parent
# Files of the wheel and where they go.
PARTS = (("ziglang/LICENSE", "bin"), ("ziglang/zig", "bin"))

if __name__ == "__main__":
    try:
        dest = sys.argv[1] if len(sys.argv) > 1 else HERE.parent / ".clang"
        wheel.install(HERE / "requirements-clang.txt", PARTS, dest)
    except subprocess.CalledProcessError:
        sys.exit("fetch_clang.py: pip could not download the pinned ziglang wheel")
