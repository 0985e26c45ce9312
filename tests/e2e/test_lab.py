"""`sluice lab`: a real Slurm that anyone can start, use through its `env` file, and get rid of."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

from harness import Cluster, Lab, Scratch, SLUICE, TREE, alive, pod, wait_until


def missing(*programs):
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return [program for program in programs if not shutil.which(program, path=path)]


def processes_of(directory):
    """Living processes that name `directory` in their command line or environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if str(directory).encode() in text and alive(entry.name):
            found.append(f"{entry.name} {text[:80]}")
    return found


def lab_status(directory):
    """Exit code of `sluice lab status`, and the pid of each daemon that runs."""
    done = subprocess.run([SLUICE, "lab", "status", "--dir", str(directory)], text=True, capture_output=True)
    daemons = re.findall(r"^  (\S+) +running  pid (\d+)", done.stdout, re.MULTILINE)
    return done.returncode, {name: int(pid) for name, pid in daemons}


class LabTest(Scratch):
    def start(self, *options, name="lab"):
        lab = Lab(self.directory / name, *options)
        self.addCleanup(lab.down)
        return lab

    def finish_job(self, lab, script):
        """Runs `script` as a batch job and returns what it wrote."""
        output = lab.directory.parent / "job.out"
        job = lab.run("sbatch", "--parsable", f"--output={output}", "--wrap", script).stdout.strip()
        wait_until(lambda: lab.run("squeue", "--noheader", "--states=all", f"--jobs={job}", "--format=%T")
                   .stdout.strip() == "COMPLETED", "the job completes")
        return output.read_text()


