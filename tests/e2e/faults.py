"""Faults under a stream of short jobs: what makes up a SlurmCluster is killed at random, and afterwards every job that Slurm took is
accounted for.

SLUICE_FAULT_SECONDS and SLUICE_FAULT_SEED (a number, or random) make the faults longer, or others."""
import contextlib
import os
import pathlib
import random
import signal
import threading
import time

from harness import wait_until

SECONDS = float(os.environ.get("SLUICE_FAULT_SECONDS", "40"))
SEED = os.environ.get("SLUICE_FAULT_SEED", "1")
SEED = random.SystemRandom().randrange(1 << 30) if SEED == "random" else int(SEED)
FORGETS = 12  # seconds: slurmctld writes its jobs down every five, on a busy machine a little later


def parents():
    """Of each process of this machine: its parent's id and its name."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, rest = (entry / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
            except OSError:
                continue
            found[int(entry.name)] = (int(rest.split()[1]), name)
    return found


def programs(server, name):
    """Ids of the processes of that name in pods of that control plane, oldest first."""
    all_of_them = parents()
    home = str(server.home).encode()

    def is_ours(pid):
        while pid > 1 and pid in all_of_them:
            try:
                if home in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                    return True
            except OSError:
                return False
            pid = all_of_them[pid][0]
        return False

    return sorted(pid for pid, (_, comm) in all_of_them.items() if comm == name and is_ours(pid))


class Faults:
    """Of a SlurmCluster of a `sluice up`. `run` runs a command of Slurm somewhere, which needs no API server, and raises an
    AssertionError when it fails."""

    def __init__(self, server, cluster, run):
        self.server, self.cluster, self.run = server, cluster, run
        self.chance, self.accepted = random.Random(SEED), []
        self.over, self.gate = threading.Event(), threading.Lock()

    def ask(self, *argv):
        """What it prints; None: it failed."""
        with contextlib.suppress(AssertionError):
            return self.run(*argv)

    def saved(self):
        """Waits for it: Slurm says yes up to five seconds before it has written down what to. What it has not written down of
        jobs that are over it takes for running, or for lost with their node, and runs them again two minutes later: not every day."""
        if SECONDS <= 60:
            try:
                wait_until(lambda: (now := self.ask("squeue", "-h")) is not None and not now.strip(), "all jobs are over", timeout=300)
            except AssertionError as error:
                said = [self.ask(*command) or "" for command in (
                    ("squeue",), ("scontrol", "-o", "show", "node"), ("scontrol", "ping"), ("sdiag",))]
                logs = [self.server.kubectl("logs", "--tail=60", f"{self.cluster}-controller-{i}", "-c", "slurmctld", check=False).stdout
                        for i in (0, 1)]
                raise AssertionError("\n".join([str(error), *said, *logs])) from error
        at = time.time()
        claim = self.server.get("pvc", f"{self.cluster}-state")
        state = pathlib.Path(self.server.get("pv", claim["spec"]["volumeName"])["spec"]["hostPath"]["path"]) / "job_state"
        wait_until(lambda: (state.exists() and state.stat().st_mtime > at) or time.time() > at + 12,
                   "Slurm has written its jobs down", timeout=120)

    # Strikes: whether there was one. Who was hit before may not be back yet.

    def strike(self, name, signum=signal.SIGKILL):
        """A program in a pod."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(self.chance.choice(programs(self.server, name)), signum)
            return True
        return False

    def strike_controller(self):
        if self.chance.random() < 0.5:
            return self.strike("slurmctld", signal.SIGTERM)  # as kubelets do
        with self.gate:
            wait_until(lambda: self.ask("squeue", "-h") is not None, "it answers", timeout=120)
            self.saved()
            return self.strike("slurmctld")

    def strike_server(self):
        self.server.kill()
        self.server.up()
        return True

    def in_pods(self, names):
        """The strikes of programs in pods, and of the control plane, by name."""
        strikes = {name: lambda name=name: self.strike(name) for name in names}
        return {**strikes, "slurmctld": self.strike_controller, "sluice up": self.strike_server}

    def stream(self):
        while not self.over.is_set():
            with self.gate:
                job = self.ask("sbatch", "--parsable", "-D", "/tmp", "-o", "/dev/null", "--wrap", "sleep 0.2")
                if job is not None:
                    self.accepted.append(int(job))
            time.sleep(0.05)

    def happen(self, strikes):
        """As long as SECONDS says, and until each has hit: how often each did."""
        print(f"faults of seed {SEED}")
        hits, order = dict.fromkeys(strikes, 0), []
        streaming = threading.Thread(target=self.stream)
        streaming.start()
        try:
            deadline = time.monotonic() + SECONDS
            while time.monotonic() < deadline or 0 in hits.values():
                order = order or self.chance.sample(list(strikes), len(strikes))
                name = order.pop()
                hits[name] += strikes[name]()
                self.over.wait(self.chance.uniform(0.5, 3))
        finally:
            self.over.set()
            streaming.join()
        print(f"{len(self.accepted)} jobs; killed {hits}")

    def kill_while_it_takes_jobs(self, times):
        """SIGKILL for slurmctld, so many times and at any moment, while it takes jobs that do not start. Those that it has said yes
        to and does not know afterwards: of each its name, and when it was said, as an interval; and when it was killed, likewise.
        Jobs go by names of their own, for a slurmctld that has forgotten some gives their numbers to others."""
        said, kills = {}, []
        self.over.clear()

        def take():
            while not self.over.is_set():
                name, began = f"at-any-moment-{len(said)}-{time.monotonic_ns()}", time.monotonic()
                if self.ask("sbatch", "--parsable", "-H", "-J", name, "-D", "/tmp", "-o", "/dev/null", "--wrap", "true") is not None:
                    said[name] = (began, time.monotonic())
                self.over.wait(0.05)

        taking = threading.Thread(target=take)
        taking.start()
        try:
            while len(kills) < times:
                before = len(said)
                wait_until(lambda: len(said) > before + 20, "it takes jobs", timeout=400)
                self.over.wait(self.chance.uniform(0, 10))
                began = time.monotonic()
                if self.strike("slurmctld"):
                    kills.append((began, time.monotonic()))
        finally:
            self.over.set()
            taking.join()
        known = set(wait_until(lambda: self.ask("squeue", "-h", "-t", "all", "-o", "%j"), "it answers", timeout=400).split())
        return {name: when for name, when in said.items() if name not in known}, kills, len(said)

    @staticmethod
    def excused(when, kills):
        """Whether a job may be forgotten, since it may have been accepted in the last seconds before one of the kills."""
        return any(when[1] >= began - FORGETS and when[0] <= ended for began, ended in kills)

    def unfinished(self):
        """Jobs that Slurm took and that accounting does not know as completed."""
        out = self.ask("sacct", "-nXP", "-o", "jobid,state,end", "-S", "now-1day") or ""
        ended = {int(line.split("|")[0]) for line in out.splitlines() if line.split("|")[1] == "COMPLETED"}
        return [job for job in self.accepted if job not in ended]

    def wait_accounted(self):
        """Those whose end a killed slurmctld had not written down run again, two minutes later; it tells their ends once more."""
        try:
            wait_until(lambda: not self.unfinished(), "every job is accounted for", timeout=300, interval=1)
        except AssertionError as error:
            left = self.unfinished()
            raise AssertionError(f"{error}: {left} of {len(self.accepted)}; " + (self.ask(
                "sacct", "-nXP", "-o", "jobid,state,end,reason", "-j", ",".join(map(str, left))) or "sacct fails")) from error
        jobs = ",".join(map(str, self.accepted))
        wait_until(lambda: "Unknown" not in (self.ask("sacct", "-nDXP", "-o", "jobid,end", "-j", jobs) or "Unknown"),
                   "every end is known", timeout=300)
