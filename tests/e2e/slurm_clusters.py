"""What tests of SlurmClusters share: a `sluice up` whose pods run here, and looks into their pods."""
import base64
import json
import os
import pathlib
import random
import socket
import subprocess
import urllib.request

from harness import Cluster, Scratch, wait_none

PORTS = ("controller", "nodes", "accounting", "rest", "database")


def is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def free_ports(clusters):
    """For each of so many clusters. Below those that the kernel gives to clients, so that none takes one meanwhile."""
    candidates = (port for port in random.sample(range(20000, 32000), 1000) if is_free(port))
    return [dict(zip(PORTS, candidates)) for _ in range(clusters)]


def slurm_cluster(name, ports, **spec):
    behaviour = "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
    return {"apiVersion": "sluice.dev/v1alpha1", "kind": "SlurmCluster", "metadata": {"name": name},
            "spec": {"version": "22.05", "hostBinaries": True, "storageWhenDeleted": "Delete",
                     "ports": ports, "slurmConf": {"behaviour": behaviour}, **spec}}


class SlurmClusters(Scratch):
    @classmethod
    def further_options(cls):
        """Of its `sluice up`."""
        return ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start()
        cls.addClassCleanup(cls.empty)

    @classmethod
    def start(cls):
        """`cls.cluster`, until the class is through."""
        cls.cluster = Cluster(cls.directory / "home", None, "--executor", "local", "--runtime", "builtin", *cls.further_options())
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)

    @classmethod
    def empty(cls):
        """Pods of the local executor go on without their control plane."""
        cls.cluster.kubectl("delete", "slurmclusters", "--all", check=False)
        wait_none(lambda: cls.cluster.kubectl("get", "pods", "-o", "name", check=False).stdout.split(), "no pod is left")

    def wait_ready(self, name, patience=180):
        try:
            self.cluster.kubectl("wait", "--for=condition=Ready", f"slurmcluster/{name}", f"--timeout={patience}s", timeout=patience + 20)
        except AssertionError as error:
            said = [(c["type"], c["status"], c.get("message")) for c in self.cluster.get("slurmcluster", name)["status"]["conditions"]]
            raise AssertionError(f"{error}{said}\n{self.cluster.kubectl('get', 'pods', check=False).stdout}") from error

    def inside(self, name, *command):
        """What a command of Slurm says in the pod of the controller."""
        return self.cluster.kubectl("exec", f"{name}-controller-0", "-c", "slurmctld", "--", *command,
                                    check=False).stdout

    def exists(self, kind, name):
        return self.cluster.kubectl("get", kind, name, check=False).returncode == 0

    def condition(self, name, kind="Ready"):
        found = self.cluster.get("slurmcluster", name).get("status", {}).get("conditions", [])
        return next((c for c in found if c["type"] == kind), {})

    def config(self, name, parameter):
        """As slurmctld has it in effect."""
        lines = (line.split("=", 1) for line in self.inside(name, "scontrol", "show", "config").splitlines() if "=" in line)
        return next((value.strip() for key, value in lines if key.strip() == parameter), None)

    def answers(self, name):
        return "UP" in self.inside(name, "scontrol", "ping")

    def rest_ping(self, name, port):
        token = self.inside(name, "scontrol", "token", "lifespan=600").strip().removeprefix("SLURM_JWT=")
        request = urllib.request.Request(f"http://127.0.0.1:{port}/slurm/v0.0.38/ping", headers={
            "X-SLURM-USER-NAME": "root", "X-SLURM-USER-TOKEN": token})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["pings"][0]["ping"]


class PlainNode:
    """A slurmd of this machine that joins a SlurmCluster by itself, with a munged of its own, and commands of Slurm beside
    it: they need no pod of the cluster. All of it ends with stop()."""

    START = """
mount -t tmpfs none /run && mount -t tmpfs none /var/spool && mkdir -m 0755 /run/munge /var/spool/slurmd
munged --force --key-file=$0/munge.key --socket=$0/munge.socket --pid-file=/run/munge/pid --seed-file=/run/munge/seed --log-file=$0/munged.log
ln -s $0/munge.socket /run/munge/munge.socket.2
until slurmd -D -Z -N "$1" --conf-server "$2" --conf "$3"; do sleep 0.2; done
"""
    HARDWARE = "CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=1600"
    # What such a node needs in slurm.conf: as many jobs at once as it says it has processors.
    SETTINGS = "SlurmdParameters=config_overrides\nDefMemPerCPU=1\n"

    def __init__(self, server, directory, cluster, name="plain"):
        self.directory, self.name = pathlib.Path(directory), name
        self.directory.mkdir(mode=0o755)
        spec, key = cluster["spec"], cluster["metadata"]["name"]
        keys = server.get("secret", f"{key}-keys")["data"]
        self.put_key(base64.b64decode(keys["munge.key"]))
        addresses = spec.get("controllers", {}).get("addresses", ["127.0.0.1"])
        port = spec["ports"]["controller"]
        hosts = "".join(f"SlurmctldHost={key}-controller-{i}({a})\n" for i, a in enumerate(addresses))
        self.conf = self.directory / "slurm.conf"
        self.conf.write_text(f"ClusterName={key}\n{hosts}SlurmctldPort={port}\nSlurmUser=root\nSlurmctldTimeout=10\n"
                             f"AuthType=auth/munge\nAuthInfo=socket={self.directory}/munge.socket\n"
                             "PartitionName=all Nodes=ALL\n" + (
                                 "AccountingStorageType=accounting_storage/slurmdbd\nAccountingStorageHost=127.0.0.1\n"
                                 f"AccountingStoragePort={spec['ports']['accounting']}\n"
                                 f"AccountingStoragePass={self.directory}/munge.socket\n" if "accounting" in spec else ""))
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", self.START,
             str(self.directory), name, ",".join(f"{a}:{port}" for a in addresses), self.HARDWARE],
            stdout=(self.directory / "log").open("w"), stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    def put_key(self, key):
        file = self.directory / "munge.key"
        file.unlink(missing_ok=True)
        file.touch(mode=0o400)
        file.write_bytes(key)

    def run(self, *argv, check=True, timeout=120):
        done = subprocess.run(argv, env={**os.environ, "SLURM_CONF": str(self.conf)}, text=True, capture_output=True,
                              timeout=timeout)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(argv)}: {done.stderr}")
        return done.stdout if check else done

    def state(self):
        return self.run("sinfo", "-hN", "-n", self.name, "-o", "%t", check=False).stdout.strip()

    def submit(self, script, *options):
        return int(self.run("sbatch", "--parsable", "-D", "/tmp", "-o", "/dev/null", *options, "--wrap", script))

    def job_state(self, job):
        return self.run("squeue", "-h", "-t", "all", "-j", str(job), "-o", "%T", check=False).stdout.strip()

    def stop(self):
        self.process.kill()
        self.process.wait()
