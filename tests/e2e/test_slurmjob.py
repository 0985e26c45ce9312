"""SlurmJobs on a Slurm elsewhere: the experiments of the thesis that named them, on real components. Each
looks at both sides."""
import base64
import hmac
import http.server
import json
import os
import pathlib
import re
import signal
import ssl
import subprocess
import threading
import unittest
import urllib.request

import upstream
from harness import ROOT, SLUICE, Cluster, Scratch, as_operator, run_operator, wait_until
from slurm_elsewhere import PASSWORD, UID, USER, Sshd, UsersLab, free_port

HELLO = '#!/bin/sh\necho "Hola Mundo desde servidor slurm!!!"\n'
LONG = "#!/bin/sh\nexec /bin/sleep 1200\n"
MUCH = 128 << 20  # bytes; the bench has a gigabyte
WHOLE_NODE = "#!/bin/sh\n#SBATCH --exclusive\n"


@unittest.skipUnless(os.geteuid() == 0, "not root: no sshd with users of its own")
class SlurmJobs(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = UsersLab(cls.directory / "lab", "--nodes", "1")
        cls.addClassCleanup(cls.lab.down)
        cls.sshd = Sshd(cls.directory / "sshd", cls.lab)
        cls.addClassCleanup(lambda: cls.sshd.stop())
        cls.cluster = Cluster(cls.directory / "home", cls.lab)
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
        cls.secret("secretoslum", user=USER, passwd=PASSWORD, knownHosts=cls.sshd.known_hosts())

    @classmethod
    def secret(cls, name, **values):
        cls.cluster.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "stringData": values})

    def detail(self, job_id):
        """What scontrol says about a job, by name."""
        words = self.lab.run("scontrol", "--oneliner", "show", "job", str(job_id)).stdout.split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def manifest(self, name, script, **connection):
        return {"apiVersion": "slurmjob.dev/v1", "kind": "SlurmJob", "metadata": {"name": name},
                "spec": {"name": name,
                         "connection": {"host": "127.0.0.1", "port": str(self.sshd.port), "secretName": "secretoslum",
                                        **connection},
                         "job": {"scriptCode": script}}}

    def launch(self, name, script, **connection):
        self.cluster.apply(self.manifest(name, script, **connection))
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", name, "--ignore-not-found", "--wait=false")

    def refusal(self, document):
        done = self.cluster.kubectl("apply", "-f", "-", check=False, input=json.dumps(document))
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done.stderr

    def status(self, name):
        return self.cluster.get("slurmjob", name).get("status", {})

    def await_state(self, name, state):
        return wait_until(lambda: (s := self.status(name)).get("state") == state and s, f"{name} is {state}")

    def in_slurm(self, job_id):
        """What Slurm itself says about a job: name, user, state."""
        out = self.lab.run("squeue", "--noheader", "--states=all", f"--jobs={job_id}", "--format=%j %U %T").stdout
        return out.split()

    def test_1_a_job_completes_and_the_manifest_of_the_thesis_is_taken_as_it_is(self):
        self.launch("slumrjobtest1", HELLO)
        status = self.await_state("slumrjobtest1", "COMPLETED")
        uid = self.cluster.get("slurmjob", "slumrjobtest1")["metadata"]["uid"]
        self.assertEqual(self.in_slurm(status["jobId"]), [uid, "65534", "COMPLETED"])
        self.assertEqual((status["user"], status["partition"], status["exitCode"]), (USER, "main", 0))
        table = self.cluster.kubectl("get", "slj", "slumrjobtest1").splitlines()[0].split()
        self.assertEqual(table, "NAME AGE STATUS JOBID PARTITION NAME USER TIME TIMESTAMP".split())
        wide = [line.split() for line in self.cluster.kubectl("get", "sljs", "slumrjobtest1", "-o", "wide").splitlines()]
        self.assertEqual((wide[0][len(table):], wide[1][-2:]), (["REASON", "NODES", "EXITCODE"], ["n1", "0"]))
        self.check_printed("slumrjobtest1", "Hola Mundo desde servidor slurm!!!\n")
        self.cluster.kubectl("delete", "slurmjob", "slumrjobtest1", timeout=60)
        self.check_gone("slumrjobtest1")

    def check_printed(self, name, text):
        self.cluster.wait_phase(name, "Succeeded")
        wait_until(lambda: self.cluster.kubectl("logs", name, check=False).stdout == text, "the logs are those of the last run")

    def check_gone(self, name):
        self.assertIsNone(self.cluster.phase(name))

    def test_logs_are_live_while_the_job_runs(self):
        self.launch("live", "#!/bin/sh\necho one; echo two >&2\nwhile [ ! -e ~/on ]; do sleep 0.1; done\necho three\n")
        self.cluster.wait_phase("live", "Running")
        logs = subprocess.Popen(["kubectl", "logs", "--follow", "live"], env=self.cluster.environment(), text=True,
                                stdout=subprocess.PIPE)
        self.addCleanup(logs.stdout.close)
        self.assertEqual([logs.stdout.readline(), logs.stdout.readline()], ["one\n", "two\n"])
        self.assertEqual(self.status("live")["state"], "RUNNING")
        (self.sshd.home / "on").touch()
        self.assertEqual(logs.communicate(timeout=60)[0], "three\n")
        self.assertEqual(self.cluster.kubectl("logs", "--tail=1", "live"), "three\n")

    def test_output_that_cannot_be_read_is_an_error(self):
        self.secret("changes", user=USER, passwd=PASSWORD, knownHosts=self.sshd.known_hosts())
        self.launch("unread", HELLO, secretName="changes")
        self.cluster.wait_phase("unread", "Succeeded")
        self.secret("changes", user=USER, passwd="no", knownHosts=self.sshd.known_hosts())
        refused = wait_until(lambda: (r := self.cluster.kubectl("logs", "unread", check=False)).returncode and r, "kubectl fails")
        self.assertRegex(refused.stdout, "^sluice: the rest of the output cannot be read: .* does not accept the password")

    def test_much_output_passes_in_little_memory_and_over_a_lost_connection(self):
        """The file has holes: neither disk nor time is needed for it."""
        self.launch("much", f"#!/bin/sh\necho begin\ntruncate -s {MUCH} /proc/self/fd/1\n")
        self.cluster.wait_phase("much", "Succeeded")
        process = pathlib.Path(f"/proc/{self.cluster.pid()}")
        (process / "clear_refs").write_text("5")  # the peak counts from now on
        before = self.memory(process, "VmRSS")
        logs = subprocess.Popen(["kubectl", "logs", "much"], env=self.cluster.environment(), stdout=subprocess.PIPE)
        self.addCleanup(logs.stdout.close)
        got = len(logs.stdout.read(MUCH // 4))
        self.sshd.signal_sessions(signal.SIGKILL)
        while piece := logs.stdout.read(1 << 20):
            got += len(piece)
        self.assertEqual((got, logs.wait(timeout=60)), (MUCH, 0))
        self.assertLess(self.memory(process, "VmHWM") - before, 64 << 20)

    @staticmethod
    def memory(process, name):
        return int(re.search(rf"{name}:\s+(\d+) kB", (process / "status").read_text())[1]) << 10

    def test_2_to_4_a_job_that_is_over_is_launched_again_by_an_edit(self):
        self.launch("slumrjobtest2", '#!/bin/sh\nset -e\n/bin/slep 600\n')
        failed = self.await_state("slumrjobtest2", "FAILED")
        self.assertEqual(failed["exitCode"], 127)
        self.assertEqual(self.in_slurm(failed["jobId"])[2], "FAILED")
        self.cluster.apply(self.manifest("slumrjobtest2", HELLO))
        good = self.await_state("slumrjobtest2", "COMPLETED")
        self.assertNotEqual(good["jobId"], failed["jobId"])
        self.assertEqual((good["run"], self.in_slurm(good["jobId"])[2]), (2, "COMPLETED"))
        self.check_printed("slumrjobtest2", "Hola Mundo desde servidor slurm!!!\n")
        self.cluster.apply(self.manifest("slumrjobtest2", "#!/bin/sh\necho Experimento 4\n"))
        wait_until(lambda: self.status("slumrjobtest2").get("run") == 3, "a completed job is launched again")
        self.await_state("slumrjobtest2", "COMPLETED")
        self.check_printed("slumrjobtest2", "Experimento 4\n")

    def test_5_two_jobs_wait_for_each_other(self):
        self.launch("slumrjobtest5", WHOLE_NODE + "while [ ! -e ~/go ]; do sleep 0.1; done\n")
        first = self.await_state("slumrjobtest5", "RUNNING")
        logins = self.sshd.logins()
        self.launch("slumrjobtest5b", WHOLE_NODE + "echo 60\n")
        second = wait_until(lambda: (s := self.status("slumrjobtest5b")).get("reason") == "Resources" and s,
                            "the second says what it waits for")
        self.assertEqual(second["state"], "PENDING")
        self.assertEqual([self.in_slurm(s["jobId"])[2] for s in (first, second)], ["RUNNING", "PENDING"])
        self.assertIn("wait for its end", self.refusal(self.manifest("slumrjobtest5", HELLO)))
        (self.sshd.home / "go").touch()
        self.await_state("slumrjobtest5", "COMPLETED")
        self.await_state("slumrjobtest5b", "COMPLETED")
        self.assertEqual(self.sshd.logins(), logins)  # one for all jobs

    def launch_two(self, name):
        """A long job that runs and a short one that waits for its end; their numbers in Slurm."""
        self.launch(name, WHOLE_NODE + "exec /bin/sleep 1200\n")
        first = self.await_state(name, "RUNNING")
        self.launch(f"{name}b", WHOLE_NODE + f"while [ ! -e ~/{name} ]; do sleep 0.1; done\necho 60\n")
        second = wait_until(lambda: (s := self.status(f"{name}b")).get("reason") == "Resources" and s, "the second waits")
        ids = [first["jobId"], second["jobId"]]
        self.assertEqual([self.in_slurm(job)[2] for job in ids], ["RUNNING", "PENDING"])
        return ids

    def check_the_second_takes_its_place(self, name, ids):
        self.assertEqual(self.await_state(f"{name}b", "RUNNING")["jobId"], ids[1])
        self.assertEqual([self.in_slurm(job)[2] for job in ids], ["CANCELLED", "RUNNING"])
        (self.sshd.home / name).touch()
        self.await_state(f"{name}b", "COMPLETED")
        self.assertEqual(self.in_slurm(ids[1])[2], "COMPLETED")
        self.check_printed(f"{name}b", "60\n")

    def test_6_a_job_cancelled_in_slurm_shows_it_and_makes_room(self):
        ids = self.launch_two("slumrjobtest6")
        self.lab.run("scancel", str(ids[0]))
        self.await_state("slumrjobtest6", "CANCELLED")
        self.check_the_second_takes_its_place("slumrjobtest6", ids)

    def test_7_a_deleted_object_makes_room_for_the_next(self):
        ids = self.launch_two("slumrjobtest7")
        self.cluster.kubectl("delete", "slurmjob", "slumrjobtest7", timeout=60)
        self.check_the_second_takes_its_place("slumrjobtest7", ids)

    def test_8_a_deleted_object_cancels_its_job_first(self):
        self.launch("slumrjobtest8", LONG)
        status = self.await_state("slumrjobtest8", "RUNNING")
        uid = self.cluster.get("slurmjob", "slumrjobtest8")["metadata"]["uid"]
        self.assertTrue((self.sshd.home / ".sluice/jobs" / uid / "1/script").exists())
        self.cluster.kubectl("delete", "slurmjob", "slumrjobtest8", timeout=60)
        wait_until(lambda: self.in_slurm(status["jobId"])[2] == "CANCELLED", "Slurm has cancelled it")
        self.assertFalse((self.sshd.home / ".sluice/jobs" / uid).exists())

    def test_9_what_is_missing_is_refused_by_name(self):
        self.secret("secretoslumtest", user=USER)
        self.secret("secretoslumtest2", passwd=PASSWORD)
        for secret, lacks in (("secretoslumtest", "passwd"), ("secretoslumtest2", '"user"'), ("nowhere", "Not found")):
            refused = self.refusal(self.manifest("no", HELLO, secretName=secret))
            self.assertIn("spec.connection.secretName", refused)
            self.assertIn(lacks, refused)
        for field in ("host", "port", "secretName"):
            self.assertIn(f"spec.connection.{field}", self.refusal(self.manifest("no", HELLO, **{field: None})))
        self.assertIn("spec.job.scriptCode", self.refusal(self.manifest("no", None)))
        self.assertIn("spec.job.scriptCode", self.refusal(self.manifest("no", "echo without interpreter")))

    def test_what_sbatch_refuses_is_told_in_its_words(self):
        self.launch("refused", "#!/bin/sh\n#SBATCH --partition=nowhere\n")
        self.assertIn("invalid partition", self.await_state("refused", "ERROR")["message"].lower())

    def test_fields_reach_slurm_and_a_line_of_the_script_wins(self):
        place = self.sshd.home / "a place"
        place.mkdir()
        place.chmod(0o777)
        document = self.manifest("fields", "#!/bin/sh\n#SBATCH --time=3\npwd; echo \"$WORDS\" $HOME\n")
        document["spec"]["job"] |= {"time": 7, "cpusPerTask": 2, "memory": "100Mi", "workingDirectory": str(place),
                                    "env": [{"name": "WORDS", "value": "it's $HOME\n#2"}]}
        document["spec"]["job"]["mail"] = {"types": ["FAIL"]}
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "fields", "--wait=false")
        detail = self.detail(self.await_state("fields", "COMPLETED")["jobId"])
        self.assertEqual((detail["TimeLimit"], detail["CPUs/Task"], detail["MinMemoryNode"], detail["MailType"]),
                         ("00:03:00", "2", "100M", "FAIL"))
        self.check_printed("fields", f"{place}\nit's $HOME\n#2 {self.sshd.home}\n")
        for field, wrong in (("time", "soon"), ("tasks", 0), ("memory", "much")):
            self.assertIn(f"spec.job.{field}", self.refusal(
                document | {"spec": document["spec"] | {"job": document["spec"]["job"] | {field: wrong}}}))

    def test_a_job_is_held_released_requeued_and_retried(self):
        document = self.manifest("adjusted", "#!/bin/sh\n#SBATCH --requeue\nwhile [ ! -e ~/enough ]; do sleep 0.1; done\n"
                                             "[ $(wc -c <~/enough) = 2 ] || { printf x >>~/enough; exit 3; }\n")
        document["spec"] |= {"suspend": True, "retries": {"limit": 2, "backoffSeconds": 1}}
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "adjusted", "--wait=false")
        held = wait_until(lambda: (s := self.status("adjusted")).get("reason") == "JobHeldUser" and s, "it is held")
        document["spec"] |= {"suspend": False, "priority": 5}
        self.cluster.apply(document)
        self.assertEqual(self.await_state("adjusted", "RUNNING")["jobId"], held["jobId"])
        self.cluster.kubectl("annotate", "slurmjob", "adjusted", "slurmjob.dev/requeue=once")
        wait_until(lambda: self.detail(held["jobId"])["Restarts"] == "1", "Slurm has requeued it")
        self.cluster.kubectl("annotate", "slurmjob", "adjusted", "slurmjob.dev/restart=once")
        wait_until(lambda: self.status("adjusted")["run"] == 2, "it is launched again")
        wait_until(lambda: self.in_slurm(held["jobId"])[2] == "CANCELLED", "the first run is cancelled")
        (self.sshd.home / "enough").touch()
        (self.sshd.home / "enough").chmod(0o666)
        good = self.await_state("adjusted", "COMPLETED")
        self.assertEqual((good["run"], good["attempt"]), (4, 3))
        uid = self.cluster.get("slurmjob", "adjusted")["metadata"]["uid"]
        out = self.lab.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%T").stdout
        self.assertEqual(sorted(out.split()), ["CANCELLED", "COMPLETED", "FAILED", "FAILED"])

    def test_a_job_from_a_shell(self):
        def job(*words, **options):
            return subprocess.run([SLUICE, "job", *words], env=self.cluster.environment(), text=True, timeout=120,
                                  capture_output=True, **options)
        where = ("--cluster", f"127.0.0.1:{self.sshd.port}", "--secret", "secretoslum")
        script = self.directory / "script.sh"
        script.write_text("#!/bin/sh\n#SBATCH --hold\necho $WHO\necho of it >$SLURMJOB_FILES/out\n"
                          "while [ ! -e ~/shell ]; do sleep 0.1; done\nexit 7\n")
        waits = subprocess.Popen([SLUICE, "job", "submit", *where, "--name", "shell", "--env", "WHO=me",
                                  "--result", "out=configmap/of-shell", "--wait", script],
                                 env=self.cluster.environment(), text=True, stdout=subprocess.PIPE)
        self.addCleanup(waits.stdout.close)
        self.assertEqual(waits.stdout.readline(), "shell\n")

        def shows(words):  # the states as they come, each after what makes it
            line = next((line for line in waits.stdout if words in line), None)
            self.assertIsNotNone(line, f"no line with {words}")
            return line
        held = shows("shell: PENDING (JobHeldUser), job ")
        self.lab.run("scontrol", "release", re.search(r"job (\d+)", held)[1])
        shows("shell: RUNNING")
        (self.sshd.home / "shell").touch()
        self.assertRegex(shows("FAILED"), r"^shell: FAILED \(NonZeroExitCode\), job \d+ on n1, exit code 7$")
        self.assertEqual(waits.wait(timeout=60), 7)
        self.assertEqual(self.cluster.get("configmap", "of-shell")["data"], {"out": "of it\n"})
        wait_until(lambda: job("logs", "shell").stdout == "me\n", "its output is there")
        self.assertRegex(job("list").stdout, r"shell +FAILED +\d+ +main +\d+:\d+ +7 ")
        self.assertEqual(job("submit", *where, "--name", "endless", "-", input=LONG).stdout, "endless\n")
        self.assertEqual(job("cancel", "endless").returncode, 0)
        self.assertEqual(job("wait", "endless").returncode, 1)
        self.assertEqual(self.status("endless")["state"], "CANCELLED")
        refused = job("submit", *where, "--tasks=-1", "-", input=HELLO)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("spec.job.tasks", refused.stderr)
        self.cluster.kubectl("delete", "slurmjob", "shell", "endless")

    def test_an_array_is_one_object_with_the_logs_of_each_task(self):
        document = self.manifest("array", "#!/bin/sh\necho task $SLURM_ARRAY_TASK_ID\n"
                                          "[ $SLURM_ARRAY_TASK_ID != 2 ] || exit 3\n"
                                          "[ $SLURM_ARRAY_TASK_ID != 5 ] || while [ ! -e ~/last ]; do sleep 0.1; done\n")
        document["spec"]["job"]["array"] = "0-5%3"
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "array", "--wait=false")
        status = wait_until(lambda: (s := self.status("array")).get("array", {}).get("completed") == 4 and
                            s["array"].get("runningTasks") == "5" and s, "all but the last are over")
        self.assertEqual((status["state"], status["array"]["failedTasks"]), ("RUNNING", "2"))
        self.assertEqual(self.cluster.kubectl("logs", "array", "-c", "task-4"), "task 4\n")
        (self.sshd.home / "last").touch()
        status = self.await_state("array", "FAILED")
        self.assertEqual((status["array"]["completedTasks"], status["exitCode"]), ("0,1,3-5", 3))
        of_all = self.cluster.kubectl("logs", "-l", "slurmjob.dev/name=array", "--all-containers")
        self.assertEqual(sorted(of_all.splitlines()), [f"task {i}" for i in range(6)])

    def test_a_job_comes_after_another(self):
        second = self.manifest("second", HELLO)
        second["spec"]["dependsOn"] = [{"name": "first"}]
        self.cluster.apply(second)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "second", "--wait=false")
        self.launch("first", "#!/bin/sh\nwhile [ ! -e ~/first ]; do sleep 0.1; done\n")
        waits = wait_until(lambda: (s := self.status("second")).get("jobId") and s.get("reason") == "Dependency" and s,
                           "Slurm waits for the first")
        self.assertIn(f"afterok:{self.status('first')['jobId']}", self.detail(waits["jobId"])["Dependency"])
        (self.sshd.home / "first").touch()
        self.await_state("second", "COMPLETED")

    def test_a_webhook_is_told_of_the_end_and_can_tell_who_speaks(self):
        told = []

        class Listener(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                told.append((self.headers["X-Slurmjob-Signature"], body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *words):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.secret("signing", key="a key")
        document = self.manifest("told", HELLO)
        document["spec"]["webhook"] = {"url": f"http://127.0.0.1:{server.server_port}/done", "secretName": "signing"}
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "told", "--wait=false")
        wait_until(lambda: told, "the webhook is told")
        signature, body = told[0]
        self.assertEqual(signature, "sha256=" + hmac.new(b"a key", body, "sha256").hexdigest())
        self.assertEqual(json.loads(body)["status"]["state"], "COMPLETED")

    def test_files_go_with_a_job_and_its_results_come_back(self):
        taken = {}

        class Taker(http.server.BaseHTTPRequestHandler):
            def do_PUT(self):
                taken[self.path] = (self.headers["Authorization"], self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(201)
                self.end_headers()

            def log_message(self, *words):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Taker)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.cluster.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "given"},
                            "data": {"words": "it's $HOME\n"}})
        self.secret("hidden", key="a secret", authorization="Bearer me")
        document = self.manifest("files", "#!/bin/sh\nset -e\ncd $SLURMJOB_FILES\n./in/words\ncat key >>sum\n"
                                          "printf '\\377' >raw\nhead -c 5000000 /dev/zero >big\n")
        self.cluster.kubectl("create", "configmap", "given-program", "--from-literal=words=#!/bin/sh\necho works >sum\n")
        self.addCleanup(self.cluster.kubectl, "delete", "configmap", "given", "given-program", "given-back")
        document["spec"] |= {
            "inputs": [{"path": "in/words", "configMap": {"name": "given-program"}, "executable": True},
                       {"path": "as given", "configMap": {"name": "given", "key": "words"}},
                       {"path": "key", "secret": {"name": "hidden"}}],
            "results": [{"path": "sum", "configMap": {"name": "given-back"}},
                        {"path": "raw", "configMap": {"name": "given-back"}},
                        {"path": "big", "put": {"url": f"http://127.0.0.1:{server.server_port}/big?x=1",
                                                "secretName": "hidden"}},
                        {"path": "sum", "claim": {"name": "results", "path": "of/files/sum"}}]}
        claim = self.claim_for_results()
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "files", "--ignore-not-found", "--wait=false")
        status = self.await_state("files", "COMPLETED")
        given_back = self.cluster.get("configmap", "given-back")
        self.assertEqual(given_back["data"], {"sum": "works\na secret"})
        self.assertEqual(given_back["binaryData"], {"raw": "/w=="})
        self.assertEqual(taken, {"/big?x=1": ("Bearer me", bytes(5000000))})
        self.check_claim(claim, status)
        there = self.sshd.home / ".sluice/jobs" / self.cluster.get("slurmjob", "files")["metadata"]["uid"] / "files-1"
        self.assertEqual((there / "as given").read_text(), "it's $HOME\n")
        self.assertEqual([(there / name).stat().st_mode & 0o777 for name in ("", "in", "key", "in/words")],
                         [0o700, 0o700, 0o600, 0o700])
        self.cluster.kubectl("delete", "slurmjob", "files", timeout=60)
        self.assertFalse(there.parent.exists())
        document["spec"]["results"][0]["path"] = "../../../.ssh/id_rsa"
        self.assertIn("spec.results[0].path", self.refusal(document))

    def claim_for_results(self):
        self.cluster.apply({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "results"}, "spec": {
            "accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Mi"}}}})
        return wait_until(lambda: self.cluster.get("pvc", "results")["spec"].get("volumeName"), "the claim is bound")

    def check_claim(self, volume, status):
        path = self.cluster.get("pv", volume)["spec"]["hostPath"]["path"]
        self.assertEqual((pathlib.Path(path) / "of/files/sum").read_text(), "works\na secret")
        self.assertTrue(all(result["state"] == "Copied" for result in status["results"]), status)

    def test_metrics_tell_all_that_the_dashboard_shows(self):
        self.launch("counted", HELLO)
        self.await_state("counted", "COMPLETED")
        self.launch("miscounted", "#!/bin/sh\n#SBATCH --partition=nowhere\n")
        self.await_state("miscounted", "ERROR")
        dashboard = (ROOT / "deploy/grafana/slurmjobs.json").read_text()
        for name in sorted(set(re.findall(r"sluice_slurmjob_\w+", dashboard))):
            line = rf'(?m)^{name}{{cluster="127.0.0.1".*}} [0-9.e-]+$'
            wait_until(lambda: re.search(line, self.cluster.kubectl("get", "--raw", "/metrics")), f"{name} is told")
        self.assertRegex(self.cluster.kubectl("get", "--raw", "/metrics"),
                         r'sluice_slurmjob_jobs{cluster="127.0.0.1",state="COMPLETED"} [1-9]')

    def test_a_wrong_password_and_an_unknown_host_are_told(self):
        self.secret("wrong", user=USER, passwd="no", knownHosts=self.sshd.known_hosts())
        self.launch("wrong-password", HELLO, secretName="wrong")
        self.assertIn("does not accept the password", self.await_state("wrong-password", "ERROR")["message"])
        self.secret("stranger", user=USER, passwd=PASSWORD)
        self.launch("stranger", HELLO, secretName="stranger")
        self.assertIn("SHA256:", self.await_state("stranger", "ERROR")["message"])

    def test_the_operator_killed_while_it_submits_neither_loses_nor_doubles_a_job(self):
        names = [f"once-{i}" for i in range(12)]
        self.cluster.apply({"apiVersion": "v1", "kind": "List", "items": [self.manifest(name, HELLO) for name in names]})
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "--ignore-not-found", "--wait=false", *names)
        for field, count in (("run", 1), ("jobId", 1), ("jobId", 6)):
            wait_until(lambda: sum(field in job.get("status", {}) for job in self.cluster.get("slurmjobs", *names)["items"])
                       >= count, f"{count} have a {field}", interval=0)
            self.cluster.kill()
            self.cluster.up()
        for name in names:
            self.await_state(name, "COMPLETED")
            uid = self.cluster.get("slurmjob", name)["metadata"]["uid"]
            out = self.lab.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%i").stdout
            self.assertEqual(len(out.split()), 1, name)

    def test_the_operator_killed_while_files_move_moves_them_whole(self):
        taken, tries = [], []

        class Taker(http.server.BaseHTTPRequestHandler):
            def do_PUT(self):
                tries.append(self.path)
                half = self.rfile.read(3_000_000)
                wait_until(lambda: killed, "the operator was killed in the middle")
                rest = self.rfile.read(int(self.headers["Content-Length"]) - len(half))
                taken.append(half + rest)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *words):
                pass

        killed = []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        text = "".join(f"{i:07}\n" for i in range(100_000))
        self.cluster.kubectl("create", "-f", "-", input=json.dumps(
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "much"}, "data": {"text": text}}))
        self.addCleanup(self.cluster.kubectl, "delete", "configmap", "much")
        document = self.manifest("moved", "#!/bin/sh\ncat $SLURMJOB_FILES/in-* >$SLURMJOB_FILES/all\n")
        document["spec"] |= {
            "inputs": [{"path": f"in-{i}", "configMap": {"name": "much", "key": "text"}} for i in range(8)],
            "results": [{"path": "all", "put": {"url": f"http://127.0.0.1:{server.server_port}/all"}}]}
        self.cluster.apply(document)
        self.addCleanup(self.cluster.kubectl, "delete", "slurmjob", "moved", "--ignore-not-found", "--wait=false")
        uid = self.cluster.get("slurmjob", "moved")["metadata"]["uid"]
        wait_until((self.sshd.home / ".sluice/jobs" / uid / "parts-1").exists, "files are on their way", interval=0)
        self.cluster.kill()
        self.cluster.up()
        wait_until(lambda: tries, "the result is on its way", interval=0)
        self.cluster.kill()
        killed.append(True)
        self.cluster.up()
        self.await_state("moved", "COMPLETED")
        self.assertEqual(taken[-1].decode(), 8 * text)
        out = self.lab.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%i").stdout
        self.assertEqual(len(out.split()), 1)

    def test_a_full_home_is_told_and_the_job_submitted_once_when_there_is_room(self):
        home = self.sshd.home
        there = ("nsenter", f"--target={self.sshd.pid}", "--mount")
        subprocess.run([*there, "mount", "-t", "tmpfs", "-o", f"size=64k,uid={UID},mode=700", "small", home], check=True)
        self.addCleanup(subprocess.run, [*there, "umount", "--lazy", home], check=True)
        subprocess.run([*there, "sh", "-c", "! cat /dev/zero >$0/much", home], stderr=subprocess.DEVNULL, check=True)
        self.launch("crowded", "#!/bin/sh\n#SBATCH --output=/dev/null\n")
        status = wait_until(lambda: "No space left" in (s := self.status("crowded")).get("message", "") and s, "it is told")
        self.assertEqual(status["state"], "PENDING")
        subprocess.run([*there, "rm", home / "much"], check=True)
        self.cluster.kubectl("annotate", "slurmjob", "crowded", "example.com/room=yes")  # else it is tried again by itself
        self.await_state("crowded", "COMPLETED")
        uid = self.cluster.get("slurmjob", "crowded")["metadata"]["uid"]
        out = self.lab.run("squeue", "--noheader", "--states=all", f"--name={uid}", "--format=%i").stdout
        self.assertEqual(len(out.split()), 1)

    def test_sshd_dies_and_comes_back(self):
        self.launch("patient", "#!/bin/sh\nwhile [ ! -e ~/back ]; do sleep 0.1; done\n")
        self.await_state("patient", "RUNNING")
        self.sshd.stop()
        wait_until(lambda: any(c["type"] == "Connected" and c["status"] == "False"
                               for c in self.status("patient")["conditions"]), "the loss is told")
        self.assertEqual(self.status("patient")["state"], "RUNNING")
        self.sshd.start()
        (self.sshd.home / "back").touch()
        self.await_state("patient", "COMPLETED")

    def test_another_kubernetes_has_an_operator_of_its_own(self):
        other = Cluster(self.directory / "other", self.lab, "--controllers", "*,-slurmjob")
        other.up()
        self.addCleanup(other.down)
        known = self.directory / ".ssh/known_hosts"  # of who runs the operator
        known.parent.mkdir()
        known.write_text(self.sshd.known_hosts())
        self.addCleanup(known.unlink)
        log = open(self.directory / "operator.log", "w+")
        self.addCleanup(log.close)
        port = free_port()
        operator = subprocess.Popen([SLUICE, "operator", "--metrics-listen", f"127.0.0.1:{port}"],
                                    env=as_operator(other, self.directory), stderr=log)
        self.addCleanup(operator.wait)
        self.addCleanup(operator.terminate)
        wait_until(lambda: "operator runs" in (self.directory / "operator.log").read_text(), "the operator runs")
        other.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "by-key"}, "stringData": {
            "user": USER, "privateKey": self.sshd.read("user_key")}})
        other.apply(self.manifest("elsewhere", HELLO, secretName="by-key"))
        wait_until(lambda: other.get("slurmjob", "elsewhere").get("status", {}).get("state") == "COMPLETED", "it ran")
        trusting = ssl._create_unverified_context()
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/metrics", context=trusting, timeout=60) as page:
            self.assertIn('sluice_slurmjob_jobs{cluster="127.0.0.1",state="COMPLETED"} 1\n', page.read().decode())


