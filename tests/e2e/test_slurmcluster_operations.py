"""A SlurmCluster with two controllers, accounting and REST in use: it is redeployed, hurt, and brought back while jobs run."""
import json
import os
import signal
import stat
import tarfile
import threading
import unittest

import upstream
from faults import Faults, programs
from harness import wait_none, wait_until
from slurm_clusters import PlainNode, SlurmClusters, free_ports, slurm_cluster

CUT = ("missing socket error", "Connection reset by peer", "Zero Bytes were transmitted")  # what commands of Slurm call it


class TestOperations(SlurmClusters):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.document = slurm_cluster("ops", free_ports(1)[0], accounting={}, rest={},
                                     controllers={"replicas": 2, "addresses": ["127.0.0.1", "127.0.0.2"]})
        cls.document["spec"]["slurmConf"]["node"] = PlainNode.SETTINGS
        cls.document["spec"]["identity"] = {"files": {"configMap": "people"}}
        cls.people("ada")
        cls.cluster.apply(cls.document)
        cls.wait_ready(cls, "ops")
        cls.node = PlainNode(cls.cluster, cls.directory / "node", cls.document)
        cls.addClassCleanup(cls.node.stop)
        wait_until(lambda: cls.node.state() == "idle", "the node is there", timeout=120)

    @classmethod
    def people(cls, *names):
        lines = [f"{name}:x:{40000 + i}:{40000 + i}::/home/{name}:/bin/sh\n" for i, name in enumerate(names)]
        cls.cluster.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "people"},
                           "data": {"passwd": "".join(lines)}})

    def uid_of(self, pod):
        found = self.cluster.kubectl("get", "pod", pod, "-o", "jsonpath={.metadata.uid}", check=False)
        return found.stdout if found.returncode == 0 else ""

    def test_1_controllers_are_replaced_one_by_one_and_one_always_answers(self):
        job = self.node.submit("sleep 600")
        wait_until(lambda: self.node.job_state(job) == "RUNNING", "the job runs")
        pods = ("ops-controller-0", "ops-controller-1")
        before = {pod: self.uid_of(pod) for pod in pods}
        over, silent = threading.Event(), []

        def ask():
            """A slurmctld that ends closes the connections it has not come to; squeue then gives up, and is asked once more."""
            while not over.is_set():
                answers = []
                for _ in range(2):
                    answers.append(self.node.run("squeue", "-h", "-t", "all", "-o", "%i %T", check=False))
                    if not any(cut in answers[-1].stderr for cut in CUT):
                        break
                if f"{job} RUNNING" not in answers[-1].stdout:
                    silent.append([answer.stderr + answer.stdout for answer in answers])

        asking = threading.Thread(target=ask)
        asking.start()
        try:
            self.document["spec"]["slurmConf"]["more"] = "MaxJobCount=9000\n"  # slurmctld takes that over by a restart only
            self.cluster.apply(self.document)
            wait_until(lambda: all(self.uid_of(pod) not in ("", before[pod]) for pod in pods), "both are new", timeout=240)
            self.wait_ready("ops")
        finally:
            over.set()
            asking.join()
        self.assertEqual(silent, [])
        second = self.cluster.kubectl("logs", "ops-controller-1", "-c", "slurmctld")
        self.assertIn("REQUEST_TAKEOVER", second)
        self.assertIn("9000", self.node.run("scontrol", "show", "config").split("MaxJobCount")[1].splitlines()[0])
        self.assertIn("ops-controller-0 is UP\nSlurmctld(backup) at ops-controller-1 is UP", self.node.run("scontrol", "ping"))
        self.assertEqual(self.node.job_state(job), "RUNNING")
        self.node.run("scancel", str(job))

    def test_2_nobody_shares_the_state_of_a_slurmctld_that_runs(self):
        told = self.cluster.kubectl("exec", "ops-controller-0", "-c", "slurmctld", "--", "sh", "-c",
                                    'flock -n "/var/spool/slurmctld/lock-$(uname -n)" true || echo taken')
        self.assertIn("taken", told)

    def test_2_users_come_and_nothing_differs_from_what_was_declared(self):
        self.assertIn("uid=40000(ada)", self.inside("ops", "id", "ada"))
        self.people("ada", "grace")
        wait_until(lambda: "uid=40001(grace)" in self.inside("ops", "id", "grace"), "who came later is known too", timeout=120)
        declared = self.directory / "ops.json"
        declared.write_text(json.dumps(self.document))
        differs = self.cluster.kubectl("diff", "-f", str(declared), check=False)
        self.assertEqual((differs.returncode, differs.stdout), (0, ""))

    def test_2_its_objects_are_taken_by_both_api_servers(self):
        """Those of a cluster of images with all there is, which never starts here."""
        self.cluster.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "directory"},
                            "stringData": {"sssd.conf": "[sssd]\n"}})
        self.cluster.apply({"apiVersion": "sluice.dev/v1alpha1", "kind": "SlurmCluster", "metadata": {"name": "all"}, "spec": {
            "version": "24.11", "image": "sluice.dev/nothing:v1", "auth": "slurm", "identity": {
                "sssd": {"secret": "directory"}, "nssSlurm": True},
            "controllers": {"replicas": 2}, "accounting": {}, "rest": {}, "storageWhenDeleted": "Delete"}})
        wait_until(lambda: self.condition("all", "Config").get("status") == "True", "its objects are there")
        taken = []
        for cluster in ("ops", "all"):
            found = self.cluster.get("configmaps,secrets,services,statefulsets,deployments", "-l",
                                     f"sluice.dev/slurm-cluster={cluster}")["items"]
            for item in found:
                kept = ("name", "namespace", "labels", "annotations")
                item["metadata"] = {key: value for key, value in item["metadata"].items() if key in kept}
                item.pop("status", None)
                if item["kind"] == "Service":
                    for key in ("clusterIP", "clusterIPs"):
                        if item["spec"].get(key) not in ("None", ["None"]):
                            item["spec"].pop(key, None)
            taken += [{**item, "metadata": {**item["metadata"], "name": "again-" + item["metadata"]["name"]}} for item in found]
        text = json.dumps({"apiVersion": "v1", "kind": "List", "items": taken})
        names = self.cluster.kubectl("apply", "--dry-run=server", "-o", "name", "-f", "-", input=text).split()
        self.assertEqual(len(names), len(taken))
        self.assertIn("statefulset.apps/again-all-controller", names)
        if upstream.available():
            with upstream.Upstream(self.directory / "upstream") as server:
                self.assertEqual(server.kubectl("apply", "--dry-run=server", "-o", "name", "-f", "-", input=text).split(), names)
        self.cluster.kubectl("delete", "slurmcluster", "all")

    def test_3_a_backup_waits_until_what_slurmctld_writes_is_whole(self):
        """Each asks slurmctld to write everything down, and copies when it has written the jobs; the rest comes after them."""
        for i in range(3):
            job = self.node.submit("true", "--hold")
            place = self.directory / f"whole-{i}"
            done = self.cluster.sluice("backup", "--to", str(place), "slurmcluster/ops", check=False)
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
            with tarfile.open(place / "state.tar.gz") as archive:
                names = {name.removeprefix("./") for name in archive.getnames()}
            self.assertTrue({"job_state", "node_state", "part_state", "resv_state", "trigger_state"} <= names, names)
            # Slurm 22.05 does not write down that a job was cancelled before it started, and has it again when it takes over.
            self.node.run("scontrol", "release", str(job))
            wait_until(lambda job=job: self.node.job_state(job) == "COMPLETED", "what was kept back runs", timeout=300)

    def test_3_a_backup_brings_back_what_was(self):
        kept = self.node.submit("true", "--hold", "--job-name", "kept")
        self.inside("ops", "sacctmgr", "-i", "add", "account", "physics")
        place = self.directory / "monday"
        done = self.cluster.sluice("backup", "--to", str(place), "slurmcluster/ops", check=False)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertEqual(stat.S_IMODE(place.stat().st_mode), 0o700)
        for file in place.iterdir():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
        self.node.run("scancel", str(kept))
        self.inside("ops", "sacctmgr", "-i", "delete", "account", "physics")
        later = self.node.submit("true", "--hold")

        refused = self.cluster.sluice("restore", "--from", str(place), "slurmcluster/ops", check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(str(later), refused.stderr)
        self.assertIn("--discard-jobs", refused.stderr)
        self.assertEqual(self.node.job_state(later), "PENDING")
        done = self.cluster.sluice("restore", "--from", str(place), "--discard-jobs", "slurmcluster/ops", check=False)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertEqual(self.node.job_state(kept), "PENDING")
        self.assertEqual(self.node.job_state(later), "")
        wait_until(lambda: "physics" in self.inside("ops", "sacctmgr", "-nP", "list", "account"), "the account is back")
        self.node.run("scontrol", "release", str(kept))
        try:  # a node that misses slurmctld's first question after its start is asked again after 100 seconds
            wait_until(lambda: self.node.job_state(kept) == "COMPLETED", "what was kept runs", timeout=300)
        except AssertionError as error:
            said = [self.node.run(*command, check=False).stdout for command in (
                ("scontrol", "-o", "show", "job", str(kept)), ("scontrol", "-o", "show", "node"), ("scontrol", "ping"))]
            logs = [self.cluster.kubectl("logs", "--tail=40", f"ops-controller-{i}", "-c", "slurmctld", check=False).stdout for i in (0, 1)]
            raise AssertionError("\n".join([str(error), *said, *logs, (self.directory / "node/log").read_text()[-3000:]])) from error

    def restarts(self, pod, container):
        status = self.cluster.get("pod", pod)["status"]
        return next(c["restartCount"] for c in status["containerStatuses"] + status.get("initContainerStatuses", [])
                    if c["name"] == container)

    def test_4_a_munged_that_hangs_is_started_anew_and_who_asks_through_it_goes_on(self):
        pod = "ops-accounting-0"  # that of slurmctld would have to wait longer when it is killed next, and slurmctld with it
        before = {c: self.restarts(pod, c) for c in ("slurmdbd", "munged")}
        inside = self.cluster.kubectl("exec", pod, "-c", "munged", "--", "readlink", "/proc/self/ns/mnt").strip()
        hung = [pid for pid in programs(self.cluster, "munged") if os.readlink(f"/proc/{pid}/ns/mnt") == inside]
        self.assertEqual(len(hung), 1, "the munged of that pod")
        os.kill(hung[0], signal.SIGSTOP)
        wait_until(lambda: self.restarts(pod, "munged") > before["munged"], "munged is started anew", timeout=120)
        trusted = lambda: self.cluster.kubectl("exec", pod, "-c", "slurmdbd", "--", "timeout", "5", "sh", "-c",
                                               "munge -n | unmunge", check=False).returncode == 0
        wait_until(trusted, "it vouches again", timeout=60)
        wait_until(lambda: "ops" in self.node.run("sacctmgr", "-nP", "list", "cluster", check=False).stdout, "slurmdbd answers", timeout=60)
        self.assertEqual(self.restarts(pod, "slurmdbd"), before["slurmdbd"])

    def test_4_what_is_lost_wedged_and_broken_heals(self):
        def ours(*command):
            return self.cluster.kubectl("exec", "ops-controller-0", "-c", *command, check=False)

        Faults(self.cluster, "ops", self.node.run).saved()
        before = {c: self.restarts("ops-controller-0", c) for c in ("slurmctld", "munged")}
        wedged = int(ours("slurmctld", "--", "cat", "/run/slurm/child").stdout)
        ours("slurmctld", "--", "sh", "-c", "echo nonsense >/run/slurm/slurmctld.pid")
        ours("slurmctld", "--", "kill", "-STOP", str(wedged))
        ours("munged", "--", "sh", "-c", "rm /var/lib/munge/munge.key; kill -TERM 1")
        for name in ("slurmdbd", "mariadbd", "slurmrestd"):
            for pid in programs(self.cluster, name):
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: self.restarts("ops-controller-0", "munged") > before["munged"], "munged is started again")
        wait_until(lambda: self.node.run("squeue", "-h", check=False).returncode == 0, "the second has taken over", timeout=120)
        wait_until(lambda: self.restarts("ops-controller-0", "slurmctld") > before["slurmctld"],
                   "the one that hangs is started again", timeout=240)
        self.wait_ready("ops")
        wait_until(lambda: "at ops-controller-0 is UP" in self.node.run("scontrol", "ping", check=False).stdout,
                   "it is back", timeout=120)
        self.assertEqual(ours("slurmctld", "--", "sh", "-c", "munge -n | unmunge").returncode, 0)
        job = self.node.submit("true")
        wait_until(lambda: "COMPLETED" in self.node.run("sacct", "-nXP", "-o", "state", "-j", str(job), check=False).stdout,
                   "jobs run and are accounted for", timeout=120)
        wait_until(lambda: self.rest_ping("ops", self.document["spec"]["ports"]["rest"]) == "UP", "REST answers")

    def test_5_programs_are_killed_under_a_stream_of_jobs(self):
        faults = Faults(self.cluster, "ops", self.node.run)
        faults.happen(faults.in_pods(("slurmdbd", "mariadbd", "slurmrestd", "munged")))
        self.wait_ready("ops", 400)  # what ended again and again a kubelet starts only after up to five minutes
        self.assertGreater(len(faults.accepted), 20)
        faults.wait_accounted()

    def test_5_slurmctld_killed_at_any_moment_forgets_the_last_seconds_at_most(self):
        """Slurm's own limit, and no more than that (decision 39)."""
        faults = Faults(self.cluster, "ops", self.node.run)
        forgotten, kills, said = faults.kill_while_it_takes_jobs(3)
        print(f"{said} jobs; {len(kills)} kills; {len(forgotten)} forgotten")
        self.addCleanup(self.node.run, "scancel", "--state=PENDING", check=False)
        self.assertEqual({name: when for name, when in forgotten.items() if not faults.excused(when, kills)}, {}, kills)
        self.wait_ready("ops", 400)

    def test_6_a_node_that_is_gone_is_forgotten(self):
        self.document["spec"]["slurmConf"]["gone"] = "SlurmdTimeout=5\n"
        self.document["spec"]["staleNodesAfterSeconds"] = 1
        self.cluster.apply(self.document)
        wait_until(lambda: " 5 sec" in self.node.run("scontrol", "show", "config", check=False).stdout.split(
            "SlurmdTimeout")[-1].split("\n")[0], "slurmctld looks closely", timeout=120)
        self.assertEqual(self.node.state(), "idle")
        self.node.process.kill()  # with all that it started; commands beside it need its munged
        told = lambda: self.inside("ops", "sinfo", "-hN", "-o", "%N %T")
        wait_until(lambda: "plain" not in told(), "its record is gone", timeout=180, interval=1)
        wait_until(lambda: "StaleNodeRemoved" in self.cluster.kubectl("get", "events"), "it is told")
        self.assertIn("UP", self.inside("ops", "scontrol", "ping"))

    def is_gone_before_its_pods_are_killed(self, name):
        grace = 30
        self.cluster.kubectl("delete", "slurmcluster", name)
        pods = lambda: self.cluster.kubectl("get", "pods", "-o", "name", "-l", f"sluice.dev/slurm-cluster={name}").split()
        wait_none(pods, f"no pod of {name} is left", timeout=grace - 5, interval=0.2)

    def test_7_controllers_that_go_together_do_not_wait_for_one_another(self):
        self.is_gone_before_its_pods_are_killed("ops")

    def test_7_what_goes_while_it_starts_does_so_at_once(self):
        self.cluster.apply(slurm_cluster("brief", free_ports(1)[0], accounting={}))
        wait_until(lambda: "slurmctld" in self.cluster.kubectl(
            "get", "pod", "brief-controller-0", "-o", "jsonpath={.status.containerStatuses[?(@.started)].name}"
            "{.status.containerStatuses[?(@.state.running)].name}", check=False).stdout, "slurmctld waits for accounting", interval=0.02)
        self.is_gone_before_its_pods_are_killed("brief")


if __name__ == "__main__":
    unittest.main()
