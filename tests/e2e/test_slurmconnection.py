"""SlurmConnections and SlurmClusterConnections: every way to a Slurm elsewhere, what goes wrong on it, and who may."""
import json
import os
import random
import re
import signal
import subprocess
import time
import unittest

import upstream
from harness import SLUICE, TREE, Cluster, Lab, OnSlurm, Scratch, run_operator, wait_until
from slurm_elsewhere import PASSWORD, USER, Sshd, UsersLab

HELLO = "#!/bin/sh\necho hello\n"


class Connecting:
    """What both classes do; they have a cluster."""

    @classmethod
    def object(cls, kind, name, **parts):
        version = "v1" if kind in ("Secret", "ConfigMap") else "slurmjob.dev/v1"
        cls.cluster.apply({"apiVersion": version, "kind": kind, "metadata": {"name": name}, **parts})

    def connect(self, name, kind="SlurmConnection", **spec):
        self.object(kind, name, spec=spec)
        self.addCleanup(self.cluster.kubectl, "delete", kind, name, "--ignore-not-found", "--wait=false")

    def ready(self, name, kind="SlurmConnection"):
        conditions = self.cluster.get(kind, name).get("status", {}).get("conditions", [])
        return next((c for c in conditions if c["type"] == "Ready"), {})

    def await_ready(self, name, kind="SlurmConnection"):
        wait_until(lambda: self.ready(name, kind).get("status") == "True", f"{name} is ready")
        return self.cluster.get(kind, name)["status"]

    def await_reason(self, name, reason):
        return wait_until(lambda: (r := self.ready(name)).get("reason") == reason and r, f"{name} says {reason}")

    @staticmethod
    def manifest(name, connection, script=HELLO, kind="SlurmConnection"):
        return {"apiVersion": "slurmjob.dev/v1", "kind": "SlurmJob", "metadata": {"name": name},
                "spec": {"connectionRef": {"kind": kind, "name": connection}, "job": {"scriptCode": script}}}

    def launch(self, name, connection, script=HELLO, kind="SlurmConnection"):
        self.cluster.apply(self.manifest(name, connection, script, kind))
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", name, "--ignore-not-found", "--wait=false")

    def status(self, name):
        return self.cluster.get("slurmjob", name).get("status", {})

    def await_state(self, name, state, timeout=60):
        return wait_until(lambda: (s := self.status(name)).get("state") == state and s, f"{name} is {state}", timeout)

    def await_disconnected(self, name):
        wait_until(lambda: any(c["type"] == "Connected" and c["status"] == "False"
                               for c in self.status(name).get("conditions", [])), f"{name} tells the loss")


