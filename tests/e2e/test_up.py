"""`sluice up`, `down`, `status`, `kubeconfig`: one directory, one process, and what can go wrong."""
import os
import resource
import signal
import sqlite3
import stat
import subprocess

from harness import OnSlurm, Scratch, Cluster, SLUICE, alive, pod, wait_until


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


class Up(OnSlurm):
    def test_state_is_private(self):
        home = self.cluster.home
        self.assertEqual(mode(home), 0o700)
        for name in ("kubeconfig", "store.db", "sluice.log", "sluice.pid"):
            self.assertEqual(mode(home / name), 0o600, name)
        for key in (home / "pki").iterdir():
            self.assertEqual(mode(key) & 0o077, 0, key)

    def test_listens_on_loopback_only(self):
        server = self.cluster.kubectl("config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
        self.assertTrue(server.startswith("https://127.0.0.1:"), server)

    def test_a_second_up_says_who_holds_the_directory(self):
        second = self.cluster.up(check=False)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn(f"process {self.cluster.pid()}", second.stderr)

    def test_status_and_kubeconfig_tell_where_it_is(self):
        self.assertIn(str(self.cluster.pid()), self.cluster.sluice("status").stdout)
        self.assertIn("client-certificate-data", self.cluster.sluice("kubeconfig").stdout)
        path = self.cluster.sluice("kubeconfig", "--path").stdout.strip()
        self.assertEqual(path, str(self.cluster.kubeconfig))

    def test_an_unknown_controller_is_named(self):
        other = Cluster(self.directory / "other", self.lab)
        done = other.up("--controllers", "*,-sheduler", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('"sheduler" is not in the list of known controllers', done.stderr)

    def test_a_node_is_ready_with_the_partitions_capacity(self):
        wait_until(lambda: "True" in self.cluster.kubectl(
            "get", "nodes", "-o", "jsonpath={.items[*].status.conditions[?(@.type=='Ready')].status}"),
            "the node is ready")
        node = self.cluster.get("nodes")["items"][0]
        cpus = self.lab.run("sinfo", "--noheader", "--format=%C").stdout.strip().split("/")[3]
        self.assertEqual(node["status"]["capacity"]["cpu"], cpus)


class Resume(OnSlurm):
    def test_pods_go_on_while_sluice_is_down_and_are_true_afterwards(self):
        marker = self.directory / "go"
        script = f"while [ ! -e {marker} ]; do sleep 0.05; done; echo finished"
        self.cluster.apply(pod("long", ["sh", "-c", script]))
        self.cluster.wait_phase("long", "Running")
        pid = self.cluster.pid()
        self.cluster.kill(signal.SIGTERM)
        self.assertFalse(alive(pid))
        self.assertEqual([job[1] for job in self.lab.jobs().values()], ["RUNNING"])
        self.cluster.up()
        self.assertEqual(self.cluster.phase("long"), "Running")
        self.cluster.down()
        marker.touch()
        wait_until(lambda: [job[1] for job in self.lab.jobs().values()] == ["COMPLETED"],
                   "the job completes without sluice")
        self.cluster.up()
        self.cluster.wait_phase("long", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "long"), "finished\n")


class Refusals(Scratch):
    def test_no_slurm_found_says_what_was_looked_for(self):
        cluster = Cluster(self.directory / "noslurm", None)
        env = {**cluster.environment(), "SLURM_CONF": "/nonexistent/slurm.conf"}
        done = subprocess.run([SLUICE, "up"], env=env, text=True, capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("/nonexistent/slurm.conf", done.stderr)
        self.assertIn("sluice lab", done.stderr)

    def test_help_teaches(self):
        for command in ([], ["up"], ["down"], ["status"], ["kubeconfig"], ["lab"], ["doctor"], ["translate"]):
            done = subprocess.run([SLUICE, *command, "--help"], text=True, capture_output=True)
            self.assertEqual(done.returncode, 0, command)
            self.assertIn("Usage: sluice", done.stdout)

    def test_an_unknown_option_is_named(self):
        done = subprocess.run([SLUICE, "up", "--prot", "1"], text=True, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--prot", done.stderr)


class StoreFile(OnSlurm):
    def test_a_store_of_a_newer_version_is_refused_and_left_alone(self):
        self.cluster.down()
        store = self.cluster.home / "store.db"
        connection = sqlite3.connect(store)
        version = connection.execute("pragma user_version").fetchone()[0]
        connection.execute(f"pragma user_version = {version + 1}")
        connection.close()
        before = store.read_bytes()
        done = self.cluster.up(check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("newer", done.stderr)
        self.assertEqual(store.read_bytes(), before)
        connection = sqlite3.connect(store)
        connection.execute(f"pragma user_version = {version}")
        connection.close()
        self.cluster.up()

    def test_a_full_disk_refuses_the_write_and_loses_nothing(self):
        self.cluster.down()
        limit = 4 << 20

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        environment = self.cluster.environment()
        done = subprocess.run([SLUICE, "up"], env=environment, text=True, capture_output=True,
                              preexec_fn=small_files)
        self.assertEqual(done.returncode, 0, done.stderr)
        acknowledged, refusal = [], ""
        for i in range(400):
            done = self.cluster.kubectl("create", "configmap", f"c{i}",
                                        f"--from-literal=text={'x' * 100_000}", check=False)
            if done.returncode != 0:
                refusal = done.stderr
                break
            acknowledged.append(f"configmap/c{i}")
        self.assertIn("disk", refusal)
        self.cluster.kill()
        self.cluster.up()
        names = self.cluster.kubectl("get", "configmaps", "-o", "name").split()
        self.assertEqual([name for name in acknowledged if name not in names], [])
        self.cluster.kubectl("create", "configmap", "room-again")
