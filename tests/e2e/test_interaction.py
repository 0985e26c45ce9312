"""Reaching into pods that run: exec, cp, attach, run -i and port-forward, over WebSocket and SPDY, and without
any connection home."""
import os
import re
import shutil
import socket
import subprocess
import urllib.request

from harness import OnSlurm, pod, wait_until

SERVER = "import http.server; http.server.test(http.server.SimpleHTTPRequestHandler, port={port}, bind='127.0.0.1')"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Talks:
    """What every way of reaching a pod has to pass; `cluster` and `directory` come from the class."""

    name = "target"
    protocol = {}  # what makes kubectl choose one

    def environment(self):
        return {**self.cluster.environment(), **self.protocol}

    @classmethod
    def start_target(cls):
        cls.cluster.apply(pod(cls.name, ["sleep", "1000"], terminationGracePeriodSeconds=0,
                              container={"env": [{"name": "COLOUR", "value": "green"}]}))
        cls.cluster.wait_phase(cls.name, "Running")

    def run_kubectl(self, *argv, **options):
        return subprocess.run([self.cluster.kubectl_path, *argv], env=self.environment(), timeout=60,
                              capture_output=True, **options)

    def exec(self, *command, flags=(), **options):
        return self.run_kubectl("exec", *flags, self.name, "--", *command, **options)

    def test_output_errors_and_exit_code_are_kept_apart(self):
        done = self.exec("sh", "-c", "echo $COLOUR; echo oops >&2; exit 7")
        self.assertEqual(done.stdout, b"green\n")
        self.assertIn(b"oops\n", done.stderr)
        self.assertIn(b"command terminated with exit code 7", done.stderr)
        self.assertEqual(done.returncode, 7)

    def test_a_megabyte_comes_back_as_it_went(self):
        sent = os.urandom(1 << 20)
        done = self.exec("cat", flags=("-i",), input=sent)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout == sent, f"{len(done.stdout)} bytes came back")

    def test_a_missing_program_is_named(self):
        done = self.exec("no-such-program")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b'exec: "no-such-program"', done.stderr)

    def test_files_are_copied_both_ways(self):
        with_tar = self.directory / f"copy-{type(self).__name__}-{len(self.protocol)}"
        there = f"/tmp/{self.directory.name}-{with_tar.name}"  # without containers it is the machine's own
        self.addCleanup(shutil.rmtree, there, ignore_errors=True)
        (with_tar / "in").mkdir(parents=True)
        (with_tar / "in/data").write_bytes(os.urandom(300_000))
        self.run_kubectl("cp", str(with_tar / "in"), f"{self.name}:{there}")
        self.run_kubectl("cp", f"{self.name}:{there}/data", str(with_tar / "back"))
        self.assertEqual((with_tar / "back").read_bytes(), (with_tar / "in/data").read_bytes())

    def test_a_terminal_is_one(self):
        if not shutil.which("script"):
            self.skipTest("no program to give kubectl a terminal")
        # The size comes when the client gets round to telling it.
        script = 'tty; while [ "$(stty size)" = "0 0" ]; do :; done; stty size'
        command = f"stty cols 90 rows 30; {self.cluster.kubectl_path} exec -it {self.name} -- sh -c '{script}'"
        done = subprocess.run(["script", "-qec", command, "/dev/null"], env=self.environment(), timeout=60,
                              capture_output=True, stdin=subprocess.DEVNULL)
        self.assertIn(b"/dev/pts/", done.stdout)
        self.assertIn(b"30 90", done.stdout)

    def test_a_port_is_forwarded(self):
        port = free_port()
        server = subprocess.Popen([self.cluster.kubectl_path, "exec", self.name, "--", "python3", "-c",
                                   SERVER.format(port=port)], env=self.environment(),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: listens(port), "the server listens")
        forward = subprocess.Popen([self.cluster.kubectl_path, "port-forward", self.name, f":{port}"], text=True,
                                   env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            local = re.search(r"127\.0\.0\.1:(\d+)", forward.stdout.readline()).group(1)
            for _ in range(3):
                with urllib.request.urlopen(f"http://127.0.0.1:{local}/", timeout=20) as answer:
                    self.assertIn(b"Directory listing", answer.read())
        finally:
            for child in forward, server:
                child.terminate()
                child.wait()
                if child.stdout:
                    child.stdout.close()


class Direct(Talks, OnSlurm):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_target()

    def test_attaching_feeds_and_shows_the_container(self):
        self.cluster.apply(pod("echo", ["sh", "-c", "while read x; do echo got $x; done; exit 3"],
                               container={"stdin": True, "stdinOnce": True}))
        self.cluster.wait_phase("echo", "Running")
        done = self.run_kubectl("attach", "-i", "echo", input=b"one\ntwo\n")
        self.assertIn(b"got one\ngot two\n", done.stdout)
        document = self.cluster.wait_phase("echo", "Failed")
        self.assertEqual(document["status"]["containerStatuses"][0]["state"]["terminated"]["exitCode"], 3)

    def test_run_with_input_gives_the_output_and_the_exit_code(self):
        done = self.run_kubectl("run", "piped", "-i", "--rm", "--quiet", "--restart=Never", "--image=none", "--",
                                "sh", "-c", "cat; exit 5", input=b"through\n")
        self.assertIn(b"through\n", done.stdout)
        self.assertEqual(done.returncode, 5, done.stderr)
        wait_until(lambda: self.cluster.phase("piped") is None, "the pod is removed")

    def test_a_pod_that_waits_in_the_queue_says_so(self):
        self.cluster.apply(pod("queued", ["true"], metadata={
            "annotations": {"slurm-job.hpk.io/flags": "--hold"}}))
        wait_until(lambda: self.lab.jobs() and self.cluster.phase("queued") == "Pending", "it is pending")
        done = self.run_kubectl("exec", "queued", "--", "true")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b'container not found ("main")', done.stderr)

    def test_a_restarted_server_reaches_pods_of_before(self):
        self.cluster.kill()
        self.cluster.up()
        self.assertEqual(self.exec("echo", "hi").stdout, b"hi\n")

    def test_the_run_before_has_a_log_of_its_own(self):
        marker = self.directory / "ran"
        self.cluster.apply(pod("again", ["sh", "-c", f"test -e {marker} && echo second && exec sleep 1000; "
                                                     f"touch {marker}; echo first; exit 1"],
                               restartPolicy="OnFailure", terminationGracePeriodSeconds=0))
        wait_until(lambda: self.cluster.kubectl("logs", "again", check=False).stdout == "second\n", "it runs again")
        self.assertEqual(self.cluster.kubectl("logs", "again", "--previous"), "first\n")
        refused = self.cluster.kubectl("logs", self.name, "--previous", check=False)
        self.assertIn("previous terminated container", refused.stderr)

    def test_spdy_does_the_same(self):
        self.protocol = {"KUBECTL_REMOTE_COMMAND_WEBSOCKETS": "false", "KUBECTL_PORT_FORWARD_WEBSOCKETS": "false"}
        for test in (self.test_output_errors_and_exit_code_are_kept_apart, self.test_a_megabyte_comes_back_as_it_went,
                     self.test_files_are_copied_both_ways, self.test_a_terminal_is_one, self.test_a_port_is_forwarded):
            with self.subTest(test.__name__):
                test()


