"""What pods cost that only wait in Slurm's queue."""
import getpass
import json
import re
import time

from controllers import cpu_seconds
from harness import Cluster, wait_until
from report import line

FEW, MANY, MINUTE = 20, 2000, 60


def queued(directory, lab):
    """A minute of 20 pods in the queue, then of 2,000: `sluice` takes little, slurmctld is not asked more often."""
    lab.run("sbatch", "--exclusive", "--nodes=8", "--job-name=everything", "--output=/dev/null", "--wrap=sleep 3600")
    cluster = Cluster(directory / "queued", lab)
    cluster.up()
    try:
        _, few = minute(cluster, lab, 0, FEW)
        used, many = minute(cluster, lab, FEW, MANY)
    finally:
        cluster.down()
        lab.run("scancel", f"--user={getpass.getuser()}", check=False)
    print(f"{FEW} pods: {few} requests to slurmctld a minute; {MANY}: {many}")
    line("CPU of sluice while 2,000 pods are queued", 100 * used / MINUTE, "%", 5.0)
    line("requests to slurmctld, 2,000 pods queued / 20 pods", many / few, "", 1.2)


def minute(cluster, lab, first, end):
    """Makes it `end` pods that wait; the seconds of CPU and the requests to slurmctld of a minute of that."""
    pods = [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"queued-{i}"},
             "spec": {"restartPolicy": "Never",
                      "containers": [{"name": "c", "image": "debian:12", "command": ["true"]}]}} for i in range(first, end)]
    cluster.kubectl("create", "--validate=false", "-f", "-", timeout=600,
                    input=json.dumps({"apiVersion": "v1", "kind": "List", "items": pods}))
    wait_until(lambda: sum(state == "PENDING" for _, state, _ in lab.jobs().values()) == end, f"{end} jobs wait", 600, 1)
    time.sleep(35)  # until everybody has seen that, and Slurm has planned once
    lab.run("sdiag", "--reset")
    cpu = cpu_seconds(cluster.pid())
    time.sleep(MINUTE)
    used = cpu_seconds(cluster.pid()) - cpu
    by_type = lab.run("sdiag").stdout.split("by message type")[1].split("by user")[0]
    return used, sum(int(count) for count in re.findall(r"count:(\d+)", by_type))
