"""The story of machines: MachineDeployments are scaled, machines join a Slurm cluster and leave it, and jobs do not notice. With
Cluster API's own core where $SLUICE_CAPI_ASSETS names it, else with as much of it as the story needs."""
import unittest

from cluster_api import Site, await_machines, create_deployment, machines_of
from harness import Cluster, Scratch, wait_until
from machine import Network, missing
from test_mpi import build_program

WORKERS = 6
N = 60


def expected_sum(n):
    return sum((i + k) * (k - j) for i in range(n) for j in range(n) for k in range(n))


class Story(Site):
    """What both classes do."""

    def scale(self, count):
        self.server.kubectl("scale", "machinedeployments.cluster.x-k8s.io", "workers", f"--replicas={count}")

    def names(self):
        return {m["metadata"]["name"] for m in machines_of(self.server, "workers")}

    def test_machines_come_and_go_and_jobs_do_not_notice(self):
        program = build_program(self.directory)  # before the machines, which see the files of this one
        create_deployment(self.server, "c", "head", 1, self.config("slurm-controller"))
        head = await_machines(self.server, "head", 1, "there is a controller")
        type(self).head = self.infrastructure.of(head[0]["metadata"]["name"])
        create_deployment(self.server, "c", "workers", 0, self.config("slurm-worker"))
        self.scale(WORKERS)
        workers = {m["metadata"]["name"] for m in await_machines(self.server, "workers", WORKERS, "there are workers")}
        wait_until(lambda: set(self.idle()) == workers, "all workers take jobs", 120, 0.5)

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


@unittest.skipIf(reason := missing(), reason)
class InOurs(Story, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.network = cls.enterClassContext(Network(cls.directory))
        cls.server = Cluster(cls.directory / "home", None, "--executor", "local", "--controllers", "*,-slurmjob", "--listen",
                             cls.network.here)
        cls.server.up()
        cls.addClassCleanup(cls.server.down)
        cls.prepare()

    @classmethod
    def kubeconfig_of_machines(cls):
        return cls.server.kubeconfig.read_text()


if __name__ == "__main__":
    unittest.main()
