"""How long a Slurm control plane with accounting and REST takes from `kubectl apply` to Ready, against the same daemons started one
after the other by the lab; and what SlurmClusters cost in which nothing happens. Compute nodes are not in it."""
import statistics
import time

from controllers import stored
from harness import Cluster, Lab, wait_until
from report import line
from test_slurmcluster import free_ports, slurm_cluster

EACH = 3
MANY = 20
IDLE_SECONDS = 65  # two looks at everything


def clusters(directory, _lab):
    by_hand = statistics.median(by_lab(directory / f"hand{i}") for i in range(EACH))
    cluster = Cluster(directory / "clusters", None, "--executor", "local", "--runtime", "builtin")
    cluster.up()
    try:
        declared = statistics.median(until_ready(cluster, f"c{i}") for i in range(EACH))
        print(f"declared {declared:.2f} s, by hand {by_hand:.2f} s")
        line("a control plane from apply to Ready / by hand", declared / by_hand, "", 1.5)
        idle(cluster)
    finally:
        cluster.kubectl("delete", "slurmcluster", "--all", check=False)  # pods outlive `sluice down`
        wait_until(lambda: not cluster.get("pods")["items"], "their pods are gone", 120)
        cluster.down()


def by_lab(directory):
    began = time.monotonic()
    lab = Lab(directory, "--nodes", "1", "--accounting", "--rest")
    took = time.monotonic() - began
    lab.down()
    return took


def until_ready(cluster, name):
    wanted = slurm_cluster(name, free_ports(1)[0], accounting={}, rest={})
    began = time.monotonic()
    cluster.apply(wanted)
    cluster.kubectl("wait", "--for=condition=Ready", f"slurmcluster/{name}", "--timeout=180s", timeout=200)
    took = time.monotonic() - began
    cluster.kubectl("delete", "slurmcluster", name)
    wait_until(lambda: not cluster.get("pods")["items"], "its pods are gone", 120)
    return took


def idle(cluster):
    """Nothing is written but the node's lease and heartbeat, whatever the number of clusters."""
    for i, ports in enumerate(free_ports(MANY)):
        cluster.apply(slurm_cluster(f"many{i}", ports))
    cluster.kubectl("wait", "--for=condition=Ready", "slurmcluster", "--all", "--timeout=300s", timeout=320)
    time.sleep(15)  # until events are written
    before = stored(cluster)
    time.sleep(IDLE_SECONDS)
    changed = {name for name, version in stored(cluster).items() if before.get(name) != version}
    assert not {kind for kind, _, _ in changed} - {"nodes"}, changed
    print(f"{MANY} clusters for {IDLE_SECONDS} s: nothing is written")
