"""Users that the machines of a SlurmCluster do not know: slurmctld does, and slurmd tells a step's processes (nss_slurm)."""
import os
import pathlib
import unittest

from harness import wait_until
from machine import missing
from slurm_site import OnNetwork, SlurmSite

LIBRARY = os.environ.get("SLUICE_NSS_SLURM", "")
PASSWD = "ada:x:4711:4712:Ada Lovelace:/home/ada:/bin/sh"
PEOPLE = {"passwd": PASSWD + "\n", "group": "engines:x:4712:\nanalysts:x:4713:ada\n"}
AS_ADA = "setpriv", "--reuid=4711", "--regid=4712", "--clear-groups"


@unittest.skipIf(missing() == "not root", "not root")
class TestUsersOfSteps(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "people"}, "data": PEOPLE})
        cls.site = SlurmSite(cls.server, cls.directory, cls.network, "who", 1, compute={"readyNodes": 1},
                             identity={"files": {"configMap": "people"}, "nssSlurm": True})
        cls.addClassCleanup(cls.site.stop)
        cls.directory.chmod(0o711)
        (cls.site.directory / "shared").chmod(0o777)
        cls.site.apply()
        cls.site.prepare_machines(pool="")
        cls.site.start_machines()

    def lacks(self):
        """What the machine's Node says of its services."""
        found = self.server.kubectl("get", "node", "who1", "-o", "jsonpath={.status.conditions[?(@.type=='Ready')].message}", check=False)
        return found.stdout

    def submit(self, script):
        """A job of a user whom only the controller's pod knows; its output goes where all can read it."""
        shared = self.site.directory / "shared"
        job = self.site.inside(*AS_ADA, "sbatch", "--parsable", "-D", "/", "-o", f"{shared}/%j", "--wrap", script).strip()
        return job, shared / job

    def state(self, job):
        return self.site.inside("squeue", "-ht", "all", "-j", job, "-o", "%T").strip()

    def test_1_what_the_machine_lacks_is_told(self):
        wait_until(lambda: "nssSlurm: /etc/nsswitch.conf does not name slurm for passwd" in self.lacks(), "its Node says so", 180)
        self.site.run("sed", "-i", "/^passwd:/s/$/ slurm/; /^group:/s/$/ slurm/", "/etc/nsswitch.conf")
        wait_until(lambda: "nssSlurm: libnss_slurm.so.2 is not installed" in self.lacks(), "its Node says what else", 60)

    def test_2_slurmd_knows_whom_a_step_is_of(self):
        self.assertEqual(self.site.run("getent", "passwd", "ada", check=False), "")
        enough = self.site.directory / "shared/enough"
        job, output = self.submit(f"id -u; id -G; until test -e {enough}; do sleep 0.1; done")
        wait_until(lambda: self.state(job) == "RUNNING", "the job runs")
        told = wait_until(lambda: self.site.run("scontrol", "getent", "who1", check=False), "slurmd answers")
        self.assertIn(PASSWD, told)
        self.assertIn("analysts:x:4713:ada", told)
        enough.touch()
        wait_until(lambda: self.state(job) == "COMPLETED", "the job has ended")
        self.assertEqual(output.read_text(), "4711\n4712 4713\n")

    @unittest.skipUnless(LIBRARY, "SLUICE_NSS_SLURM does not name a libnss_slurm.so.2 for this machine's Slurm")
    def test_3_and_so_do_its_processes(self):
        self.site.machines["who1"].put(pathlib.Path(LIBRARY), "/usr/lib/libnss_slurm.so.2")
        self.site.wait_ready()
        job, output = self.submit("getent passwd ada; id -un; id -gn; id -Gn")
        wait_until(lambda: self.state(job) == "COMPLETED", "the job has ended")
        self.assertEqual(output.read_text(), f"{PASSWD}\nada\nengines\nengines analysts\n")
        self.assertEqual(self.site.run("getent", "passwd", "ada", check=False), "", "there is no step any more")


if __name__ == "__main__":
    unittest.main()
