"""NodePools with real parts: a job that waits in a real Slurm, and a pod that no node takes, each fetch a machine from the other side.
Machines of Cluster API in namespaces, of Slurm with their agents, of Kubernetes with Sluice's kubelet."""
import unittest

from cluster_api import DEPLOYMENTS, Ours, Site, await_machines, create_deployment, machines_of
from harness import pod, wait_until
from machine import missing

# A machine that is a node of Kubernetes only.
UNIT = ("[Service]\nExecStart=/usr/local/bin/sluice kubelet --kubeconfig /etc/sluice/kubeconfig --home /var/lib/sluice/kubelet "
        "--executor local --runtime host --node-name={{ ds.meta_data.local_hostname }}\n")
KUBECTL = "kubectl --kubeconfig /etc/sluice/kubeconfig"
SERVICE = {"role": "custom", "files": [
    {"path": "/etc/sluice/kubeconfig", "permissions": "0600", "contentFrom": {"secret": {"name": "agents", "key": "value"}}},
    {"path": "/etc/systemd/system/sluice-kubelet.service", "content": UNIT}], "postCommands": [
    "systemctl start sluice-kubelet",
    f"until {KUBECTL} label node {{{{ ds.meta_data.local_hostname }}}} pool=services; do sleep 0.2; done",
    f"{KUBECTL} patch node {{{{ ds.meta_data.local_hostname }}}} -p 'spec: {{providerID: \"plain://{{{{ ds.meta_data.uuid }}}}\" }}'"]}
ONE = {"cpu": 1024, "memory": "8Ti"}  # whatever this machine has
POOL = {"apiVersion": "sluice.dev/v1alpha1", "kind": "NodePool", "metadata": {"name": "rack"}, "spec": {
    "machines": 2, "cooldownSeconds": 0, "dryRun": True, "members": [
        {"name": "batch", "machineDeployment": "workers", "slurm": {"nodeClass": "hpc", "partitions": ["batch"]}, "machine": ONE, "max": 2},
        {"name": "web", "machineDeployment": "services", "kubernetes": {"nodeLabels": {"pool": "services"}}, "machine": ONE, "max": 2}]}}


@unittest.skipIf(reason := missing(), reason)
class TestNodePools(Site, Ours):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_head()
        create_deployment(cls.server, cls.infrastructure, "c", "workers", 1, cls.config("slurm-worker"))
        create_deployment(cls.server, cls.infrastructure, "c", "services", 1, SERVICE)
        cls.worker, cls.service = (await_machines(cls.server, name, 1, f"there is one of the {name}")[0]["metadata"]["name"]
                                   for name in ("workers", "services"))
        wait_until(lambda: cls.idle() == [cls.worker], "the worker takes jobs", 120, 0.2)
        cls.server.kubectl("wait", "node", cls.service, "--for=condition=Ready", "--timeout=60s")

    def submit(self):
        return self.head.run("sbatch", "--parsable", "--exclusive", "-N1", "--output=/dev/null", "--chdir=/tmp",
                             "--wrap", "until test -e /run/go; do sleep 0.1; done").strip()

    def job(self, number):
        return dict(w.split("=", 1) for w in self.head.run("scontrol", "-o", "show", "job", number).split() if "=" in w)

    def await_job(self, number, state):
        wait_until(lambda: self.job(number)["JobState"] == state, f"job {number} is {state}", 120, 0.2)

    def balanced(self):
        """The pool's word on its spec as it stands."""
        pool = self.server.get("nodepool", "rack")
        status = pool.get("status", {})
        if status.get("observedGeneration") != pool["metadata"]["generation"]:
            return "", status
        return status["conditions"][0]["reason"], status

    def await_reason(self, reason):
        try:
            return wait_until(lambda: (now := self.balanced())[0] == reason and now[1], f"the pool is {reason}", 60, 0.2)
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.balanced()}") from None

    def change(self, spec):
        self.server.kubectl("patch", "nodepool", "rack", "--type=merge", "-p", spec)

    def names(self, deployment):
        return sorted(m["metadata"]["name"] for m in machines_of(self.server, deployment))

    def test_a_machine_goes_to_where_work_waits_and_back(self):
        runs, waits = self.submit(), self.submit()
        self.await_job(runs, "RUNNING")
        wait_until(lambda: self.job(waits)["Reason"] == "Resources", "the other job waits for nodes", 60, 0.2)

        # A dry run says what would be done, however often it looks, and does nothing.
        self.server.apply(POOL)
        told = self.await_reason("DryRun")
        self.assertEqual([(c["member"], c["from"], c["to"]) for c in told["changes"]], [("web", 1, 0), ("batch", 1, 2)])
        self.assertEqual(told["explanation"], [
            "batch: 1 machine (1 ready, 0 idle; 0 to 2 allowed), 1 job waiting for 1 machine; gets idle machines of web",
            "web: 1 machine (1 ready, 1 idle; 0 to 2 allowed); gives idle machines to batch"])
        self.change('{"spec": {"cooldownSeconds": 1}}')
        self.await_reason("DryRun")
        self.assertEqual({d["metadata"]["name"]: d["metadata"]["generation"] for d in self.server.get(DEPLOYMENTS)["items"]},
                         {"head": 1, "services": 1, "workers": 1})

        self.change('{"spec": {"dryRun": false}}')
        self.await_job(waits, "RUNNING")
        self.assertEqual(self.job(runs)["JobState"], "RUNNING")
        wait_until(lambda: self.names("services") == [], "the machine of Kubernetes has gone", 60, 0.2)
        fetched = self.job(waits)["NodeList"]
        self.assertEqual(self.names("workers"), sorted([self.worker, fetched]))

        # Back, as soon as its job is over; the other one has work.
        self.infrastructure.of(fetched).run("touch", "/run/go")
        self.await_job(waits, "COMPLETED")
        self.server.apply(pod("waits", ["sleep", "1000"], nodeSelector={"pool": "services"}, terminationGracePeriodSeconds=1))
        self.server.wait_phase("waits", "Running", 120)
        self.assertEqual(self.names("services"), [self.server.get("pod", "waits")["spec"]["nodeName"]])
        wait_until(lambda: self.names("workers") == [self.worker], "the idle machine of Slurm has gone", 60, 0.2)
        self.infrastructure.of(self.worker).run("touch", "/run/go")
        self.await_job(runs, "COMPLETED")
        self.assertEqual(self.job(runs)["Restarts"], "0")
        moved = lambda: {e["reason"] for e in self.server.get("events")["items"] if e["involvedObject"]["name"] == "rack"}
        wait_until(lambda: {"ScaledUp", "ScaledDown"} <= moved(), "events tell of it", 60)


if __name__ == "__main__":
    unittest.main()
