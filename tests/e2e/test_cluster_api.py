"""The story of machines: MachineDeployments are scaled, machines join a Slurm cluster and leave it, and jobs do not notice. With
Cluster API's own core where $SLUICE_CAPI_ASSETS names it, else with as much of it as the story needs; and on BareMetalHosts, where
CAPM3 and the bare metal operator are there too."""
import json
import unittest

import upstream
from bare_metal import BareMetal
from cluster_api import DEPLOYMENTS, INFRASTRUCTURE, MACHINES, Ours, Site, await_machines, create_deployment, machines_of
from cluster_api_managers import missing_of
from harness import Scratch, wait_until
from machine import Network, missing
from test_mpi import build_program

WORKERS = 6
N = 60


def expected_sum(n):
    return sum((i + k) * (k - j) for i in range(n) for j in range(n) for k in range(n))


class Story(Site):
    def scale(self, count):
        self.server.kubectl("scale", "machinedeployments.cluster.x-k8s.io", "workers", f"--replicas={count}")

    def names(self):
        return {m["metadata"]["name"] for m in machines_of(self.server, "workers")}

    def test_machines_come_and_go_and_jobs_do_not_notice(self):
        program = build_program(self.directory)  # before the machines, which see the files of this one
        self.start_head()
        create_deployment(self.server, self.infrastructure, "c", "workers", 0, self.config("slurm-worker"), version="v1.35.0")
        self.scale(WORKERS)
        workers = {m["metadata"]["name"] for m in await_machines(self.server, "workers", WORKERS, "there are workers")}
        wait_until(lambda: set(self.idle()) == workers, "all workers take jobs", 120, 0.5)
        if not missing_of("core"):  # it compares versions, where there is one
            self.server.kubectl("wait", MACHINES, "--all", "--for=condition=UpToDate", "--timeout=60s")

        go, out = "/run/go", "/run/product"
        self.head.run("sh", "-c", f"UCX_TLS=tcp,self srun --mpi=pmi2 -N4 -n4 {program} product {N} {go} >{out} 2>&1 </dev/null &")
        wait_until(lambda: len(self.idle()) == WORKERS - 4, "the job runs on four of them", 60, 0.5)
        busy = workers - set(self.idle())
        marks = lambda: {m["metadata"]["name"] for m in machines_of(self.server, "workers")
                         if "cluster.x-k8s.io/delete-machine" in m["metadata"].get("annotations", {})}
        wait_until(lambda: marks() == workers - busy, "those without a job are to go first", 60, 0.5)
        self.scale(3)
        wait_until(lambda: self.names() == busy, "those without a job have gone", 180, 0.5)
        leaving = [m for m in machines_of(self.server, "workers") if m["metadata"].get("deletionTimestamp")]
        self.assertEqual(len(leaving), 1)
        self.assertEqual(self.head.run("squeue", "-h", "-o", "%T"), "RUNNING\n")
        for name in busy:  # one of them has rank 0, which looks for the file
            self.infrastructure.of(name).run("touch", go)
        wait_until(lambda: self.head.run("cat", out) != "", "the job is over", 120, 0.5)
        self.assertEqual(self.head.run("cat", out), f"ranks 4 sum {expected_sum(N)}\n")
        wait_until(lambda: len(self.names()) == 3, "the busy one has gone too", 180, 0.5)
        wait_until(lambda: set(self.idle()) == self.names(), "Slurm knows the others only", 60, 0.5)

        self.scale(4)
        workers = {m["metadata"]["name"] for m in await_machines(self.server, "workers", 4, "there is one more")}
        wait_until(lambda: set(self.idle()) == workers, "it takes jobs", 120, 0.5)
        dead = sorted(workers)[0]
        self.infrastructure.of(dead).stop()
        self.server.kubectl("delete", "machines.cluster.x-k8s.io", dead, "--wait=false")
        wait_until(lambda: dead not in self.names() and len(self.names()) == 4, "it is replaced", 240, 0.5)
        wait_until(lambda: set(self.idle()) == self.names(), "Slurm knows the new one instead", 120, 0.5)


