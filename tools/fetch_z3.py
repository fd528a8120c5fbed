#!/usr/bin/env python3
"""Put libz3, its headers and the z3 program from PyPI's z3-solver wheel into DEST (default: .z3 at the root).

vcgen/build.rs runs it. The wheel is pinned by hash in requirements-z3.txt. Safe to run twice at once: a lock lets one
run at a time, and lib/ appears by a rename, last, so that a lib/ that exists is whole.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements-z3.txt"
# Folders of the wheel and where their files go; lib is last because its presence says that all is there.
PARTS = (("/data/bin/", "bin"), ("z3/include/", "include"), ("z3/lib/", "lib"))


def locked(folder):
    """Hold an exclusive lock on the folder until the process ends; without fcntl the rename alone must do."""
    handle = open(folder / "lock", "w")
    try:
        import fcntl
        fcntl.flock(handle, fcntl.LOCK_EX)
    except ImportError:
        pass
    return handle


def up_to_date(dest):
    stamp = dest / "lib" / "pinned.txt"
    return stamp.exists() and stamp.read_text() == REQUIREMENTS.read_text()


def unpack(wheel, out):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            for prefix, part in PARTS:
                if prefix in name and not name.endswith("/"):
                    path = out / part / name.rsplit("/", 1)[1]
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(archive.read(name))
                    path.chmod(0o755)
    (out / "lib" / "pinned.txt").write_text(REQUIREMENTS.read_text())


def main():
    dest = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / ".z3").resolve()
    dest.mkdir(parents=True, exist_ok=True)
    lock = locked(dest)
    if up_to_date(dest):
        return
    with tempfile.TemporaryDirectory(dir=dest, prefix="new-") as folder:
        folder = pathlib.Path(folder)
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
             "--only-binary=:all:", "--require-hashes", "-r", str(REQUIREMENTS), "-d", str(folder)],
            check=True)
        (wheel,) = folder.glob("*.whl")
        out = folder / "out"
        unpack(wheel, out)
        for _, part in PARTS:
            if (out / part).exists():
                shutil.rmtree(dest / part, ignore_errors=True)
                os.rename(out / part, dest / part)
    lock.close()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError:
        sys.exit("fetch_z3.py: pip could not download the pinned z3-solver wheel")
