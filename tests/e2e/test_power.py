"""Slurm's power saving with machines of Cluster API: slurmctld itself has machines made for jobs and taken away when nothing runs on
them, through `sluice resume` and `sluice suspend`, as its own user with rights to nothing else."""
import json
import pathlib
import unittest

from cluster_api import DEPLOYMENTS, MACHINES, Ours, Site, create_deployment, machines_of
from harness import wait_until
from machine import missing

RIGHTS = pathlib.Path(__file__).resolve().parents[2] / "deploy/power-rbac.yaml"


@unittest.skipIf(reason := missing(), reason)
class TestPower(Site, Ours):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "power"}, "stringData": {"value": cls.kubeconfig()}})
        cls.server.kubectl("patch", "slurmnodeclass", "hpc", "--type=merge", "-p", json.dumps({"spec": {
            "powerSaving": {"machineDeployment": "cloud", "nodes": "cloud-[1-2]", "kubeconfig": {"secretName": "power"},
                            "nodeParameters": {"CPUs": "1", "RealMemory": "100"}, "suspendTime": 5, "resumeTimeout": 300,
                            "suspendTimeout": 5},
            "slurmParameters": {"SlurmctldParameters": "power_save_interval=1,power_save_min_interval=0"}}}))
        cls.start_head()
        create_deployment(cls.server, cls.infrastructure, "c", "cloud", 0, cls.config("slurm-worker"))
        wait_until(lambda: cls.head.run("sinfo", "-h", "-p", "cloud", "-o", "%P", check=False) == "cloud\n", "slurmctld answers", 120, 0.5)

    @classmethod
    def kubeconfig(cls):
        """Of a service account with the rights that the file says."""
        cls.server.kubectl("apply", "-f", str(RIGHTS))
        cls.server.kubectl("create", "serviceaccount", "power")
        cls.server.kubectl("create", "rolebinding", "power", "--clusterrole=sluice-power", "--serviceaccount=default:power")
        cls.server.kubectl("create", "clusterrolebinding", "power", "--clusterrole=sluice-power-definitions",
                           "--serviceaccount=default:power")
        config = json.loads(cls.server.kubectl("config", "view", "--raw", "--flatten", "-o", "json"))
        config["users"] = [{"name": u["name"], "user": {"token": cls.server.kubectl("create", "token", "power").strip()}}
                           for u in config["users"]]
        return json.dumps(config)

    def submit(self, script):
        return self.head.run("sbatch", "--parsable", "-p", "cloud", "-w", "cloud-1", "--output=/dev/null", "--chdir=/tmp",
                             "--wrap", script).strip()

    def state(self, job):
        return dict(w.split("=", 1) for w in self.head.run("scontrol", "-o", "show", "job", job).split() if "=" in w)["JobState"]

    def await_state(self, job, state):
        try:
            wait_until(lambda: self.state(job) == state, f"job {job} is {state}", 240, 0.5)
        except AssertionError as error:
            told = self.head.run("sh", "-c", "squeue; scontrol -o show node; tail -n 20 /var/log/slurm/slurmctld.log", check=False)
            machines = [(m["metadata"]["name"], m.get("status")) for m in self.machines()]
            raise AssertionError(f"{error}: {told}\n{machines}") from None

    def machines(self):
        return machines_of(self.server, "cloud-cloud-1")

    def await_gone(self):
        """Nothing is left of the machine, and Slurm counts on it no more."""
        wait_until(lambda: not self.machines(), "the machine has gone", 240, 0.5)
        self.assertEqual(self.server.get(DEPLOYMENTS, "cloud-cloud-1")["spec"]["replicas"], 0)
        self.assertNotIn("cloud-1", [n["metadata"]["name"] for n in self.server.get("nodes")["items"]])
        wait_until(lambda: "State=IDLE+CLOUD+POWERED_DOWN " in self.node("cloud-1"), "the node is switched off, and nothing else", 60, 0.5)

    def node(self, name):
        return self.head.run("scontrol", "-o", "show", "node", name, check=False)

    def test_a_job_gets_its_machine_which_goes_when_nothing_runs_there(self):
        job = self.submit("hostname")
        self.await_state(job, "COMPLETED")
        self.await_gone()

        # Again, under the same name; deleted by hand it waits for its job, and the node stays in Slurm without our drain.
        job = self.submit("until test -e /run/go; do sleep 0.1; done")
        self.await_state(job, "RUNNING")
        name = wait_until(self.machines, "there is a machine")[0]["metadata"]["name"]
        machine = self.infrastructure.of(name)
        self.assertEqual(machine.run("hostname"), "cloud-1\n")
        self.assertEqual(self.server.get(MACHINES, name)["status"]["nodeRef"]["name"], "cloud-1")
        self.server.kubectl("delete", MACHINES, name, "--wait=false")
        detached = lambda: next((c["reason"] for c in self.server.get(MACHINES, name)["status"].get("conditions", [])
                                 if c["type"] == "SlurmDetached"), "")
        wait_until(lambda: detached() == "Waiting", "the machine waits for its job", 60)
        self.assertEqual(self.state(job), "RUNNING")
        machine.run("touch", "/run/go")
        self.await_state(job, "COMPLETED")
        self.await_gone()

        # slurmctld's user reads the credentials, nobody else, and they are on no command line.
        self.assertEqual(self.head.run("stat", "-c", "%U %a", "/etc/sluice/power.kubeconfig"), "slurm 400\n")
        twice = "for i in 1 2; do runuser -u slurm -- /etc/sluice/suspend 'cloud-[1-2]' || exit 1; done"
        self.head.run("sh", "-c", twice)
        self.assertEqual(self.head.run("sh", "-c", "runuser -u slurm -- /etc/sluice/resume 'Cloud'; echo $?"), "2\n")

        # What keeps a machine away stands in the reason of its node.
        self.head.run("runuser", "-u", "slurm", "--", "/etc/sluice/resume-failed", "cloud-2")
        self.head.run("scontrol", "update", "NodeName=cloud-2", "State=RESUME")
        self.server.kubectl("delete", DEPLOYMENTS, "cloud")
        job = self.submit("hostname")
        failed = wait_until(lambda: "State=DOWN" in (shown := self.node("cloud-1")) and shown, "the node is down", 120, 0.5)
        self.assertIn('Reason=sluice: no machine: the MachineDeployment "cloud", the pattern', failed)
        self.assertEqual(self.state(job), "PENDING")
        self.assertEqual(self.machines(), [])


if __name__ == "__main__":
    unittest.main()
