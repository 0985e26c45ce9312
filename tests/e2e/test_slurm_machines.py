"""Machines of a SlurmCluster with two controllers: what they do when the features of their pool change, when they start while the first
controller is down, and when their cluster goes and comes back."""
import unittest

from harness import wait_until
from machine import missing
from slurm_site import OnNetwork, SlurmSite


@unittest.skipIf(missing() == "not root", "not root")
class TestSlurmMachines(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = SlurmSite(cls.server, cls.directory, cls.network, "site", 3,
                             controllers={"replicas": 2, "addresses": [cls.network.here, cls.network.another_address()]},
                             compute={"pools": [{"name": "batch"}], "readyNodes": 2},
                             nodeSets=[{"name": "batch"}],
                             partitions=[{"name": "batch", "nodes": ["batch"], "parameters": {"Default": "YES"}}])
        cls.addClassCleanup(cls.site.stop)
        cls.site.apply()
        cls.site.prepare_machines()
        cls.site.start_machines(cls.site.names[:2])
        cls.site.wait_ready()

    def job_on(self, name):
        """A job there, and the file that ends it."""
        end = self.site.directory / "shared" / f"end-{name}"
        end.unlink(missing_ok=True)
        job = self.site.run("sbatch", "--parsable", "-w", name, "-o", "/dev/null", "--wrap",
                            f"until test -e {end}; do sleep 0.1; done").strip()
        wait_until(lambda: self.site.job_state(job) == "RUNNING", "the job runs")
        return job, end

    def processes(self, name, pattern):
        return self.site.run("pgrep", "-f", pattern, on=name, check=False).split()

    def wait_stopped(self, name):
        wait_until(lambda: not self.processes(name, "^slurmd -D") and not self.processes(name, "^munged"),
                   f"{name} has stopped", 120)

    def test_1_one_after_the_other_where_the_cluster_says_so(self):
        names = self.site.names[:2]
        jobs = {name: self.job_on(name) for name in names}
        spec = self.site.document["spec"]
        spec["rollout"] = {"batch": 1}
        spec["compute"]["pools"] = [{"name": "batch", "features": ["batch", "slow"]}]
        self.server.apply(self.site.document)
        said = lambda: {name: self.site.condition(name, "InPool").get("message", "") for name in names}
        wait_until(lambda: sorted(said().values()) == ["waits for 1 job to end", "waits for its turn to leave"], "one leaves, one waits", 120)
        first, second = sorted(names, key=lambda name: "turn" in said()[name])
        self.assertNotIn("DRAIN", self.site.inside("scontrol", "-o", "show", "node", second), "it takes jobs")
        for name in first, second:
            job, end = jobs[name]
            end.touch()
            wait_until(lambda n=name: self.site.features(n) == "batch,slow", f"{name} has come back", 180)
            self.assertEqual(self.site.job_state(job), "COMPLETED")
        wait_until(lambda: not any("turn.sluice.dev/given" in self.site.node(n)["metadata"]["annotations"] for n in names), "it is over")
        spec["rollout"] = {"batch": 10}
        self.server.apply(self.site.document)
        self.site.wait_ready()

    def test_1_other_features_are_registered_when_jobs_have_ended(self):
        busy, idle = self.site.names[:2]
        before = self.site.features(busy)
        job, end = self.job_on(busy)
        spec = self.site.document["spec"]
        spec["compute"]["pools"] = [{"name": "batch", "features": ["batch", "fast"]}]
        spec["nodeSets"].append({"name": "fast"})
        spec["partitions"].append({"name": "fast", "nodes": ["fast"]})
        self.server.apply(self.site.document)
        wait_until(lambda: self.site.features(idle) == "batch,fast", f"{idle} has come back with other features", 120)
        self.assertEqual(self.site.run("srun", "-p", "fast", "hostname", on=idle).strip(), idle)
        self.assertIn("waits for 1 job to end", wait_until(lambda: self.site.condition(busy, "InPool").get("message"), "it says so"))
        self.assertEqual((self.site.features(busy), self.site.job_state(job)), (before, "RUNNING"))
        self.site.run("pkill", "-KILL", "-x", "sluice", on=busy, check=False)
        end.touch()
        wait_until(lambda: self.site.job_state(job) == "COMPLETED", "it was left alone", 120)
        wait_until(lambda: self.site.features(busy) == "batch,fast", f"{busy} has followed", 180)
        wait_until(lambda: self.site.condition(busy, "InPool")["status"] == "True", "it says so")
        self.site.wait_ready()

    def test_2_a_machine_joins_while_the_first_controller_is_down(self):
        last = self.site.names[-1]
        nodes = [n["metadata"]["name"] for n in self.server.get("nodes")["items"] if n["metadata"]["name"] not in self.site.names]
        for node in nodes:
            self.server.kubectl("cordon", node)  # so that its next pod waits
        try:
            self.server.kubectl("delete", "pod", "site-controller-0", timeout=120)
            wait_until(lambda: "site-controller-1 is UP" in self.site.inside("scontrol", "ping", controller=1),
                       "the second is in control", 90)
            self.site.start_machines([last])
            wait_until(lambda: self.site.features(last, controller=1) == "batch,fast", f"{last} has joined", 120)
            first = self.server.get("pod", "site-controller-0")
            self.assertEqual(first["status"]["phase"], "Pending", "all the time")
            self.assertIn(",", self.site.run("pgrep", "-af", "slurmd -D", on=last))
        finally:
            for node in nodes:
                self.server.kubectl("uncordon", node)
        self.site.wait_ready()

    def test_3_machines_stop_with_their_cluster_and_start_with_it(self):
        name = self.site.names[0]
        slurmd = self.processes(name, "^slurmd -D")
        self.assertTrue(slurmd)
        before = self.server.get("nodeservices", "site-nodes")["metadata"]["uid"]
        self.server.kubectl("delete", "nodeservices", "site-nodes")
        wait_until(lambda: self.server.kubectl("get", "nodeservices", "site-nodes", "-o", "jsonpath={.metadata.uid}", check=False).stdout
                   not in ("", before), "the operator has put it back")
        _, end = self.job_on(name)
        # Without what it forks now and then. Slurm tells that a job runs before its script does.
        step = wait_until(lambda: self.processes(name, "slurm_script")[:1], "its script runs")
        self.assertEqual(self.processes(name, "^slurmd -D"), slurmd, "it was not away for long")

        blind = self.site.names[1]  # nobody tells a new agent there anything
        self.site.run("cp", "/etc/sluice/kubeconfig", "/run/good", on=blind)
        self.site.run("sed", "-i", 's/"token": *"/&x/', "/etc/sluice/kubeconfig", on=blind)
        self.site.run("pkill", "-KILL", "-x", "sluice", on=blind, check=False)
        self.server.kubectl("delete", "slurmcluster", "site", timeout=180)
        for machine in set(self.site.names) - {blind}:
            wait_until(lambda m=machine: self.site.condition(m, "ServicesKnown").get("reason") == "NothingDeclared", "it says so")
            self.wait_stopped(machine)
        self.assertTrue(self.processes(blind, "^slurmd -D"), "no answer is no reason")
        self.site.run("cp", "/run/good", "/etc/sluice/kubeconfig", on=blind)
        self.site.run("pkill", "-KILL", "-x", "sluice", on=blind, check=False)
        self.wait_stopped(blind)
        wait_until(lambda: self.site.condition(name, "Ready")["status"] == "False", "it says so")
        self.assertEqual(self.processes(name, "slurm_script")[:1], step, "what jobs run goes on")
        self.site.run("pkill", "-KILL", "-x", "sluice", on=name, check=False)

        wait_until(lambda: not self.server.get("pods")["items"], "its pods are gone", 120)
        self.site.apply()
        self.site.wait_ready()
        wait_until(lambda: all(self.site.condition(m, "Ready")["status"] == "True" for m in self.site.names), "all are back", 180)
        end.touch()
        self.assertEqual(self.site.condition(name, "ServicesKnown")["reason"], "Followed")
        said = self.site.run("srun", "-N3", "hostname", on=name).split()
        self.assertEqual(sorted(said), self.site.names)


if __name__ == "__main__":
    unittest.main()
