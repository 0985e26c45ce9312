"""Pods as Slurm jobs: what runs, what is shown, what is refused."""
import json
import subprocess

from harness import OnSlurm, pod, wait_until


class Pods(OnSlurm):
    def container(self, document, name="main"):
        return next(c for c in document["status"]["containerStatuses"] if c["name"] == name)

    def job_of(self, document):
        uid = document["metadata"]["uid"]
        return next((job for job in self.lab.jobs().items() if uid in job[1][2]), None)

    def test_success_is_shown_on_both_sides(self):
        self.cluster.apply(pod("good", ["sh", "-c", "echo out; echo err >&2"]))
        document = self.cluster.wait_phase("good", "Succeeded")
        state = self.container(document)["state"]["terminated"]
        self.assertEqual((state["exitCode"], state["reason"]), (0, "Completed"))
        self.assertLessEqual(state["startedAt"], state["finishedAt"])
        job_id, (name, _, comment) = self.job_of(document)
        self.assertEqual(name, "default/good")
        self.assertIn(document["metadata"]["uid"], comment)
        wait_until(lambda: self.lab.jobs()[job_id][1] == "COMPLETED", "the job is completed")
        self.assertEqual(sorted(self.cluster.kubectl("logs", "good").splitlines()), ["err", "out"])
        conditions = {c["type"]: c["status"] for c in document["status"]["conditions"]}
        self.assertEqual(conditions["PodScheduled"], "True")
        self.assertEqual(conditions["Ready"], "False")

    def test_exit_code_and_signal_are_reported(self):
        self.cluster.apply(pod("bad", ["sh", "-c", "exit 7"]))
        self.cluster.apply(pod("shot", ["sh", "-c", "kill -KILL $$$$"]))
        state = self.container(self.cluster.wait_phase("bad", "Failed"))["state"]["terminated"]
        self.assertEqual((state["exitCode"], state["reason"]), (7, "Error"))
        state = self.container(self.cluster.wait_phase("shot", "Failed"))["state"]["terminated"]
        self.assertEqual(state["exitCode"], 137)
        self.assertEqual(state.get("signal", 9), 9)

    def test_a_command_that_does_not_exist_fails_with_its_name(self):
        self.cluster.apply(pod("missing", ["/no/such/program"]))
        state = self.container(self.cluster.wait_phase("missing", "Failed"))["state"]["terminated"]
        self.assertIn("/no/such/program", state["message"])
        wait_until(lambda: "/no/such/program" in self.cluster.kubectl(
            "get", "events", "--field-selector", "type=Warning,involvedObject.name=missing"), "an event says so")

    def test_kubectl_run_takes_its_words_as_the_command(self):
        self.cluster.kubectl("run", "words", "--image=busybox", "--restart=Never", "--", "echo", "hello", "there")
        self.cluster.wait_phase("words", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "words"), "hello there\n")

    def test_several_containers_have_their_own_logs(self):
        document = pod("two", ["sh", "-c", "echo from main"])
        document["spec"]["containers"].append(
            {"name": "side", "image": "x", "command": ["sh", "-c", "echo from side; exit 3"]})
        self.cluster.apply(document)
        document = self.cluster.wait_phase("two", "Failed")
        self.assertEqual(self.container(document)["state"]["terminated"]["exitCode"], 0)
        self.assertEqual(self.container(document, "side")["state"]["terminated"]["exitCode"], 3)
        self.assertEqual(self.cluster.kubectl("logs", "two", "-c", "side"), "from side\n")
        refused = self.cluster.kubectl("logs", "two", "-c", "nobody", check=False)
        self.assertIn("nobody", refused.stderr)

    def test_logs_follow_a_running_container_to_its_end(self):
        marker = self.directory / "follow"
        script = f"echo one; while [ ! -e {marker} ]; do sleep 0.05; done; echo two"
        self.cluster.apply(pod("follow", ["sh", "-c", script]))
        self.cluster.wait_phase("follow", "Running")
        reader = subprocess.Popen([self.cluster.kubectl_path, "logs", "-f", "follow"], text=True,
                                  env=self.cluster.environment(), stdout=subprocess.PIPE)
        self.assertEqual(reader.stdout.readline(), "one\n")
        marker.touch()
        self.assertEqual(reader.communicate(timeout=30)[0], "two\n")
        self.assertEqual(reader.returncode, 0)

    def test_environment_and_arguments_are_expanded(self):
        self.cluster.kubectl("create", "configmap", "settings", "--from-literal=colour=green")
        document = pod("env", ["sh", "-c"], container={
            "args": ["echo $0 $NAME $COLOUR $(NAME)"],
            "env": [{"name": "NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                    {"name": "COLOUR", "valueFrom": {"configMapKeyRef": {"name": "settings", "key": "colour"}}}]})
        self.cluster.apply(document)
        self.cluster.wait_phase("env", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "env"), "sh env green env\n")

    def test_requests_become_slurm_requests(self):
        document = pod("sized", ["true"], activeDeadlineSeconds=90, container={
            "resources": {"requests": {"cpu": "1500m", "memory": "100Mi"}}})
        self.cluster.apply(document)
        document = self.cluster.wait_phase("sized", "Succeeded")
        job_id, _ = self.job_of(document)
        shown = self.lab.run("scontrol", "show", "job", str(job_id)).stdout
        self.assertIn("CPUs/Task=2", shown)
        self.assertIn("MinMemoryNode=100M", shown)
        self.assertIn("TimeLimit=00:02:00", shown)

    def test_delete_sends_term_and_waits_for_the_grace_period(self):
        marker = self.directory / "terminated"
        script = f"trap 'echo bye > {marker}; exit 0' TERM; echo up; while :; do sleep 0.05; done"
        self.cluster.apply(pod("polite", ["sh", "-c", script]))
        self.cluster.wait_phase("polite", "Running")
        wait_until(lambda: self.cluster.kubectl("logs", "polite") == "up\n", "the trap is set")
        self.cluster.kubectl("delete", "pod", "polite")
        self.assertEqual(marker.read_text(), "bye\n")
        self.assertIsNone(self.cluster.phase("polite"))

    def test_delete_kills_what_ignores_term_after_the_grace_period(self):
        self.cluster.apply(pod("stubborn", ["sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.05; done"]))
        document = self.cluster.wait_phase("stubborn", "Running")
        job_id, _ = self.job_of(document)
        wait_until(lambda: self.cluster.kubectl("logs", "stubborn") == "up\n", "the trap is set")
        self.cluster.kubectl("delete", "pod", "stubborn", "--grace-period=1")
        wait_until(lambda: self.lab.jobs()[job_id][1] not in ("RUNNING", "COMPLETING"), "the job is over")

    def test_deleting_a_pending_pod_cancels_its_job(self):
        # Held: a reason that Slurm gives at once and keeps. Others change without that counting as a change for those who ask.
        flags = {"sluice.dev/flags": "--begin=now+1hour --hold"}
        self.cluster.apply(pod("never", ["true"], container={"resources": {"requests": {"cpu": "16"}}},
                               metadata={"name": "never", "annotations": flags}))
        document = wait_until(lambda: (lambda d: d if self.job_of(d) else None)(self.cluster.get("pod", "never")),
                              "the pod has a job")
        job_id, _ = self.job_of(document)
        wait_until(lambda: "JobHeldUser" in json.dumps(self.cluster.get("pod", "never")["status"]), "the pod shows Slurm's reason")
        self.assertEqual(self.cluster.phase("never"), "Pending")
        self.cluster.kubectl("delete", "pod", "never")
        wait_until(lambda: self.lab.jobs()[job_id][1] == "CANCELLED", "the job is cancelled")

    def test_what_no_machine_has_stays_unscheduled_with_the_schedulers_reason(self):
        self.cluster.apply(pod("giant", ["true"], container={"resources": {"requests": {"cpu": "1000"}}}))
        shown = wait_until(lambda: (lambda text: text if "Insufficient cpu" in text else None)(
            json.dumps(self.cluster.get("pod", "giant")["status"])), "the scheduler's reason is on the pod")
        self.assertIn("0/1 nodes are available", shown)
        self.cluster.kubectl("delete", "pod", "giant")

    def test_an_impossible_request_stays_pending_with_slurms_reason(self):
        self.cluster.apply(pod("huge", ["true"], metadata={
            "name": "huge", "annotations": {"sluice.dev/flags": "--cpus-per-task=1000"}}))
        shown = wait_until(lambda: (lambda text: text if "PartitionConfig" in text or "not available" in text else None)(
            json.dumps(self.cluster.get("pod", "huge")["status"])), "Slurm's reason is on the pod")
        self.assertEqual(self.cluster.phase("huge"), "Pending", shown)
        self.cluster.kubectl("delete", "pod", "huge")

    def test_invalid_flags_fail_the_pod_with_sbatchs_message(self):
        self.cluster.apply(pod("flags", ["true"], metadata={
            "name": "flags", "annotations": {"slurm-job.hpk.io/flags": "--no-such-flag=1"}}))
        document = self.cluster.wait_phase("flags", "Failed")
        self.assertIn("no-such-flag", document["status"]["message"])
        self.cluster.apply(pod("after", ["true"]))
        self.cluster.wait_phase("after", "Succeeded")

    def test_flags_reach_slurm(self):
        self.cluster.apply(pod("nice", ["true"], metadata={
            "name": "nice", "annotations": {"slurm-job.hpk.io/flags": "--nice=7 --job-name='my job'"}}))
        document = self.cluster.wait_phase("nice", "Succeeded")
        job_id, (name, _, _) = self.job_of(document)
        self.assertEqual(name, "my job")
        self.assertIn("Nice=7", self.lab.run("scontrol", "show", "job", str(job_id)).stdout)

    def test_cancelling_the_job_shows_on_the_pod(self):
        self.cluster.apply(pod("cancelled", ["sleep", "600"]))
        document = self.cluster.wait_phase("cancelled", "Running")
        job_id, _ = self.job_of(document)
        self.lab.run("scancel", str(job_id))
        self.cluster.wait_phase("cancelled", "Failed")

    def test_events_tell_the_story(self):
        self.cluster.apply(pod("story", ["true"]))
        self.cluster.wait_phase("story", "Succeeded")
        described = wait_until(lambda: (lambda text: text if "Started" in text else None)(
            self.cluster.kubectl("describe", "pod", "story")), "events are shown")
        for word in ("Scheduled", "Submitted", "Started"):
            self.assertIn(word, described)


class Jobs(OnSlurm):
    def job(self, name, command, **spec):
        return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name},
                "spec": {**spec, "template": {"spec": {"restartPolicy": "Never", "containers": [
                    {"name": "main", "image": "x", "command": command}]}}}}

    def test_completions_run_with_parallelism(self):
        self.cluster.apply(self.job("many", ["true"], completions=6, parallelism=3))
        self.cluster.kubectl("wait", "--for=condition=complete", "job/many", "--timeout=60s")
        self.assertEqual(self.cluster.get("job", "many")["status"]["succeeded"], 6)
        pods = self.cluster.get("pods", "-l", "job-name=many")["items"]
        self.assertEqual(len(pods), 6)

    def test_backoff_limit_ends_a_failing_job(self):
        self.cluster.apply(self.job("failing", ["false"], backoffLimit=0))
        self.cluster.kubectl("wait", "--for=condition=failed", "job/failing", "--timeout=60s")
        conditions = self.cluster.get("job", "failing")["status"]["conditions"]
        self.assertIn("BackoffLimitExceeded", [c["reason"] for c in conditions])

    def test_deleting_a_job_deletes_its_pods_and_cancels_their_slurm_jobs(self):
        self.cluster.apply(self.job("gone", ["sleep", "600"], completions=2, parallelism=2))
        wait_until(lambda: self.cluster.get("job", "gone")["status"].get("active") == 2, "two pods are active")
        self.cluster.kubectl("delete", "job", "gone")
        wait_until(lambda: not self.cluster.get("pods", "-l", "job-name=gone")["items"], "the pods are gone")
        wait_until(lambda: not [j for j in self.lab.jobs().values() if "gone" in j[0] and j[1] in (
            "PENDING", "RUNNING", "COMPLETING")], "the Slurm jobs are over")
