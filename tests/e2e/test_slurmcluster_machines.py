"""Machines of Cluster API that join a SlurmCluster: their VirtualKubeletConfig names the cluster, and nothing else has to be said."""
import unittest

from cluster_api import DEPLOYMENTS, MACHINES, await_machines, create_deployment, machines_of, start_cluster_api
from harness import run_operator, wait_until
from machine import missing
from slurm_clusters import free_ports, slurm_cluster
from slurm_site import OnNetwork


@unittest.skipIf(reason := missing(), reason)
class TestMachineClass(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        start_cluster_api(cls, cls.server)
        run_operator(cls, cls.server, "--controllers", "machines")
        behaviour = "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSlurmdTimeout=15\n"
        cls.server.apply(slurm_cluster("hpc", free_ports(1)[0], network={"address": cls.network.here}, slurmConf={"behaviour": behaviour},
                                       compute={"machineClass": {
                                           "kubeconfig": {"secretName": "agents"}, "install": "image", "features": ["batch"]}}))
        cls.server.kubectl("wait", "--for=condition=Ready", "slurmcluster/hpc", "--timeout=180s", timeout=200)

    def inside(self, *command):
        return self.server.kubectl("exec", "hpc-controller-0", "-c", "slurmctld", "--", *command, check=False).stdout

    def join(self, deployment):
        create_deployment(self.server, self.infrastructure, "c", deployment, 1, {
            "role": "slurm-worker", "nodeClassRef": {"name": "hpc"}, "node": self.infrastructure.node})
        name = await_machines(self.server, deployment, 1, "its Machine has a Node")[0]["metadata"]["name"]
        wait_until(lambda: self.inside("sinfo", "-hN", "-o", "%N %t %f").split() == [name, "idle", "batch"], "it has registered", 120)
        self.await_condition(name, "SlurmRegistered", "Registered")
        return name, self.infrastructure.of(name)

    def await_condition(self, name, kind, reason):
        def shown():
            machine = self.server.get(MACHINES, name)
            return any((c["type"], c["reason"]) == (kind, reason) for c in machine.get("status", {}).get("conditions", []))
        wait_until(shown, f"{kind} of {name} is {reason}", 120)

    def scale_to_none(self, deployment):
        self.server.kubectl("patch", DEPLOYMENTS, deployment, "--type=merge", "-p", '{"spec": {"replicas": 0}}')

    def test_a_machine_joins_runs_a_job_and_leaves(self):
        name, machine = self.join("workers")
        self.assertEqual(machine.run("srun", "hostname").strip(), name)
        self.scale_to_none("workers")
        wait_until(lambda: not machines_of(self.server, "workers"), "its Machine is gone", 180)
        self.assertEqual(self.inside("sinfo", "-h", "-o", "%R %D"), "all 0\n", "Slurm has forgotten it")

    def test_one_that_dies_is_taken_out_of_slurm_and_its_job_is_queued_again(self):
        name, machine = self.join("mortals")
        job = machine.run("sbatch", "--parsable", "--requeue", "-o", "/dev/null", "--wrap", "sleep 1000").strip()
        self.await_condition(name, "SlurmUsed", "JobsRan")
        machine.stop()
        self.await_condition(name, "SlurmNodeHealthy", "Down")
        self.scale_to_none("mortals")
        wait_until(lambda: not machines_of(self.server, "mortals"), "its Machine is gone, and nobody had to say so", 240)
        self.assertEqual(self.inside("sinfo", "-h", "-o", "%R %D"), "all 0\n", "Slurm has forgotten it")
        self.assertEqual(self.inside("squeue", "-h", "-j", job, "-o", "%T"), "PENDING\n")
        self.inside("scancel", job)


if __name__ == "__main__":
    unittest.main()
