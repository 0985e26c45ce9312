"""What Slurm does to jobs shows on their pods: holds, suspensions, requeues, cancellations, time limits, also when
slurmctld has forgotten the job and only accounting knows."""
import json
import shutil
import unittest

from harness import OnSlurm, pod, wait_until


@unittest.skipUnless(shutil.which("slurmdbd") and shutil.which("mariadbd"), "slurmdbd or mariadbd is not installed")
class SlurmTruth(OnSlurm):
    lab_options = ("--nodes", "2", "--accounting")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Slurm's shortest limit is a minute: this one runs beside the other tests.
        script = f"trap 'echo told >> {cls.directory}/late; exit 0' TERM; while :; do sleep 0.1; done"
        cls.cluster.apply(pod("late", ["sh", "-c", script], metadata={
            "name": "late", "annotations": {"sluice.dev/time": "1"}}))

    def wait_status(self, name, what, test, timeout=60):
        def check():
            document = self.cluster.get("pod", name)
            return document if test(document["status"]) else None
        return wait_until(check, f"{name}: {what}", timeout)

    def job_id(self, name):
        return wait_until(lambda: self.cluster.get("pod", name)["metadata"].get("annotations", {}).get(
            "sluice.dev/job-id"), f"{name} has a job")

    def wait_event(self, name, reason):
        def check():
            items = self.cluster.get("events", "--field-selector", f"involvedObject.name={name},reason={reason}")["items"]
            return items[0]["message"] if items else None
        return wait_until(check, f"{name} has an event {reason}")

    def scontrol(self, *words):
        self.lab.run("scontrol", *words)

    def test_holds_and_suspensions(self):
        self.cluster.apply(pod("held", ["sleep", "600"], metadata={
            "name": "held", "annotations": {"sluice.dev/flags": "--hold"}}))
        job = self.job_id("held")
        document = self.wait_status("held", "held", lambda s: s.get("reason") == "JobHeld")
        self.assertIn(f"scontrol release {job}", document["status"]["message"])
        self.assertIn("JobHeld", self.cluster.kubectl("get", "pod", "held"))
        self.scontrol("release", job)
        self.cluster.wait_phase("held", "Running")
        self.scontrol("suspend", job)
        self.wait_status("held", "suspended", lambda s: s.get("reason") == "Suspended")
        self.assertIn("Suspended", self.cluster.kubectl("get", "pod", "held"))
        self.scontrol("resume", job)
        document = self.wait_status("held", "resumed", lambda s: "reason" not in s)
        self.assertEqual(document["metadata"]["annotations"]["sluice.dev/job-state"], "RUNNING")
        self.assertRegex(document["metadata"]["annotations"]["sluice.dev/job-nodes"], "^n[12]$")
        self.cluster.kubectl("delete", "pod", "held", "--grace-period=1")

    def test_a_requeued_pod_starts_again_and_never_runs_twice_at_once(self):
        marks = self.directory / "requeued"
        go_on = self.directory / "go-on"
        script = (f"trap 'echo end >> {marks}; exit 0' TERM; echo begin >> {marks}; echo run; "
                  f"while [ ! -e {go_on} ]; do sleep 0.1; done; echo done >> {marks}")
        self.cluster.apply(pod("again", ["sh", "-c", script], metadata={  # Slurm requeues batch jobs only
            "name": "again", "annotations": {"sluice.dev/requeue": "true"}}))
        job = self.job_id("again")
        wait_until(lambda: marks.exists() and marks.read_text() == "begin\n", "it runs")
        self.scontrol("requeue", job)
        document = self.wait_status("again", "back in the queue", lambda s: s["phase"] == "Pending")
        self.assertEqual(document["status"]["containerStatuses"][0]["state"]["waiting"]["reason"], "InSlurmQueue")
        self.wait_event("again", "Requeued")
        self.scontrol("update", f"jobid={job}", "starttime=now+3")  # not in two minutes; in the second of its end slurmd refuses it
        wait_until(lambda: marks.read_text() == "begin\nend\nbegin\n", "it runs again", timeout=180)
        go_on.touch()
        document = self.cluster.wait_phase("again", "Succeeded")
        self.assertEqual(marks.read_text(), "begin\nend\nbegin\ndone\n")
        status = document["status"]["containerStatuses"][0]
        self.assertEqual(status["restartCount"], 1)
        self.assertEqual(status["lastState"]["terminated"]["reason"], "Requeued")
        self.assertTrue(self.cluster.kubectl("logs", "again", "--previous").startswith("run\n"))
        self.assertEqual(document["metadata"]["annotations"]["sluice.dev/job-id"], job)

    def test_who_cancelled_a_running_pod(self):
        # It ends well when it is told to: that it was told is the truth about the pod.
        self.cluster.apply(pod("ended", ["sh", "-c", "trap 'exit 0' TERM; while :; do sleep 0.1; done"]))
        self.cluster.wait_phase("ended", "Running")
        self.lab.run("scancel", self.job_id("ended"))
        document = self.cluster.wait_phase("ended", "Failed")
        self.assertEqual(document["status"]["reason"], "Cancelled")
        user = self.lab.run("id", "-un").stdout.strip()
        self.assertIn(f"CANCELLED by {user}", document["status"]["message"])
        self.assertRegex(self.cluster.kubectl("get", "pod", "ended"), r"ended +0/1 +Cancelled ")

    def test_what_slurmctld_has_forgotten_accounting_tells(self):
        self.cluster.apply(pod("forgotten", ["true"], metadata={
            "name": "forgotten", "annotations": {"sluice.dev/begin": "now+1hour", "sluice.dev/flags": "--hold"}}))
        job = self.job_id("forgotten")
        self.wait_status("forgotten", "in the queue", lambda s: "JobHeldUser" in json.dumps(s))
        self.cluster.down()
        self.lab.run("scancel", job)
        wait_until(lambda: "CANCELLED by" in self.lab.run("sacct", "-n", "-X", "-P", "-o", "state", "-j", job).stdout,
                   "accounting has heard of it")
        self.lab.control("stop", "slurmctld")
        for name in ("job_state", "job_state.old"):
            (self.lab.directory / "state" / name).unlink(missing_ok=True)
        self.lab.control("start", "slurmctld")
        self.cluster.up()
        document = self.cluster.wait_phase("forgotten", "Failed")
        self.assertEqual(document["status"]["reason"], "Cancelled")
        self.assertIn("CANCELLED by", document["status"]["message"])
        self.assertEqual([j for j in self.lab.jobs().values() if j[0] == "default/forgotten"], [])

    def test_the_time_limit_is_announced_and_the_pod_ends_before_it(self):
        self.assertIn("told to end", self.wait_event("late", "TimeLimitNear"))
        document = self.cluster.wait_phase("late", "Failed")
        self.assertEqual(document["status"]["reason"], "TimeLimitExceeded")
        self.assertEqual((self.directory / "late").read_text(), "told\n")
        conditions = {c["type"]: c["status"] for c in document["status"]["conditions"]}
        self.assertEqual(conditions["sluice.dev/TimeLimitNear"], "True")
        state = document["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertEqual((state["reason"], state["exitCode"]), ("TimeLimitExceeded", 0))
        state = self.lab.jobs()[int(document["metadata"]["annotations"]["sluice.dev/job-id"])][1]
        self.assertNotEqual(state, "TIMEOUT")
