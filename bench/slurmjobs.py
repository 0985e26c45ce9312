"""What SlurmJobs cost the cluster they run on, against an operator that logs in once for each job and second to
ask for its state, as the first one did; how soon their status follows; how fast they are submitted."""
import collections
import getpass
import json
import os
import pathlib
import statistics
import subprocess
import threading
import time

from harness import Cluster, wait_until
from report import at_least, line, resident_mib
from slurm_elsewhere import USER, Sshd, UsersLab

RUNNING, MANY, KEPT = 100, 1000, 10_000
OUTPUT = 1 << 30
WATCHED_SECONDS = 30
POLLS, POLLS_AT_A_TIME = 120, 4
CHANGES = 15
LOOP = 100
JOBS = "/apis/slurmjob.dev/v1/namespaces/default/slurmjobs"


def slurmjobs(directory, _lab):
    if os.geteuid() != 0:
        print("slurmjobs: skipped, an sshd with users of its own needs root")
        return
    directory.chmod(0o755)  # the lab's user has a part of it
    place = directory / "slurmjobs"
    place.mkdir()
    lab = UsersLab(place / "lab", "--nodes", "8", "--cpus", "64")
    sshd = Sshd(place / "sshd", lab)
    cluster = Cluster(place / "home", lab, "--runtime", "host")
    try:
        cluster.up()
        cluster.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login"},
                       "stringData": {"user": USER, "privateKey": sshd.read("user_key"), "knownHosts": sshd.known_hosts()}})
        bench = Bench(cluster, lab, sshd)
        bench.cost()
        bench.delay_of_new_ones()
        bench.output()
        bench.rate()
        bench.delay()
        cluster.down()
        keep(place / "kept", lab, sshd)
    finally:
        cluster.down()
        sshd.stop()
        lab.down()


def keep(home, lab, sshd):
    """Objects whose jobs are over and that nobody deletes: what they take, and that nothing is done about them."""
    cluster = Cluster(home, lab)
    cluster.up()
    empty = resident_mib(cluster.pid())
    cluster.down()
    cluster.up("--controllers", "*,-slurmjob")
    over = {"state": "COMPLETED", "run": 1, "jobId": 7, "exitCode": 0, "observedGeneration": 1, "name": "kept", "user": USER,
            "partition": "main", "nodes": "n1", "time": "0:01", "timestamp": "2030-01-01T00:00:01Z",
            "startTime": "2030-01-01T00:00:00Z", "endTime": "2030-01-01T00:00:01Z"}
    items = [{"apiVersion": "slurmjob.dev/v1", "kind": "SlurmJob", "metadata": {"name": f"kept-{i}", "namespace": "default"},
              "spec": {"connection": {"host": "127.0.0.1", "port": str(sshd.port), "secretName": "login"},
                       "job": {"scriptCode": "#!/bin/sh\nexit 0\n"}}, "status": over} for i in range(KEPT)]
    cluster.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login"},
                   "stringData": {"user": USER, "passwd": "x"}})
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    cluster.kubectl("create", "--validate=false", "-f", "-", input=text, timeout=600)
    cluster.kubectl("replace", "--validate=false", "--subresource=status", "-f", "-", input=text, timeout=600)
    cluster.down()
    cluster.up()
    wait_until(lambda: cluster.kubectl("get", "pods", "-o", "name").count("\n") == KEPT, "their pods are there", 600, 1)
    cluster.down()
    logins, start = sshd.logins(), time.monotonic()
    cluster.up()
    line("sluice up on 10,000 SlurmJobs that are over", time.monotonic() - start, "s", 2.0)
    version = json.loads(cluster.kubectl("get", "--raw", JOBS + "?limit=1"))["metadata"]["resourceVersion"]
    news = [cluster.kubectl("get", "--raw", f"{path}?watch=true&resourceVersion={version}&timeoutSeconds=10")
            for path in (JOBS, "/api/v1/namespaces/default/pods")]
    line("resident memory beyond an empty one, with their pods", resident_mib(cluster.pid()) - empty, "MiB", 600)
    written, logins = [text.count("\n") for text in news], sshd.logins() - logins
    cluster.down()
    if any(written) or logins:
        raise AssertionError(f"{written} writes of objects that are over and of their pods, {logins} logins: expected none")


