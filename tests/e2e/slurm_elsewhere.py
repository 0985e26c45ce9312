"""A Slurm cluster elsewhere, as a regular user reaches it: a lab that runs as that user and a real sshd
which knows a user with a password and a key. Nothing of this machine is changed: sshd sees files of users
of its own, in a mount namespace."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess

from harness import SLUICE, Lab, wait_until

USER, UID, PASSWORD = "migagi", 65534, "una palabra secreta"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class UsersLab(Lab):
    """A lab whose daemons are that user's."""

    def __init__(self, directory, *options):
        self.directory = pathlib.Path(directory)
        self.directory.parent.chmod(0o755)
        self.program = self.directory.parent / "lab-sluice"  # where it was built need not be open to everyone
        shutil.copy(SLUICE, self.program)
        self.directory.mkdir()
        os.chown(self.directory, UID, UID)
        self.control("up", *options)
        self.env = self.environment()

    def control(self, verb, *options):
        drop = ("setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups")
        done = subprocess.run([*drop, self.program, "lab", verb, "--dir", str(self.directory), *options],
                              env={"PATH": os.environ["PATH"], "HOME": str(self.directory)}, text=True,
                              capture_output=True)
        if done.returncode != 0:
            raise AssertionError(f"lab {verb}: {done.stderr}")

    def environment(self):
        listing = subprocess.run(["bash", "-c", f"set -a; . {self.directory}/env; env -0"], check=True,
                                 capture_output=True, env={"PATH": os.environ["PATH"]}).stdout
        return dict(item.split("=", 1) for item in listing.decode().split("\0") if "=" in item)

    def down(self):
        self.control("down")


class Sshd:
    """A real sshd for that user."""

    def __init__(self, directory, lab):
        self.directory, self.lab, self.port = pathlib.Path(directory), lab, free_port()
        self.directory.mkdir(mode=0o755)
        self.home = self.directory / "home"
        self.home.mkdir()
        os.chown(self.home, UID, UID)
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        hashed = subprocess.run(["openssl", "passwd", "-6", "-stdin"], input=PASSWORD, check=True, text=True,
                                capture_output=True).stdout.strip()
        self.write("passwd", f"{USER}:x:{UID}:{UID}::{self.home}:/bin/bash\n" + pathlib.Path("/etc/passwd").read_text())
        self.write("shadow", f"{USER}:{hashed}:19000:0:99999:7:::\n", 0o600)
        self.new_key("user_key")
        self.write("authorized_keys", self.read("user_key.pub"))
        self.new_key("host_key")
        self.start()

    def write(self, name, text, mode=0o644):
        path = self.directory / name
        path.write_text(text)
        path.chmod(mode)

    def read(self, name):
        return (self.directory / name).read_text()

    def new_key(self, name):
        for file in (name, f"{name}.pub"):
            (self.directory / file).unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", self.directory / name],
                       check=True)

    def start(self):
        d = self.directory
        (d / "pid").unlink(missing_ok=True)
        self.write("config", f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {d}/host_key\nPidFile {d}/pid\n"
                   f"AuthorizedKeysFile {d}/authorized_keys\nUsePAM no\nPasswordAuthentication yes\n"
                   f"KbdInteractiveAuthentication no\nStrictModes no\nMaxStartups 100\nAllowUsers {USER}\n"
                   f"SetEnv SLURM_CONF={self.lab.env['SLURM_CONF']}\n")
        subprocess.run(["unshare", "--mount", "sh", "-ec", "mount --bind $0/passwd /etc/passwd; "
                        "mount --bind $0/shadow /etc/shadow; exec $1 -f $0/config -E $0/log", str(d),
                        shutil.which("sshd") or "/usr/sbin/sshd"], check=True)
        self.pid = int(wait_until(lambda: (d / "pid").exists() and self.read("pid").strip(), "sshd runs"))

    def sessions(self):
        """The processes below it: who talks to a user is a child of a child."""
        def below(pid):
            with contextlib.suppress(FileNotFoundError):
                for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                    yield int(child)
                    yield from below(child)
        return list(below(self.pid))

    def signal_sessions(self, signum):
        for pid in self.sessions():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signum)

    def signal(self, signum):
        """To all its sessions and to itself, so that nobody can log in either."""
        self.signal_sessions(signum)
        os.kill(self.pid, signum)

    def stop(self):
        with contextlib.suppress(FileNotFoundError):
            self.signal_sessions(signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def known_hosts(self):
        return f"[127.0.0.1]:{self.port} {self.read('host_key.pub')}"

    def logins(self):
        return self.read("log").count(f"Accepted ")
