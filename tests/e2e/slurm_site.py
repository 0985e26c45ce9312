"""Machines that join SlurmClusters, each with an address of its own: what an administrator does without Cluster API."""
import json
import pathlib

from harness import ROOT, Cluster, Scratch, wait_until
from machine import TRY, Machine, Network
from slurm_clusters import free_ports, slurm_cluster

START = TRY + """mount --rbind /dev dev
mount --rbind /sys sys
mount -t tmpfs none run
shared=$2/../shared
mkdir -p "$place/root$shared"
mount --bind "$shared" "$place/root$shared"
install -D -m 0600 "$2/agent.yaml" etc/sluice/agent.yaml
install -D -m 0600 "$2/kubeconfig" etc/sluice/kubeconfig
install -m 0755 "$3" usr/local/bin/systemctl
touch usr/local/bin/sluice
mount --bind "$4" usr/local/bin/sluice
hostname "$(basename "$2")"
mount --bind "$5" etc/hosts
until ip -o address show eth0 2>/dev/null | grep -q inet; do sleep 0.02; done
exec chroot . /bin/sh -c 'while :; do sluice agent --log-level debug >>/run/agent.log 2>&1; sleep 0.2; done & exec sleep infinity'
"""


class OnNetwork(Scratch):
    """For classes of tests: a server whose pods run on this machine, in a network where machines reach it. SlurmClusters go before it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.network = cls.enterClassContext(Network(cls.directory))
        cls.server = Cluster(cls.directory / "home", None, "--executor", "local", "--runtime", "builtin", "--listen", cls.network.here)
        cls.server.up()
        cls.addClassCleanup(cls.server.down)
        cls.addClassCleanup(cls.remove_clusters)

    @classmethod
    def remove_clusters(cls):
        cls.server.kubectl("delete", "slurmcluster", "--all", check=False)
        wait_until(lambda: not cls.server.get("pods")["items"], "their pods are gone", 120)


def agents_kubeconfig(server, cluster):
    """Of a service account that has the roles of deploy/agent-rbac.yaml and no other, and may read the one key."""
    account = f"{cluster}-agents"
    server.kubectl("apply", "-f", str(ROOT / "deploy/agent-rbac.yaml"))
    server.kubectl("create", "serviceaccount", account)
    for role in "sluice-agent", "sluice-agent-of-slurm-cluster":
        server.kubectl("create", "clusterrolebinding", f"{account}-{role}", f"--clusterrole={role}", f"--serviceaccount=default:{account}")
    server.kubectl("create", "role", f"{cluster}-nodes", "--verb=get", "--resource=secrets", f"--resource-name={cluster}-nodes")
    server.kubectl("create", "rolebinding", f"{cluster}-nodes", f"--role={cluster}-nodes", f"--serviceaccount=default:{account}")
    config = json.loads(server.kubectl("config", "view", "--raw", "--flatten", "-o", "json"))
    config["users"][0]["user"] = {"token": server.kubectl("create", "token", account, "--duration=24h").strip()}
    return json.dumps(config)


class Joined(Machine):
    """A machine with an agent that is started again when it ends."""

    script = START

    def __init__(self, *where, root="/", **options):
        self.root = root
        super().__init__(*where, **options)

    def log(self):
        return self.run("cat", "/run/agent.log", check=False)


class SlurmSite:
    """A SlurmCluster of a server, with machines in a network, which have the files of `root`."""

    def __init__(self, server, directory, network, name, machines, root="/", **spec):
        self.server, self.name, self.network, self.root = server, name, network, root
        self.directory = pathlib.Path(directory) / name
        (self.directory / "shared").mkdir(parents=True)
        self.ports = free_ports(1)[0]
        spec.setdefault("compute", {"pools": [{"name": "batch"}, {"name": "htc"}], "readyNodes": machines})
        self.document = slurm_cluster(name, self.ports, network={"address": network.here}, **spec)
        self.kubeconfig = agents_kubeconfig(server, name)
        self.names = [f"{name}{i + 1}" for i in range(machines)]
        self.machines = {}

    def apply(self):
        self.server.apply(self.document)
        wait_until(lambda: self.server.kubectl("get", "nodeservices", f"{self.name}-nodes", check=False).returncode == 0,
                   "its services are declared")

    def prepare_machines(self, pool="batch"):
        """What machines need to join, as long as the cluster is declared."""
        for name in self.names:
            directory = self.directory / name
            directory.mkdir()
            config = self.server.sluice("agent", "config", "--cluster", self.name, "--node", name, "--pool", pool).stdout
            (directory / "agent.yaml").write_text(config)
            (directory / "kubeconfig").write_text(self.kubeconfig)

    def start_machines(self, names=None):
        for name in names or self.names:
            self.machines[name] = Joined(self.directory / name, name, b"", network=self.network, root=self.root)

    def wait_ready(self, timeout=180):
        self.server.kubectl("wait", "--for=condition=Ready", f"slurmcluster/{self.name}", f"--timeout={timeout}s", timeout=timeout + 20)

    def run(self, *argv, check=True, on=None):
        return self.machines[on or self.names[0]].run(*argv, check=check)

    def inside(self, *command, controller=0):
        """What a command says in the pod of the controller."""
        return self.server.kubectl("exec", f"{self.name}-controller-{controller}", "-c", "slurmctld", "--", *command, check=False).stdout

    def epoch(self, node, service):
        """How often it became ready there; none while it is not."""
        shown = self.run("sluice", "jobsync", "status", "--service", service, "--output", "json", on=node)
        return next((r["epoch"] for r in json.loads(shown) if r["state"] == "ready"), 0)

    def node(self, name):
        return self.server.get("node", name)

    def condition(self, name, kind):
        return next((c for c in self.node(name)["status"]["conditions"] if c["type"] == kind), {})

    def job_state(self, job):
        return self.inside("squeue", "-h", "-t", "all", "-j", job, "-o", "%T").strip()

    def features(self, name, **where):
        shown = self.inside("scontrol", "-o", "show", "node", name, **where)
        return next((word.split("=", 1)[1] for word in shown.split() if word.startswith("ActiveFeatures=")), "")

    def label(self, name, pool):
        self.server.kubectl("label", "node", name, f"sluice.dev/pool={pool}", "--overwrite")

    def restart(self, node, service, token):
        """By the contract: an annotation asks, another answers."""
        self.server.kubectl("annotate", "node", node, f"restart.sluice.dev/{service}={token}", "--overwrite")
        wait_until(lambda: self.node(node)["metadata"]["annotations"].get(f"restarted.sluice.dev/{service}") == token,
                   f"{service} was started anew on {node}", 120)

    def stop(self):
        for machine in self.machines.values():
            machine.stop()
