"""The API under load, Sluice's and, where its programs are found, Kubernetes' own in the same run. Pods
are not scheduled: the figures are those of the API server and its store alone, on both sides."""
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import time

import upstream
from harness import ROOT, Cluster
from report import at_least, line, resident_mib

TURNS = 5  # of what is measured in turn
BENCH_LOAD = pathlib.Path(os.environ.get("BENCH_LOAD", ROOT / "build/release/bench/bench_load"))


def run(server, mode, count, clients, namespace):
    done = subprocess.run([BENCH_LOAD, mode, str(count), str(clients), namespace], check=True,
                          env=server.environment(), stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


@contextlib.contextmanager
def ahead_of_others(pids):
    """These processes, and the programs run meanwhile, have the processors before all others, where that is permitted:
    how long a delivery takes says nothing of a server while something else takes its turns."""
    def schedule(policy, priority):
        for pid in *pids, os.getpid():
            for thread in os.listdir(f"/proc/{pid}/task"):
                with contextlib.suppress(PermissionError, ProcessLookupError):
                    os.sched_setscheduler(int(thread), policy, os.sched_param(priority))

    schedule(os.SCHED_FIFO, 1)
    try:
        yield
    finally:
        schedule(os.SCHED_OTHER, 0)


def measure(server, pids):
    """Every figure of one server, from an empty one to one that holds 10,000 pods."""
    for namespace in "many", "events":
        server.kubectl("create", "namespace", namespace)
    figures = {"create 32": run(server, "create", 10_000, 32, "many"),
               "get 32": run(server, "get", 12_000, 32, "many"),
               "list": run(server, "list", 5, 1, "all")}
    figures["resident"] = resident_mib(*pids)
    with ahead_of_others(pids):
        figures["fanout"] = run(server, "fanout", 50, 1000, "events")
    return figures


def one_connection(directory, lab):
    """Creates over one connection wait for the disk most of the time, which others use too: both servers are there, and take turns."""
    with contextlib.ExitStack() as stack:
        cluster = Cluster(directory / "one", lab, "--controllers", "*,-scheduler")
        cluster.up()
        stack.callback(cluster.down)
        servers = [cluster]
        if upstream.available():
            servers.append(stack.enter_context(upstream.Upstream(directory / "upstream-one")))
        turns = []
        for turn in range(TURNS):
            for server in servers:
                server.kubectl("create", "namespace", f"one{turn}")
            turns.append([run(server, "create", 1000, 1, f"one{turn}")["per_second"] for server in servers])
    ours, *theirs = map(statistics.median, zip(*turns))
    print(f"creates of pods, one connection: {ours:.0f}/s")
    for each in theirs:
        at_least(f"creates, one connection, against Kubernetes' {each:.0f}/s", statistics.median(a / b for a, b in turns), "x", 4)


def restart(cluster):
    cluster.down()
    start = time.monotonic()
    cluster.up()
    return time.monotonic() - start


def tell(ours):
    at_least("creates of pods, 32 connections", ours["create 32"]["per_second"], "/s", 6000)
    at_least("gets of a pod, 32 connections", ours["get 32"]["per_second"], "/s", 15_000)
    line(f"list of 10,000 pods, {ours['list']['bytes'] / 1e6:.0f} MB", ours["list"]["p50_ms"], "ms", 100)
    line("resident memory with 10,000 pods", ours["resident"], "MiB", 150)
    line("sluice up on 10,000 stored pods", ours["restart"], "s", 1.0)
    print(f"1,000 watches, 5 events/s: p50 {ours['fanout']['p50_ms']:.1f} ms, p99 {ours['fanout']['p99_ms']:.1f} ms")


def compare(ours, theirs):
    """What the limits above come to on a machine of any speed."""
    for name, times in ("create 32", 6000 / 770), ("get 32", 15_000 / 1750):
        at_least(f"{name}, per second, against Kubernetes' {theirs[name]['per_second']:.0f}",
                 ours[name]["per_second"] / theirs[name]["per_second"], "x", times)
    line("list of 10,000 pods against Kubernetes'", ours["list"]["p50_ms"] / theirs["list"]["p50_ms"], "x", 100 / 360)
    line("1,000 watches, p99 of delivery, against Kubernetes'",
         ours["fanout"]["p99_ms"] / theirs["fanout"]["p99_ms"], "x", 0.5)
    print(f"Kubernetes' list {theirs['list']['p50_ms']:.0f} ms, resident {theirs['resident']:.0f} MiB, "
          f"watches p50 {theirs['fanout']['p50_ms']:.1f} ms, p99 {theirs['fanout']['p99_ms']:.1f} ms")


def load(directory, lab):
    """Creates, gets, a large list, memory, watches and a restart; see the limits in tell()."""
    one_connection(directory, lab)
    cluster = Cluster(directory / "load", lab, "--controllers", "*,-scheduler")
    cluster.up()
    ours = measure(cluster, [cluster.pid()])
    ours["restart"] = restart(cluster)
    cluster.down()
    tell(ours)
    if upstream.available():
        with upstream.Upstream(directory / "upstream") as theirs:
            compare(ours, measure(theirs, theirs.pids()))
