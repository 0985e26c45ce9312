"""How long a Slurm cluster with accounting, REST and four nodes takes from `kubectl apply` to Ready, against the same daemons started one
after the other by the lab; and what SlurmClusters cost in which nothing happens. Its machines are there before, and wait for something
to run."""
import statistics
import time

from controllers import stored
from harness import Cluster, Lab, wait_until
from report import line
from machine import Network
from reconfigure import PROBES_A_MINUTE, asked
from slurm_clusters import free_ports, slurm_cluster
from slurm_site import SlurmSite

EACH = 5
NODES = 4
MANY = 20
LOOKED_AT = [f"many{i}" for i in range(0, MANY, 5)]  # of those, to see what their slurmctld are asked
IDLE_SECONDS = 65  # two looks at everything


def clusters(directory, _lab):
    with Network(directory) as network:
        cluster = Cluster(directory / "clusters", None, "--executor", "local", "--runtime", "builtin", "--listen", network.here)
        cluster.up()
        try:
            # In turn, as the machine may be faster at one time than at another.
            both = [(until_ready(cluster, directory, network, f"c{i}"), by_lab(directory / f"hand{i}")) for i in range(EACH)]
            declared, by_hand = map(statistics.median, zip(*both))
            print(f"declared {declared:.2f} s, by hand {by_hand:.2f} s")
            line("a cluster of four nodes from apply to Ready / by hand", declared / by_hand, "", 1.5)
            idle(cluster)
        finally:
            remove_all(cluster)  # pods outlive `sluice down`
            cluster.down()


def by_lab(directory):
    began = time.monotonic()
    lab = Lab(directory, "--nodes", str(NODES), "--accounting", "--rest")
    took = time.monotonic() - began
    lab.down()
    return took


def until_ready(cluster, directory, network, name):
    site = SlurmSite(cluster, directory, network, name, NODES, accounting={}, rest={})
    site.apply()
    site.prepare_machines()
    remove_all(cluster)
    site.start_machines()
    wait_until(lambda: len(cluster.get("nodes", "-l", f"sluice.dev/slurm-cluster={name}")["items"]) == NODES, "its machines wait")
    try:
        began = time.monotonic()
        cluster.apply(site.document)
        site.wait_ready()
        return time.monotonic() - began
    finally:
        site.stop()
        remove_all(cluster)


def remove_all(cluster):
    cluster.kubectl("delete", "slurmcluster", "--all", check=False)
    # A program that is told to end before it has said what to do then goes on: its pod takes its grace of two minutes.
    wait_until(lambda: not cluster.get("pods,nodeservices")["items"], "nothing of them is left", 200)


def idle(cluster):
    """Nothing is written but the node's lease and heartbeat, whatever the number of clusters; and nobody but its pod's probe asks
    slurmctld."""
    for i, ports in enumerate(free_ports(MANY)):
        cluster.apply(slurm_cluster(f"many{i}", ports))
    cluster.kubectl("wait", "--for=condition=Ready", "slurmcluster", "--all", "--timeout=300s", timeout=320)
    time.sleep(15)  # until events are written
    before, asked_before, began = stored(cluster), [asked(cluster, name) for name in LOOKED_AT], time.monotonic()
    time.sleep(IDLE_SECONDS)
    took, asked_after = time.monotonic() - began, [asked(cluster, name) for name in LOOKED_AT]
    changed = {name for name, version in stored(cluster).items() if before.get(name) != version}
    assert not {kind for kind, _, _ in changed} - {"nodes"}, changed
    print(f"{MANY} clusters for {IDLE_SECONDS} s: nothing is written")
    more = [{message: count - old.get(message, 0) for message, count in new.items() if count != old.get(message, 0)}
            for old, new in zip(asked_before, asked_after)]
    print(f"in {took:.0f} s their slurmctld were asked: {dict(zip(LOOKED_AT, more))}")
    pings = took / 60 * PROBES_A_MINUTE + 1  # one at the edge
    line("requests to an idle slurmctld / the pings of its probe", max(sum(one.values()) for one in more) / pings, "", 1)
    assert not {message for one in more for message in one} - {"REQUEST_PING"}, more
