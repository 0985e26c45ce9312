"""How long a change of slurm.conf takes from `kubectl apply` until 100 slurmd have it, against `scontrol reconfigure` by hand on the same
slurmctld and nodes; and what Slurm is asked while nothing happens."""
import base64
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import time

from harness import Cluster, wait_until
from report import line
from slurm_clusters import free_ports, slurm_cluster

NODES = 100
EACH = 5
FIRST_PORT = 18500
IDLE_SECONDS = 120
PROBES_A_MINUTE = 60 / 15  # of the pod: one ping an interval

# munged with the cluster's key where slurmd looks for it, and directories of their own.
MACHINE = """set -e
mount --make-rprivate /
mkdir -p "$1/run" "$1/spool" "$1/munge"
mount -t tmpfs none /run
mount --bind "$1/spool" /var/spool
mkdir -p -m 0755 /run/munge
munged --force --key-file="$1/munge.key" --socket=/run/munge/munge.socket.2 --pid-file=/run/munge/pid --seed-file="$1/munge/seed" \\
  --log-file="$1/munge/log" --num-threads=8
until munge -n >/dev/null 2>&1; do sleep 0.1; done
for i in $(seq 1 "$2"); do mkdir -p /var/spool/slurmd/d$i; slurmd -N d$i --conf-server "127.0.0.1:$3"; done
exec sleep infinity
"""


class Machine:
    """A hundred slurmd in one mount namespace."""

    def __init__(self, directory, port, key):
        directory.mkdir()
        self.directory = directory
        (directory / "munge.key").write_bytes(key)
        os.chmod(directory / "munge.key", 0o400)
        self.process = subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", MACHINE, "sh",
                                         str(directory), str(NODES), str(port)])

    def files(self):
        return list(self.directory.glob("spool/slurmd/d*/conf-cache/slurm.conf"))

    def have(self, text):
        return sum(text in path.read_text() for path in self.files())

    def written_since(self, when):
        return sum(path.stat().st_mtime > when for path in self.files())

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def reconfigure(directory, _lab):
    cluster = Cluster(directory / "reconfigure", None, "--executor", "local", "--runtime", "builtin")
    cluster.up()
    machine = None
    try:
        ports = free_ports(1)[0]
        wanted = slurm_cluster("large", ports)
        wanted["spec"]["slurmConf"]["nodes"] = (
            f"NodeName=d[1-{NODES}] NodeHostName={socket.gethostname()} NodeAddr=127.0.0.1 Port=[{FIRST_PORT}-{FIRST_PORT + NODES - 1}]\n")
        cluster.apply(wanted)
        ready(cluster)
        key = base64.b64decode(cluster.get("secret", "large-keys")["data"]["munge.key"])
        machine = Machine(directory / "machine", ports["controller"], key)
        wait_until(lambda: inside(cluster, "sinfo", "-h", "-o", "%D", "-t", "idle").strip() == str(NODES), "all have registered", 300)
        by_hand = [hand(cluster, machine) for _ in range(EACH)]
        declared = [declare(cluster, machine, wanted, 40 + i) for i in range(EACH)]
        print(f"declared {[round(t, 2) for t in declared]} s, by hand {[round(t, 2) for t in by_hand]} s")
        line(f"a reconfigure of {NODES} nodes / by hand", statistics.median(declared) / statistics.median(by_hand), "", 1.5)
        ready(cluster)
        quiet(cluster)
    finally:
        if machine:
            machine.stop()
        cluster.kubectl("delete", "slurmcluster", "--all", check=False)
        wait_until(lambda: not cluster.get("pods")["items"], "their pods are gone", 120)
        cluster.down()


def ready(cluster):
    cluster.kubectl("wait", "--for=condition=Ready", "slurmcluster/large", "--timeout=180s", timeout=200)


def inside(cluster, *command, name="large"):
    return cluster.kubectl("exec", f"{name}-controller-0", "-c", "slurmctld", "--", *command, check=False).stdout


def asked(cluster, name):
    """How often slurmctld of that SlurmCluster was asked for what, but for this."""
    found = re.search(r"Remote Procedure Call statistics by message type(.*?)\n\n", inside(cluster, "sdiag", name=name), re.DOTALL)
    counts = dict(re.findall(r"(REQUEST_\w+)\s*\(\s*\d+\) count:(\d+)", found[1]))
    return {message: int(count) for message, count in counts.items() if message != "REQUEST_STATS_INFO"}


def hand(cluster, machine):
    """Files that are there already; somebody in the pod tells slurmctld."""
    when, began = time.time(), time.monotonic()
    inside(cluster, "scontrol", "reconfigure")
    wait_until(lambda: machine.written_since(when) == NODES, "all have them", 120, interval=0.02)
    return time.monotonic() - began


def declare(cluster, machine, wanted, value):
    wanted["spec"]["slurmConf"]["change"] = f"KillWait={value}\n"
    began = time.monotonic()
    cluster.apply(wanted)
    wait_until(lambda: machine.have(f"KillWait={value}") == NODES, "all have it", 120, interval=0.02)
    took = time.monotonic() - began
    ready(cluster)
    return took


def quiet(cluster):
    """Nobody but the pod's own probes asks slurmctld."""
    time.sleep(15)
    before = asked(cluster, "large")
    time.sleep(IDLE_SECONDS)
    more = {name: count - before.get(name, 0) for name, count in asked(cluster, "large").items() if count != before.get(name, 0)}
    print(f"in {IDLE_SECONDS} s slurmctld was asked: {more}")
    pings = more.pop("REQUEST_PING", 0)
    line("pings a minute of a cluster in which nothing happens", pings * 60 / IDLE_SECONDS, "", PROBES_A_MINUTE + 60 / IDLE_SECONDS)  # one at the edge
    assert not more, more
