"""What the end-to-end tests share: a scratch directory with a real Slurm, a `sluice up` on it, and
kubectl. Waits for conditions, never for time; stops only what it started."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import busybox_image

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ["PATH"] = f"{ROOT / 'build/tools/bin'}:{os.environ['PATH']}"  # see tools/newer_kubectl
TREE = os.environ.get("SLUICE_LAB_SLURM_ROOT", "")  # of another system, with its Slurm
SLUICE = os.environ.get("SLUICE_BINARY", str(ROOT / "build/release/sluice"))


def wait_until(condition, what, timeout=60.0, interval=0.05):
    """Calls `condition` until it returns something true, and returns that."""
    deadline = time.monotonic() + timeout
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout:.0f} s: {what}")
        time.sleep(interval)


def wait_none(listing, what, timeout=60.0, interval=1.0):
    """Calls `listing` until it returns nothing; fails with what it returned last."""
    deadline = time.monotonic() + timeout
    while left := listing():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout:.0f} s: {what}; left: {left}")
        time.sleep(interval)


class Lab:
    """A throw-away Slurm, `sluice lab`."""

    def __init__(self, directory, *options):
        self.directory = pathlib.Path(directory)
        subprocess.run([SLUICE, "lab", "up", "--dir", str(directory), *options], check=True,
                       stdout=subprocess.DEVNULL)
        listing = subprocess.run(["bash", "-c", f"set -a; . {directory}/env; env -0"], check=True,
                                 capture_output=True, env={"PATH": os.environ["PATH"]}).stdout
        self.env = dict(item.split("=", 1) for item in listing.decode().split("\0") if "=" in item)

    def run(self, *argv, check=True, **options):
        return subprocess.run(argv, env={**os.environ, **self.env}, check=check, text=True,
                              capture_output=True, **options)

    def jobs(self):
        """Every job of a pod that slurmctld knows: id -> (name, state, comment)."""
        out = self.run("squeue", "--noheader", "--states=all", "--format=%i\x1f%j\x1f%T\x1f%k").stdout
        rows = (line.split("\x1f") for line in out.splitlines() if line)
        return {int(row[0]): tuple(row[1:4]) for row in rows if row[3].startswith("sluice:")}

    def resume_nodes(self):
        """The administrator's part: after a crash slurmctld may drain a node that still runs a job it forgot (reason:
        Duplicate jobid)."""
        listing = self.run("sinfo", "--noheader", "-N", "--format=%N %t", check=False).stdout
        for node, state in (line.split() for line in set(listing.splitlines())):
            if state.startswith(("drain", "drng", "down")):
                self.run("scontrol", "update", f"nodename={node}", "state=resume", check=False)

    def control(self, verb, *daemon):
        subprocess.run([SLUICE, "lab", verb, "--dir", str(self.directory), *daemon], check=True,
                       stdout=subprocess.DEVNULL)

    def down(self):
        subprocess.run([SLUICE, "lab", "down", "--dir", str(self.directory)], check=True,
                       stdout=subprocess.DEVNULL)


class Server:
    """A Kubernetes API, whoever's it is, as kubectl sees it; environment() says where it is."""

    kubectl_path = "kubectl"

    def kubectl(self, *argv, check=True, input=None, timeout=120):
        done = subprocess.run([self.kubectl_path, *argv], env=self.environment(), text=True,
                              capture_output=True, input=input, timeout=timeout)
        if check and done.returncode != 0:
            raise AssertionError(f"kubectl {' '.join(argv)}: {done.stderr}{done.stdout}")
        return done if not check else done.stdout

    def get(self, *argv):
        return json.loads(self.kubectl("get", *argv, "-o", "json"))

    def apply(self, document):
        return self.kubectl("apply", "-f", "-", input=json.dumps(document))


