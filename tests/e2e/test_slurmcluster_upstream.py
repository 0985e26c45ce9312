"""SlurmClusters on Kubernetes itself: kube-apiserver, kube-controller-manager and kube-scheduler do what they do everywhere,
`sluice operator` has no more rights than its roles give, and the pods run on a node of ours, on this machine."""
import os
import subprocess
import unittest

import upstream
from harness import SLUICE, processes_with, run_operator, wait_until
from joined_node import JoinedNode
from slurm_clusters import PlainNode, SlurmClusters, free_ports, slurm_cluster


@unittest.skipUnless(upstream.available(*upstream.Kubernetes.PROGRAMS) and os.geteuid() == 0,
                     "no kube-controller-manager and kube-scheduler in $KUBEBUILDER_ASSETS, or not root")
class OnKubernetes(SlurmClusters):
    @classmethod
    def start(cls):
        cls.cluster = cls.enterClassContext(upstream.Kubernetes(cls.directory / "upstream"))
        for name, mode in (("one", "ReadWriteOnce"), ("two", "ReadWriteOnce"), ("shared", "ReadWriteMany")):
            cls.volume(name, mode)
        cls.node = JoinedNode(cls.cluster, cls.directory, "joined", runtime="builtin")
        cls.node.signed_by(cls.cluster.directory)
        cls.addClassCleanup(cls.node.stop)
        cls.node.start()
        cls.node.approve_serving()
        run_operator(cls, cls.cluster, "--controllers", "slurmcluster")

    @classmethod
    def volume(cls, name, mode):
        """Of no class, for claims of none."""
        place = cls.directory / "volumes" / name
        place.mkdir(parents=True)
        cls.cluster.apply({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": {
            "capacity": {"storage": "20Gi"}, "accessModes": [mode], "hostPath": {"path": str(place)}}})

    def uid(self, pod="alps-controller-0"):
        return self.cluster.kubectl("get", "pod", pod, "-o", "jsonpath={.metadata.uid}", check=False).stdout

    def change(self, document, line):
        document["spec"]["slurmConf"]["change"] = line
        self.cluster.apply(document)

    def machine_of(self, document):
        """A node of it, which takes jobs."""
        machine = PlainNode(self.cluster, self.directory / f"machine-of-{document['metadata']['name']}", document)
        self.addCleanup(machine.stop)
        wait_until(lambda: machine.state() == "idle", "a node is there", timeout=120)
        return machine

    def sluice(self, *argv):
        done = subprocess.run([SLUICE, *argv], env=self.cluster.environment(), text=True, capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return done.stdout

    def left(self):
        """What is there but what Kubernetes itself has put into the namespace."""
        kinds = "slurmclusters,pods,statefulsets,deployments,replicasets,controllerrevisions,pvc,secrets,configmaps,services"
        names = self.cluster.kubectl("get", kinds, "-o", "name").split()
        return [name for name in names if name not in ("configmap/kube-root-ca.crt", "service/kubernetes")]

    def test_it_runs_changes_and_goes(self):
        ports = free_ports(1)[0]
        alps = slurm_cluster("alps", ports, accounting={}, rest={})
        alps["spec"]["slurmConf"]["node"] = PlainNode.SETTINGS
        self.cluster.apply(alps)
        self.wait_ready("alps")
        self.assertEqual({pod["spec"]["nodeName"] for pod in self.cluster.get("pods")["items"]}, {"joined"})
        workloads = self.cluster.get("statefulsets,deployments")["items"]
        self.assertEqual({item["metadata"]["name"]: item["metadata"]["generation"] for item in workloads}, dict.fromkeys(
            ("alps-accounting", "alps-controller", "alps-database", "alps-rest"), 1))  # written once, whatever is filled in
        self.assertIn("all*", self.inside("alps", "sinfo"))
        self.assertEqual(self.rest_ping("alps", ports["rest"]), "UP")
        machine = self.machine_of(alps)
        job = machine.submit("true")
        ended = lambda: self.inside("alps", "sacct", "-nPX", "-j", str(job), "-o", "State").strip()
        wait_until(lambda: ended() == "COMPLETED", "accounting tells of a job", timeout=120)
        held = machine.submit("true", "--hold")

        before = self.uid()
        self.change(alps, "KillWait=31")
        self.wait_ready("alps")
        self.assertEqual(self.config("alps", "KillWait"), "31 sec")
        self.assertEqual(self.uid(), before)
        self.change(alps, "KillWait=31\nMaxJobCount=777")  # which takes another slurmctld
        self.wait_ready("alps")
        self.assertEqual(self.config("alps", "MaxJobCount"), "777")
        self.assertNotEqual(self.uid(), before)
        self.assertEqual(machine.job_state(held), "PENDING")

        self.assertIn("MaxJobCount", self.sluice("history", "alps"))
        self.sluice("backup", "--to", str(self.directory / "backup"), "slurmcluster/alps")
        machine.run("scancel", str(held))
        self.sluice("restore", "--from", str(self.directory / "backup"), "slurmcluster/alps")
        self.assertEqual(machine.job_state(held), "PENDING")

        database = ("--datadir=/data/files", f"--port={ports['database']}")
        self.assertTrue(processes_with(*database))
        self.cluster.kubectl("delete", "slurmcluster", "alps")
        wait_until(lambda: not self.left(), "nothing of it is left", timeout=120)
        wait_until(lambda: not processes_with(*database), "no process is left")

    def test_of_two_controllers_one_always_answers(self):
        pair = slurm_cluster("pair", free_ports(1)[0], controllers={"replicas": 2, "addresses": ["127.0.0.1", "127.0.0.2"]})
        pair["spec"]["slurmConf"]["node"] = PlainNode.SETTINGS
        self.cluster.apply(pair)
        self.wait_ready("pair")
        machine = self.machine_of(pair)
        job = machine.submit("sleep 600")
        wait_until(lambda: machine.job_state(job) == "RUNNING", "the job runs")
        pods = ("pair-controller-0", "pair-controller-1")
        before = {pod: self.uid(pod) for pod in pods}

        def are_new():
            self.assertEqual(machine.job_state(job), "RUNNING")
            return all(self.uid(pod) not in ("", before[pod]) for pod in pods)
        self.change(pair, "MaxJobCount=9000")
        wait_until(are_new, "both are new", timeout=240)
        self.wait_ready("pair")
        self.assertEqual(self.config("pair", "MaxJobCount"), "9000")
        self.assertEqual(machine.job_state(job), "RUNNING")
        machine.run("scancel", str(job))


if __name__ == "__main__":
    unittest.main()