class Bench:
    def __init__(self, cluster, lab, sshd):
        self.cluster, self.lab, self.sshd = cluster, lab, sshd
        self.news = News(cluster)

    def create(self, names, script):
        items = [{"apiVersion": "slurmjob.dev/v1", "kind": "SlurmJob", "metadata": {"name": name},
                  "spec": {"name": name, "connection": {"host": "127.0.0.1", "port": str(self.sshd.port),
                                                        "secretName": "login"},
                           "job": {"scriptCode": script}}} for name in names]
        self.cluster.kubectl("create", "--validate=false", "-f", "-", timeout=600,
                             input=json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))

    def host_cpu(self):
        """Of sshd, all that ran below it, and slurmctld."""
        controller = int((self.lab.directory / "run/slurmctld.pid").read_text())
        return sum(map(cpu_with_children, [self.sshd.pid, *self.sshd.sessions(), controller]))

    def cost(self):
        """A while of jobs that run, and the same by a login and a question for each job and second."""
        names = [f"running-{i}" for i in range(RUNNING)]
        self.create(names, "#!/bin/sh\nexec sleep 3600\n")
        for name in names:
            self.news.await_state(name, "RUNNING")
        time.sleep(5)  # until what follows the start of so many is over
        cpu, logins = self.host_cpu(), self.sshd.logins()
        time.sleep(WATCHED_SECONDS)
        ours = (self.host_cpu() - cpu) / WATCHED_SECONDS
        connections = max(1, self.sshd.logins() - logins)

        cpu = self.host_cpu()
        ids = [self.news.job_id(name) for name in names]
        poll_all([ids[i % RUNNING] for i in range(POLLS)], self.sshd)
        theirs = (self.host_cpu() - cpu) / POLLS * RUNNING
        print(f"{RUNNING} running jobs: {1000 * ours:.1f} ms of CPU a second on the Slurm host, "
              f"{1000 * theirs:.0f} ms with a login for each; {connections} login in {WATCHED_SECONDS} s")
        line("CPU on the Slurm host / with a login for each job", ours / theirs, "", 1 / 50)
        line("logins / with one for each job and second", connections / (RUNNING * WATCHED_SECONDS), "", 1 / 100)
        self.cluster.kubectl("delete", "slurmjobs", *names, timeout=300)

    def delay_of_new_ones(self):
        """A job writes when it starts; its object says RUNNING so much later."""
        delays = []
        for i in range(CHANGES):
            self.create([f"new-{i}"], "#!/bin/sh\ndate +%s.%N > ~/started.tmp; mv ~/started.tmp ~/started\nsleep 3\n")
            seen = self.news.await_state(f"new-{i}", "RUNNING")
            started = self.sshd.home / "started"
            wait_until(started.exists, "it has started")  # Slurm may say so before the script does
            delays.append(seen - float(started.read_text()))
            started.unlink()
        line("a new job runs until its status says so", statistics.median(delays), "s", 0.5)

    def rate(self):
        """Objects until all have a job, against sbatch in a loop on the Slurm host, half of it before and half after."""
        script = self.sshd.directory / "held.sh"
        script.write_text("#!/bin/sh\n#SBATCH --hold\nsleep 1\n")
        loop = self.sbatch_seconds(script)
        start = time.monotonic()
        self.create([f"many-{i}" for i in range(MANY)], script.read_text())
        for i in range(MANY):
            self.news.job_id(f"many-{i}")
        ours = MANY / (time.monotonic() - start)
        sbatch = 2 * LOOP / (loop + self.sbatch_seconds(script))
        print(f"{MANY} SlurmJobs: {ours:.1f}/s; sbatch in a loop: {sbatch:.1f}/s")
        at_least("SlurmJobs a second / sbatch in a loop", ours / sbatch, "", 0.8)
        self.check_one_job_each("many-")

    def check_one_job_each(self, prefix):
        """Jobs have the UIDs of their objects as names."""
        names = self.lab.run("squeue", "--noheader", "--states=all", "--format=%j").stdout.split()
        jobs = collections.Counter(names)
        wrong = {o["metadata"]["name"]: jobs[o["metadata"]["uid"]] for o in self.cluster.get("slurmjobs")["items"]
                 if o["metadata"]["name"].startswith(prefix) and jobs[o["metadata"]["uid"]] != 1}
        if wrong:
            raise AssertionError(f"jobs in Slurm, expected one each: {wrong}")

    def output(self):
        """A file with holes, so that only its way here takes time."""
        self.create(["printed"], f"#!/bin/sh\ntruncate -s {OUTPUT} /proc/self/fd/1\n")
        self.news.await_state("printed", "COMPLETED")
        self.cluster.wait_phase("printed", "Succeeded")
        process = pathlib.Path(f"/proc/{self.cluster.pid()}")
        (process / "clear_refs").write_text("5")  # the peak counts from now on
        before = peak_mib(process)
        start = time.monotonic()
        logs = subprocess.Popen(["kubectl", "logs", "printed"], env=self.cluster.environment(), stdout=subprocess.PIPE)
        got = 0
        while piece := logs.stdout.read(1 << 20):
            got += len(piece)
        if (got, logs.wait()) != (OUTPUT, 0):
            raise AssertionError(f"{got} bytes of {OUTPUT}, kubectl ended with {logs.returncode}")
        print(f"a gigabyte of output: {time.monotonic() - start:.1f} s")
        line("memory for a gigabyte of output", max(0.1, peak_mib(process) - before), "MiB", 64)

    def sbatch_seconds(self, script):
        start = time.monotonic()
        for _ in range(LOOP):
            self.lab.run("sbatch", str(script))
        took = time.monotonic() - start
        self.lab.run("scancel", "--state=PENDING", f"--user={getpass.getuser()}", check=False)
        return took

    def delay(self):
        """Among a thousand that nothing happens to, one is cancelled in Slurm, at any moment of the interval."""
        delays = []
        for i in range(CHANGES):
            time.sleep(3 + i / 7)
            job = self.news.job_id(f"many-{i}")
            start = time.time()
            self.lab.run("scancel", str(job))
            delays.append(self.news.await_state(f"many-{i}", "CANCELLED") - start)
        line("a change in Slurm among 1,000 jobs until the status says so", statistics.median(delays), "s", 1.5)


