"""Nodes leave Slurm whoever dies when: operator, agents and slurmctld, killed at every step of a detachment, and machines that are
rebooted. Real processes in machines of their own, each at another step. All victims die at once, then one of them alone: another one
with each commit, or that of SLUICE_DETACH_VICTIMS=NAME only, or with =each every one in turn."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from cluster_api import DEPLOYMENTS, HOOKS, MACHINES, Ours, Site, await_machines, create_deployment, machines_of
from harness import wait_until
from machine import missing

# Where each machine is when somebody dies: which call of which program does not come to its end, or its job still runs.
STEPS = {
    "before its node is drained": ("before", "scontrol", "*State=DRAIN*"),
    "after its node was drained": ("after", "scontrol", "*State=DRAIN*"),
    "while its job runs": None,
    "before its node is deleted": ("before", "scontrol", "delete*"),
    "after its node was deleted": ("after", "scontrol", "delete*"),
    "while its slurmd stops": ("before", "systemctl", "stop*slurmd*"),
    "after its munge has stopped": ("after", "systemctl", "stop*munge*"),
}
VICTIMS = "operator", "agent", "slurmctld"
DRAINS = "before its node is drained", "after its node was drained", "while its job runs"  # jobs run on meanwhile
SLURMD = "pgrep", "--runstates", "D,R,S", "-x", "slurmd"  # nobody reaps them there


def rounds():
    """Who dies in each. Those of a commit are always the same, so that what fails can be tried again."""
    said = os.environ.get("SLUICE_DETACH_VICTIMS", "")
    if said:
        return [(victim,) for victim in VICTIMS if said in (victim, "each")]
    commits = subprocess.run(["sh", "-c", "git rev-list --count HEAD || echo 0"], cwd=pathlib.Path(__file__).parent, check=True,
                             capture_output=True, text=True)
    return [VICTIMS, (VICTIMS[int(commits.stdout) % len(VICTIMS)],)]


@unittest.skipIf(reason := missing(), reason)
class TestDetach(Site, Ours):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_head()
        create_deployment(cls.server, cls.infrastructure, "c", "workers", len(STEPS), cls.config("slurm-worker"))

    def await_workers(self):
        """As many as there are steps, all taking jobs and with agents that the operator finds; by name."""
        def all_idle():
            there = {m["metadata"]["name"] for m in machines_of(self.server, "workers")
                     if not m["metadata"].get("deletionTimestamp") and m.get("status", {}).get("nodeRef")}
            return len(there) == len(STEPS) and there <= set(self.idle()) and there
        names = sorted(wait_until(all_idle, "all workers take jobs", 300, 0.5))
        return {name: self.infrastructure.of(name) for name in names}

    def start_job(self, name):
        return self.head.run("sbatch", "--parsable", "-w", name, "--output=/dev/null", "--chdir=/tmp",
                             "--wrap", "until test -e /run/go; do sleep 0.1; done; echo done >/run/done").strip()

    def job(self, number):
        return dict(w.split("=", 1) for w in self.head.run("scontrol", "-o", "show", "job", number).split() if "=" in w)

    def hooks(self, name):
        found = self.server.kubectl("get", MACHINES, name, "-o", "jsonpath={.metadata.annotations}", check=False)
        return found.returncode == 0 and any(hook in found.stdout for hook in HOOKS)

    def slurm_knows(self, name):
        """Nothing: slurmctld does not say."""
        told = self.head.run("scontrol", "-o", "show", "node", name, check=False)
        return True if "State=" in told else False if "not found" in told or "No nodes" in told else None

    def for_machine(self, name, what):
        """An agent waits for 30 seconds only: on a slow machine one may have gone on, and have left by now."""
        try:
            return what()
        except (AssertionError, FileNotFoundError):
            return wait_until(lambda: not self.hooks(name), f"{name} has gone", 30, 0.5)

    def kill(self, victim, workers):
        if victim == "operator":
            self.operator.kill()
            self.operator.wait()
        elif victim == "agent":
            for name, worker in workers.items():  # systemd starts another
                self.for_machine(name, lambda: worker.run("pkill", "-KILL", "-f", "sluice agent"))
        else:
            self.head.run("pkill", "-KILL", "-x", "slurmctld")

    def await_saved(self, job):
        """A slurmctld that is killed has forgotten its last seconds, jobs that began or ended then as well: not what is tried here."""
        self.head.run("sh", "-c", 'touch /tmp/now; scontrol update "JobId=$0" Comment=saved; '
                      "until test /var/spool/slurmctld/job_state -nt /tmp/now; do sleep 0.2; done", job)

    def early(self, rows):
        """Whose hooks have gone while Slurm knows the node."""
        return [(name, step) for name, step in rows.items() if not self.hooks(name) and self.slurm_knows(name)]

    def test_whoever_dies_at_whichever_step(self):
        self.assertTrue(rounds(), f"SLUICE_DETACH_VICTIMS: expected one of {VICTIMS}, or each")
        for victims in rounds():
            with self.subTest(victims=victims):
                self.leave_while_they_die(victims)

    def leave_while_they_die(self, victims):
        workers = self.await_workers()
        rows = dict(zip(workers, STEPS))
        jobs = {name: self.start_job(name) for name in rows}
        wait_until(lambda: all(self.job(j)["JobState"] == "RUNNING" for j in jobs.values()), "all jobs run", 120, 0.5)
        for name, step in rows.items():
            if STEPS[step]:
                workers[name].stop_at(*STEPS[step])
        self.server.kubectl("delete", MACHINES, "--wait=false", *rows)
        for name, step in rows.items():
            if step not in DRAINS:
                workers[name].run("touch", "/run/go")
        for name, step in rows.items():
            told = lambda: "Waiting" in str(self.server.get(MACHINES, name).get("status", {}).get("conditions", []))
            stopped = lambda: self.for_machine(name, workers[name].has_stopped)
            wait_until(stopped if STEPS[step] else told, f"{name} is there: {step}", 120, 0.2)
        self.await_saved(next(jobs[name] for name, step in rows.items() if not STEPS[step]))
        self.assertEqual(self.early(rows), [])
        for victim in victims:
            self.kill(victim, workers)
        if "operator" in victims:
            self.start_operator()
        for name in workers:
            self.for_machine(name, lambda: (workers[name].run("touch", "/run/go"), workers[name].go_on()))

        def all_gone():
            self.assertEqual(self.early(rows), [], "hooks were released early")
            return not any(map(self.hooks, rows))
        wait_until(all_gone, "all have left", 240, 0.5)
        wait_until(lambda: [self.slurm_knows(name) for name in rows] == [False] * len(rows), "no node is stuck", 60, 0.5)
        for name, number in jobs.items():
            job = self.job(number)
            self.assertEqual((job["JobState"], job["Restarts"]), ("COMPLETED", "0"), f"{name}: {rows[name]}")

    def test_a_reboot_is_no_end(self):
        """A machine that comes up again has its services started in their order and is a node again; in the middle of a
        detachment it goes on with that, and slurmd stays away."""
        name, worker = next(iter(self.await_workers().items()))
        services = lambda: worker.run("sh", "-c", "for s in munged slurmd; do pgrep --runstates D,R,S -o -x $s; done", check=False).split()
        before = services()
        worker.reboot("sluice-agent")
        munge, slurmd = wait_until(lambda: len(now := services()) == 2 and set(now).isdisjoint(before) and now, "services run again", 90, 0.5)
        started = lambda pid: int(worker.run("cat", f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[19])
        self.assertLessEqual(started(munge), started(slurmd))
        job = self.start_job(name)
        wait_until(lambda: self.job(job)["JobState"] == "RUNNING", "jobs run there", 120, 0.5)
        worker.run("touch", "/run/go")
        wait_until(lambda: self.job(job)["JobState"] == "COMPLETED", "and end", 60, 0.5)

        worker.stop_at("before", "scontrol", "delete*")
        self.server.kubectl("delete", MACHINES, name, "--wait=false")
        wait_until(worker.has_stopped, "its node is about to be deleted", 60, 0.2)
        worker.reboot("munge", "sluice-agent", "slurmd")
        self.assertEqual(worker.run(*SLURMD, check=False), "")
        try:
            wait_until(lambda: not self.slurm_knows(name), "its node has left", 60, 0.2)
            self.assertEqual(worker.run(*SLURMD, check=False), "")
        except AssertionError:
            if self.hooks(name):
                raise  # else the machine has gone already, with all that ran on it
        wait_until(lambda: not self.hooks(name), "the machine has gone", 120, 0.5)


@unittest.skipIf(reason := missing(), reason)
class TestTakeover(Site, Ours):
    """Two controllers that share their state: who is in control leaves, the other one takes over first."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.network.shared / "state").mkdir()
        shutil.chown(cls.network.shared / "state", "slurm", "slurm")
        cls.server.kubectl("patch", "slurmnodeclass", "hpc", "--type=merge", "-p", json.dumps({"spec": {
            "controller": {"hosts": [{"name": f"head-{i}", "address": f"{cls.network.prefix}.{2 + i}"} for i in range(2)]},
            "slurmParameters": {"StateSaveLocation": "/srv/shared/state"}}}))
        cls.heads = []
        for name in "head-0", "head-1":  # one after the other: addresses are given in that order
            create_deployment(cls.server, cls.infrastructure, "c", name, 1, {**cls.config("slurm-controller"), "hostname": name})
            cls.heads.append(await_machines(cls.server, name, 1, f"there is {name}")[0]["metadata"]["name"])
        create_deployment(cls.server, cls.infrastructure, "c", "workers", 1, cls.config("slurm-worker"))
        cls.head = cls.infrastructure.of(cls.heads[1])
        cls.worker = cls.infrastructure.of(await_machines(cls.server, "workers", 1, "there is a worker")[0]["metadata"]["name"])
        wait_until(lambda: cls.idle() == [cls.worker.name], "the worker takes jobs", 120, 0.5)

    def pings(self):
        told = self.head.run("scontrol", "ping", check=False).splitlines()  # and complaints, when one is gone
        return [line.split()[-1] for line in told if line.startswith("Slurmctld(")]

    def test_the_other_one_takes_over_and_jobs_go_on(self):
        wait_until(lambda: self.pings() == ["UP", "UP"], "both are up", 60, 0.5)
        job = self.head.run("sbatch", "--parsable", "--output=/dev/null", "--chdir=/tmp",
                            "--wrap", "until test -e /run/go; do sleep 0.1; done").strip()
        state = lambda: dict(w.split("=", 1) for w in self.head.run("scontrol", "-o", "show", "job", job).split() if "=" in w)
        wait_until(lambda: state()["JobState"] == "RUNNING", "the job runs", 60, 0.5)
        self.server.kubectl("scale", DEPLOYMENTS, "head-0", "--replicas=0")
        wait_until(lambda: not machines_of(self.server, "head-0"), "the first controller has gone", 240, 0.5)
        self.assertEqual(self.pings(), ["DOWN", "UP"])
        self.assertEqual(state()["JobState"], "RUNNING")
        self.worker.run("touch", "/run/go")
        wait_until(lambda: state()["JobState"] == "COMPLETED", "the job ends well", 60, 0.5)
        self.assertEqual(state()["Restarts"], "0")
        wait_until(lambda: self.idle() == [self.worker.name], "the worker takes jobs", 60, 0.5)
        self.assertEqual(self.head.run("srun", "hostname"), f"{self.worker.name}\n")


if __name__ == "__main__":
    unittest.main()