@unittest.skipUnless(os.geteuid() == 0, "not root: no sshd with users of its own")
class BySsh(Connecting, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = UsersLab(cls.directory / "lab", "--nodes", "1")
        cls.addClassCleanup(cls.lab.down)
        cls.sshd, cls.gate, cls.known = (cls.start_sshd(name) for name in ("sshd", "gate", "known"))
        (cls.directory / "known_hosts").write_text(cls.known.known_hosts())
        cls.cluster = Cluster(cls.directory / "home", cls.lab, "--ssh-known-hosts", str(cls.directory / "known_hosts"))
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
        cls.object("ConfigMap", "hosts", data={"known_hosts": cls.sshd.known_hosts() + cls.gate.known_hosts()})
        cls.object("Secret", "login", stringData={"user": USER, "passwd": PASSWORD})

    @classmethod
    def start_sshd(cls, name):
        sshd = Sshd(cls.directory / name, cls.lab)
        cls.addClassCleanup(sshd.stop)
        return sshd

    def by_ssh(self, sshd=None, **more):
        return {"host": "127.0.0.1", "port": (sshd or self.sshd).port, "secretName": "login",
                "knownHostsConfigMap": {"name": "hosts"}, **more}

    def test_a_connection_tells_the_cluster_and_jobs_go_through_it(self):
        self.connect("hpc", ssh=self.by_ssh())
        status = self.await_ready("hpc")
        self.assertEqual((status["way"], status["user"]), ("ssh", USER))
        self.assertTrue(status["cluster"] and status["slurmVersion"] and status["lastContact"], status)
        self.launch("hello", "hpc")
        self.await_state("hello", "COMPLETED")
        self.cluster.wait_phase("hello", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "hello"), "hello\n")

    def test_a_host_behind_another_is_reached_through_it(self):
        before = self.gate.logins()
        self.connect("behind", ssh=self.by_ssh(jump={"host": "127.0.0.1", "port": self.gate.port}))
        self.await_ready("behind")
        self.assertEqual(self.gate.logins(), before + 1)
        self.launch("behind", "behind")
        self.await_state("behind", "COMPLETED")

    def test_hosts_may_be_known_to_everybody(self):
        self.connect("known", ssh=self.by_ssh(self.known, knownHostsConfigMap=None))
        self.await_ready("known")

    def test_what_is_refused_is_told_by_reason(self):
        self.connect("stranger", ssh=self.by_ssh(knownHostsConfigMap=None))
        self.assertIn("SHA256:", self.await_reason("stranger", "HostKeyRefused")["message"])
        self.object("Secret", "wrong", stringData={"user": USER, "passwd": "no"})
        self.connect("wrong", ssh=self.by_ssh(secretName="wrong"))
        told = self.await_reason("wrong", "CredentialRefused")["message"]
        self.assertIn("does not accept the password", told)
        self.launch("waits", "wrong")
        wait_until(lambda: "does not accept" in self.status("waits").get("message", ""), "the job tells it too")
        self.object("Secret", "wrong", stringData={"user": USER, "passwd": PASSWORD})
        self.await_ready("wrong")  # and what waited for it goes on
        self.await_state("waits", "COMPLETED")

    def test_a_host_with_a_new_key_is_not_trusted(self):
        changed = self.start_sshd("changed")
        self.object("Secret", "changed", stringData={"user": USER, "passwd": PASSWORD, "knownHosts": changed.known_hosts()})
        self.connect("changed", ssh=self.by_ssh(changed, secretName="changed", knownHostsConfigMap=None))
        self.await_ready("changed")
        self.launch("trusting", "changed", "#!/bin/sh\nwhile [ ! -e ~/trust ]; do sleep 0.1; done\n")
        self.await_state("trusting", "RUNNING")
        changed.stop()
        changed.new_key("host_key")
        changed.start()
        self.await_disconnected("trusting")
        told = wait_until(lambda: "another one" in (m := self.status("trusting").get("message", "")) and m, "it is told")
        self.assertIn("SHA256:", told)
        (changed.home / "trust").touch()
        self.object("Secret", "changed", stringData={"user": USER, "passwd": PASSWORD, "knownHosts": changed.known_hosts()})
        self.await_state("trusting", "COMPLETED", timeout=90)

    def test_a_host_that_stalls_is_noticed_and_holds_up_nobody_else(self):
        self.connect("good", ssh=self.by_ssh(self.gate))
        stalled = self.start_sshd("stalled")
        self.object("Secret", "stalled", stringData={"user": USER, "passwd": PASSWORD, "knownHosts": stalled.known_hosts()})
        self.connect("stalled", ssh=self.by_ssh(stalled, secretName="stalled", knownHostsConfigMap=None))
        self.await_ready("stalled")
        self.await_ready("good")
        stalled.signal(signal.SIGSTOP)
        self.addCleanup(stalled.signal, signal.SIGCONT)
        for i in range(12):  # more than there are workers
            self.launch(f"stalled-{i}", "stalled")
        self.launch("passes", "good")
        self.await_state("passes", "COMPLETED")
        wait_until(lambda: self.ready("stalled").get("reason") == "Unreachable", "it is noticed", timeout=180)
        stalled.signal(signal.SIGCONT)
        for i in range(12):
            self.await_state(f"stalled-{i}", "COMPLETED", timeout=120)

    def test_slurmctld_may_be_away(self):
        self.connect("hpc", ssh=self.by_ssh())
        self.launch("through", "hpc", "#!/bin/sh\nwhile [ ! -e ~/ctld ]; do sleep 0.1; done\n")
        self.await_state("through", "RUNNING")
        self.lab.control("stop", "slurmctld")
        try:
            self.await_disconnected("through")
            self.launch("later", "hpc")
            wait_until(lambda: self.status("later").get("message"), "it cannot be submitted")
            self.assertEqual(self.status("later")["state"], "PENDING")
            failed = self.failed_questions("hpc")
            wait_until(lambda: self.failed_questions("hpc") >= failed + 1, "it is asked again")
            self.assertEqual([self.status(name)["state"] for name in ("through", "later")], ["RUNNING", "PENDING"])
        finally:
            self.lab.control("start", "slurmctld")
        (self.sshd.home / "ctld").touch()
        self.await_state("through", "COMPLETED", timeout=120)
        self.await_state("later", "COMPLETED", timeout=120)
        wait_until(lambda: all(c["status"] == "True" for c in self.status("later")["conditions"] if c["type"] == "Connected"),
                   "the outage is over")

    def failed_questions(self, connection):
        line = rf'sluice_slurmjob_queries_total{{cluster="{connection}",result="failed"}} (\d+)'
        return int(re.search(line, self.cluster.kubectl("get", "--raw", "/metrics"))[1])

    def test_of_two_operators_one_acts_and_either_may_be_killed(self):
        """At random points: no job is lost or doubled."""
        seed = random.randrange(1 << 30)
        print(f"seed {seed}")
        chance = random.Random(seed)
        other = Cluster(self.directory / "other", self.lab, "--controllers", "*,-slurmjob")
        other.up()
        self.addCleanup(other.down)
        operators = [Operator(self, other, i) for i in range(2)]
        wait_until(lambda: any(o.acts() for o in operators), "one of them acts")
        other.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login"},
                     "stringData": {"user": USER, "passwd": PASSWORD, "knownHosts": self.sshd.known_hosts()}})
        other.apply({"apiVersion": "slurmjob.dev/v1", "kind": "SlurmConnection", "metadata": {"name": "hpc"},
                     "spec": {"ssh": self.by_ssh(knownHostsConfigMap=None)}})
        names = []
        for turn in range(3):
            self.assertEqual(sum(o.acts() for o in operators), 1)
            jobs = [self.manifest(f"once-{turn}-{i}", "hpc") for i in range(8)]
            names += [job["metadata"]["name"] for job in jobs]
            other.apply({"apiVersion": "v1", "kind": "List", "items": jobs})
            if turn < 2:
                time.sleep(chance.random())  # anything may be under way
                leader = next(o for o in operators if o.acts())
                leader.kill()
                operators.remove(leader)
                operators.append(Operator(self, other, turn + 2))
                wait_until(lambda: any(o.acts() for o in operators), "another one acts", timeout=120)
        for name in names:
            wait_until(lambda: other.get("slurmjob", name).get("status", {}).get("state") == "COMPLETED", f"{name} ran",
                       timeout=120)
            uid = other.get("slurmjob", name)["metadata"]["uid"]
            out = self.lab.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%i").stdout
            self.assertEqual(len(out.split()), 1, name)


