"""A soak: pods of every shape while everything around them is killed, cut off, filled up, cancelled and requeued at
random. At the end every pod's state is true, each container ran as often as its policy allows, and nothing is left.

SLUICE_SOAK_SECONDS (of faults), SLUICE_SOAK_PODS and SLUICE_SOAK_SEED (a number, or random) make it longer, larger, or
another one."""
import collections
import ctypes
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import busybox_image
from harness import SLUICE, Cluster, Lab, Scratch, alive, processes_with, wait_none, wait_until

PODS = int(os.environ.get("SLUICE_SOAK_PODS", "100"))
SECONDS = float(os.environ.get("SLUICE_SOAK_SECONDS", "40"))
SEED = os.environ.get("SLUICE_SOAK_SEED", "1")
SEED = random.SystemRandom().randrange(1 << 30) if SEED == "random" else int(SEED)
NODES = 4
HOME_MIB = 192
CLONE_NEWNS = 0x00020000


class Shape:
    """What a pod is, and what has to become of it when nobody hurts it: its phase, and how often each container
    starts and comes to its own end."""

    def __init__(self, marks, name):
        self.marks, self.name, self.phase = marks, name, "Succeeded"
        self.starts, self.ends = {}, {}
        self.document = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"soak": "shape"}}, "spec": {
            "restartPolicy": "Never", "terminationGracePeriodSeconds": 1, "initContainers": [], "containers": [],
            "volumes": [{"name": "marks", "hostPath": {"path": str(marks)}}]}}
        self.spec = self.document["spec"]

    def container(self, name, work=":", code=0, *, to="containers", starts=1, ends=1, **fields):
        mark = f"{self.marks}/{self.name}.{name}"
        self.spec[to].append({
            "name": name, "image": "busybox:1",
            "command": ["sh", "-c", f"echo start >> {mark}; {work}; echo end >> {mark}; exit {code}"],
            "volumeMounts": [{"name": "marks", "mountPath": str(self.marks)}, *fields.pop("mounts", [])], **fields})
        self.starts[name], self.ends[name] = starts, ends
        return self

    def ends_as(self, phase):
        self.phase = phase
        return self

    def count(self, container, word):
        mark = self.marks / f"{self.name}.{container}"
        return mark.read_text().split().count(word) if mark.exists() else 0


def short(shape):
    return shape.container("main")


def failing(shape):
    return shape.container("main", code=3).ends_as("Failed")


def long(shape):
    return shape.container("main", "sleep 12")


def several(shape):
    return (shape.container("a", "sleep 1").container("b", "sleep 2", code=5).container("c", "sleep 3")
            .ends_as("Failed"))


def initialised(shape):
    return (shape.container("first", "sleep 0.5", to="initContainers").container("second", to="initContainers")
            .container("main", "sleep 1"))


def uninitialised(shape):
    return (shape.container("first", code=1, to="initContainers").container("main", starts=0, ends=0)
            .ends_as("Failed"))


def with_sidecar(shape):
    loop = "trap 'exit 0' TERM; while :; do sleep 0.1; done"
    return (shape.container("side", loop, to="initContainers", ends=0, restartPolicy="Always")
            .container("main", "sleep 2"))


def on_failure(shape):
    """Fails once."""
    shape.spec["restartPolicy"] = "OnFailure"
    again = f"test $(grep -c start {shape.marks}/{shape.name}.main) -ge 2 || exit 7"
    return shape.container("main", again, starts=2)


def probed(shape):
    check = {"exec": {"command": ["true"]}, "periodSeconds": 1}
    return shape.container("main", "sleep 4", startupProbe=check, readinessProbe=check, livenessProbe=check)


def found_dead(shape):
    check = {"exec": {"command": ["false"]}, "periodSeconds": 1, "failureThreshold": 2}
    return shape.container("main", "sleep 600", ends=0, livenessProbe=check).ends_as("Failed")


def with_volumes(shape):
    shape.spec["volumes"] += [{"name": "scratch", "emptyDir": {}}, {"name": "words", "configMap": {"name": "words"}}]
    mounts = [{"name": "scratch", "mountPath": "/scratch"}, {"name": "words", "mountPath": "/words"}]
    return (shape.container("writer", "cp /words/one /scratch/word", to="initContainers", mounts=mounts)
            .container("main", "test $(cat /scratch/word) = sesame || exit 9", mounts=mounts))


