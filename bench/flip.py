"""How long an idle machine of two stacks takes from Slurm to Kubernetes and back, from the annotation until the other takes work: real
agents, a real Slurm, and Sluice's kubelet."""
import statistics
import time

from harness import wait_until
from machine import missing
from report import line
from test_flip import TestFlip

EACH = 3


def flip(_directory, _lab):
    if reason := missing():
        print(f"flip: not measured, {reason}")
        return
    TestFlip.setUpClass()
    try:
        there, back = zip(*((timed("kubernetes", takes_pods), timed("slurm", takes_jobs)) for _ in range(EACH)))
    finally:
        TestFlip.doClassCleanups()
    line("an idle machine from Slurm to Kubernetes", statistics.median(there), "s", 5.0)
    line("and back", statistics.median(back), "s", 5.0)


def timed(stack, done):
    TestFlip.await_settled()
    began = time.monotonic()
    TestFlip.order(stack)
    wait_until(done, f"the machine runs {stack}", 120, 0.02)
    return time.monotonic() - began


def takes_pods():
    node = TestFlip.server.get("node", TestFlip.name)
    ready = next(c for c in node["status"]["conditions"] if c["type"] == "Ready")
    return (ready["status"] == "True" and ready["reason"] == "KubeletReady" and
            not any(t["key"] == "sluice.dev/machine" for t in node["spec"].get("taints", [])))


def takes_jobs():
    return TestFlip.idle() == [TestFlip.name]
