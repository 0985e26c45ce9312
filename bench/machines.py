"""What machines cost: the Secrets of a thousand that come at once, those that leave, and nothing when nothing happens."""
import base64
import json
import subprocess
import time

from controllers import stored
from detaching import detaching
from harness import ROOT, SLUICE, Cluster, wait_until
from leaving import leaving
from report import line

MACHINES = 1000
IDLE_SECONDS = 20
GROUP = "bootstrap.cluster.x-k8s.io"


def machines(directory, _lab):
    cluster = Cluster(directory / "machines", None, "--executor", "local", "--controllers", "*,-slurmjob")
    cluster.up()
    log = directory / "operator.log"
    with open(log, "w") as out:
        operator = subprocess.Popen([SLUICE, "operator", "--controllers", "machines"], env=cluster.environment(), stderr=out)
    try:
        wait_until(lambda: "operator runs" in log.read_text(), "the operator runs")
        waiting(cluster)
        secrets(cluster)
        detaching(cluster, directory, create)
        idle(cluster)
    finally:
        operator.terminate()
        operator.wait()
        cluster.down()
    leaving(directory)


def create(cluster, *items):
    cluster.kubectl("create", "--validate=false", "-f", "-", timeout=600,
                    input=json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))


def waiting(cluster):
    """A thousand machines whose cluster has no infrastructure yet."""
    cluster.kubectl("apply", "-f", str(ROOT / "tests/machines/cluster_api_definitions.yaml"))
    cluster.kubectl("wait", "--for=condition=Established", "crd/machines.cluster.x-k8s.io", "crd/clusters.cluster.x-k8s.io")
    create(cluster,
           {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster", "metadata": {"name": "c"}, "spec": {}},
           {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "munge"},
            "data": {"munge.key": base64.b64encode(bytes(1024)).decode()}},
           {"apiVersion": "sluice.dev/v1alpha1", "kind": "SlurmNodeClass", "metadata": {"name": "hpc"}, "spec": {
               "clusterName": "hpc", "controller": {"address": "192.168.111.248"}, "mungeKey": {"secretName": "munge"},
               "sharedDirectory": {"path": "/shared"}}})
    create(cluster, *({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "metadata": {"name": f"w-{i}"},
                       "spec": {"clusterName": "c", "bootstrap": {"configRef": {
                           "apiGroup": GROUP, "kind": "VirtualKubeletConfig", "name": f"w-{i}"}}}} for i in range(MACHINES)))
    uids = {m["metadata"]["name"]: m["metadata"]["uid"] for m in cluster.get("machines.cluster.x-k8s.io")["items"]}
    create(cluster, *({"apiVersion": f"{GROUP}/v1alpha1", "kind": "VirtualKubeletConfig",
                       "metadata": {"name": name, "labels": {"cluster.x-k8s.io/cluster-name": "c"}, "ownerReferences": [
                           {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "name": name, "uid": uid,
                            "controller": True}]},
                       "spec": {"role": "slurm-worker", "nodeClassRef": {"name": "hpc"}}} for name, uid in uids.items()))
    await_reason(cluster, "WaitingForClusterInfrastructure")


def await_reason(cluster, reason):
    path = '{range .items[*]}{.status.conditions[?(@.type=="Ready")].reason}{"\\n"}{end}'
    wait_until(lambda: cluster.kubectl("get", "virtualkubeletconfigs", "-o", "jsonpath=" + path).split() == [reason] * MACHINES,
               f"all are {reason}", 300, 0.2)


def secrets(cluster):
    start = time.monotonic()
    cluster.kubectl("patch", "clusters.cluster.x-k8s.io", "c", "--subresource=status", "--type=merge",
                    "-p", '{"status": {"initialization": {"infrastructureProvisioned": true}}}')
    await_reason(cluster, "DataSecretCreated")
    line(f"the Secrets of {MACHINES} machines", time.monotonic() - start, "s", 10.0)


def idle(cluster):
    """Leases are renewed by who lives; nothing else may change."""
    time.sleep(15)  # until events are written
    before = stored(cluster)
    time.sleep(IDLE_SECONDS)
    changed = {name for name, version in stored(cluster).items() if before.get(name) != version}
    print(f"{len(before)} objects, {IDLE_SECONDS} s: {len(changed)} written {changed or ''}")
    if changed:
        raise AssertionError("idle machines were written to")
