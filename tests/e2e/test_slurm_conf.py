"""Changes of slurm.conf: what `sluice plan` says each of them takes, and what real daemons do. With
SLUICE_LAB_SLURM_ROOT the daemons are those of that tree, as of a newer release."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import unittest

from harness import Lab, Scratch, SLUICE, TREE, alive, wait_none, wait_until

NOOP, R, B, C, D, A, X = ("NOOP", "RECONFIGURE", "RESTART_SLURMDBD", "RESTART_SLURMCTLD", "RESTART_SLURMD", "RESTART_ALL",
                          "DANGEROUS")

# Parameter, new value, as `scontrol show config` prints it: a reconfigure is enough in every release.
LIVE = [
    ("KillWait", "31", "31 sec"), ("MinJobAge", "301", "301 sec"), ("InactiveLimit", "90", "90 sec"),
    ("SlurmctldTimeout", "41", "41 sec"), ("SlurmdTimeout", "71", "71 sec"), ("MessageTimeout", "21", "21 sec"),
    ("BatchStartTimeout", "19", "19 sec"), ("CompleteWait", "3", "3 sec"), ("DefMemPerCPU", "101", "101"),
    ("MaxMemPerNode", "4000", "4000"), ("MaxStepCount", "4001", "4001"), ("MaxTasksPerNode", "99", "99"),
    ("SchedulerParameters", "batch_sched_delay=1", "batch_sched_delay=1"), ("SchedulerTimeSlice", "33", "33 sec"),
    ("DebugFlags", "Backfill", "Backfill"), ("SlurmctldDebug", "verbose", "verbose"),
    ("SlurmdDebug", "verbose", "verbose"), ("MailProg", "/bin/false", "/bin/false"),
    ("EnforcePartLimits", "ALL", "ALL"), ("JobRequeue", "1", "1"), ("ReturnToService", "1", "1"),
    ("ResvOverRun", "4", "4 min"), ("OverTimeLimit", "5", "5 min"), ("KillOnBadExit", "1", "1"),
    ("UnkillableStepTimeout", "66", "66 sec"), ("EpilogMsgTime", "2001", "2001 usec"),
    ("GroupUpdateTime", "601", "601 sec"), ("TreeWidth", "17", "17"), ("VSizeFactor", "101", "101 percent"),
    ("PrivateData", "jobs", "jobs"), ("MCSPlugin", "mcs/user", "mcs/user"), ("MaxArraySize", "2001", "2001"),
    ("Licenses", "matlab:3", "matlab:3"), ("HealthCheckInterval", "44", "44 sec"),
]

# Parameter, new value, shown, what it takes before 23.11 and from it, whether a reconfigure before 23.11 says no.
STARTED = [
    ("SchedulerType", "sched/builtin", "sched/builtin", C, R, True),
    ("SelectTypeParameters", "CR_CPU", "CR_CPU", C, R, True),
    ("MaxJobCount", "12345", "12345", C, R, False),
    ("JobCompType", "jobcomp/filetxt", "jobcomp/filetxt", C, R, False),
    ("GresTypes", "gpu", "gpu", A, R, False),
    ("ProctrackType", "proctrack/pgid", "proctrack/pgid", A, R, False),
    ("TaskPlugin", "task/affinity", "task/affinity", D, R, False),
]

# Parameter, daemon, library: what shows that those need the start which nobody tells of. It has the plugin when it has started.
LOADED = [
    ("JobCompType", "slurmctld", "jobcomp_filetxt.so"), ("GresTypes", "slurmd-n1", "gres_gpu.so"),
    ("ProctrackType", "slurmd-n1", "proctrack_pgid.so"), ("TaskPlugin", "slurmd-n1", "task_affinity.so"),
]
# Far more than before: slurmctld before 23.11 sets it back when it is reconfigured, and takes it when it starts.
MORE_JOBS = ("MaxJobCount", "200000", "200000")

# File beside slurm.conf, its line, another one, what that takes before 23.11 and from it.
DATABASE = "DbdHost=localhost\nSlurmUser=root\nStorageType=accounting_storage/mysql\nStorageUser=slurm\nStoragePass=p\n"
COMPANIONS = [
    ("gres.conf", "Name=fpga Count=4\n", "Name=fpga Count=2\n", A, R),
    ("gres.conf", "AutoDetect=off\n", "AutoDetect=nvml\n", A, R),
    ("cgroup.conf", "AllowedRAMSpace=100\n", "AllowedRAMSpace=90\n", R, R),
    ("cgroup.conf", "ConstrainCores=no\n", "ConstrainCores=yes\n", R, R),
    ("cgroup.conf", "IgnoreSystemd=no\n", "IgnoreSystemd=yes\n", D, R),
    ("topology.conf", "SwitchName=s1 Nodes=n[1-2]\n", "SwitchName=s1 Nodes=n1\nSwitchName=s2 Nodes=n2\n", R, R),
    ("plugstack.conf", "optional /a.so\n", "optional /b.so\n", R, R),
    ("slurmdbd.conf", DATABASE, DATABASE + "CommitDelay=2\n", B, B),
    ("slurmdbd.conf", DATABASE, DATABASE + "PurgeJobAfter=12months\nArchiveJobs=yes\n", B, B),
    ("slurmdbd.conf", DATABASE, DATABASE.replace("StoragePass=p", "StoragePass=q"), B, B),
    ("slurmdbd.conf", DATABASE, DATABASE + "StorageLoc=elsewhere\n", X, X),
]

# Parameter of slurmdbd.conf, new value, as `sacctmgr show configuration` prints it.
OF_SLURMDBD = [("CommitDelay", "2", "Yes"), ("MessageTimeout", "44", "44 secs"), ("PrivateData", "jobs", "jobs"),
               ("DebugLevel", "verbose", "verbose")]

# Parameter, new value: refused in every release; whether slurmctld before 23.11 says no itself.
REFUSED = [
    ("ClusterName", "other", False), ("StateSaveLocation", "/nowhere", False), ("SlurmUser", "daemon", False),
    ("SelectType", "select/linear", True), ("CredType", "cred/none", True),
    ("SwitchType", "switch/hpe_slingshot", True), ("AuthType", "auth/none", False),
    ("SlurmdSpoolDir", "/nowhere/%n", False),
]


def parameters(text, values):
    """The configuration with these parameters instead of those it has."""
    for name, value in values:
        text = re.sub(rf"(?m)^{name}=.*\n", "", text)
        text = f"{name}={value}\n{text}"
    return text


def plan_of(directory, name, before, after, release):
    """What is said of a change of that file."""
    for side, text in ("from", before), ("to", after):
        (directory / side).mkdir(exist_ok=True)
        file = directory / side / name
        file.touch(mode=0o600)
        file.write_text(text)
    done = subprocess.run([SLUICE, "plan", "--from", directory / "from" / name, "--to", directory / "to" / name, "--slurm", release],
                          text=True, capture_output=True)
    return done.stdout + done.stderr


@unittest.skipUnless(os.path.exists("/usr/sbin/slurmctld") or TREE, "slurmctld is not installed")
class Changes(Scratch):
    """One lab; each test leaves it with the configuration it started with."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = Lab(cls.directory / "lab", "--nodes", "2", *(("--slurm-root", TREE) if TREE else ()))
        cls.addClassCleanup(cls.lab.down)
        cls.conf = cls.lab.directory / "etc/slurm.conf"
        cls.base = cls.conf.read_text()
        version = cls.lab.run("scontrol", "--version").stdout.split()[1]
        cls.release = ".".join(version.split(".")[:2])
        cls.restarts_itself = cls.release >= "23.11"

    def setUp(self):
        self.addCleanup(self.reset)

    def reset(self):
        self.conf.write_text(self.base)
        self.restart("slurmctld", signal.SIGTERM)

    def pid(self, daemon="slurmctld"):
        done = subprocess.run([SLUICE, "lab", "status", "--dir", str(self.lab.directory)], text=True,
                              capture_output=True)
        found = re.search(rf"^  {daemon} +running  pid (\d+)", done.stdout, re.MULTILINE)
        return int(found[1]) if found else None

    def restart(self, daemon, signum=signal.SIGTERM):
        pid = self.pid(daemon)
        if pid:
            os.kill(pid, signum)
            wait_until(lambda: not alive(pid), f"{daemon} is gone")
        self.lab.control("start", *daemon.split("-"))

    def shown(self):
        """Of a slurmctld that may be busy starting: it is asked until it answers."""
        text = wait_until(lambda: self.lab.run("scontrol", "show", "config", check=False).stdout, "it tells its configuration")
        return {name: value.strip() for name, value in re.findall(r"^(\w+) *= ?(.*)$", text, re.MULTILINE)}

    def plan(self, text, release):
        """What is said of a change from the base to `text`."""
        changed = self.directory / "changed.conf"
        changed.write_text(text)
        original = self.directory / "base.conf"
        original.write_text(self.base)
        done = subprocess.run([SLUICE, "plan", "--from", str(original), "--to", str(changed), "--slurm", release],
                              text=True, capture_output=True)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def planned(self, text, release=None):
        """Its class."""
        said = self.plan(text, release or self.release)
        return NOOP if said == "Nothing changes.\n" else said.split()[0]

    def assert_planned(self, text, old, new):
        for release, expected in (("22.05", old), ("24.11", new)):
            with self.subTest(release=release):
                self.assertEqual(self.planned(text, release), expected)

    def assert_each_planned(self, rows):
        """Rows of parameter, new value, class before 23.11 and from it: all in one plan."""
        text = parameters(self.base, [row[:2] for row in rows])
        for release, column in (("22.05", 2), ("24.11", 3)):
            found = re.findall(r"(?m)^  slurm\.conf: (\w+): .* \[(\w+)\]$", self.plan(text, release))
            self.assertEqual(dict(found), {row[0]: row[column] for row in rows}, release)

    def assert_shown(self, values):
        def differing():
            shown = self.shown()
            return {name: shown.get(name) for name, _, text in values
                    if (shown.get(name) or "").lower() != text.lower()}
        wait_none(differing, "all is in effect", interval=0.1)

    def test_what_means_the_same_is_nothing(self):
        lines = self.base.splitlines()
        other = "# a comment\n" + "\n".join(reversed(lines)).replace("KillWait", "killwait")
        self.assertEqual(self.planned(other), NOOP)

    def test_live_changes_need_a_reconfigure_and_nothing_more(self):
        self.assert_each_planned([(name, value, R, R) for name, value, _ in LIVE])
        new = parameters(self.base, [(name, value) for name, value, _ in LIVE])
        new = re.sub(r"PartitionName=debug .*",
                     "PartitionName=debug Nodes=n1 MaxTime=02:00:00 PriorityTier=7 State=DRAIN\n"
                     "PartitionName=added Nodes=odd\nNodeSet=odd Nodes=n1", new)
        new = re.sub(r"(NodeName=n1 .*) Feature=lab", r"\1 Feature=lab,fast Weight=9", new)
        self.assert_planned(new, R, R)
        job = self.lab.run("sbatch", "--parsable", "--output=/dev/null", "--wrap", "sleep 600").stdout.strip()
        self.addCleanup(self.lab.run, "scancel", job)
        wait_until(lambda: "RUNNING" in self.job(job), "the job runs", timeout=180)  # when nodes have registered again
        pid, before = self.pid(), self.shown()
        self.conf.write_text(new)
        after = self.shown()
        self.assertEqual([name for name, _, _ in LIVE if before[name] != after[name]], [], "not by writing alone")
        self.lab.run("scontrol", "reconfigure")
        self.assert_shown(LIVE)
        partition = self.asked("scontrol", "show", "partition", "debug")
        for text in ("MaxTime=02:00:00", "PriorityTier=7", "State=DRAIN", "Nodes=n1"):
            self.assertIn(text, partition)
        self.assertIn("Nodes=n1", self.asked("scontrol", "show", "partition", "added"))
        node = self.asked("scontrol", "show", "node", "n1")
        self.assertIn("Weight=9", node)
        self.assertIn("fast", node)
        self.assert_is_still(pid)
        self.assertIn("RUNNING", self.job(job))
        self.conf.write_text(self.base)  # the partition goes again: nobody is in it
        self.assertEqual(self.planned(self.base), NOOP)
        self.lab.run("scontrol", "reconfigure")
        wait_until(lambda: "not found" in self.asked("scontrol", "show", "partition", "added"), "the partition is gone")
        self.assertIn("RUNNING", self.job(job))

    def assert_is_still(self, pid):
        """From 23.11 on a reconfigure starts another process, which goes on with everything."""
        if not self.restarts_itself:
            self.assertEqual(self.pid(), pid)

    def asked(self, *argv):
        """What a command prints once slurmctld answers, as it may not while it starts anew."""
        def answered():
            done = self.lab.run(*argv, check=False)
            unknown = "Invalid job id" in done.stderr or "not found" in done.stdout + done.stderr
            return (done.stdout + done.stderr) if done.returncode == 0 or unknown else None
        return wait_until(lambda: (answered() or "").strip() or None, f"{' '.join(argv)} is answered")

    def job(self, job):
        return self.asked("squeue", "--states=all", f"--jobs={job}", "--format=%T")

    def test_what_is_read_at_the_start_needs_one(self):
        self.assert_each_planned([(name, value, old, new) for name, value, _, old, new, _ in STARTED])
        values = [(name, value) for name, value, *_ in STARTED]
        wanted = [row[:3] for row in STARTED]
        if self.restarts_itself:
            self.conf.write_text(parameters(self.base, values))
            self.lab.run("scontrol", "reconfigure")
            self.assert_shown(wanted)
            return
        for name, value, _, _, _, told in STARTED:
            if told:
                self.assert_told(name, value)
        self.conf.write_text(parameters(self.base, values))
        self.restart_all()
        self.assert_shown(wanted)

    def reset_all(self):
        self.conf.write_text(self.base)
        self.restart_all()

    def restart_all(self):
        for daemon in ("slurmctld", "slurmd-n1", "slurmd-n2"):
            self.restart(daemon)

    def loaded(self):
        """Which rows of LOADED are so. A daemon that starts anew may have none for a moment."""
        def has(daemon, library):
            with contextlib.suppress(FileNotFoundError, TypeError):
                return library in pathlib.Path(f"/proc/{int(self.pid(daemon))}/maps").read_text()
            return False
        return [row for row in LOADED if has(*row[1:])]

    def test_a_start_is_needed_where_slurmctld_does_not_say_so(self):
        """It prints new values after a reconfigure, and goes on as it was."""
        values = [row[:2] for row in STARTED if not row[-1] and row[0] != "MaxJobCount"] + [MORE_JOBS[:2]]
        self.addCleanup(self.reset_all)
        self.assertEqual(self.loaded(), [])
        self.conf.write_text(parameters(self.base, [*values, ("SlurmdDebug", "verbose")]))
        self.lab.run("scontrol", "reconfigure")
        if not self.restarts_itself:
            self.assert_shown([("SlurmdDebug", "verbose", "verbose"), ("JobCompType", "jobcomp/filetxt", "jobcomp/filetxt")])
            told = lambda: (self.lab.directory / "log/slurmd-n1.log").read_text().count("got reconfigure request")
            before = told()  # which it says from the second on, when it is verbose
            wait_until(lambda: told() > before or self.lab.run("scontrol", "reconfigure") and None, "n1 has heard of it", interval=0.5)
            self.assertEqual(self.loaded(), [])
            self.assertNotEqual(self.shown()["MaxJobCount"], MORE_JOBS[2])
            self.restart_all()
        wait_none(lambda: [row for row in LOADED if row not in self.loaded()], "daemons that have started have their plugins")
        self.assert_shown([MORE_JOBS])

    def test_files_beside_slurm_conf(self):
        for name, before, after, old, new in COMPANIONS:
            for release, expected in ("22.05", old), ("24.11", new):
                with self.subTest(file=name, to=after, release=release):
                    said = plan_of(self.directory, name, before, after, release)
                    self.assertEqual(said.split()[0], expected, said)

    def beside(self, name, text):
        """A file beside slurm.conf, until the test is through."""
        path = self.conf.parent / name
        path.write_text(text)
        self.addCleanup(path.unlink)

    def test_switches_change_by_a_reconfigure(self):
        before, after = next(row[1:3] for row in COMPANIONS if row[0] == "topology.conf")
        self.beside("topology.conf", before)
        self.conf.write_text(parameters(self.base, [("TopologyPlugin", "topology/tree")]))
        self.restart("slurmctld")
        pid = self.pid()
        self.assertNotIn("SwitchName=s2", self.asked("scontrol", "show", "topology"))
        (self.conf.parent / "topology.conf").write_text(after)
        self.lab.run("scontrol", "reconfigure")
        wait_until(lambda: "SwitchName=s2" in self.asked("scontrol", "show", "topology"), "there is another switch")
        self.assert_is_still(pid)

    def assert_told(self, name, value):
        """slurmctld refuses to reconfigure and keeps what it has."""
        before = self.shown()[name]
        self.conf.write_text(parameters(self.base, [(name, value)]))
        self.assertNotEqual(self.lab.run("scontrol", "reconfigure", check=False).returncode, 0, name)
        self.assertEqual(self.shown()[name], before)

    def test_dangerous_changes_are_refused(self):
        self.assert_each_planned([(name, value, X, X) for name, value, _ in REFUSED])
        smaller = parameters(self.base, [("MaxNodeCount", "9")])
        self.assertEqual(self.planned(smaller), R if self.restarts_itself else C)
        if not self.restarts_itself:
            for name, value, told in REFUSED:
                if told:
                    self.assert_told(name, value)
        # Another name: slurmctld does not start with the state of a cluster that is called otherwise.
        pid = self.pid()
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not alive(pid), "slurmctld is gone")
        self.conf.write_text(parameters(self.base, [("ClusterName", "other")]))
        done = subprocess.run([SLUICE, "lab", "start", "--dir", str(self.lab.directory), "slurmctld"], text=True,
                              capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("CLUSTER NAME MISMATCH", (self.lab.directory / "log/slurmctld.log").read_text())

    def held(self, *options):
        done = self.lab.run("sbatch", "--parsable", "--hold", "--output=/dev/null", *options, "--wrap", "true")
        return done.stdout.strip()

    def test_what_a_refusal_saves_from(self):
        job, other = self.held(), self.held("--partition=debug")
        # The saved state is elsewhere: no job is known.
        place = self.directory / "elsewhere"
        place.mkdir()
        self.conf.write_text(parameters(self.base, [("StateSaveLocation", str(place))]))
        self.restart("slurmctld")
        self.assertNotIn("PENDING", self.job(job))
        self.reset()
        self.assertIn("PENDING", self.job(job))
        # A partition goes that has a job.
        without = re.sub(r"(?m)^PartitionName=debug .*\n", "", self.base)
        self.assert_planned(without, R, R)
        self.conf.write_text(without)
        self.lab.run("scontrol", "reconfigure")
        wait_until(lambda: "PENDING" not in self.job(other), "the job of the partition is no more")
        self.assertIn("PENDING", self.job(job))
        self.lab.run("scancel", job, other, check=False)

    def test_more_nodes_end_an_old_slurmctld_that_is_reconfigured(self):
        node = "NodeName=n3 NodeAddr=127.0.0.1 Port=1999 State=DOWN\n"
        more = self.base.replace("PartitionName=", node + "PartitionName=", 1)
        count = parameters(self.base, [("MaxNodeCount", "77")])
        for text, old in ((more, A), (count, C)):
            self.assert_planned(text, old, R)
            pid = self.pid()
            self.conf.write_text(text)
            self.lab.run("scontrol", "reconfigure", check=False)
            if self.restarts_itself:
                wait_until(lambda: self.lab.run("scontrol", "ping", check=False).returncode == 0, "slurmctld answers")
            else:
                wait_until(lambda: not alive(pid), "slurmctld has ended")
                self.restart("slurmctld")
            if text is count:
                self.assert_shown([("MaxNodeCount", "77", "77")])
            else:
                wait_until(lambda: "NodeName=n3" in self.asked("scontrol", "show", "node", "n3"), "the node is known")
            self.reset()

    def test_ports_do_not_change_by_a_reconfigure(self):
        text = parameters(self.base, [("SlurmctldPort", "1998")])
        self.assert_planned(text, A, A)
        elsewhere = self.directory / "commands.conf"  # whose port is the old one
        elsewhere.write_text(self.base)
        port = self.shown()["SlurmctldPort"]
        self.conf.write_text(text)
        os.kill(self.pid(), signal.SIGHUP)
        self.lab.env["SLURM_CONF"], kept = str(elsewhere), self.lab.env["SLURM_CONF"]
        try:
            wait_until(lambda: self.shown().get("SlurmctldPort") == "1998", "it has read the new port")
            self.assertIn("UP", self.lab.run("scontrol", "ping").stdout, f"it still listens on {port}")
        finally:
            self.lab.env["SLURM_CONF"] = kept


@unittest.skipUnless(os.path.exists("/usr/sbin/slurmdbd") or TREE, "slurmdbd is not installed")
class ChangesOfSlurmdbd(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = Lab(cls.directory / "lab", "--nodes", "1", "--accounting", *(("--slurm-root", TREE) if TREE else ()))
        cls.addClassCleanup(cls.lab.down)

    def shown(self):
        text = wait_until(lambda: self.lab.run("sacctmgr", "-n", "show", "configuration", check=False).stdout, "it tells its configuration")
        return dict(re.findall(r"(?m)^(\w+) *= ?(.*?) *$", text))

    def test_slurmdbd_takes_its_file_when_it_starts(self):
        """A reconfigure of the cluster is none of its business."""
        file = self.lab.directory / "etc/slurmdbd.conf"
        base = file.read_text()
        changed = parameters(base, [row[:2] for row in OF_SLURMDBD])
        for release in "22.05", "24.11":
            self.assertEqual(plan_of(self.directory, "slurmdbd.conf", base, changed, release).split()[0], B)
        before = self.shown()
        file.write_text(changed)
        self.lab.run("scontrol", "reconfigure")
        told = lambda shown: {name: shown.get(name) for name, *_ in OF_SLURMDBD}
        self.assertEqual(told(self.shown()), told(before))
        self.lab.control("stop", "slurmdbd")
        self.lab.control("start", "slurmdbd")
        wait_until(lambda: told(self.shown()) == {name: shown for name, _, shown in OF_SLURMDBD}, "all is in effect")


if __name__ == "__main__":
    unittest.main()
