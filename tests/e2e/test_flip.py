"""A machine that has the software of both changes from Slurm to Kubernetes and back, by one annotation: a real Slurm, real agents in
machines with an address of their own, and Sluice's kubelet."""
import unittest

from cluster_api import MACHINES, Ours, Site, await_machines, create_deployment
from harness import pod, wait_until
from machine import missing

# Programs of the machine instead of images, as in most tests; the rest is the unit's own.
UNIT = "/etc/systemd/system/sluice-kubelet.service.d/10-test.conf"
KUBELET = ("[Service]\nExecStart=\nExecStart=/usr/local/bin/sluice kubelet --kubeconfig /etc/sluice/kubeconfig --home "
           "/var/lib/sluice/kubelet --executor local --runtime host --node-name=")


@unittest.skipIf(reason := missing(), reason)
class TestFlip(Site, Ours):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_head()
        create_deployment(cls.server, cls.infrastructure, "c", "workers", 1, {**cls.config("slurm-worker"), "kubernetes": "sluice", "files": [
            {"path": UNIT, "content": KUBELET + "{{ ds.meta_data.local_hostname }}\n"}]})
        cls.name = await_machines(cls.server, "workers", 1, "there is a worker")[0]["metadata"]["name"]
        cls.worker = cls.infrastructure.of(cls.name)
        wait_until(lambda: cls.idle() == [cls.name], "the worker takes jobs", 120, 0.5)

    @classmethod
    def order(cls, stack):
        cls.server.kubectl("annotate", MACHINES, cls.name, f"sluice.dev/stack={stack}", "--overwrite")

    @classmethod
    def shown(cls):
        conditions = cls.server.get(MACHINES, cls.name)["status"].get("conditions", [])
        return next((c for c in conditions if c["type"] == "StackReady"), {"status": "", "reason": "", "message": ""})

    @classmethod
    def await_stack(cls, reason, patience=120):
        """Until the machine shows it, which is so only when it takes that work."""
        try:
            wait_until(lambda: (now := cls.shown())["status"] == "True" and now["reason"] == reason, f"the machine runs {reason}", patience, 0.1)
        except AssertionError as error:
            logs = cls.worker.run("sh", "-c", "tail -n 30 /run/test-units/sluice-*.log", check=False)
            raise AssertionError(f"{error}: {cls.shown()}\n{logs}") from None

    @classmethod
    def await_settled(cls):
        """Nothing is on its way."""
        wait_until(lambda: cls.shown()["status"] in ("", "True"), "the machine is settled", 120, 0.1)

    def there(self, name):
        """A pod that the scheduler may put onto the worker only."""
        return pod(name, ["/bin/sh", "-c", "hostname; exec sleep 1000"], nodeSelector={"kubernetes.io/hostname": self.name},
                   terminationGracePeriodSeconds=1)

    def test_work_is_never_lost_and_a_killed_agent_goes_on(self):
        self.server.apply(self.there("waits"))  # nobody takes it while the machine is Slurm's
        job = self.head.run("sbatch", "--parsable", "--output=/dev/null", "--chdir=/tmp",
                            "--wrap", "until test -e /run/go; do sleep 0.1; done").strip()
        wait_until(lambda: self.head.run("squeue", "-h", "-o", "%T") == "RUNNING\n", "the job runs", 60)
        self.order("kubernetes")
        wait_until(lambda: "1 job" in self.shown()["message"], "the machine waits for its job", 60)
        self.worker.run("pkill", "-KILL", "-f", "sluice agent")  # systemd starts another
        self.assertEqual(self.server.phase("waits"), "Pending")
        self.worker.run("touch", "/run/go")
        self.await_stack("Kubernetes")
        self.assertIn("JobState=COMPLETED", self.head.run("scontrol", "-o", "show", "job", job))
        self.assertEqual(self.head.run("scontrol", "show", "node", self.name, check=False), f"Node {self.name} not found\n")
        self.server.wait_phase("waits", "Running")
        self.assertEqual(wait_until(lambda: self.server.kubectl("logs", "waits"), "its log").strip(), self.name)

        self.server.apply({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "keeps"}, "spec": {
            "minAvailable": 1, "selector": {"matchLabels": {"kept": "yes"}}}})
        self.server.kubectl("label", "pod", "waits", "kept=yes")
        wait_until(lambda: self.server.get("pdb", "keeps").get("status", {}).get("currentHealthy") == 1, "the budget counts the pod", 60)
        self.order("slurm")
        wait_until(lambda: (now := self.shown())["reason"] == "Evicting" and "disruption budget" in now["message"],
                   "the pod's budget is honoured", 60)
        self.worker.run("pkill", "-KILL", "-f", "sluice agent")
        self.server.kubectl("delete", "pdb", "keeps")
        self.await_stack("Slurm")
        self.assertNotEqual(self.server.phase("waits"), "Running")
        wait_until(lambda: self.idle() == [self.name], "the worker takes jobs again", 60, 0.5)
        self.assertEqual(self.head.run("srun", "hostname"), f"{self.name}\n")
        node = wait_until(lambda: (n := self.server.get("node", self.name))["status"]["capacity"]["pods"] == "0" and n, "no pods again", 60)
        self.assertIn("sluice.dev/machine", [t["key"] for t in node["spec"]["taints"]])
        told = lambda: {e["reason"] for e in self.server.get("events")["items"] if e["involvedObject"]["name"] == self.name}
        wait_until(lambda: {"StackLeaving", "StackKubernetes", "StackEvicting", "StackSlurm"} <= told(), "events tell the story", 60)


if __name__ == "__main__":
    unittest.main()