class Life(LabTest):
    def test_up_status_down(self):
        lab = self.start("--nodes", "2")
        code, daemons = lab_status(lab.directory)
        self.assertEqual(code, 0)
        self.assertEqual(list(daemons), ["munged", "slurmctld", "slurmd-n1", "slurmd-n2"])
        self.assertEqual(self.finish_job(lab, "echo from a job"), "from a job\n")
        lab.down()
        code, daemons = lab_status(lab.directory)
        self.assertNotEqual(code, 0)
        self.assertEqual(daemons, {})
        self.assertEqual(processes_of(lab.directory), [])

    def test_down_after_a_crash_that_lost_the_state(self):
        lab = self.start("--nodes", "1", name="crash")
        lab.run("sbatch", "--output=/dev/null", "--wrap", "sleep 1000")
        wait_until(lambda: lab.run("squeue", "--noheader", "--states=RUNNING").stdout, "the job runs")
        for pid in lab_status(lab.directory)[1].values():
            os.kill(pid, signal.SIGKILL)
        (lab.directory / "lab.state").unlink()
        self.assertNotEqual(processes_of(lab.directory), [], "the job survives its daemons")
        lab.down()
        self.assertEqual(processes_of(lab.directory), [])

    def test_without_a_lab_status_says_so_and_down_is_content(self):
        done = subprocess.run([SLUICE, "lab", "status", "--dir", str(self.directory / "none")], text=True,
                              capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no lab in", done.stderr)
        subprocess.run([SLUICE, "lab", "down", "--dir", str(self.directory / "none")], check=True,
                       stdout=subprocess.DEVNULL)


@unittest.skipIf(missing("mariadbd", "slurmdbd", "slurmrestd", "sshd", "ssh", "curl"),
                 f"not installed: {', '.join(missing('mariadbd', 'slurmdbd', 'slurmrestd', 'sshd', 'ssh', 'curl'))}")
class Services(Scratch):
    """Each through the variables of `env`, as a person or a test would."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = Lab(cls.directory / "lab", "--nodes", "1", "--accounting", "--rest", "--ssh")
        cls.addClassCleanup(cls.lab.down)

    def test_ssh_logs_in_with_the_key_and_finds_slurm(self):
        env = self.lab.env
        done = self.lab.run(
            "ssh", "-F", "none", "-i", env["SLUICE_LAB_SSH_KEY"], "-p", env["SLUICE_LAB_SSH_PORT"],
            "-o", f"UserKnownHostsFile={env['SLUICE_LAB_SSH_KNOWN_HOSTS']}", "-o", "BatchMode=yes",
            "-o", "StrictHostKeyChecking=yes", f"{env['SLUICE_LAB_SSH_USER']}@{env['SLUICE_LAB_SSH_HOST']}",
            "sinfo --noheader --format=%P")
        self.assertEqual(done.stdout.split(), ["main*", "debug"])

    def test_rest_answers_a_token(self):
        user = self.lab.run("id", "--user", "--name").stdout.strip()
        token = self.lab.run("scontrol", "token", "lifespan=600").stdout.strip().partition("=")[2]
        old = self.lab.run("scontrol", "--version").stdout.split()[1].startswith("22.")
        url = f"{self.lab.env['SLUICE_LAB_REST_URL']}/slurm/{'v0.0.38' if old else 'v0.0.42'}/ping"
        done = self.lab.run("curl", "--silent", "--config", "-", url,
                            input=f'header = "X-SLURM-USER-NAME: {user}"\nheader = "X-SLURM-USER-TOKEN: {token}"\n')
        self.assertIn("UP", done.stdout)
        refused = self.lab.run("curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", url)
        self.assertEqual(refused.stdout, "401")

    def test_accounting_remembers_a_job(self):
        self.lab.run("srun", "--quiet", "--job-name=remembered", "true")
        line = "remembered|COMPLETED|0:0"
        wait_until(lambda: line in self.lab.run(
            "sacct", "--noheader", "--parsable2", "--allocations", "--format=jobname,state,exitcode").stdout,
            "sacct shows the job")


@unittest.skipUnless(os.geteuid() == 0, "not root: the other tests run as an ordinary user already")
class OrdinaryUser(Scratch):
    lab_options = ()
    user = "65534"

    def as_user(self, *argv):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.directory)}
        drop = ("setpriv", "--reuid", self.user, "--regid", self.user, "--clear-groups")
        done = subprocess.run([*drop, *argv], env=environment, cwd=self.directory, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_lab_needs_no_root(self):
        os.chown(self.directory, int(self.user), int(self.user))
        sluice, lab = str(self.directory / "sluice"), self.directory / "lab"
        shutil.copy(SLUICE, sluice)  # where it was built need not be open to everyone
        self.addCleanup(self.as_user, sluice, "lab", "down", "--dir", str(lab))
        self.as_user(sluice, "lab", "up", "--dir", str(lab), "--nodes", "1", *self.lab_options)
        script = f". {lab}/env; sbatch --quiet --output=job.out --wrap 'id --user'"
        self.as_user("sh", "-c", script)
        output = self.directory / "job.out"
        wait_until(lambda: output.exists() and output.read_text() == f"{self.user}\n", "the job says who it is")
        self.as_user(sluice, "lab", "down", "--dir", str(lab))
        self.assertEqual(processes_of(lab), [])


@unittest.skipUnless(TREE, "SLUICE_LAB_SLURM_ROOT does not name the tree of another system with Slurm")
class Tree(LabTest):
    def test_slurm_runs_inside_and_leaves_no_trace(self):
        stamp = self.directory / "before"
        stamp.touch()
        lab = self.start("--nodes", "2", "--slurm-root", TREE)
        release = pathlib.Path(TREE, "etc/os-release").read_text()
        self.assertEqual(self.finish_job(lab, "cat /etc/os-release"), release)
        self.assertEqual(self.finish_job(lab, "srun --quiet hostname"), os.uname().nodename + "\n")
        lab.control("stop", "slurmctld")  # saves its state: a killed one would forget these jobs
        self.assertNotIn("slurmctld", lab_status(lab.directory)[1])
        lab.control("start", "slurmctld")
        lab.control("kill", "slurmd", "n1")
        lab.control("start", "slurmd", "n1")
        self.assertEqual(lab_status(lab.directory)[0], 0)
        lab.run("srun", "--quiet", "--nodelist=n1", "true")
        lab.down()
        self.assertEqual(processes_of(lab.directory), [])
        changed = subprocess.run(["find", TREE, "-newer", str(stamp)], text=True, capture_output=True).stdout
        self.assertEqual(changed, "")
        self.assertNotIn(str(lab.directory), pathlib.Path("/proc/self/mountinfo").read_text())

    def test_pods_run_inside(self):
        lab = self.start("--nodes", "2", "--dynamic", "--slurm-root", TREE, name="pods")
        release = pathlib.Path(TREE, "etc/os-release").read_text()
        for way in ("cli", "auto"):
            cluster = Cluster(self.directory / f"home-{way}", lab, "--slurm", way)
            cluster.up()
            self.addCleanup(cluster.down)
            cluster.apply(pod("inside", ["cat", "/etc/os-release"]))
            cluster.wait_phase("inside", "Succeeded")
            self.assertEqual(cluster.kubectl("logs", "inside"), release)
            cluster.down()


@unittest.skipUnless(TREE, "SLUICE_LAB_SLURM_ROOT does not name the tree of another system with Slurm")
class TreeOfAnOrdinaryUser(OrdinaryUser):
    lab_options = ("--slurm-root", TREE)
    user = "1"  # daemon; newer Slurm does not accept nobody as SlurmUser