class Operator:
    """A `sluice operator` of a cluster; ends with the test."""

    def __init__(self, test, cluster, number):
        self.path = test.directory / f"operator-{number}.log"
        self.log = open(self.path, "w")
        test.addCleanup(self.log.close)
        self.process = subprocess.Popen([SLUICE, "operator"], env=cluster.environment(), stderr=self.log)
        test.addCleanup(self.kill)

    def acts(self):
        return self.process.poll() is None and "operator runs" in self.path.read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Here(Connecting, OnSlurm):
    """This machine's Slurm, through its commands and through slurmrestd; and who may use it."""
    lab_options = ("--nodes", "1", "--rest")

    def token(self):
        return self.lab.run("scontrol", "token").stdout.strip().removeprefix("SLURM_JWT=")

    def test_slurmrestd(self):
        shared = self.directory / "shared"
        shared.mkdir(exist_ok=True)
        shared.chmod(0o777)
        self.object("Secret", "token", stringData={"token": self.token()})
        rest = {"url": self.lab.env["SLUICE_LAB_REST_URL"], "secretName": "token", "workingDirectory": str(shared)}
        self.connect("rest", rest=rest)
        self.assertEqual(self.await_ready("rest")["way"], "rest")
        self.launch("by-rest", "rest", "#!/bin/sh\n#SBATCH --time=7 --job-name=mine\npwd\n")
        status = self.await_state("by-rest", "COMPLETED")
        limit = self.lab.run("squeue", "--noheader", "--states=all", f"--jobs={status['jobId']}", "--format=%l").stdout
        self.assertEqual(limit.strip(), "7:00")
        self.cluster.wait_phase("by-rest", "Succeeded")
        refused = self.cluster.kubectl("logs", "by-rest", check=False).stderr
        self.assertIn("slurmrestd cannot read files", refused)
        self.connect("shared", "SlurmClusterConnection", secretNamespace="default", rest={**rest, "sharedDirectory": True})
        self.await_ready("shared", "SlurmClusterConnection")
        self.launch("shared", "shared", "#!/bin/sh\npwd\n", kind="SlurmClusterConnection")
        self.cluster.wait_phase("shared", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "shared"), f"{shared}\n")
        self.launch("long", "rest", "#!/bin/sh\nexec sleep 1000\n")
        running = self.await_state("long", "RUNNING")
        self.cluster.kubectl("delete", "slurmjob", "long", timeout=60)
        state = self.lab.run("squeue", "--noheader", "--states=all", f"--jobs={running['jobId']}", "--format=%T").stdout
        self.assertIn(state.strip(), ("CANCELLED", "COMPLETING"))
        array = self.manifest("tasks", "shared", "#!/bin/sh\necho task $SLURM_ARRAY_TASK_ID\nexit $SLURM_ARRAY_TASK_ID\n",
                              "SlurmClusterConnection")
        array["spec"]["job"]["array"] = "0-1"
        array["spec"]["suspend"] = True
        self.cluster.apply(array)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "tasks", "--wait=false")
        wait_until(lambda: "Held" in self.status("tasks").get("reason", ""), "the array is held")
        self.cluster.kubectl("patch", "slurmjob", "tasks", "--type=merge", "--patch", '{"spec":{"suspend":false}}')
        tasks = self.await_state("tasks", "FAILED")["array"]
        self.assertEqual((tasks["completedTasks"], tasks["failedTasks"]), ("0", "1"))
        self.assertEqual(self.cluster.kubectl("logs", "tasks", "-c", "task-1"), "task 1\n")
        moved = self.manifest("moved", "rest")
        moved["spec"]["inputs"] = [{"path": "x", "configMap": {"name": "x"}}]
        self.cluster.apply(moved)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "moved", "--wait=false")
        self.assertIn("spec.inputs", self.await_state("moved", "ERROR")["message"])
        self.launch("own-output", "rest", "#!/bin/sh\n#SBATCH --output=/tmp/x\n")
        self.assertIn("--output", self.await_state("own-output", "ERROR")["message"])

    def test_a_wrong_token_is_told(self):
        self.object("Secret", "no-token", stringData={"token": "no"})
        self.connect("no-token", rest={"url": self.lab.env["SLUICE_LAB_REST_URL"], "secretName": "no-token"})
        wait_until(lambda: "token" in self.ready("no-token").get("message", ""), "it is told")

    def test_the_slurm_of_this_machine_for_those_who_may_use_it(self):
        self.connect("here", "SlurmClusterConnection", local={})
        self.assertEqual(self.await_ready("here", "SlurmClusterConnection")["way"], "local")
        k = self.cluster.kubectl
        k("create", "clusterrole", "jobs", "--verb=*", "--resource=slurmjobs.slurmjob.dev")
        k("create", "rolebinding", "jobs", "--clusterrole=jobs", "--user=jane")
        job = json.dumps(self.manifest("janes", "here", kind="SlurmClusterConnection"))
        refused = k("create", "--as=jane", "-f", "-", input=job, check=False).stderr
        self.assertIn('jane may not use the SlurmClusterConnection "here"', refused)
        self.cluster.apply({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "use-here"},
                            "rules": [{"apiGroups": ["slurmjob.dev"], "resources": ["slurmclusterconnections"],
                                       "resourceNames": ["here"], "verbs": ["use"]}]})
        k("create", "rolebinding", "use-here", "--clusterrole=use-here", "--user=jane")
        k("create", "--as=jane", "-f", "-", input=job)
        self.addCleanup(k, "delete", "slurmjob", "janes", "--wait=false")
        self.await_state("janes", "COMPLETED")
        self.check_printed("janes", "hello\n")

    def check_printed(self, name, text):
        self.cluster.wait_phase(name, "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", name), text)


