"""Pods that start without slurmctld's tick: in an allocation that is granted at once. It must be as
good as a batch job: it outlives `sluice up` and srun, and nothing of it stays behind."""
import os
import signal
import time

from harness import OnSlurm, alive, pod, processes_with, wait_none, wait_until


def processes(program, *words):
    """Ids of processes of the program on whose command line all of the words stand, oldest first."""
    return [pid for pid, line in processes_with(*words) if line.split(" ")[0].endswith(program)]


class Startup(OnSlurm):
    def start(self, name, script):
        """In an allocation: on a node that is completing another job nothing is granted at once."""
        wait_until(lambda: not self.lab.run("squeue", "--noheader", "--states=COMPLETING").stdout,
                   "nothing is completing")
        insists = {"annotations": {"sluice.dev/startup": "allocate"}}
        self.cluster.apply(pod(name, ["sh", "-c", script], metadata=insists))
        running = self.cluster.wait_phase(name, "Running")
        return running["metadata"]["uid"]

    def job(self, uid):
        """Its id, state, and whether it is a batch job, as slurmctld has it."""
        out = self.lab.run("squeue", "--noheader", "--states=all", "-O",
                           "JobID:20,State:20,BatchFlag:20,Comment:200").stdout
        rows = [line.split() for line in out.splitlines() if f":{uid}:" in line]
        self.assertEqual(len(rows), 1, out)
        return int(rows[0][0]), rows[0][1], rows[0][2] == "1"

    def wait_given_back(self, uid, state):
        wait_until(lambda: self.job(uid)[1] not in ("RUNNING", "COMPLETING"), "the allocation is given back")
        self.assertEqual(self.job(uid)[1], state)

    def sruns(self, uid):
        return processes("srun", f":{uid}:")

    def kill_srun(self, uid):
        sruns = self.sruns(uid)
        self.assertEqual(len(sruns), 1, "one srun, without its watchdog")
        os.kill(sruns[0], signal.SIGKILL)
        wait_until(lambda: not alive(sruns[0]), "srun is gone")

    def test_a_pod_has_an_allocation_and_gives_it_back_with_its_exit_code(self):
        uid = self.start("plain", "sleep 0.5; exit 3")
        _, state, batch = self.job(uid)
        self.assertFalse(batch)
        self.assertEqual(self.cluster.wait_phase("plain", "Failed")["status"]["containerStatuses"][0]
                         ["state"]["terminated"]["exitCode"], 3)
        self.wait_given_back(uid, "FAILED")
        wait_until(lambda: not self.sruns(uid), "no srun is left")

    def test_a_pod_may_insist_on_a_batch_job(self):
        self.cluster.apply(pod("batch", ["true"], metadata={"annotations": {"sluice.dev/startup": "batch"}}))
        uid = self.cluster.wait_phase("batch", "Succeeded")["metadata"]["uid"]
        self.assertTrue(self.job(uid)[2])

    def test_what_the_site_does_not_allow_waits_in_the_queue(self):
        """The partition debug ends jobs after an hour."""
        self.cluster.apply(pod("greedy", ["true"], metadata={"annotations": {
            "sluice.dev/startup": "allocate", "sluice.dev/partition": "debug", "sluice.dev/time": "120"}}))
        waiting = wait_until(lambda: "PartitionTimeLimit" in (p := self.cluster.get("pod", "greedy"))["status"].get(
            "message", "") and p, "Slurm says why it waits")
        self.assertEqual(waiting["status"]["reason"], "InSlurmQueue")
        # The allocation that was declined, if Slurm had promised one, then the batch job.
        states = [state for _, (_, state, comment) in sorted(self.lab.jobs().items())
                  if f":{waiting['metadata']['uid']}:" in comment]
        self.assertIn(states, (["PENDING"], ["FAILED", "PENDING"]))
        self.cluster.kubectl("delete", "pod", "greedy")

    def test_a_lost_node_is_the_reason(self):
        uid = self.start("lost", "exec sleep 1000")
        node = self.lab.run("squeue", "--noheader", "--format=%N", f"--jobs={self.job(uid)[0]}").stdout.strip()
        self.lab.run("scontrol", "update", f"nodename={node}", "state=down", "reason=test")
        self.addCleanup(self.lab.resume_nodes)
        status = self.cluster.wait_phase("lost", "Failed")["status"]
        self.assertEqual(status["reason"], "NodeLost")
        self.assertIn("NODE_FAIL", status["message"])
        self.assertIn(("DisruptionTarget", "True"), [(c["type"], c["status"]) for c in status["conditions"]])

    def test_pods_that_come_together_have_one_record_each(self):
        """An allocation that is declined would leave another, as FAILED."""
        for turn in range(3):
            names = [f"together{turn}{i}" for i in range(3)]
            self.cluster.apply({"apiVersion": "v1", "kind": "List", "items": [pod(name, ["true"]) for name in names]})
            for name in names:
                uid = self.cluster.wait_phase(name, "Succeeded")["metadata"]["uid"]
                self.wait_given_back(uid, "COMPLETED")

    def test_a_pod_outlives_its_srun_and_gives_its_allocation_back_itself(self):
        uid = self.start("alone", "sleep 2")
        self.kill_srun(uid)
        self.cluster.wait_phase("alone", "Succeeded")
        self.wait_given_back(uid, "COMPLETED")

    def test_a_pod_outlives_sluice_and_srun_together(self):
        uid = self.start("orphan", "sleep 2")
        self.cluster.kill()
        self.kill_srun(uid)
        self.wait_given_back(uid, "COMPLETED")
        self.cluster.up()
        self.cluster.wait_phase("orphan", "Succeeded")

    def test_a_pod_is_adopted_after_a_restart(self):
        uid = self.start("adopted", "sleep 3")
        self.cluster.kill()
        self.cluster.up()
        self.cluster.wait_phase("adopted", "Succeeded")
        self.wait_given_back(uid, "COMPLETED")

    def test_a_dead_runner_leaves_no_allocation(self):
        uid = self.start("murdered", "sleep 1000")
        supervisor, runner = processes("sluice", "--allocation", uid)
        os.kill(runner, signal.SIGKILL)
        self.assertEqual(self.cluster.wait_phase("murdered", "Failed")["status"]["reason"], "JobLost")
        self.wait_given_back(uid, "FAILED")
        wait_until(lambda: not alive(supervisor), "the runner's parent is gone")

    def test_a_deleted_pod_gets_its_grace(self):
        mark = self.directory / "grace"
        uid = self.start("graceful", f"trap 'sleep 0.3; echo bye > {mark}; exit' TERM; while :; do sleep 0.1; done")
        self.cluster.kubectl("delete", "pod", "graceful")
        self.assertEqual(mark.read_text(), "bye\n")
        wait_until(lambda: self.job(uid)[1] not in ("RUNNING", "COMPLETING"), "the allocation is given back")

    def test_a_pod_outlives_the_controller(self):
        uid = self.start("patient", "sleep 9")
        time.sleep(6)  # slurmctld saves what it knows every five seconds
        self.lab.control("kill", "slurmctld")
        self.lab.control("start", "slurmctld")
        self.cluster.wait_phase("patient", "Succeeded")
        wait_until(lambda: self.job(uid)[1] not in ("RUNNING", "COMPLETING"), "the allocation is given back")

    def lose_first(self):
        """Its job id. The pod `first` runs on n1, and slurmctld, killed before it saved that, knows nothing of it."""
        for i in range(10):
            # This one is saved at once: what comes next within five seconds is not.
            self.cluster.apply(pod(f"saved{i}", ["true"]))
            self.cluster.wait_phase(f"saved{i}", "Succeeded")
            uid = self.start(f"first{i}", "sleep 3")
            number, _, _ = self.job(uid)
            self.lab.control("kill", "slurmctld")
            self.lab.control("start", "slurmctld")
            if number not in self.lab.jobs():
                return number
            self.cluster.kubectl("delete", "pod", f"first{i}", "--now")
        self.skipTest("slurmctld has saved everything at once, ten times")

    def test_a_job_id_that_is_given_out_again_is_nobody_elses(self):
        number = self.lose_first()
        for verb in "kill", "start":
            self.lab.control(verb, "slurmd", "n2")  # it tells slurmctld at once that it is there
        wait_until(lambda: set(self.lab.run("sinfo", "--noheader", "-N", "-n", "n2", "-o", "%t").stdout.split()) == {"idle"},
                   "slurmctld has heard of n2")
        seconds = []
        while not seconds or self.job(uid)[0] < number:
            seconds.append(f"second{len(seconds)}")
            uid = self.start(seconds[-1], "sleep 6")
        self.assertEqual(self.job(uid)[0], number)
        wait_none(lambda: [p for p in self.cluster.get("pods")["items"] if p["metadata"]["name"].startswith("first")
                           and p["status"].get("phase") in ("Pending", "Running")], "the first pod has ended")
        for name in seconds:
            status = self.cluster.wait_phase(name, "Succeeded")["status"]
            self.assertEqual(status["containerStatuses"][0]["state"]["terminated"]["exitCode"], 0)

    def test_killed_at_any_moment_of_the_start_every_pod_runs_once(self):
        marks = self.directory / "marks"
        marks.mkdir()
        for i in range(8):
            self.cluster.apply(pod(f"once{i}", ["sh", "-c", f"echo run >> {marks}/{i}"]))
            time.sleep(i * 0.012)  # from before the request to after the step's start
            self.cluster.kill()
            self.cluster.up()
        for i in range(8):
            self.cluster.wait_phase(f"once{i}", "Succeeded")
            self.assertEqual((marks / str(i)).read_text(), "run\n")
        wait_until(lambda: all(state not in ("RUNNING", "COMPLETING", "PENDING")
                               for name, state, _ in self.lab.jobs().values() if "once" in name),
                   "no job is left")
