"""Exactly once: `sluice up`, slurmctld and slurmd are killed at random moments while 100 pods are
created and run; at the end every pod has run exactly once and shows its true outcome."""
import collections
import os
import random
import threading
import time

from harness import OnSlurm, pod, wait_none

PODS = int(os.environ.get("SLUICE_EXACTLY_ONCE_PODS", "100"))
KILLS = int(os.environ.get("SLUICE_EXACTLY_ONCE_KILLS", "30"))
SEED = int(os.environ.get("SLUICE_EXACTLY_ONCE_SEED", str(random.SystemRandom().randrange(1 << 30))))


class ExactlyOnce(OnSlurm):
    lab_options = ("--nodes", "4")

    def setUp(self):
        self.random = random.Random(SEED)
        self.marks = self.directory / "marks"
        self.marks.mkdir(exist_ok=True)
        print(f"       seed {SEED}, {PODS} pods, {KILLS} kills", flush=True)

    def create_pods(self):
        """Creates every pod, again and again until the server has acknowledged it once."""
        for i in range(PODS):
            code = i % 5
            # One line per execution, appended atomically; then a while of work; then the exit code.
            script = (f"echo run >> {self.marks}/{i}; sleep {self.random.uniform(0, 1.5):.2f}; exit {code}")
            document = pod(f"p{i}", ["sh", "-c", script])
            while not self.stop.is_set():
                try:
                    self.cluster.apply(document)
                    break
                except AssertionError:
                    time.sleep(0.05)

    def kill_something(self, count):
        if count % 10 == 4:
            self.lab.control("kill", "slurmctld")
            time.sleep(self.random.uniform(0, 0.5))
            self.lab.control("start", "slurmctld")
        elif count % 10 == 8:
            node = f"n{self.random.randrange(1, 5)}"
            self.lab.control("kill", "slurmd", node)
            time.sleep(self.random.uniform(0, 0.5))
            self.lab.control("start", "slurmd", node)
        self.cluster.kill()
        started = self.cluster.up(check=False)
        self.assertEqual(started.returncode, 0, started.stderr)

    def test_a_hundred_pods_and_thirty_kills(self):
        self.stop = threading.Event()
        creator = threading.Thread(target=self.create_pods)
        creator.start()
        try:
            for count in range(KILLS):
                time.sleep(self.random.uniform(0.05, 1.2))
                self.kill_something(count)
                self.lab.resume_nodes()
            creator.join(timeout=120)
            self.assertFalse(creator.is_alive(), "every pod was created")
        finally:
            self.stop.set()
            creator.join()

        def unfinished():
            self.lab.resume_nodes()
            items = self.cluster.get("pods")["items"]
            return [p["metadata"]["name"] for p in items
                    if p["status"].get("phase") not in ("Succeeded", "Failed")]

        wait_none(unfinished, "every pod has finished", timeout=400)
        pods = {p["metadata"]["name"]: p for p in self.cluster.get("pods")["items"]}
        self.assertEqual(len(pods), PODS)
        runs = collections.Counter({i: len((self.marks / str(i)).read_text().splitlines())
                                    if (self.marks / str(i)).exists() else 0 for i in range(PODS)})
        wrong = {i: n for i, n in runs.items() if n != 1}
        self.assertEqual(wrong, {}, f"runs other than one (seed {SEED}): " + "\n".join(
            f"p{i}: {pods[f'p{i}']['metadata']['uid']} {pods[f'p{i}']['status']}" for i in wrong))
        for i in range(PODS):
            status = pods[f"p{i}"]["status"]
            self.assertEqual(status["phase"], "Succeeded" if i % 5 == 0 else "Failed", f"p{i}: {status}")
            terminated = status["containerStatuses"][0]["state"]["terminated"]
            self.assertEqual(terminated["exitCode"], i % 5, f"p{i}: {status}")