@unittest.skipUnless(upstream.available(), "no $KUBEBUILDER_ASSETS")
class HereInUpstream(Here):
    """The same with Kubernetes' own API server, which decides who may, and `sluice operator`."""

    @classmethod
    def setUpClass(cls):
        super(OnSlurm, cls).setUpClass()
        cls.lab = Lab(cls.directory / "lab", *cls.lab_options)
        cls.addClassCleanup(cls.lab.down)
        cls.cluster = upstream.Upstream(cls.directory / "upstream")
        cls.enterClassContext(cls.cluster)
        run_operator(cls, cls.cluster, **cls.lab.env)

    test_slurmrestd = None  # reads logs throughout

    def check_printed(self, name, text):
        """No node of ours, no logs."""


@unittest.skipUnless(TREE, "SLUICE_LAB_SLURM_ROOT does not name the tree of another system with Slurm")
class TwoReleases(Connecting, OnSlurm):
    """This system's Slurm and that of another, at a time."""
    lab_options = ("--nodes", "1")

    def test_jobs_go_where_they_belong(self):
        other = Lab(self.directory / "other", "--nodes", "1", "--rest", "--slurm-root", TREE)
        self.addCleanup(other.down)
        token = other.run("scontrol", "token").stdout.strip().removeprefix("SLURM_JWT=")
        self.object("Secret", "other", stringData={"token": token})
        self.connect("other", rest={"url": other.env["SLUICE_LAB_REST_URL"], "secretName": "other"})
        self.connect("here", "SlurmClusterConnection", local={})
        releases = {self.await_ready("here", "SlurmClusterConnection")["slurmVersion"],
                    self.await_ready("other")["slurmVersion"]}
        self.assertEqual(len(releases), 2, releases)
        self.launch("with-here", "here", kind="SlurmClusterConnection")
        self.launch("with-other", "other")
        for name, lab, elsewhere in (("with-here", self.lab, other), ("with-other", other, self.lab)):
            self.await_state(name, "COMPLETED")
            uid = self.cluster.get("slurmjob", name)["metadata"]["uid"]
            known = [place.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%T").stdout.split()
                     for place in (lab, elsewhere)]
            self.assertEqual(known, [["COMPLETED"], []])


if __name__ == "__main__":
    unittest.main()
