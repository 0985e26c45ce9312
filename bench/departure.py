"""How long a Machine's deletion takes until Slurm has forgotten its idle node and the hooks are gone, beyond draining and deleting it by
hand: the real operator, real agents, a real Slurm."""
import statistics
import time

from cluster_api import DEPLOYMENT, MACHINES, Ours, Site, create_deployment
from detaching import Watch
from harness import wait_until
from machine import missing
from report import line

EACH = 4


class Departure(Site, Ours):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_head()
        create_deployment(cls.server, cls.infrastructure, "c", "workers", 2 * EACH, cls.config("slurm-worker"))
        wait_until(lambda: len(cls.idle()) == 2 * EACH, "the workers take jobs", 240, 0.5)

    @classmethod
    def leave_by_hand(cls, name):
        began = time.monotonic()
        cls.head.run("scontrol", "update", f"NodeName={name}", "State=DRAIN", "Reason=by hand")
        cls.head.run("scontrol", "delete", f"NodeName={name}")
        return time.monotonic() - began

    @classmethod
    def leave_by_operator(cls, name, watch):
        cls.server.kubectl("delete", MACHINES, name, "--wait=false")
        wait_until(lambda: name in watch.released, f"{name} has left", 60, 0.01)
        return watch.released[name] - watch.deleted[name]


def departure(_directory, _lab):
    if reason := missing():
        print(f"departure: not measured, {reason}")
        return
    Departure.setUpClass()
    try:
        names = Departure.idle()
        watch = Watch(Departure.server, f"{DEPLOYMENT}=workers")
        try:
            wait_until(lambda: watch.seen >= set(names), "the Machines are watched")
            by_operator = [Departure.leave_by_operator(name, watch) for name in names[:EACH]]
        finally:
            watch.stop()
        by_hand = [Departure.leave_by_hand(name) for name in names[EACH:]]
    finally:
        Departure.doClassCleanups()
    beyond = statistics.median(by_operator) - statistics.median(by_hand)
    line("a Machine of an idle node: beyond scontrol by hand", beyond * 1000, "ms", 300.0)
