"""Pods whose container is an MPI program: one process for each task of the job, over several nodes."""
import pathlib
import subprocess

import busybox_image
from harness import Cluster, Lab, OnSlurm, Scratch, pod, wait_none, wait_until

HERE = pathlib.Path(__file__).resolve().parent
# What the benchmark's own verification expects of 2^24 pairs.
EP_24 = ("13176389", "-3.2478346520e+03", "-6.9584070784e+03")


def build_program(directory):
    program = directory / "mpi_program"
    subprocess.run(["g++", "-std=c++17", "-O2", "-o", str(program), str(HERE / "mpi_program.cpp"),
                    "-l:libmpich.so.12"], check=True, cwd=directory)
    return program


def with_libraries(program):
    """The program and all it is linked with, as files of an image."""
    files = [("usr/bin/mpi_program", program.read_bytes(), 0o755)]
    for line in subprocess.run(["ldd", str(program)], check=True, capture_output=True, text=True).stdout.splitlines():
        path = next((word for word in line.split() if word.startswith("/")), None)
        if path:
            files.append((path.lstrip("/"), pathlib.Path(path).read_bytes(), 0o755))
    return files


def mpi(name, *arguments, annotations=None, **spec):
    """A pod of four ranks on two nodes."""
    container = {"image": "mpi:1", **spec.pop("container", {})}
    metadata = {"annotations": {"sluice.dev/mpi": "pmi2", "sluice.dev/ntasks": "4", "sluice.dev/nodes": "2",
                                **(annotations or {})}}
    return pod(name, ["mpi_program", *arguments], container=container, metadata=metadata, **spec)


class Deaf:
    """`cluster` has a pod whose ranks, and what those have started, heed no SIGTERM."""

    def test_what_ignores_the_signal_is_killed_on_every_node(self):
        marker = f"{self.cluster.home}/deaf"
        loop = "while :; do sleep 0.1; done"
        self.cluster.apply(mpi("deaf", container={"command": ["sh", "-c", f"trap '' TERM; ({loop}) & {loop}", marker]},
                               terminationGracePeriodSeconds=1))

        def left():
            return subprocess.run(["pgrep", "-f", f"^sh -c trap.* {marker}"], capture_output=True, text=True).stdout.split()
        wait_until(lambda: len(left()) == 8, "four ranks run, with a child each")
        self.cluster.kubectl("delete", "pod", "deaf", "--wait=false")
        wait_until(lambda: self.cluster.phase("deaf") is None, "the pod is gone")
        wait_none(left, "nothing of it is left")