class Core(Site):
    """What the real core alone does, through webhooks: versions are converted, members filled in, nonsense is refused."""

    def read(self, version):
        return self.server.get(f"machinedeployments.{version}.cluster.x-k8s.io", "older")

    def test_core_converts_fills_in_and_refuses(self):
        older = {"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachineDeployment", "metadata": {"name": "older"}, "spec": {
            "clusterName": "c", "replicas": 0, "selector": {}, "template": {"spec": {
                "clusterName": "c", "nodeDrainTimeout": "1m30s",
                "bootstrap": {"configRef": {"apiVersion": "bootstrap.cluster.x-k8s.io/v1alpha1", "kind": "VirtualKubeletConfigTemplate",
                                            "name": "older"}},
                "infrastructureRef": {"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": self.infrastructure.template_kind,
                                      "name": "older"}}}}}
        self.server.apply({"apiVersion": "bootstrap.cluster.x-k8s.io/v1alpha1", "kind": "VirtualKubeletConfigTemplate",
                           "metadata": {"name": "older"}, "spec": {"template": {"spec": self.config("slurm-worker")}}})
        self.infrastructure.make_template("older", "c")
        apply = lambda document, *options: self.server.kubectl(
            "apply", "--server-side", *options, "-f", "-", input=json.dumps(document), check=False)
        warned = apply(older, "--field-manager=old")
        self.assertEqual(warned.returncode, 0, warned.stderr)
        self.assertIn("v1beta1 MachineDeployment is deprecated; use cluster.x-k8s.io/v1beta2 MachineDeployment\n", warned.stderr)
        newer = self.read("v1beta2")
        self.assertEqual(newer["metadata"]["labels"], {"cluster.x-k8s.io/cluster-name": "c"})
        self.assertEqual(newer["spec"]["selector"]["matchLabels"], newer["spec"]["template"]["metadata"]["labels"])
        self.assertEqual(newer["spec"]["rollout"]["strategy"]["type"], "RollingUpdate")
        template = newer["spec"]["template"]["spec"]
        self.assertEqual(template["deletion"]["nodeDrainTimeoutSeconds"], 90)
        self.assertEqual(template["infrastructureRef"]["apiGroup"], INFRASTRUCTURE)
        self.assertEqual(self.read("v1beta1")["spec"]["template"]["spec"]["nodeDrainTimeout"], "1m30s")

        # Who applies in one version holds the members of the other.
        template = {"clusterName": "c", "deletion": {"nodeDrainTimeoutSeconds": 5}, "bootstrap": template["bootstrap"],
                    "infrastructureRef": template["infrastructureRef"]}
        changed = {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineDeployment", "metadata": {"name": "older"},
                   "spec": {"clusterName": "c", "selector": newer["spec"]["selector"], "template": {
                       "metadata": newer["spec"]["template"]["metadata"], "spec": template}}}
        refused = apply(changed, "--field-manager=new")
        self.assertIn('conflict with "old": .spec.template.spec.nodeDrainTimeout\n', refused.stderr)
        self.assertEqual(apply(changed, "--field-manager=new", "--force-conflicts").returncode, 0)
        self.assertEqual(self.read("v1beta1")["spec"]["template"]["spec"]["nodeDrainTimeout"], "5s")
        self.server.kubectl("scale", "machinedeployments.v1beta1.cluster.x-k8s.io", "older", "--replicas=0")
        self.server.kubectl("wait", "machinedeployments.v1beta1.cluster.x-k8s.io", "older", "--for=jsonpath={.status.observedGeneration}",
                            "--timeout=60s")
        for kind in "v1beta1", "v1beta2":
            refused = self.server.kubectl("patch", f"machinedeployments.{kind}.cluster.x-k8s.io", "older", "--type=merge", "-p",
                                          '{"spec": {"clusterName": "another"}}', check=False)
            self.assertIn("* spec.clusterName: Forbidden: field is immutable\n", refused.stderr)
        self.server.kubectl("delete", DEPLOYMENTS, "older", timeout=60)


class Upstream(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.network = cls.enterClassContext(Network(cls.directory))
        cls.server = cls.enterClassContext(upstream.Upstream(cls.directory / "upstream", address=cls.network.here))
        cls.prepare()


class OnBareMetal(Story):
    @staticmethod
    def make_infrastructure(*where):
        return BareMetal(*where, WORKERS + 2)


def missing_upstream():
    return "" if upstream.available() else "no kube-apiserver in KUBEBUILDER_ASSETS"


@unittest.skipIf(reason := missing(), reason)
class InOurs(Story, Ours):
    pass


@unittest.skipIf(reason := missing() or missing_of("core"), reason)
class CoreInOurs(Core, Ours):
    pass


@unittest.skipIf(reason := missing() or missing_upstream() or missing_of("core"), reason)
class CoreInUpstream(Core, Upstream):
    pass


@unittest.skipIf(reason := missing() or missing_upstream() or missing_of("core"), reason)
class InUpstream(Story, Upstream):
    pass


@unittest.skipIf(reason := missing() or missing_of("core", "capm3", "bmo"), reason)
class OnBareMetalInOurs(OnBareMetal, Ours):
    pass


@unittest.skipIf(reason := missing() or missing_upstream() or missing_of("core", "capm3", "bmo"), reason)
class OnBareMetalInUpstream(OnBareMetal, Upstream):
    pass


if __name__ == "__main__":
    unittest.main()