def too_long(shape):
    shape.spec["activeDeadlineSeconds"] = 3
    return shape.container("main", "sleep 600", ends=0).ends_as("Failed")


SHAPES = [short, failing, long, several, initialised, short, with_sidecar, on_failure, probed, uninitialised,
          with_volumes, found_dead, short, too_long]


def out_of_time(shape):
    """Slurm's own limit, a minute at least."""
    shape.document["metadata"]["annotations"] = {"sluice.dev/time": "1"}
    return shape.container("main", "sleep 600", ends=0).ends_as("Failed")


def job(name, marks):
    """Eight pods that succeed, and more where some are hurt: a file each, by their names."""
    mark = f"{marks}/$HOSTNAME.job"
    work = f"echo start >> {mark}; sleep 1; echo end >> {mark}"
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": {
        "completions": 8, "parallelism": 4, "backoffLimit": 1000, "template": {"spec": {
            "restartPolicy": "Never", "terminationGracePeriodSeconds": 1,
            "volumes": [{"name": "marks", "hostPath": {"path": str(marks)}}],
            "containers": [{"name": "job", "image": "busybox:1", "command": ["sh", "-c", work],
                            "volumeMounts": [{"name": "marks", "mountPath": str(marks)}]}]}}}}


def mounts():
    return {line.split()[4] for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines()}


