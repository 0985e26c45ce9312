"""The executor `local`: pods as process trees of this machine, without Slurm and beside it."""
import json
import os
import unittest

from harness import Cluster, OnSlurm, Scratch, alive, pod, wait_until


def without_slurm(cluster):
    """The environment of a machine that has never heard of Slurm: its commands are not on $PATH."""
    bare = cluster.directory / "bin"
    bare.mkdir()
    for name in ("sh", "sleep", "cat", "echo", "true"):
        (bare / name).symlink_to(f"/bin/{name}")
    return {"PATH": str(bare), "SLURM_CONF": "/nonexistent"}


class TestWithoutSlurm(Scratch):
    """A laptop."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = Cluster(cls.directory / "home", None, "--executor", "local")
        plain = cls.cluster.environment
        cls.cluster.environment = lambda: {**plain(), **({} if cls.kubectl_runs else cls.bare)}
        cls.kubectl_runs = False
        cls.bare = without_slurm(cls)
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
        cls.kubectl_runs = True

    def test_a_pod_runs_and_shows_its_log_and_exit_code(self):
        self.cluster.apply(pod("hello", ["/bin/sh", "-c", "echo hello from $0; exit 3"]))
        ended = self.cluster.wait_phase("hello", "Failed")
        state = ended["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual(state["exitCode"], 3)
        self.assertEqual(ended["spec"]["nodeName"], "local")
        self.assertIn("hello from", self.cluster.kubectl("logs", "hello"))

    def test_exec_reaches_into_a_pod_and_deletion_leaves_no_process(self):
        self.cluster.apply(pod("server", ["/bin/sh", "-c", "sleep 1000 & echo $!; wait"]))
        self.cluster.wait_phase("server", "Running")
        pid = int(wait_until(lambda: self.cluster.kubectl("logs", "server").strip(), "its log"))
        self.assertEqual(self.cluster.kubectl("exec", "server", "--", "echo", "inside").strip(), "inside")
        self.cluster.kubectl("delete", "pod", "server", "--grace-period=1")
        wait_until(lambda: not alive(pid), "its process is gone")

    def test_pods_go_on_without_sluice_and_end_as_they_ended(self):
        go = self.directory / "go"
        waits = f"echo started; while [ ! -e {go} ]; do sleep 0.05; done; exit 4"
        self.cluster.apply(pod("ends", ["/bin/sh", "-c", waits]))
        self.cluster.apply(pod("stays", ["/bin/sh", "-c", "echo started; exec sleep 1000"]))
        self.cluster.wait_phase("ends", "Running")
        self.cluster.wait_phase("stays", "Running")
        self.cluster.kill()
        go.touch()
        jobs = self.cluster.home / "local" / "jobs"
        wait_until(lambda: list(jobs.glob("*/end.json")), "its job has ended")
        self.kubectl_runs = False
        self.cluster.up()
        self.kubectl_runs = True
        ended = self.cluster.wait_phase("ends", "Failed")
        state = ended["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual(state["exitCode"], 4)
        self.assertEqual(self.cluster.phase("stays"), "Running")
        self.assertEqual(self.cluster.kubectl("logs", "stays"), "started\n")
        self.cluster.kubectl("delete", "pod", "stays", "--grace-period=1")

    def test_small_pods_share_the_machine_and_large_ones_wait(self):
        small = {"resources": {"requests": {"cpu": "1m"}}}
        for i in range(os.cpu_count() + 2):
            self.cluster.apply(pod(f"small-{i}", ["sleep", "1000"], container=small))
        for i in range(os.cpu_count() + 2):
            self.cluster.wait_phase(f"small-{i}", "Running")
        self.cluster.apply(pod("huge", ["true"], container={"resources": {"requests": {"cpu": "4000"}}}))
        wait_until(lambda: "Insufficient cpu" in json.dumps(self.cluster.get("pod", "huge")["status"]),
                   "the scheduler says why it waits")
        self.cluster.kubectl("delete", "pod", "--all", "--grace-period=0", "--force")

    def test_limits_are_kept_or_said_not_to_be(self):
        hungry = "x=$(/usr/bin/head -c 200000000 /dev/zero | /usr/bin/tr '\\0' a); echo ${#x}"
        self.cluster.apply(pod("hungry", ["/bin/sh", "-c", hungry],
                               container={"resources": {"limits": {"memory": "64Mi"}}}))
        ended = wait_until(lambda: self.cluster.phase("hungry") in ("Succeeded", "Failed") and
                           self.cluster.get("pod", "hungry"), "it has ended")
        events = {e["reason"]: e["message"] for e in self.cluster.get("events")["items"]
                  if e["involvedObject"]["name"] == "hungry"}
        self.assertRegex(events["Submitted"], r"^local job \d+$")
        if "NotAsAsked" in events:
            self.assertIn("limits of memory are counted, not kept", events["NotAsAsked"])
            return
        self.assertEqual(ended["status"]["phase"], "Failed")
        state = ended["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual((state["reason"], state["exitCode"]), ("OOMKilled", 137))

    def test_doctor_misses_nothing(self):
        self.kubectl_runs = False
        done = self.cluster.sluice("doctor", "--executor", "local", check=False)
        missing = [line for line in done.stdout.splitlines() if line.startswith("MISSING")]
        self.assertEqual([line for line in missing if "kubectl" not in line], [])
        self.assertIn("local executor", done.stdout)
        self.assertIn("local limits", done.stdout)
        self.kubectl_runs = True


class TestBesideSlurm(OnSlurm):
    lab_options = ("--nodes", "1")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster.down()
        cls.cluster.options = (*cls.cluster.options, "--executor", "both")
        cls.cluster.up()

    def test_pods_go_to_slurm_unless_they_ask_for_this_machine(self):
        self.cluster.apply(pod("anywhere", ["/bin/sh", "-c", "echo job ${SLURM_JOB_ID:-none}"]))
        self.cluster.apply(pod("here", ["/bin/sh", "-c", "echo job ${SLURM_JOB_ID:-none}"],
                               runtimeClassName="local"))
        self.assertEqual(self.cluster.wait_phase("anywhere", "Succeeded")["spec"]["nodeName"], "slurm")
        self.assertEqual(self.cluster.wait_phase("here", "Succeeded")["spec"]["nodeName"], "local")
        self.assertNotIn("none", self.cluster.kubectl("logs", "anywhere"))
        self.assertEqual(self.cluster.kubectl("logs", "here"), "job none\n")
        self.assertEqual(len(self.lab.jobs()), 1)
        nodes = {n["metadata"]["name"]: n for n in self.cluster.get("nodes")["items"]}
        self.assertEqual(set(nodes), {"slurm", "local"})
        self.assertEqual(nodes["local"]["spec"]["taints"][0]["key"], "sluice.dev/executor")


if __name__ == "__main__":
    unittest.main()
