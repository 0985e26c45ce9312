#!/usr/bin/python3 -IS
"""As much of systemctl as a machine's first start needs, for machines of tests, which have no systemd: units are read with their
drop-ins, conditions and requirements hold, services are started, and started again where their units say so."""
import contextlib
import os
import pathlib
import pwd
import shlex
import signal
import subprocess
import sys
import time

RUNNING = pathlib.Path("/run/test-units")


def read(name):
    """The unit's settings by "Section.Key", in order; an empty one forgets those before."""
    found = [p / name for p in map(pathlib.Path, ("/etc/systemd/system", "/lib/systemd/system")) if (p / name).exists()]
    if not found:
        sys.exit(f"Unit {name} not found.")
    settings, section = {}, ""
    for path in [found[0], *sorted(pathlib.Path(f"/etc/systemd/system/{name}.d").glob("*.conf"))]:
        for line in path.read_text().splitlines():
            key, sign, value = line.partition("=")
            if line.startswith("["):
                section = line.strip("[]")
            elif sign and not line.startswith("#"):
                values = settings.setdefault(f"{section}.{key}", [])
                values.append(value) if value else values.clear()
    return settings


def holds(settings):
    wanted = [(p, os.path.exists) for p in settings.get("Unit.ConditionPathExists", [])]
    wanted += [(p, lambda f: os.access(f, os.X_OK)) for p in settings.get("Unit.ConditionFileIsExecutable", [])]
    return all(check(p.lstrip("!")) != p.startswith("!") for p, check in wanted)


def one(settings, key, otherwise=""):
    return settings.get(key, [otherwise])[-1]


def running(name):
    with contextlib.suppress(FileNotFoundError, ValueError):
        pid = int((RUNNING / name).read_text())
        if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
            return pid
    return None


def alive(group):
    """Whether a process of it is left that has not ended; nobody fetches those that have."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its = stat.read_text().rsplit(")", 1)[1].split()[:3]
            if int(its) == group and state != "Z":
                return True
    return False


def stop(name):
    pid = running(name)
    if pid:
        with contextlib.suppress(ProcessLookupError):
            group = os.getpgid(pid)
            os.killpg(group, signal.SIGTERM)  # who forks to the background leads no group
            while running(name) or alive(group):
                time.sleep(0.02)
    (RUNNING / name).unlink(missing_ok=True)


def start(name):
    settings = read(name)
    if not holds(settings) or running(name):
        return
    for other in " ".join(settings.get("Unit.Requires", [])).split():
        if not running(other):
            sys.exit(f"{name} requires {other}, which does not run.")
    user = pwd.getpwnam(one(settings, "Service.User", "root"))
    for directory in one(settings, "Service.RuntimeDirectory").split():
        path = pathlib.Path("/run") / directory
        path.mkdir(exist_ok=True)
        os.chown(path, user.pw_uid, user.pw_gid)
    command = [w.replace("$$", "$").replace("%%", "%").replace("\\n", "\n")
               for w in shlex.split(one(settings, "Service.ExecStart")) if not w.startswith("$") or w.startswith("$$")]
    RUNNING.mkdir(exist_ok=True)
    out = open(RUNNING / f"{name}.log", "a")
    variables = dict(w.split("=", 1) for line in settings.get("Service.Environment", []) for w in shlex.split(line))
    options = {"env": {**os.environ, **variables}, "user": user.pw_uid, "group": user.pw_gid, "stdout": out, "stderr": out, "stdin": subprocess.DEVNULL}
    if one(settings, "Service.Type") == "forking":
        subprocess.run(command, check=True, **options)
        pid = pathlib.Path(one(settings, "Service.PIDFile")).read_text()
    else:
        pid = os.fork()
        if pid == 0:
            keep(command, options, settings)
    (RUNNING / name).write_text(str(pid))


def keep(command, options, settings):
    os.setsid()
    for descriptor in range(3):  # whoever called must not wait for this process to close them
        os.dup2(os.open("/dev/null", os.O_RDWR), descriptor)
    again = one(settings, "Service.Restart")
    while subprocess.run(command, **options).returncode != 0 and again in ("always", "on-failure") or again == "always":
        time.sleep(float(one(settings, "Service.RestartSec", "0.1")))
    os._exit(0)


def main():
    verb, *words = sys.argv[1:]
    for name in (word if "." in word else f"{word}.service" for word in words if not word.startswith("-")):
        if verb in ("stop", "restart") or verb == "disable" and "--now" in words:
            stop(name)
        if verb in ("start", "restart") or verb == "enable" and "--now" in words:
            start(name)


main()
