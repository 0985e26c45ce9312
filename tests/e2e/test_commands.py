"""The smaller commands and settings: translate, plan, doctor, status, config.yaml, the CLI adapter."""
import json
import os
import subprocess

from harness import ROOT, SLUICE, Cluster, OnSlurm, Scratch, pod


class WithoutSlurm(Scratch):
    def run_sluice(self, *argv, **options):
        env = {**os.environ, "SLUICE_HOME": str(self.directory / "home"), "SLURM_CONF": "/nonexistent/slurm.conf"}
        return subprocess.run([SLUICE, *argv], env=env, text=True, capture_output=True, **options)

    def test_the_habits_of_other_programs(self):
        said = self.run_sluice("version")
        self.assertRegex(said.stdout, r"^sluice \d+\.\d+\.\d+\n$")
        self.assertEqual(self.run_sluice("--version").stdout, said.stdout)
        self.assertEqual(self.run_sluice("-h").stdout, self.run_sluice("--help").stdout)

    def test_translate_shows_the_job_of_every_pod(self):
        done = self.run_sluice("translate", "-f", str(ROOT / "examples/hello-job.yaml"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sbatch --job-name=default/hello-", done.stdout)
        self.assertIn("--cpus-per-task=1 --mem=64M", done.stdout)
        document = pod("a", ["true"], metadata={"name": "a", "annotations": {"sluice.dev/flags": "--nice=3"}})
        done = self.run_sluice("translate", "-f", "-", input=json.dumps(document))
        self.assertIn("--nice=3", done.stdout)

    def test_translate_plans_what_happens_in_the_job(self):
        made = {"spec": {"containers": [{"name": "c", "image": "app:1", "args": ["x"],
                                         "resources": {"limits": {"nvidia.com/gpu": 2}}}],
                         "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}]},
                "metadata": {"annotations": {"sluice.dev/account": "physics"}, "labels": {"a": "b"}}}
        cron = {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "night"},
                "spec": {"schedule": "@daily", "jobTemplate": {"spec": {"template": made}}}}
        text = json.dumps(cron) + "\n---\n" + json.dumps(pod("b", ["true"]))
        done = self.run_sluice("translate", "--startup", "auto", "-f", "-", input=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in ("of CronJob night", "--account=physics", "--gres=gpu:2", "starts at once",
                     "app:1 (IfNotPresent)", "sizeLimit: 1Gi", "# pod default/b"):
            self.assertIn(part, done.stdout)
        self.assertEqual(subprocess.run(["sh", "-n"], input=done.stdout, text=True).returncode, 0)
        refused = pod("a", ["true"], volumes=[{"name": "v", "nfs": {"server": "s", "path": "/"}}])
        done = self.run_sluice("translate", "-f", "-", input=json.dumps(refused))
        self.assertEqual(done.returncode, 1)
        self.assertIn('pod default/a: volume "v": nfs volumes are not supported', done.stderr)

    def test_plan_tells_what_a_configuration_takes_and_what_is_wrong_with_it(self):
        old, new = self.directory / "old", self.directory / "new"
        for directory in (old, new):
            directory.mkdir()
            (directory / "slurm.conf").write_text("ClusterName=a\nInclude nodes.conf\n")
            (directory / "nodes.conf").write_text("NodeName=n[1-2]\nPartitionName=p Nodes=n1\n")
            (directory / "slurmdbd.conf").write_text("StoragePass=hunter2\n")
            (directory / "slurmdbd.conf").chmod(0o600)
        plan = ("plan", "--from", str(old), "--to", str(new), "--slurm", "22.05")
        self.assertEqual(self.run_sluice(*plan).stdout, "Nothing changes.\n")
        (new / "nodes.conf").write_text("NodeName=n[1-2]\nPartitionName=p Nodes=n[1-2]\nMaxJobCount=9\n")
        done = self.run_sluice(*plan)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("RESTART_SLURMCTLD for Slurm 22.05, 2 changes", done.stdout)
        (new / "slurmdbd.conf").chmod(0o644)
        (new / "nodes.conf").write_text("KillWai=3\nPartitionName=p Nodes=n9\n")
        done = self.run_sluice(*plan)
        self.assertEqual(done.returncode, 1)
        for part in ("did you mean KillWait?", "names n9", "a password in the clear"):
            self.assertIn(part, done.stderr)
        self.assertNotIn("hunter2", done.stderr + done.stdout)
        (new / "slurm.conf").write_text("ClusterName=b\nNodeName=n[1-2]\nPartitionName=p Nodes=n1\n")
        (new / "slurmdbd.conf").chmod(0o600)
        done = self.run_sluice(*plan)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Refused: no file is written.", done.stdout)
        (new / "slurm.conf").write_text("ClusterName=a\nInclude nodes.conf\nTaskPlugin=task/cgroup\n"
                                        "JobAcctGatherParams=OverMemoryKill\n")
        (new / "nodes.conf").write_text("NodeName=n[1-2]\nPartitionName=p Nodes=n1\n")
        (new / "cgroup.conf").write_text("ConstrainRAMSpace=yes\n")
        done = self.run_sluice(*plan)
        self.assertEqual(done.returncode, 1)
        self.assertIn("OverMemoryKill contradicts ConstrainRAMSpace=yes", done.stderr)
        self.assertEqual(self.run_sluice("plan").returncode, 2)
        self.assertIn("is older than", self.run_sluice(*plan[:-1], "20.11").stderr)

    def test_translate_names_what_it_cannot_read(self):
        done = self.run_sluice("translate", "-f", "-", input="kind: ConfigMap\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no document in it makes a pod", done.stderr)
        document = pod("a", ["true"], container={"resources": {"requests": {"cpu": "much"}}})
        done = self.run_sluice("translate", "-f", "-", input=json.dumps(document))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cpu", done.stderr)

    def test_doctor_says_what_is_missing(self):
        done = self.run_sluice("doctor")
        self.assertEqual(done.returncode, 1)
        self.assertIn("MISSING slurm", done.stdout)
        self.assertIn("/nonexistent/slurm.conf", done.stdout)

    def test_status_and_down_of_nothing(self):
        done = self.run_sluice("status")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sluice up", done.stdout)
        self.assertEqual(self.run_sluice("down").returncode, 0)
        self.assertIn("sluice up", self.run_sluice("kubeconfig").stderr)

    def test_a_bad_setting_is_named_and_nothing_starts(self):
        home = self.directory / "home"
        home.mkdir(mode=0o700, exist_ok=True)
        (home / "config.yaml").write_text("prot: 6443\n")
        done = self.run_sluice("up")
        (home / "config.yaml").unlink()
        self.assertEqual(done.returncode, 1)
        self.assertIn("config.yaml", done.stderr)
        self.assertIn("prot", done.stderr)


class WithSlurm(OnSlurm):
    def test_doctor_finds_the_lab(self):
        done = self.cluster.sluice("doctor")
        self.assertIn("slurm adapter: native", done.stdout)
        self.assertIn("partition main", done.stdout)
        self.assertIn("note    accounting: ", done.stdout)
        self.assertIn("mpi: ", done.stdout)

    def test_doctor_asks_a_compute_node(self):
        done = self.cluster.sluice("doctor", "--job", "-o", "json", check=False)
        found = json.loads(done.stdout)
        verdicts = {finding["subject"]: finding["verdict"] for finding in found["findings"]}
        self.assertEqual(verdicts.get("compute node, state directory"), "ok", done.stdout)
        self.assertEqual(verdicts.get("compute node, connection home"), "ok", done.stdout)
        self.assertIn("compute node, runtime builtin", verdicts)
        self.assertEqual(found["complete"], done.returncode == 0)
        self.assertEqual(list(self.cluster.home.glob("doctor-*")), [])

    def test_settings_come_from_the_file_and_the_port_stays(self):
        other = Cluster(self.directory / "other", self.lab)
        other.home.mkdir(mode=0o700)
        (other.home / "config.yaml").write_text("node-name: from-file\nslurm: cli\n")
        other.up()
        self.addCleanup(other.down)
        self.assertIn("from-file", other.kubectl("get", "nodes", "-o", "name"))
        first = other.kubectl("config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
        other.apply(pod("by-commands", ["sh", "-c", "echo through sbatch"]))
        other.wait_phase("by-commands", "Succeeded")
        self.assertEqual(other.kubectl("logs", "by-commands"), "through sbatch\n")
        self.assertIn("slurm=cli", (other.home / "sluice.log").read_text())
        other.down()
        other.up()
        second = other.kubectl("config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
        self.assertEqual(first, second)

    def test_foreground_stops_on_a_signal(self):
        home = self.directory / "foreground"
        cluster = Cluster(home, self.lab)
        process = subprocess.Popen([SLUICE, "up", "--foreground"], env=cluster.environment(), text=True,
                                   stderr=subprocess.PIPE)
        line = process.stderr.readline()
        while "Kubernetes is up" not in line and line:
            line = process.stderr.readline()
        self.assertIn("Kubernetes is up", line)
        self.assertIn("slurm", cluster.kubectl("get", "nodes", "-o", "name"))
        process.terminate()
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 0)
