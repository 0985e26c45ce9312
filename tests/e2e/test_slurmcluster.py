"""SlurmClusters: one object becomes a Slurm of real daemons in pods of the executor `local`."""
import json
import random
import socket
import subprocess
import unittest
import urllib.request

from harness import Cluster, Scratch, processes_with, wait_until

PORTS = ("controller", "nodes", "accounting", "rest", "database")


def is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def free_ports(clusters):
    """For each of so many clusters. Below those that the kernel gives to clients, so that none takes one meanwhile."""
    candidates = (port for port in random.sample(range(20000, 32000), 1000) if is_free(port))
    return [dict(zip(PORTS, candidates)) for _ in range(clusters)]


def slurm_cluster(name, ports, **spec):
    behaviour = "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
    return {"apiVersion": "sluice.dev/v1alpha1", "kind": "SlurmCluster", "metadata": {"name": name},
            "spec": {"version": "22.05", "hostBinaries": True, "storageWhenDeleted": "Delete",
                     "ports": ports, "slurmConf": {"behaviour": behaviour}, **spec}}


class TestSlurmCluster(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = Cluster(cls.directory / "home", None, "--executor", "local", "--runtime", "builtin")
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)

    def wait_ready(self, name):
        self.cluster.kubectl("wait", "--for=condition=Ready", f"slurmcluster/{name}", "--timeout=180s", timeout=200)

    def inside(self, name, *command):
        """What a command of Slurm says in the pod of the controller."""
        return self.cluster.kubectl("exec", f"{name}-controller-0", "-c", "slurmctld", "--", *command,
                                    check=False).stdout

    def condition(self, name, kind="Ready"):
        found = self.cluster.get("slurmcluster", name).get("status", {}).get("conditions", [])
        return next((c for c in found if c["type"] == kind), {})

    def answers(self, name):
        return "UP" in self.inside(name, "scontrol", "ping")

    def rest_ping(self, name, port):
        token = self.inside(name, "scontrol", "token", "lifespan=600").strip().removeprefix("SLURM_JWT=")
        request = urllib.request.Request(f"http://127.0.0.1:{port}/slurm/v0.0.38/ping", headers={
            "X-SLURM-USER-NAME": "root", "X-SLURM-USER-TOKEN": token})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["pings"][0]["ping"]

    def database_says(self, port):
        """To somebody of this machine who claims to be root and has no password."""
        return subprocess.run(["mariadb", "--no-defaults", "--protocol=tcp", "-h", "127.0.0.1", "-P", str(port),
                               "-u", "root", "-e", "select 1"], text=True, capture_output=True, timeout=60).stderr

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
        one["metadata"]["annotations"] = {"sluice.dev/removable": "all,night"}  # no job is there
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

        names = ["--datadir=/data/files", f"--port={one['spec']['ports']['database']}"]
        self.assertTrue(processes_with(*names))
        for name in ("one", "two"):
            self.cluster.kubectl("delete", "slurmcluster", name)
        wait_until(lambda: not self.cluster.get("pods,statefulsets,deployments,pvc,secrets")["items"],
                   "nothing of them is left", timeout=120)
        wait_until(lambda: not processes_with(*names), "no process is left")


if __name__ == "__main__":
    unittest.main()