class News:
    """What a watch has told: when each object was first seen in each state, and its job."""

    def __init__(self, cluster):
        self.seen, self.jobs, self.changed = {}, {}, threading.Condition()
        watch = subprocess.Popen(["kubectl", "get", "--raw", JOBS + "?watch=true"], env=cluster.environment(), text=True,
                                 stdout=subprocess.PIPE)
        threading.Thread(target=self.read, args=(watch.stdout,), daemon=True).start()

    def read(self, lines):
        for text in lines:
            document = json.loads(text)["object"]
            status = document.get("status", {})
            with self.changed:
                self.seen.setdefault((document["metadata"]["name"], status.get("state")), time.time())
                if "jobId" in status:
                    self.jobs[document["metadata"]["name"]] = status["jobId"]
                self.changed.notify_all()

    def await_state(self, name, state):
        return self.wait(self.seen, (name, state))

    def job_id(self, name):
        return self.wait(self.jobs, name)

    def wait(self, found, key):
        with self.changed:
            if not self.changed.wait_for(lambda: key in found, timeout=600):
                raise AssertionError(f"{key} was not seen")
            return found[key]


def peak_mib(process):
    return int((process / "status").read_text().split("VmHWM:")[1].split()[0]) / 1024


def cpu_with_children(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def poll_all(ids, sshd):
    """A login and a squeue for each."""
    ssh = ["ssh", "-F", "none", "-i", sshd.directory / "user_key", "-p", str(sshd.port), "-o", "StrictHostKeyChecking=no",
           "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", f"{USER}@127.0.0.1"]
    for first in range(0, len(ids), POLLS_AT_A_TIME):
        polls = [subprocess.Popen([*ssh, f"squeue --noheader --jobs={job}"], stdout=subprocess.DEVNULL)
                 for job in ids[first:first + POLLS_AT_A_TIME]]
        for poll in polls:
            if poll.wait() != 0:
                raise AssertionError("a login of the other operator failed")
    wait_until(lambda: len(sshd.sessions()) <= 3, "their sessions are over")
