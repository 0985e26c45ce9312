"""What the controllers cost: with very much to do, with little to do among very much, and with nothing to do."""
import json
import os
import pathlib
import subprocess
import time

from harness import ROOT, Cluster, wait_until
from report import line

BENCH_CONTROLLERS = ROOT / "build/release/bench/bench_controllers"
OBJECTS = 2000
MINUTE = 60
# Told apart, or not stored.
NOT_COUNTED = {"leases.coordination.k8s.io", "events", "events.events.k8s.io", "componentstatuses"}


def run(mode, count):
    done = subprocess.run([BENCH_CONTROLLERS, mode, str(count)], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def job(_directory, _lab):
    """One Job of 10,000 pods, finished by a test kubelet, until it is complete and counted."""
    figures = run("job", 10_000)
    print(f"{figures['cpu_seconds']:.1f} s of CPU, {figures['writes']} writes and {figures['reconciles']} reconciles "
          f"by controllers, {figures['resident_mib']:.0f} MiB resident")
    line("10,000 pods of one Job created, finished and counted", figures["seconds"], "s", 30)


def scale(_directory, _lab):
    """One Deployment scaled from 10 to 20 pods, among 500 Deployments with 20 pods each and among nine others."""
    many, few = run("scale", 500), run("scale", 10)
    print(f"one scale among 10,000 pods: {many['cpu_seconds'] * 1000:.0f} ms of CPU, {many['reads']:.1f} reads, "
          f"{many['writes']:.1f} writes, {many['reconciles']:.1f} reconciles; {many['of_others']:.1f} of other Deployments")
    if many["of_others"]:
        raise AssertionError(f"scaling a Deployment touched others, such as {many['another']}")
    requests = [sum(figures[what] for what in ("reads", "writes", "reconciles")) for figures in (many, few)]
    line("requests and reconciles of a scale / among few pods", requests[0] / requests[1], "", 1.2)
    line("CPU of a scale among 10,000 pods / among few pods", many["cpu_seconds"] / few["cpu_seconds"], "", 1.5)


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def steady_objects():
    """Of every sort that controllers look after; pods, too, that run and pods that cannot."""
    def named(kind, version, count, **fields):
        return [{"apiVersion": version, "kind": kind, "metadata": {"name": f"{kind.lower()}-{i}"}, **fields}
                for i in range(count)]

    labels = {"app": "steady"}
    sleeper = {"metadata": {"labels": labels},
               "spec": {"containers": [{"name": "c", "image": "debian:12", "command": ["sleep", "3600"]}]}}
    once = {"spec": {**sleeper["spec"], "restartPolicy": "Never"}}
    workload = {"selector": {"matchLabels": labels}, "template": sleeper}
    some = (named("Deployment", "apps/v1", 2, spec={**workload, "replicas": 10})
            + named("StatefulSet", "apps/v1", 50, spec={**workload, "replicas": 0, "serviceName": "steady"})
            + named("Job", "batch/v1", 100, spec={"suspend": True, "template": once})
            + named("CronJob", "batch/v1", 50, spec={"suspend": True, "schedule": "0 0 1 1 *",
                                                      "jobTemplate": {"spec": {"template": once}}})
            + named("Pod", "v1", 50, spec={**once["spec"], "nodeSelector": {"no-such": "node"}})
            + named("Service", "v1", 200, spec={"selector": labels, "ports": [{"port": 80}]})
            + named("PodDisruptionBudget", "policy/v1", 20,
                    spec={"selector": {"matchLabels": labels}, "minAvailable": 1})
            + named("ServiceAccount", "v1", 50))
    return some


def stored(cluster):
    """Every object but leases and events: kind, namespace and name -> resourceVersion."""
    versions = {}
    kinds = set(cluster.kubectl("api-resources", "--verbs=list", "-o", "name").split()) - NOT_COUNTED
    for kind in sorted(kind for kind in kinds if not kind.endswith(".metrics.k8s.io")):
        for item in cluster.get(kind, "-A")["items"]:
            metadata = item["metadata"]
            if metadata.get("resourceVersion"):
                versions[kind, metadata.get("namespace"), metadata["name"]] = metadata["resourceVersion"]
    return versions


def revision(cluster):
    listed = json.loads(cluster.kubectl("get", "--raw", "/api/v1/namespaces?limit=1"))
    return int(listed["metadata"]["resourceVersion"])


def idle(directory, lab):
    """A minute in which nobody asks for anything. The one thing that is written is the node's lease: a kubelet's
    heartbeat, by which others know that it lives."""
    cluster = Cluster(directory / "idle", lab)
    cluster.up()
    try:
        used = idle_minute(cluster)
    finally:
        cluster.down()
    line("CPU of an idle cluster of 2,000 objects", 100 * used / MINUTE, "%", 1.0)


def idle_minute(cluster):
    """The seconds of CPU that a minute costs in which nothing may be written but leases."""
    cluster.kubectl("apply", "-f", "-", input=json.dumps({"apiVersion": "v1", "kind": "List", "items": steady_objects()}))
    missing = OBJECTS - len(stored(cluster))
    maps = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": f"map-{i}"}, "data": {"a": "b"}}
            for i in range(missing)]
    cluster.kubectl("create", "-f", "-", input=json.dumps({"apiVersion": "v1", "kind": "List", "items": maps}))
    wait_until(lambda: all(item["status"].get("readyReplicas") == 10 for item in cluster.get("deployments")["items"]),
               "20 pods run", 120)
    time.sleep(15)  # until everybody has seen that
    before = stored(cluster)
    leases = subprocess.Popen(["kubectl", "get", "leases", "-A", "--watch-only", "-o", "name"],
                              env=cluster.environment(), stdout=subprocess.PIPE, text=True)
    time.sleep(3)  # kubectl's own requests are over
    start, cpu = revision(cluster), cpu_seconds(cluster.pid())
    time.sleep(MINUTE)
    used, writes = cpu_seconds(cluster.pid()) - cpu, revision(cluster) - start
    leases.terminate()
    beats = len(leases.communicate()[0].split())
    after = stored(cluster)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    print(f"{len(after)} objects, a minute: {beats} renewals of leases, {max(writes - beats, 0)} other writes {changed or ''}")
    if changed or writes > beats + 1:  # one renewal may come between the two counts
        raise AssertionError("an idle cluster was written to")
    return used
