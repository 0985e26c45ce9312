"""Pods through slurmrestd alone: a `sluice up` that sees none of Slurm's programs."""
import os
import pathlib
import shutil

from harness import Cluster, Lab, Scratch, pod, wait_until


class Rest(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lab = Lab(cls.directory / "lab", "--nodes", "2", "--rest")
        cls.addClassCleanup(cls.lab.down)
        cls.token = cls.directory / "token"
        cls.write_token("3600")
        cls.cluster = Cluster(cls.directory / "home", cls.lab, "--slurm", "rest=" + cls.lab.env["SLUICE_LAB_REST_URL"],
                              "--slurm-token", str(cls.token))
        # kubectl and a shell, but nothing of Slurm
        tools = cls.directory / "tools"
        tools.mkdir()
        for name in ("sh", "sleep", "kubectl"):
            (tools / name).symlink_to(shutil.which(name))
        cls.cluster.environment_without_slurm = {"PATH": str(tools), "SLURM_CONF": "/nonexistent"}
        given = cls.cluster.environment
        cls.cluster.environment = lambda: {**given(), **cls.cluster.environment_without_slurm}
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)

    @classmethod
    def write_token(cls, lifespan):
        text = cls.lab.run("scontrol", "token", f"lifespan={lifespan}").stdout
        fresh = cls.directory / "token.new"
        fresh.touch(mode=0o600)
        fresh.write_text(text)
        fresh.rename(cls.token)

    def node_ready(self):
        conditions = self.cluster.get("node", "slurm")["status"]["conditions"]
        return next(c for c in conditions if c["type"] == "Ready")

    def test_pods_run_fail_and_stop(self):
        self.cluster.apply(pod("good", ["sh", "-c", "echo hello; exit 0"]))
        self.cluster.apply(pod("bad", ["sh", "-c", "exit 3"]))
        self.cluster.apply(pod("long", ["sleep", "1000"]))
        self.cluster.wait_phase("good", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "good"), "hello\n")
        state = self.cluster.wait_phase("bad", "Failed")["status"]["containerStatuses"][0]["state"]
        self.assertEqual(state["terminated"]["exitCode"], 3)
        self.cluster.wait_phase("long", "Running")
        self.cluster.kubectl("delete", "pod", "long", "--grace-period=5")
        self.assertTrue(all(state not in ("RUNNING", "PENDING") for _, state, _ in self.lab.jobs().values()))

    def test_the_token_is_nobodys_business_and_can_be_renewed(self):
        secret = self.token.read_text().split("=")[1].strip()
        pid = self.cluster.pid()
        self.assertNotIn(secret, pathlib.Path(f"/proc/{pid}/cmdline").read_text())
        for path in (self.directory / "home").rglob("*"):
            if path.is_file() and os.access(path, os.R_OK):
                self.assertNotIn(secret.encode(), path.read_bytes(), path)
        self.write_token("1")
        wait_until(lambda: self.node_ready()["status"] == "False", "the node is not ready")
        self.assertIn("token", self.node_ready()["message"])
        self.write_token("3600")
        wait_until(lambda: self.node_ready()["status"] == "True", "the node is ready again")
