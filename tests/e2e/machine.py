"""Machines for tests: the files of this one, a name, processes and a /run of their own, started for the first time by the real
cloud-init with data from a Secret. They share this machine's network, or each has an address of its own in a Network."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from harness import SLUICE, wait_until

SYSTEMCTL = pathlib.Path(__file__).resolve().parent / "systemctl.py"

# What of cloud-init runs: nothing that would reach beyond files, users and commands.
CLOUD_CONFIG = """datasource_list: [NoCloud]
datasource: {NoCloud: {seedfrom: null}}
network: {config: disabled}
manage_etc_hosts: false
cloud_init_modules: [write-files, set_hostname, users-groups]
cloud_config_modules: [runcmd]
cloud_final_modules: [scripts-user]
"""

TRY = """set -e
place=$1
mount -t tmpfs none "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=${MACHINE_ROOT:-/},upperdir=$place/upper,workdir=$place/work" "$place/root"
cd "$place/root"
mount -t proc proc proc
"""
START = TRY + """mount --rbind /dev dev
mount --rbind /sys sys
mount -t tmpfs none run
mkdir -p var/lib/cloud/seed/nocloud
cp "$2/user-data" "$2/meta-data" var/lib/cloud/seed/nocloud/
cp "$2/cloud.cfg" etc/cloud/cloud.cfg.d/99-test.cfg
install -m 0755 "$3" usr/local/bin/systemctl
touch usr/local/bin/sluice
mount --bind "$4" usr/local/bin/sluice
rm -rf var/log/munge/* var/lib/munge/*  # whoever ran munged on this machine
if [ -n "$5" ]; then
  mount --bind "$5" etc/hosts
  mkdir -p srv/shared
  mount --bind "$6" srv/shared
  until ip -o address show eth0 2>/dev/null | grep -q inet; do sleep 0.05; done
fi
exec chroot . /bin/sh -c 'for stage in "init --local" init "modules --mode=config" "modules --mode=final"; do
  cloud-init $stage >>/run/cloud-init.out 2>&1; done; touch /run/started
  boot() {
    kill -s KILL -- -1
    umount -l /run; mount -t tmpfs none /run
    for unit in $(cat /etc/test-boot); do systemctl start "$unit" || true; done
    touch /run/booted
  }
  trap boot USR1
  while true; do sleep infinity & wait $!; done'
"""

# In front of a program: waits, before or after a call that has these words, until it may go on.
GATE = """#!/bin/sh
stop_here() { touch /run/stopped-here; until test -e /run/go-on; do sleep 0.05; done; }
before() { test -e /run/gate && grep -qx "before" /run/gate; }
case "$*" in WORDS) there=yes;; *) there=;; esac
if [ -n "$there" ] && before; then stop_here; exec PROGRAM "$@"; fi
PROGRAM "$@"
code=$?
if [ -n "$there" ] && test -e /run/gate; then stop_here; fi
exit $code
"""


def missing():
    """What keeps machines from being made here; empty: nothing."""
    if not shutil.which("cloud-init"):
        return "no cloud-init"
    if os.geteuid() != 0:
        return "not root"
    with tempfile.TemporaryDirectory() as place:
        tried = subprocess.run(["unshare", "--mount", "--uts", "--pid", "--ipc", "--fork", "--propagation", "private", "sh", "-c", TRY,
                                "try", place], capture_output=True, text=True)
    return "" if tried.returncode == 0 else f"namespaces and mounts are not permitted: {tried.stderr.strip()}"


class Network:
    """A bridge of this machine, at `here`, with an address for each Machine; all find one another by name. A context manager."""

    def __init__(self, directory):
        number = next(n for n in range(250) if make_bridge(f"slu{n}"))
        self.bridge, self.prefix = f"slu{number}", f"10.213.{number}"
        self.here, self.count = f"{self.prefix}.1", 1
        self.hosts = pathlib.Path(directory) / "hosts"
        self.hosts.write_text(f"127.0.0.1 localhost\n{self.here} here\n")
        self.shared = pathlib.Path(directory) / "shared"  # /srv/shared on all of them
        self.shared.mkdir()

    def __enter__(self):
        ip("address", "add", f"{self.here}/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")
        return self

    def __exit__(self, *_):
        # A connection that a dead machine left open keeps its network for minutes, and would keep the name of its cable.
        for port in json.loads(subprocess.run(["ip", "-j", "link", "show", "master", self.bridge], check=True, capture_output=True).stdout):
            subprocess.run(["ip", "link", "delete", port["ifname"]], stderr=subprocess.DEVNULL)  # it may go by itself meanwhile
        ip("link", "delete", self.bridge)

    def another_address(self):
        """Of this machine, beside `here`."""
        self.count += 1
        address = f"{self.prefix}.{self.count}"
        ip("address", "add", f"{address}/24", "dev", self.bridge)
        return address

    def name(self, machine):
        self.count += 1
        address = f"{self.prefix}.{self.count}"
        with open(self.hosts, "a") as hosts:
            hosts.write(f"{address} {machine}\n")
        return address

    def connect(self, address, process):
        outside = f"{self.bridge}.{address.rsplit('.', 1)[1]}"
        inside = "nsenter", f"--target={process}", "--net", "ip"
        ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", process)
        ip("link", "set", outside, "master", self.bridge, "up")
        for words in (("link", "set", "lo", "up"), ("link", "set", "eth0", "up"), ("address", "add", f"{address}/24", "dev", "eth0")):
            subprocess.run([*inside, *words], check=True)


def make_bridge(name):
    """False: there is one of that name, so that others have its addresses."""
    return subprocess.run(["ip", "link", "add", name, "type", "bridge"], stderr=subprocess.DEVNULL).returncode == 0


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Machine:
    script = START
    root = "/"  # whose files it has

    def __init__(self, directory, name, user_data, network=None, **metadata):
        self.name, self.directory = name, pathlib.Path(directory)
        own = ["--net"] if network else []
        self.spaces = ["--mount", "--uts", "--pid", "--ipc", *own]
        hosts, shared = (str(network.hosts), str(network.shared)) if network else ("", "")
        self.address = network.name(name) if network else "127.0.0.1"
        place = self.directory / "place"
        place.mkdir(parents=True)
        (self.directory / "user-data").write_bytes(user_data)
        (self.directory / "meta-data").write_text(json.dumps({"instance-id": name, "local-hostname": name, **metadata}))
        (self.directory / "cloud.cfg").write_text(CLOUD_CONFIG)
        with open(self.directory / "start.log", "w") as log:
            self.process = subprocess.Popen(
                ["unshare", *self.spaces, "--fork", "--kill-child", "--propagation", "private",
                 "sh", "-c", self.script, "start", place, self.directory, SYSTEMCTL, SLUICE, hosts, shared],
                stdout=log, stderr=log, env={**os.environ, "MACHINE_ROOT": self.root})
        if network:
            network.connect(self.address, self.first_process())

    def first_process(self):
        """The number it has here, as soon as unshare has forked it."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return wait_until(lambda: children.read_text().split(), f"{self.name} has a process")[0]

    def run(self, *argv, check=True):
        done = subprocess.run(["nsenter", f"--target={self.first_process()}", *self.spaces, "--root", "--wd", *argv],
                              capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(f"{self.name}: {argv} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def put(self, file, path):
        """A file of this machine there."""
        subprocess.run(["nsenter", f"--target={self.first_process()}", *self.spaces, "--root", "--wd", "install", "-D", "-m", "0644",
                        "/dev/stdin", path], input=file.read_bytes(), check=True)

    def stop_at(self, when, program, words):
        """Calls of a program with words that this pattern of a shell matches stop there, `when` they have done their work or
        before; has_stopped() tells, go_on() ends it. Who called may be gone by then."""
        real = self.run("sh", "-c", f"command -v {program}").strip()
        self.run("mv", real, f"{real}.real")
        text = GATE.replace("WORDS", words).replace("PROGRAM", f"{real}.real")
        self.run("sh", "-c", 'printf %s "$0" >"$1" && chmod 0755 "$1" && echo "$2" >/run/gate', text, real, when)

    def has_stopped(self):
        return self.run("sh", "-c", "test -e /run/stopped-here && echo yes", check=False) == "yes\n"

    def go_on(self):
        self.run("touch", "/run/go-on")

    def reboot(self, *units):
        """All processes end, files stay, and these units are started, as systemd would those that are enabled."""
        self.run("sh", "-c", 'echo "$0" >/etc/test-boot; rm -f /run/booted', " ".join(units))
        os.kill(int(self.first_process()), signal.SIGUSR1)
        wait_until(lambda: self.run("sh", "-c", "test -e /run/booted && echo yes", check=False) == "yes\n", f"{self.name} is up again", 60)

    def await_started(self):
        """cloud-init is through, and Cluster API would find what it looks for."""
        def started():
            if self.process.poll() is not None:
                raise AssertionError(f"{self.name} ended: {(self.directory / 'start.log').read_text()}")
            return self.run("sh", "-c", "test -e /run/started && echo yes", check=False) == "yes\n"
        wait_until(started, f"{self.name} has started", 120)
        if self.run("cat", "/run/cluster-api/bootstrap-success.complete", check=False) != "success\n":
            raise AssertionError(f"{self.name} failed: {self.run('cat', '/run/cloud-init.out', check=False)}")

    def stop(self):
        self.process.kill()
        self.process.wait()