class ThroughSlurm(Talks, OnSlurm):
    """Runners cannot connect home: everything goes through steps of their jobs."""

    up_options = ("--runner-listen", "none")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_target()


class InContainers(Talks, OnSlurm):
    """The same in containers of an image, and what only they have."""

    test_a_port_is_forwarded = None  # the image has no server; the network is the same
    up_options = ("--runtime", "builtin")
    image = "debian:12"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.start_target()

    def test_a_command_sees_the_containers_files_and_processes(self):
        done = self.exec("sh", "-c", "cat /proc/1/cmdline; test -e /usr/bin/kubectl || echo alone")
        self.assertIn(b"sleep", done.stdout)
        self.assertIn(b"alone", done.stdout)

    def test_containers_that_share_processes_are_entered_too(self):
        self.cluster.apply(pod("shared", ["sleep", "1000"], shareProcessNamespace=True,
                               terminationGracePeriodSeconds=0))
        self.cluster.wait_phase("shared", "Running")
        done = self.run_kubectl("exec", "shared", "--", "sh", "-c", "ps; echo done")
        self.assertIn(b"sleep 1000", done.stdout)
        self.assertIn(b"done", done.stdout)

    def test_an_ephemeral_container_is_attached_to(self):
        done = self.run_kubectl("debug", self.name, "-i", "--image=debian:12", "--target=main", "--",
                                "sh", "-c", "read x; echo heard $x", input=b"word\n")
        self.assertIn(b"heard word", done.stdout, done.stderr)
