"""Informers of other languages' clients live through a restart of the server, asked for or not: what changed is told
once, what did not change is not told again, and no error is one that they would not try again after."""
import json
import pathlib
import signal
import subprocess
import sys
import threading

from harness import OnSlurm, wait_until

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import javascript  # noqa: E402

ENDINGS = {"asked to stop": signal.SIGTERM, "killed": signal.SIGKILL}


class Lines:
    """A program that prints lines, and those that it has printed."""

    def __init__(self, argv, env):
        self.process = subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines, self.complaints = [], []
        self.threads = [threading.Thread(target=self.read, args=pair, daemon=True) for pair in
                        ((self.process.stdout, self.lines), (self.process.stderr, self.complaints))]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def read(stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))

    def end(self):
        self.process.kill()
        self.wait()

    def wait(self, timeout=60):
        code = self.process.wait(timeout)
        for thread in self.threads:
            thread.join(timeout)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Informers(OnSlurm):
    def put(self, name, value):
        self.cluster.apply({"apiVersion": "v1", "kind": "ConfigMap", "data": {"value": value},
                            "metadata": {"name": name, "labels": {"watched": "yes"}}})

    def remove(self, *names):
        self.cluster.kubectl("delete", "configmap", *names)

    def restart(self, signum):
        port = (self.cluster.home / "address").read_text()
        self.cluster.kill(signum)
        self.cluster.up()
        self.assertEqual((self.cluster.home / "address").read_text(), port)

    def told(self, program):
        return [tuple(json.loads(line)) for line in program.lines]

    def changes(self, program):
        return [line for line in self.told(program) if line[0] != "error"]

    def await_changes(self, program, expected):
        """In the order in which they happened, or, of a list, in any."""
        wait_until(lambda: len(self.changes(program)) >= len(expected) or program.process.poll() is not None,
                   f"{expected}, told so far {self.told(program)} {program.complaints}")
        self.assertEqual(sorted(self.changes(program)), sorted(expected), program.complaints)

    def live_through(self, argv, signum):
        """Everything that can happen to an object, before, across and after a restart."""
        for name in ("changed", "removed", "kept"):
            self.put(name, "1")
        program = Lines(argv, self.cluster.environment())
        self.addCleanup(program.end)
        expected = [("add", name, "1") for name in ("changed", "kept", "removed")]
        self.await_changes(program, expected)
        self.put("kept", "2")
        expected.append(("update", "kept", "2"))
        self.await_changes(program, expected)

        self.restart(signum)
        self.put("changed", "2")
        self.remove("removed")
        self.put("new", "1")
        expected += [("update", "changed", "2"), ("add", "new", "1")]
        wait_until(lambda: ("add", "new", "1") in self.changes(program),
                   f"what happened meanwhile; told {self.told(program)} {program.complaints}")
        self.put("changed", "3")
        expected.append(("update", "changed", "3"))
        wait_until(lambda: ("update", "changed", "3") in self.changes(program),
                   f"what happened afterwards; told {self.told(program)} {program.complaints}")
        ended = [line for line in self.changes(program) if line[0] == "delete"]
        self.assertEqual([line[1] for line in ended], ["removed"])
        self.assertEqual(sorted(line for line in self.changes(program) if line[0] != "delete"), sorted(expected))
        # Nothing but a connection that ended or could not be made.
        refusals = [line for line in self.told(program) if line[0] == "error" and line[1].isdigit()]
        self.assertEqual(refusals, [])
        self.assertIsNone(program.process.poll(), program.complaints)
        program.end()
        self.remove("changed", "kept", "new")

    def test_of_the_javascript_client(self):
        argv = javascript.run_arguments(HERE / "clients/informer.mjs", str(self.cluster.kubeconfig))
        for how, signum in ENDINGS.items():
            with self.subTest(server=how):
                self.live_through(argv, signum)

    def test_of_the_python_client(self):
        if subprocess.run(["/usr/bin/python3", "-c", "import kubernetes"], capture_output=True).returncode != 0:
            self.skipTest("python3-kubernetes is not installed")
        for how, signum in ENDINGS.items():
            with self.subTest(server=how):
                self.live_through([str(HERE / "clients/informer.py"), str(self.cluster.kubeconfig)], signum)

    def test_of_kubectl_ends_well(self):
        """It does not watch again; with Kubernetes, too, it just ends."""
        for how, signum in ENDINGS.items():
            with self.subTest(server=how):
                self.put("seen", "1")
                program = Lines(["kubectl", "get", "configmaps", "-l", "watched", "-w", "-o", "name"],
                                self.cluster.environment())
                self.addCleanup(program.end)
                wait_until(lambda: program.lines, "the first object")
                self.put("later", "1")
                wait_until(lambda: len(program.lines) == 2, "the second object")
                self.restart(signum)
                self.assertEqual(program.wait(), 0, program.complaints)
                self.assertEqual(program.lines, ["configmap/seen", "configmap/later"])
                self.remove("seen", "later")