class Soak(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.marks = cls.directory / "marks"
        cls.marks.mkdir()
        home = cls.directory / "home"
        home.mkdir()
        cls.small_disk = cls.make_small_disk(home)
        cls.accounting = bool(shutil.which("mariadbd") and shutil.which("slurmdbd"))
        cls.lab = Lab(cls.directory / "lab", "--nodes", str(NODES), *(["--accounting"] if cls.accounting else []))
        cls.addClassCleanup(cls.lab.down)
        cls.cluster = Cluster(home, cls.lab, "--runtime", "builtin")
        cls.cluster.sluice("image", "import", str(busybox_image.write(cls.directory / "busybox.tar", "busybox:1")))
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
        cls.mounts = mounts()

    @classmethod
    def make_small_disk(cls, home):
        """A disk of its own for the home, in a mount namespace of ours; false where that is not allowed."""
        libc = ctypes.CDLL(None, use_errno=True)
        if os.geteuid() != 0 or libc.unshare(CLONE_NEWNS) != 0:
            print("       not root: the disk of the home is not filled", flush=True)
            return False
        subprocess.run(["mount", "--make-rprivate", "/"], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={HOME_MIB}m,mode=0700", "tmpfs", home], check=True)
        cls.addClassCleanup(subprocess.run, ["umount", "--lazy", home])
        return True

    def setUp(self):
        self.random = random.Random(SEED)
        self.hurt = set()  # uids of pods that somebody was rude to
        self.stop = threading.Event()
        print(f"       seed {SEED}, {PODS} pods, {SECONDS:.0f} s of faults", flush=True)

    # The world's part.

    def create(self):
        """Each until the server has acknowledged it once."""
        everything = [shape.document for shape in self.shapes] + [job(f"job{i}", self.marks) for i in range(2)]
        pause = 0.6 * SECONDS / (len(everything) / 5)
        for i in range(0, len(everything), 5):
            documents = json.dumps({"apiVersion": "v1", "kind": "List", "items": everything[i:i + 5]})
            while not self.stop.is_set() and self.cluster.kubectl(
                    "apply", "-f", "-", check=False, input=documents).returncode != 0:
                time.sleep(0.2)
            self.stop.wait(pause)

    def restart(self, *daemon):
        self.lab.control("kill", *daemon)
        time.sleep(self.random.uniform(0, 1))
        self.lab.control("start", *daemon)

    def kill_sluice(self, *options):
        with_pid = self.cluster.home / "sluice.pid"
        if with_pid.exists() and alive(self.cluster.pid()):
            self.cluster.kill()
        started = self.cluster.up(*options, check=False)
        self.assertEqual(started.returncode, 0, started.stderr)

    def kill_controller(self):
        self.restart("slurmctld")

    def kill_node(self):
        self.restart("slurmd", f"n{self.random.randrange(1, NODES + 1)}")

    def kill_database(self):
        if self.accounting:
            self.restart("slurmdbd")

    def kill_runner(self):
        runners = [(pid, line) for pid, line in processes_with(f"{self.cluster.home}/pods/")
                   if line.startswith(SLUICE) and " pod --dir " in line]
        if runners:
            pid, line = self.random.choice(runners)
            self.hurt.add(re.search(r"/pods/([^/]+)/", line)[1])
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def cut_connection(self):
        self.kill_sluice("--runner-listen", "none")
        time.sleep(self.random.uniform(1, 3))
        self.kill_sluice()

    def fill_disk(self):
        if not self.small_disk:
            return
        filler = self.cluster.home / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass
        time.sleep(self.random.uniform(1, 3))
        filler.unlink()
        if not alive(self.cluster.pid()):
            self.kill_sluice()

    def any_job(self, *states):
        jobs = [(number, comment) for number, (_, state, comment) in self.lab.jobs().items() if state in states]
        if not jobs:
            return None
        number, comment = self.random.choice(jobs)
        self.hurt.add(comment.split(":")[2])
        return str(number)

    def cancel_job(self):
        number = self.any_job("RUNNING", "PENDING")
        if number:
            self.lab.run("scancel", number, check=False)

    def requeue_job(self):
        number = self.any_job("RUNNING")
        if number:
            self.lab.run("scontrol", "requeue", number, check=False)

    def test_everything_at_once(self):
        makers = [out_of_time] + [SHAPES[i % len(SHAPES)] for i in range(PODS - 1)]
        self.shapes = [make(Shape(self.marks, f"{make.__name__.replace('_', '-')}-{i}")) for i, make in enumerate(makers)]
        self.cluster.kubectl("create", "configmap", "words", "--from-literal=one=sesame")
        faults = [self.kill_sluice] * 3 + [self.kill_controller, self.kill_node, self.kill_database, self.fill_disk,
                                           self.cut_connection] + [self.kill_runner, self.cancel_job, self.requeue_job] * 2
        creator = threading.Thread(target=self.create)
        creator.start()
        try:
            end = time.monotonic() + SECONDS
            done = []
            while time.monotonic() < end:
                fault = self.random.choice(faults)
                done.append(fault.__name__)
                fault()
                self.lab.resume_nodes()
                time.sleep(self.random.uniform(0, 1.5))
            creator.join(timeout=120)
            self.assertFalse(creator.is_alive(), "every pod was created")
        finally:
            self.stop.set()
            creator.join()
        print("       " + ", ".join(f"{done.count(name)} {name}" for name in sorted(set(done))), flush=True)
        self.await_ends()
        self.check_truth()
        self.check_jobs()
        self.clear_away()

    # What has to be true afterwards.

    def await_ends(self):
        looked = time.monotonic()

        def unfinished():
            nonlocal looked
            self.lab.resume_nodes()
            # What ended while slurmctld forgot it, Slurm finds out when nodes register: every half hour, or now.
            if time.monotonic() > looked + 25:
                looked = time.monotonic()
                self.lab.run("scontrol", "reconfigure", check=False)
            for number, (_, state, _) in self.lab.jobs().items():
                if state == "PENDING":  # Slurm would wait two minutes with what was requeued
                    self.lab.run("scontrol", "update", f"jobid={number}", "starttime=now", check=False)
            return [p["metadata"]["name"] for p in self.cluster.get("pods")["items"]
                    if p["status"].get("phase") not in ("Succeeded", "Failed")]

        wait_none(unfinished, f"every pod has ended (seed {SEED})", 240)

    def excused(self):
        """Uids of pods that somebody hurt, or Slurm itself: it kills what runs without being known to slurmctld, which
        forgets what began up to five seconds before it was killed, and requeues what ended in them. It gives the ids
        of forgotten jobs out again, and ends all that has the id when one of them ends."""
        log = (self.lab.directory / "log/slurmctld.log").read_text(errors="replace")
        numbers = set(re.findall(r"(?:error: (?:Orphan|Registered).*?StepId|[Rr]equeu.*?JobId"
                                 r"|JobId(?==\d+ missing from batch node))=(\d+)", log))
        given = collections.Counter(re.findall(r"_slurm_rpc_(?:submit_batch_job|allocate_resources):? JobId=(\d+)", log))
        numbers |= {number for number, times in given.items() if times > 1}
        return self.hurt | {p["metadata"]["uid"] for p in self.pods.values()
                            if p["metadata"].get("annotations", {}).get("sluice.dev/job-id") in numbers}

    def check_truth(self):
        self.pods = {p["metadata"]["name"]: p for p in self.cluster.get("pods", "-l", "soak=shape")["items"]}
        self.assertEqual(set(self.pods), {shape.name for shape in self.shapes})
        excused, wrong = self.excused(), []
        for shape in self.shapes:
            found = self.pods[shape.name]
            hurt = found["metadata"]["uid"] in excused
            problem = self.problem(shape, found["status"], hurt)
            if problem:
                wrong.append(f"{shape.name}{' (hurt)' if hurt else ''}: {problem}: {json.dumps(found['status'])}")
        self.assertEqual(wrong, [], f"seed {SEED}, {len(wrong)} pods:\n" + "\n".join(wrong))
        print(f"       {len(self.shapes)} pods true, {sum(p['metadata']['uid'] in excused for p in self.pods.values())} "
              "of them hurt", flush=True)

    def problem(self, shape, status, hurt):
        phase = status["phase"]
        if not hurt and phase != shape.phase:
            return f"expected {shape.phase}"
        restarts = {c["name"]: c["restartCount"] for kind in ("initContainerStatuses", "containerStatuses")
                    for c in status.get(kind, [])}
        for name, starts in shape.starts.items():
            started, ended = shape.count(name, "start"), shape.count(name, "end")
            if started > (max(starts, 1 + restarts.get(name, 0)) if hurt else starts):
                return f"container {name} ran {started} times"
            if not hurt and (started, ended) != (starts, shape.ends[name]):
                return f"container {name} ran {started} times, {ended} to its end"
            if phase == "Succeeded" and ended < shape.ends[name]:
                return f"container {name} did not end"
        return None

    def check_jobs(self):
        def complete():
            return all(item["status"].get("succeeded") == 8 and any(
                c["type"] == "Complete" and c["status"] == "True" for c in item["status"].get("conditions", []))
                for item in self.cluster.get("jobs")["items"])

        wait_until(complete, "the Jobs are complete", 120, 1)
        for p in self.cluster.get("pods", "-l", "job-name")["items"]:
            name, status = p["metadata"]["name"], p["status"]
            mark = self.marks / f"{name}.job"
            words = mark.read_text().split() if mark.exists() else []
            restarts = status.get("containerStatuses", [{"restartCount": 0}])[0]["restartCount"]
            self.assertLessEqual(words.count("start"), 1 + restarts, f"{name}: {status}")
            self.assertIn("end" if status["phase"] == "Succeeded" else "", [*words, ""], f"{name}: {status}")

    def clear_away(self):
        self.cluster.kubectl("delete", "jobs,pods", "--all", timeout=180)
        # What a killed runner left on its node goes with the next one there.
        last = Shape(self.marks, "last").container("main").document
        self.cluster.apply(last)
        self.cluster.wait_phase("last", "Succeeded")
        self.cluster.kubectl("delete", "pod", "last")
        uids = [p["metadata"]["uid"] for p in self.pods.values()]
        scratch = pathlib.Path(os.environ.get("TMPDIR", "/tmp"))

        def left():
            jobs = {number: row for number, row in self.lab.jobs().items()
                    if row[1] in ("RUNNING", "PENDING", "COMPLETING", "SUSPENDED", "REQUEUED")}
            running = [line for word in (f"{self.cluster.home}/pods/", str(self.marks)) for _, line in processes_with(word)]
            directories = [*(self.cluster.home / "pods").iterdir(),
                           *(path for uid in uids for path in scratch.glob(f"sluice-pod-{uid}-*"))]
            mounted = [path for path in mounts() - self.mounts if any(word in path for word in (str(self.directory), "sluice-pod-"))]
            return [*jobs.items(), *running, *directories, *mounted]

        wait_none(left, f"nothing is left behind (seed {SEED})")
