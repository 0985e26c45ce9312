"""SlurmClusters: one object becomes a Slurm of real daemons in pods of the executor `local`."""
import json
import subprocess
import unittest

from harness import processes_with, wait_until
from slurm_clusters import SlurmClusters, free_ports, slurm_cluster


class TestSlurmCluster(SlurmClusters):
    def database_says(self, port):
        """To somebody of this machine who claims to be root and has no password."""
        return subprocess.run(["mariadb", "--no-defaults", "--protocol=tcp", "-h", "127.0.0.1", "-P", str(port),
                               "-u", "root", "-e", "select 1"], text=True, capture_output=True, timeout=60).stderr

    def change(self, cluster, lines=None, **spec):
        """Another spec, with these lines in slurm.conf."""
        if lines is not None:
            spec["slurmConf"] = {**cluster["spec"]["slurmConf"], "change": lines}
        cluster["spec"].update(spec)
        self.cluster.apply(cluster)

    def rollout(self, name):
        return self.cluster.get("slurmcluster", name)["status"].get("rollout", {})

    def wait_reason(self, name, reason, timeout=120):
        wait_until(lambda: self.condition(name, "Config").get("reason") == reason, f"Config is {reason}", timeout=timeout)
        return self.condition(name, "Config")["message"]

    def changes_are_rolled_out_and_taken_back(self, two):
        """Of a cluster that is ready, with jobs that wait."""
        uid = lambda: self.cluster.get("pod", "two-controller-0")["metadata"]["uid"]
        jobs = lambda: self.inside("two", "squeue", "-h", "-o", "%i %P %T").split("\n")
        before = uid()
        nodes = "NodeName=away NodeAddr=127.0.0.1 Port=9\n"  # nobody is there: jobs wait
        self.change(two, nodes + "KillWait=31", partitions=[{"name": "all"}, {"name": "night"}])
        self.wait_ready("two")
        self.assertEqual(self.config("two", "KillWait"), "31 sec")  # ready says that it is in effect
        self.assertNotEqual(uid(), before)  # another node: slurmctld of this release would have ended of a reconfigure
        before = uid()
        job = self.inside("two", "sbatch", "--parsable", "--partition=all", "--wrap", "true").strip()
        other = self.inside("two", "sbatch", "--parsable", "--partition=night", "--wrap", "true").strip()
        waiting = [f"{job} all PENDING", f"{other} night PENDING"]
        self.assertEqual(sorted(jobs())[1:], waiting)

        self.change(two, nodes + "KillWait=32")
        self.wait_ready("two")
        self.assertEqual(self.config("two", "KillWait"), "32 sec")
        self.assertEqual(uid(), before)
        self.assertIn("scontrol reconfigure", self.cluster.kubectl("describe", "slurmcluster", "two"))

        self.change(two, nodes + "MaxJobCount=777")
        wait_until(lambda: self.rollout("two").get("phase") == "Apply", "it is being made", interval=0.01)
        self.cluster.kill()
        self.cluster.up()
        self.wait_ready("two")
        self.assertEqual(self.config("two", "MaxJobCount"), "777")
        self.assertNotEqual(uid(), before)
        self.assertEqual(sorted(jobs())[1:], waiting)

        self.change(two, partitions=[{"name": "all"}])
        self.assertIn("1 job is in it", self.wait_reason("two", "ChangeRefused"))
        self.change(two, rollout={"whenBusy": "Wait"})
        self.assertIn("1 job is in it", self.wait_reason("two", "Waiting"))
        self.assertIn(f"{other} night PENDING", jobs())
        self.inside("two", "scancel", other)
        self.wait_ready("two")
        self.assertNotIn("PartitionName=night", self.inside("two", "scontrol", "show", "partition"))

        self.change(two, nodes + "BurstBufferType=burst_buffer/nowhere")  # no such plugin: slurmctld ends when it starts
        self.assertIn("burst buffer plugin", self.wait_reason("two", "RolledBack", timeout=180))
        self.assertEqual(self.condition("two")["status"], "False")
        wait_until(lambda: self.answers("two"), "slurmctld answers")
        self.assertEqual(self.config("two", "MaxJobCount"), "777")
        self.assertIn(f"{job} all PENDING", jobs())
        self.change(two, nodes + "MCSPlugin=mcs/nowhere")  # the same, when it is reconfigured
        self.assertIn("mcs/nowhere", wait_until(lambda: self.rollout("two").get("phase") == "RolledBack" and
                                                self.cluster.get("slurmcluster", "two")["status"]["plan"],
                                                "it is taken back", timeout=180))
        self.change(two, nodes + "MaxJobCount=777")
        self.wait_ready("two")
        self.assertIn(f"{job} all PENDING", jobs())

    def test_two_clusters_live_side_by_side_change_heal_and_go(self):
        ports, others = free_ports(2)
        one = slurm_cluster("one", ports, accounting={}, rest={})
        two = slurm_cluster("two", dict(others))
        two["spec"]["ports"]["controller"] = one["spec"]["ports"]["controller"]
        self.cluster.apply(one)
        wait_until(lambda: self.condition("one"), "it is looked at")
        self.cluster.apply(two)
        wait_until(lambda: self.condition("two").get("reason") == "PortTaken", "the port is another's")
        self.assertIn("default/one", self.condition("two")["message"])
        two["spec"]["ports"] = others
        self.cluster.apply(two)
        self.wait_ready("one")
        self.wait_ready("two")

        self.assertTrue(self.answers("one"))
        self.assertTrue(self.answers("two"))
        self.assertIn("one|", self.inside("one", "sacctmgr", "-nP", "list", "cluster"))
        self.assertEqual(self.rest_ping("one", one["spec"]["ports"]["rest"]), "UP")

        self.assertIn("Access denied", self.database_says(one["spec"]["ports"]["database"]))

        before = self.cluster.get("pod", "one-controller-0")["metadata"]["uid"]
        one["spec"]["partitions"] = [{"name": "night", "parameters": {"MaxTime": "01:00:00"}}]
        self.cluster.apply(one)
        wait_until(lambda: "MaxTime=01:00:00" in self.inside("one", "scontrol", "show", "partition", "night"),
                   "the new partition is there")
        self.assertEqual(self.cluster.get("pod", "one-controller-0")["metadata"]["uid"], before)

        wait_until(lambda: "night" in self.cluster.get("slurmcluster", "one")["status"].get("plan", ""), "it is told")
        self.assertIn("night", self.cluster.sluice("history", "one").stdout)
        file = self.directory / "one.json"
        file.write_text(json.dumps({**one, "spec": {**one["spec"], "maxNodes": 3}}))
        refused = self.cluster.sluice("plan", "-f", str(file), check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("MaxNodeCount", refused.stdout)
        file.write_text(json.dumps(slurm_cluster("three", others)))
        self.assertIn("all of it would be new", self.cluster.sluice("plan", "-f", str(file)).stderr)

        self.inside("one", "rm", "-f", "/run/slurm/jwt.key")  # as a file may get lost
        self.inside("one", "kill", "-TERM", "1")
        wait_until(lambda: any(c["name"] == "slurmctld" and c["restartCount"] > 0 for c in self.cluster.get(
            "pod", "one-controller-0")["status"]["containerStatuses"]), "slurmctld has started again")
        wait_until(lambda: self.answers("one") and "night" in self.inside("one", "scontrol", "show", "partition"),
                   "it answers", timeout=120)

        self.cluster.sluice("rollback", "one")
        wait_until(lambda: "PartitionName=all" in self.inside("one", "scontrol", "show", "partition"),
                   "what was before is back")

        self.changes_are_rolled_out_and_taken_back(two)

        names = ["--datadir=/data/files", f"--port={one['spec']['ports']['database']}"]
        self.assertTrue(processes_with(*names))
        for name in ("one", "two"):
            self.cluster.kubectl("delete", "slurmcluster", name)
        wait_until(lambda: not self.cluster.get("pods,statefulsets,deployments,pvc,secrets")["items"],
                   "nothing of them is left", timeout=120)
        wait_until(lambda: not processes_with(*names), "no process is left")


if __name__ == "__main__":
    unittest.main()