@unittest.skipUnless(upstream.available() and os.geteuid() == 0, "no $KUBEBUILDER_ASSETS, or not root")
class InUpstream(SlurmJobs):
    """The same with Kubernetes' own API server and `sluice operator`, all but what needs a node of ours or a
    kubelet: output that is live or of a task."""

    @classmethod
    def setUpClass(cls):
        super(SlurmJobs, cls).setUpClass()
        cls.lab = UsersLab(cls.directory / "lab", "--nodes", "1")
        cls.addClassCleanup(cls.lab.down)
        cls.sshd = Sshd(cls.directory / "sshd", cls.lab)
        cls.addClassCleanup(lambda: cls.sshd.stop())
        cls.cluster = upstream.Upstream(cls.directory / "upstream")
        cls.enterClassContext(cls.cluster)
        cls.cluster.kubectl("apply", "-f", str(ROOT / "deploy/crds"))
        run_operator(cls, cls.cluster, "--webhook-listen", f"127.0.0.1:{free_port()}", "--result-image", "sluice:test")
        cls.secret("secretoslum", user=USER, passwd=PASSWORD, knownHosts=cls.sshd.known_hosts())

    test_logs_are_live_while_the_job_runs = None
    test_output_that_cannot_be_read_is_an_error = None
    test_much_output_passes_in_little_memory_and_over_a_lost_connection = None
    test_an_array_is_one_object_with_the_logs_of_each_task = None
    test_a_job_from_a_shell = None
    test_metrics_tell_all_that_the_dashboard_shows = None
    test_a_full_home_is_told_and_the_job_submitted_once_when_there_is_room = None  # once is enough
    test_the_operator_killed_while_it_submits_neither_loses_nor_doubles_a_job = None
    test_the_operator_killed_while_files_move_moves_them_whole = None
    test_another_kubernetes_has_an_operator_of_its_own = None

    def claim_for_results(self):
        """Without controllers no claim is bound, and this operator was not told that it has volumes."""

    def check_claim(self, volume, status):
        failed = [result for result in status["results"] if result["state"] != "Copied"]
        self.assertEqual([result["state"] for result in failed], ["Failed"])
        self.assertIn("--claims-here", failed[0]["message"])
        copied = [c for c in status["conditions"] if c["type"] == "ResultsCopied"]
        self.assertEqual((copied[0]["status"], copied[0]["reason"]), ("False", "Failed"))

    def check_printed(self, name, text):
        """A result pod, whose program is run as its kubelet would."""
        status = self.status(name)
        wait_until(lambda: self.cluster.kubectl("get", "pod", name, "-o", r"jsonpath={.metadata.annotations.slurmjob\.dev/run}",
                                                check=False).stdout == str(status["run"]), "there is a pod of the run")
        pod = self.cluster.get("pod", name)
        job = self.cluster.get("slurmjob", name)["metadata"]
        self.assertEqual(pod["metadata"]["ownerReferences"][0]["uid"], job["uid"])
        container = pod["spec"]["containers"][0]
        self.assertEqual((container["image"], container["command"][0]), ("sluice:test", "sluice"))
        credentials = self.directory / "credentials"  # as its kubelet would mount the Secret
        self.assertEqual(pod["spec"]["volumes"][0]["secret"]["secretName"], "secretoslum")
        credentials.mkdir(exist_ok=True)
        for key, value in self.cluster.get("secret", "secretoslum")["data"].items():
            (credentials / key).write_bytes(base64.b64decode(value))
        words = [word.replace(container["volumeMounts"][0]["mountPath"], str(credentials))
                 for word in container["command"]]
        self.assertEqual(subprocess.run([SLUICE, *words[1:]], text=True, capture_output=True, check=True).stdout, text)

    def check_gone(self, name):
        """Without controllers nobody collects the pod."""


if __name__ == "__main__":
    unittest.main()
