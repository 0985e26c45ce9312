"""Machines for tests: the files of this one, a name, processes and a /run of their own, started for the first time by the real
cloud-init with data from a Secret. They share this machine's network, or each has an address of its own in a Network."""
import json
import os
import pathlib
import shutil
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
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
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
ln -sf "$4" usr/local/bin/sluice
if [ -n "$5" ]; then
  mount --bind "$5" etc/hosts
  until ip -o address show eth0 2>/dev/null | grep -q inet; do sleep 0.05; done
fi
exec chroot . /bin/sh -c 'for stage in "init --local" init "modules --mode=config" "modules --mode=final"; do
  cloud-init $stage >>/run/cloud-init.out 2>&1; done; touch /run/started; exec sleep infinity'
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
        self.bridge = f"slu{os.getpid()}"
        self.prefix = f"10.213.{os.getpid() % 250}"
        self.here, self.count = f"{self.prefix}.1", 1
        self.hosts = pathlib.Path(directory) / "hosts"
        self.hosts.write_text(f"127.0.0.1 localhost\n{self.here} here\n")

    def __enter__(self):
        ip("link", "add", self.bridge, "type", "bridge")
        ip("address", "add", f"{self.here}/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")
        return self

    def __exit__(self, *_):
        ip("link", "delete", self.bridge)

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


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Machine:
    def __init__(self, directory, name, user_data, network=None, **metadata):
        self.name, self.directory = name, pathlib.Path(directory)
        own = ["--net"] if network else []
        self.spaces = ["--mount", "--uts", "--pid", "--ipc", *own]
        hosts = str(network.hosts) if network else ""
        self.address = network.name(name) if network else "127.0.0.1"
        place = self.directory / "place"
        place.mkdir(parents=True)
        (self.directory / "user-data").write_bytes(user_data)
        (self.directory / "meta-data").write_text(json.dumps({"instance-id": name, "local-hostname": name, **metadata}))
        (self.directory / "cloud.cfg").write_text(CLOUD_CONFIG)
        with open(self.directory / "start.log", "w") as log:
            self.process = subprocess.Popen(
                ["unshare", *self.spaces, "--fork", "--kill-child", "--propagation", "private",
                 "sh", "-c", START, "start", place, self.directory, SYSTEMCTL, SLUICE, hosts], stdout=log, stderr=log)
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
