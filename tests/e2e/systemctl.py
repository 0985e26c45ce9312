#!/usr/bin/python3 -IS
"""As much of systemctl as a machine's first start needs, for machines of tests, which have no systemd: units are read with their
drop-ins, conditions and requirements hold, services are started, and started again where their units say so. With few modules, which
take most of its time: machines that start together share this one."""
import os
import pwd
import sys
import time

RUNNING = "/run/test-units"  # by name: who runs, and what he printed
TERM = 15


def content(path):
    """Of a file; nothing if it is not there."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None


def read(name):
    """The unit's settings by "Section.Key", in order; an empty one forgets those before."""
    texts = [content(f"{directory}/{name}") for directory in ("/etc/systemd/system", "/lib/systemd/system")]
    first = next((text for text in texts if text is not None), None)
    if first is None:
        sys.exit(f"Unit {name} not found.")
    more = f"/etc/systemd/system/{name}.d"
    changes = sorted(entry for entry in os.listdir(more) if entry.endswith(".conf")) if os.path.isdir(more) else []
    settings, section = {}, ""
    for text in [first, *(content(f"{more}/{entry}") for entry in changes)]:
        for line in text.splitlines():
            key, sign, value = line.partition("=")
            if line.startswith("["):
                section = line.strip("[]")
            elif sign and not line.startswith("#"):
                values = settings.setdefault(f"{section}.{key}", [])
                values.append(value) if value else values.clear()
    return settings


def words(text):
    """As a shell splits them, which variables do not concern."""
    found, word, quote, escaped = [], None, "", False
    for character in text:
        if escaped:
            word, escaped = word + ("" if not quote or character in '"\\' else "\\") + character, False
        elif character == "\\" and quote != "'":
            word, escaped = word or "", True
        elif quote or character not in " \t'\"":
            if character == quote:
                quote = ""
            else:
                word = (word or "") + character
        elif character in "'\"":
            word, quote = word or "", character
        elif word is not None:
            found, word = [*found, word], None
    return found if word is None else [*found, word]


def holds(settings):
    wanted = [(p, os.path.exists) for p in settings.get("Unit.ConditionPathExists", [])]
    wanted += [(p, lambda f: os.access(f, os.X_OK)) for p in settings.get("Unit.ConditionFileIsExecutable", [])]
    return all(check(p.lstrip("!")) != p.startswith("!") for p, check in wanted)


def one(settings, key, otherwise=""):
    return settings.get(key, [otherwise])[-1]


def of_process(pid):
    """Its state, its parent and its group, as long as it runs."""
    stat = content(f"/proc/{pid}/stat")
    return stat.rsplit(")", 1)[1].split()[:3] if stat and ") Z " not in stat else None


def running(name):
    pid = content(f"{RUNNING}/{name}") or ""
    return int(pid) if pid.strip().isdigit() and of_process(pid.strip()) else None


def alive(group):
    """Whether a process of it is left that has not ended; nobody fetches those that have."""
    found = (of_process(entry) for entry in os.listdir("/proc") if entry.isdigit())
    return any(process and int(process[2]) == group for process in found)


def stop(name):
    pid = running(name)
    if pid:
        try:
            group = os.getpgid(pid)
            os.killpg(group, TERM)  # who forks to the background leads no group
            while running(name) or alive(group):
                time.sleep(0.02)
        except ProcessLookupError:
            pass
    if os.path.exists(f"{RUNNING}/{name}"):
        os.unlink(f"{RUNNING}/{name}")


def start(name):
    settings = read(name)
    if not holds(settings) or running(name):
        return
    for other in " ".join(settings.get("Unit.Requires", [])).split():
        if not running(other):
            sys.exit(f"{name} requires {other}, which does not run.")
    user = pwd.getpwnam(one(settings, "Service.User", "root"))
    for directory in one(settings, "Service.RuntimeDirectory").split():
        os.makedirs(f"/run/{directory}", exist_ok=True)
        os.chown(f"/run/{directory}", user.pw_uid, user.pw_gid)
    command = [w.replace("$$", "$").replace("%%", "%").replace("\\n", "\n")
               for w in words(one(settings, "Service.ExecStart")) if not w.startswith("$") or w.startswith("$$")]
    os.makedirs(RUNNING, exist_ok=True)
    out = os.open(f"{RUNNING}/{name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    variables = dict(w.split("=", 1) for line in settings.get("Service.Environment", []) for w in words(line))
    options = user, out, {**os.environ, **variables}
    if one(settings, "Service.Type") == "forking":
        if run(command, *options) != 0:
            sys.exit(f"{name} did not start.")
        pid = content(one(settings, "Service.PIDFile"))
    else:
        pid = os.fork()
        if pid == 0:
            keep(command, options, settings)
    with open(f"{RUNNING}/{name}", "w") as file:
        file.write(str(pid))


def run(command, user, out, variables):
    """Its exit code when it has ended."""
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(out, 1)
            os.dup2(out, 2)
            if user.pw_uid != os.getuid():
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
            os.execvpe(command[0], command, variables)
        finally:
            os._exit(127)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def keep(command, options, settings):
    os.setsid()
    for descriptor in range(3):  # whoever called must not wait for this process to close them
        os.dup2(os.open("/dev/null", os.O_RDWR), descriptor)
    again = one(settings, "Service.Restart")
    while run(command, *options) != 0 and again in ("always", "on-failure") or again == "always":
        time.sleep(float(one(settings, "Service.RestartSec", "0.1")))
    os._exit(0)


def main():
    verb, *others = sys.argv[1:]
    for name in (word if "." in word else f"{word}.service" for word in others if not word.startswith("-")):
        if verb in ("stop", "restart") or verb == "disable" and "--now" in others:
            stop(name)
        if verb in ("start", "restart") or verb == "enable" and "--now" in others:
            start(name)


main()
