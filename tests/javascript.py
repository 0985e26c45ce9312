"""The JavaScript client of npm, for the tests that drive it: installed once, into the build directory."""
import os
import pathlib
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The last line of releases that runs on the node of Debian 12.
PACKAGE = "@kubernetes/client-node@1.3.0"


def client_directory():
    """Where programs that import the client have to stand. Skips the test when it cannot be had."""
    if not shutil.which("npm"):
        raise unittest.SkipTest("npm is not installed")
    directory = pathlib.Path(os.environ.get("SLUICE_NODE_MODULES") or ROOT / "build/javascript")
    if not (directory / "node_modules/@kubernetes/client-node").is_dir():
        directory.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(directory), PACKAGE],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise unittest.SkipTest("npm cannot install @kubernetes/client-node: "
                                    + done.stderr.strip().splitlines()[-1])
    return directory


def run_arguments(program, *arguments):
    """Of a program of ours: it is copied to where it finds the client."""
    program = pathlib.Path(program)
    copy = client_directory() / program.name
    shutil.copy(program, copy)
    return ["node", str(copy), *arguments]
