"""A SlurmCluster with two controllers, accounting and machines: everything it is made of, on machines too, is killed at random under a
stream of short jobs, and no job is lost."""
import unittest

from faults import Faults
from harness import wait_until
from machine import missing
from slurm_site import OnNetwork, SlurmSite

MACHINES = 4


@unittest.skipIf(reason := missing(), reason)
class TestSlurmFaults(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = SlurmSite(cls.server, cls.directory, cls.network, "hurt", MACHINES, accounting={}, rest={},
                             controllers={"replicas": 2, "addresses": [cls.network.here, cls.network.another_address()]})
        # A job has its share of a machine's memory, so that several run at once.
        cls.site.document["spec"]["slurmConf"]["share"] = "DefMemPerCPU=1\n"
        cls.addClassCleanup(cls.site.stop)
        cls.site.apply()
        cls.site.prepare_machines()
        cls.site.start_machines()
        cls.site.wait_ready()

    def strike_on_a_machine(self, faults, name):
        def strike():
            return self.site.machines[faults.chance.choice(self.site.names)].run(
                "sh", "-c", f"pkill -KILL -x -o {name} && echo hit", check=False) == "hit\n"
        return strike

    def test_no_job_is_lost(self):
        faults = Faults(self.server, self.site.name, self.site.run)
        # Not slurmd's steps, which are the jobs: the eldest is the one that starts them.
        on_machines = {f"{name} of a machine": self.strike_on_a_machine(faults, name) for name in ("munged", "slurmd", "sluice")}
        faults.happen({**faults.in_pods(("slurmdbd", "mariadbd", "slurmrestd", "munged")), **on_machines})
        self.site.wait_ready(400)  # what ended again and again a kubelet starts only after up to five minutes
        self.assertGreater(len(faults.accepted), 20)
        faults.wait_accounted()
        wait_until(lambda: self.site.run("sinfo", "-h", "-o", "%t %D", check=False).split() == ["idle", str(MACHINES)],
                   "all machines are idle", 120)


if __name__ == "__main__":
    unittest.main()
