"""Machines of Cluster API that join a SlurmCluster: their VirtualKubeletConfig names the cluster, and nothing else has to be said."""
import unittest

from cluster_api import DEPLOYMENTS, Infrastructure, await_machines, core, create_cluster, create_deployment, machines_of
from harness import run_operator, wait_until
from machine import missing
from slurm_clusters import free_ports, slurm_cluster
from slurm_site import OnNetwork


@unittest.skipIf(reason := missing(), reason)
class TestMachineClass(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.core = core(cls.server, cls.directory)
        run_operator(cls, cls.server, "--controllers", "machines")
        (cls.directory / "machines").mkdir()
        cls.infrastructure = Infrastructure(cls.server, cls.directory / "machines", cls.network)
        for part in cls.core, cls.infrastructure:
            part.start()
            cls.addClassCleanup(part.stop)
        kubeconfig = cls.server.kubectl("config", "view", "--raw", "--flatten")
        cls.server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "agents"}, "stringData": {"value": kubeconfig}})
        create_cluster(cls.server, cls.infrastructure, "c", kubeconfig)

    def inside(self, *command):
        return self.server.kubectl("exec", "hpc-controller-0", "-c", "slurmctld", "--", *command, check=False).stdout

    def test_a_machine_joins_runs_a_job_and_leaves(self):
        self.server.apply(slurm_cluster("hpc", free_ports(1)[0], network={"address": self.network.here}, compute={
            "machineClass": {"kubeconfig": {"secretName": "agents"}, "install": "image", "features": ["batch"]}}))
        self.server.kubectl("wait", "--for=condition=Ready", "slurmcluster/hpc", "--timeout=180s", timeout=200)
        create_deployment(self.server, self.infrastructure, "c", "workers", 1, {
            "role": "slurm-worker", "nodeClassRef": {"name": "hpc"}, "node": self.infrastructure.node})
        name = await_machines(self.server, "workers", 1, "its Machine has a Node")[0]["metadata"]["name"]
        wait_until(lambda: self.inside("sinfo", "-hN", "-o", "%N %t %f").split() == [name, "idle", "batch"], "it has registered", 120)
        machine = self.infrastructure.of(name)
        self.assertEqual(machine.run("srun", "hostname").strip(), name)
        self.server.kubectl("patch", DEPLOYMENTS, "workers", "--type=merge", "-p", '{"spec": {"replicas": 0}}')
        wait_until(lambda: not machines_of(self.server, "workers"), "its Machine is gone", 180)
        self.assertEqual(self.inside("sinfo", "-h", "-o", "%R %D"), "all 0\n", "Slurm has forgotten it")


if __name__ == "__main__":
    unittest.main()
