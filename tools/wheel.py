"""Unpack parts of a wheel from PyPI into a folder: what fetch_z3.py and fetch_clang.py share.

A wheel is pinned by its hash in a requirements file. Safe to run twice at once: a lock lets one run at a time, and the
last part appears by a rename, so that a last part that exists is whole. The last part has a copy of the requirements in
pinned.txt.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile


def locked(folder):
    """Hold an exclusive lock on the folder until the process ends; without fcntl the rename alone must do."""
    handle = open(folder / "lock", "w")
    try:
        import fcntl
        fcntl.flock(handle, fcntl.LOCK_EX)
    except ImportError:
        pass
    return handle


def unpack(wheel, parts, out):
    """Write the files of the wheel whose names contain the first element of a part into the folder that it names."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            for prefix, part in parts:
                if prefix in name and not name.endswith("/"):
                    path = out / part / name.rsplit("/", 1)[1]
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(archive.read(name))
                    path.chmod(0o755)


def install(requirements, parts, dest):
    """Have the parts of the pinned wheel in the folder `dest`; `parts` are pairs of a part of a name and a folder."""
    dest = pathlib.Path(dest).resolve()
    dest.mkdir(parents=True, exist_ok=True)
    lock = locked(dest)
    last = parts[-1][1]
    stamp = dest / last / "pinned.txt"
    if stamp.exists() and stamp.read_text() == requirements.read_text():
        return
    with tempfile.TemporaryDirectory(dir=dest, prefix="new-") as folder:
        folder = pathlib.Path(folder)
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
             "--only-binary=:all:", "--require-hashes", "-r", str(requirements), "-d", str(folder)],
            check=True)
        (wheel,) = folder.glob("*.whl")
        out = folder / "out"
        unpack(wheel, parts, out)
        (out / last / "pinned.txt").write_text(requirements.read_text())
        for _, part in parts:
            if (out / part).exists():
                shutil.rmtree(dest / part, ignore_errors=True)
                os.rename(out / part, dest / part)
    lock.close()