class Cluster(Server):
    """A `sluice up` with its own home."""

    def __init__(self, home, lab, *options, kubectl="kubectl"):
        if "--runtime" not in options:  # most tests need no images: the machine's own programs do
            options = ("--runtime", "host", *options)
        self.home, self.lab, self.options, self.kubectl_path = pathlib.Path(home), lab, options, kubectl
        self.kubeconfig = self.home / "kubeconfig"

    def environment(self):
        return {**os.environ, **(self.lab.env if self.lab else {}), "SLUICE_HOME": str(self.home),
                "KUBECONFIG": str(self.kubeconfig), "HOME": str(self.home.parent)}

    def sluice(self, *argv, check=True, **options):
        return subprocess.run([SLUICE, *argv], env=self.environment(), check=check, text=True,
                              capture_output=True, **options)

    def up(self, *options, check=True):
        done = self.sluice("up", *self.options, *options, check=False)
        if check and done.returncode != 0:
            raise AssertionError(f"sluice up: {done.stderr}")
        return done

    def down(self):
        return self.sluice("down", check=False)

    def pid(self):
        return int((self.home / "sluice.pid").read_text().split()[0])

    def kill(self, signum=signal.SIGKILL):
        pid = self.pid()
        os.kill(pid, signum)
        wait_until(lambda: not alive(pid), f"process {pid} is gone")

    def phase(self, name):
        done = self.kubectl("get", "pod", name, "-o", "jsonpath={.status.phase}", check=False)
        return done.stdout if done.returncode == 0 else None

    def wait_phase(self, name, phase, timeout=60):
        wait_until(lambda: self.phase(name) == phase, f"pod {name} is {phase}", timeout)
        return self.get("pod", name)


def processes_with(*words):
    """Ids and command lines of processes, but this one, on whose command line all of the words stand, oldest first."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if all(word in line for word in words):
                found.append((int(entry.name), line))
    return sorted(found)


def as_operator(server, directory):
    """The environment of a `sluice operator` that may do what deploy/operator-rbac.yaml lets it, and no more."""
    server.kubectl("apply", "-f", str(ROOT / "deploy/operator-rbac.yaml"))
    token = server.kubectl("create", "token", "-n", "kube-system", "sluice-operator").strip()
    config = json.loads(server.kubectl("config", "view", "--raw", "--minify", "-o", "json"))
    config["users"][0]["user"] = {"token": token}
    path = pathlib.Path(directory) / "operator.kubeconfig"
    path.touch(mode=0o600)
    path.write_text(json.dumps(config))
    return {**server.environment(), "KUBECONFIG": str(path)}


def run_operator(test, server, *options, **environment):
    """As long as the class of tests runs; who kills it may start another."""
    log = test.directory / "operator.log"
    with open(log, "w") as out:
        operator = subprocess.Popen([SLUICE, "operator", *options], stderr=out,
                                    env={**as_operator(server, test.directory), **environment})
    test.addClassCleanup(operator.wait)
    test.addClassCleanup(operator.terminate)
    wait_until(lambda: "operator runs" in log.read_text(), "the operator runs", 60)
    return operator


def alive(pid):
    with contextlib.suppress(FileNotFoundError):
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def pod(name, command, **spec):
    """A one-container pod; keywords go into its spec, `container` into its container."""
    container = {"name": "main", "image": "debian:12", "command": command, **spec.pop("container", {})}
    metadata = {"name": name, **spec.pop("metadata", {})}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata,
            "spec": {"restartPolicy": "Never", "containers": [container], **spec}}


class Scratch(unittest.TestCase):
    """A test class with one scratch directory, removed at its end."""

    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(prefix="sluice-e2e."))
        if not os.environ.get("SLUICE_KEEP"):  # set it to look at logs afterwards
            cls.addClassCleanup(shutil.rmtree, cls.directory, ignore_errors=True)


class OnSlurm(Scratch):
    """A test class with one lab and one cluster for all its tests."""

    lab_options = ("--nodes", "2")
    up_options = ()
    image = None  # a name for an image with busybox, for runtimes that need one

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = Lab(cls.directory / "lab", *cls.lab_options)
        cls.addClassCleanup(cls.lab.down)
        cls.cluster = Cluster(cls.directory / "home", cls.lab, *cls.up_options)
        if cls.image:
            archive = busybox_image.write(cls.directory / "busybox.tar", cls.image)
            cls.cluster.sluice("image", "import", str(archive))
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
