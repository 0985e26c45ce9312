"""A dead slurmctld: pods keep their last true state, the node says why, recovery needs no restart."""
import json

from harness import OnSlurm, pod, wait_until


class Outage(OnSlurm):
    def ready(self):
        node = self.cluster.get("nodes")["items"][0]
        return next(c for c in node["status"]["conditions"] if c["type"] == "Ready")

    def test_node_turns_not_ready_and_recovers(self):
        marker = self.directory / "go"
        self.cluster.apply(pod("held", ["sh", "-c", f"while [ ! -e {marker} ]; do sleep 0.05; done"]))
        self.cluster.wait_phase("held", "Running")
        wait_until(lambda: self.ready()["status"] == "True", "the node is ready")
        self.lab.control("stop", "slurmctld")
        condition = wait_until(lambda: (lambda c: c if c["status"] != "True" else None)(self.ready()),
                               "the node is not ready", timeout=90)
        self.assertIn("slurm", json.dumps(condition).lower())
        self.assertEqual(self.cluster.phase("held"), "Running")
        self.cluster.apply(pod("waiting", ["true"]))
        self.lab.control("start", "slurmctld")
        wait_until(lambda: self.ready()["status"] == "True", "the node is ready again", timeout=90)
        marker.touch()
        self.cluster.wait_phase("held", "Succeeded")
        self.cluster.wait_phase("waiting", "Succeeded")