class Mpi(Deaf, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        program = build_program(cls.directory)
        cls.lab = Lab(cls.directory / "lab", "--nodes", "2")
        cls.addClassCleanup(cls.lab.down)
        cls.cluster = Cluster(cls.directory / "home", cls.lab, "--runtime", "builtin")
        archive = busybox_image.write(cls.directory / "mpi.tar", "mpi:1", files=with_libraries(program),
                                      config={"Env": ["PATH=/bin:/usr/bin"]})
        cls.cluster.sluice("image", "import", str(archive))
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)

    def run_pod(self, document, phase="Succeeded"):
        name = document["metadata"]["name"]
        self.cluster.apply(document)
        done = self.cluster.wait_phase(name, phase)
        return done, self.cluster.kubectl("logs", name)

    def rank_log(self, document, rank):
        name = document["metadata"]["name"]
        return self.cluster.kubectl("get", "--raw", f"/api/v1/namespaces/default/pods/{name}/log?rank={rank}").splitlines()

    def test_all_ranks_meet_and_share_what_the_pod_gives_them(self):
        document = mpi("hello", "hello", container={
            "command": ["sh", "-c", "WORD=$(cat /shared/word) exec mpi_program hello"],
            "securityContext": {"runAsUser": 1234},
            "volumeMounts": [{"name": "shared", "mountPath": "/shared"}]},
            volumes=[{"name": "shared", "emptyDir": {}}])
        document["spec"]["initContainers"] = [{
            "name": "first", "image": "mpi:1", "command": ["sh", "-c", "echo hi > /shared/word"],
            "volumeMounts": [{"name": "shared", "mountPath": "/shared"}]}]
        done, log = self.run_pod(document)
        self.assertRegex(log, r"^rank 0 of 4 on n[12] says hi as 1234\nsum of ranks 6\n$")
        nodes = {log.split()[5]}
        for rank in (1, 2, 3):
            line, = self.rank_log(done, rank)
            self.assertRegex(line, f"^rank {rank} of 4 on n[12] says hi as 1234$")
            nodes.add(line.split()[5])
        self.assertEqual(nodes, {"n1", "n2"})

    def test_the_log_can_have_the_output_of_all_ranks(self):
        _, log = self.run_pod(mpi("all", "hello", annotations={"sluice.dev/mpi-output": "all"}))
        for rank in range(4):
            self.assertRegex(log, f"(?m)^{rank}: rank {rank} of 4 on")

    def test_the_rank_that_fails_says_how_the_container_ended(self):
        done, _ = self.run_pod(mpi("fails", "fail", "3", "7"), "Failed")
        ended = done["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual((ended["exitCode"], ended["reason"]), (7, "Error"))
        self.assertIn("rank 3", ended["message"])

    def test_a_program_that_is_not_there_is_told(self):
        done, _ = self.run_pod(mpi("nothing", container={"command": ["no-such-program"]}), "Failed")
        ended = done["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual((ended["exitCode"], ended["reason"]), (128, "StartError"))
        self.assertIn("no-such-program", ended["message"])

    def test_every_rank_is_told_to_end_and_one_can_be_entered(self):
        self.cluster.apply(mpi("waits", "wait"))
        uid = self.cluster.wait_phase("waits", "Running")["metadata"]["uid"]
        directory = self.cluster.home / "pods" / uid / "1"

        def said(word):
            logs = [directory / "main.log", *(directory / f"main.rank-{rank}.log" for rank in (1, 2, 3))]
            return all(log.exists() and word in log.read_text() for log in logs)
        wait_until(lambda: said("waiting"), "all ranks wait")
        self.assertIn("mpi_program", self.cluster.kubectl("exec", "waits", "--", "sh", "-c", "cat /proc/*/comm || true"))
        self.cluster.kubectl("delete", "pod", "waits", "--wait=false")
        wait_until(lambda: said("terminated") or not directory.exists(), "all ranks are told to end")
        wait_until(lambda: self.cluster.phase("waits") is None, "the pod is gone")
        running = subprocess.run(["pgrep", "-f", f"{uid}/1 --task"], capture_output=True).stdout
        self.assertEqual(running, b"")

    def test_flags_that_are_not_allowed_fail_the_pod_by_name(self):
        self.cluster.apply(mpi("refused", "hello", annotations={"slurm-job.hpk.io/mpi-flags": "--multi-prog x"}))
        done = self.cluster.wait_phase("refused", "Failed")
        self.assertEqual(done["status"]["reason"], "InvalidFlags")
        self.assertIn("slurm-job.hpk.io/mpi-flags: \"--multi-prog\"", done["status"]["message"])

    def test_a_sweep_of_parallel_runs_as_jobs(self):
        """The workflow of the paper on HPK: one kernel with growing numbers of tasks, side by side."""
        for tasks in (1, 2, 4):
            self.cluster.apply({
                "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": f"ep-{tasks}"},
                "spec": {"backoffLimit": 0, "template": {
                    "metadata": {"annotations": {"slurm-job.hpk.io/flags": f"--ntasks={tasks}",
                                                 "slurm-job.hpk.io/mpi-flags": "--mpi=pmi2"}},
                    "spec": {"restartPolicy": "Never", "containers": [
                        {"name": "ep", "image": "mpi:1", "command": ["mpi_program", "ep", "24"]}]}}}})
        for tasks in (1, 2, 4):
            self.cluster.kubectl("wait", f"job/ep-{tasks}", "--for=condition=Complete", "--timeout=120s", timeout=150)
            pairs, sx, sy = EP_24
            self.assertEqual(self.cluster.kubectl("logs", f"job/ep-{tasks}"),
                             f"ranks {tasks} pairs {pairs} sx {sx} sy {sy}\n")

    def test_an_indexed_job_gives_each_run_its_parameter(self):
        self.cluster.apply({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "indexed"},
            "spec": {"completionMode": "Indexed", "completions": 2, "parallelism": 2, "template": {
                "metadata": {"annotations": {"sluice.dev/mpi": "pmi2", "sluice.dev/ntasks": "2"}},
                "spec": {"restartPolicy": "Never", "containers": [
                    {"name": "ep", "image": "mpi:1",
                     "command": ["sh", "-c", "exec mpi_program ep 1$JOB_COMPLETION_INDEX"]}]}}}})
        self.cluster.kubectl("wait", "job/indexed", "--for=condition=Complete", "--timeout=60s")
        logs = {self.cluster.kubectl("logs", item["metadata"]["name"]).split(" sx")[0]
                for item in self.cluster.get("pods", "-l", "job-name=indexed")["items"]}
        self.assertEqual({log.split()[1] for log in logs}, {"2"})
        self.assertEqual(len(logs), 2)


class MpiOnTheHost(Deaf, OnSlurm):
    def test_bare_processes_meet_as_well(self):
        program = build_program(self.directory)
        self.cluster.apply(mpi("hello", container={"command": [str(program), "hello"],
                                                   "env": [{"name": "WORD", "value": "hi"}]}))
        self.cluster.wait_phase("hello", "Succeeded")
        self.assertIn("sum of ranks 6", self.cluster.kubectl("logs", "hello"))
