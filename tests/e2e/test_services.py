"""Services of a machine as one graph: their start gates with real processes, and what is rendered from the graph."""
import json
import shutil
import signal
import subprocess
import unittest

import upstream
from harness import ROOT, SLUICE, Cluster, Scratch, wait_until

EXAMPLE = str(ROOT / "examples/node-services.yaml")


class Gates(Scratch):
    """Real processes hold and wait; nobody cleans up after them."""

    def jobsync(self, *argv):
        return [SLUICE, "jobsync", *argv, "--run-dir", str(self.directory / "run")]

    def start(self, *argv, probe=()):
        process = subprocess.Popen([*self.jobsync(*argv), *(["--", *probe] if probe else [])], stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def status(self, service):
        done = subprocess.run(self.jobsync("status", "--service", service, "--output", "json"), text=True,
                              capture_output=True, check=True)
        return json.loads(done.stdout)[0]

    def wait_state(self, service, state, epoch=None):
        wait_until(lambda: self.status(service)["state"] == state and epoch in (None, self.status(service)["epoch"]),
                   f"{service} to be {state}")

    def test_dependents_wait_and_wait_again_when_what_they_need_starts_anew(self):
        well = self.directory / "well"
        gate = self.start("wait", "--for", "munge")
        slurmd = self.start("hold", "--service", "slurmd", "--for", "munge")
        exporter = self.start("hold", "--service", "exporter")
        self.wait_state("exporter", "ready", 1)
        self.wait_state("slurmd", "deploying")
        munge = self.start("hold", "--service", "munge", probe=("test", "-e", str(well)))
        self.wait_state("munge", "deploying")
        self.assertIsNone(gate.poll())
        well.touch()
        self.assertEqual(gate.wait(60), 0)
        self.wait_state("slurmd", "ready", 1)
        munge.kill()  # without a word
        munge.wait()
        self.assertEqual(self.status("munge")["state"], "failed")
        self.wait_state("slurmd", "deploying")
        late = subprocess.run(self.jobsync("wait", "--for", "slurmd", "--timeout", "1"), text=True, capture_output=True)
        self.assertEqual(late.returncode, 1)
        self.assertIn("still waits for slurmd (deploying)", late.stderr)
        munge = self.start("hold", "--service", "munge")
        self.wait_state("slurmd", "ready", 2)
        self.assertEqual(self.status("exporter")["epoch"], 1)
        # The next holder waits for the one before; told to stop, it leaves nothing behind.
        again = self.start("hold", "--service", "munge")
        munge.send_signal(signal.SIGTERM)
        self.assertEqual(munge.wait(60), 0)
        self.wait_state("munge", "ready", 3)
        self.wait_state("slurmd", "ready", 3)
        for process, name in ((slurmd, "slurmd"), (again, "munge"), (exporter, "exporter")):
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(60), 0)
            self.assertEqual(self.status(name)["state"], "absent")


class Rendered(Scratch):
    """What is written for others is what they read: their own programs say so."""

    def render(self, form, *options):
        out = self.directory / form
        subprocess.run([SLUICE, "render", form, "-f", EXAMPLE, "-o", str(out), *options], check=True)
        return out

    @unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze")
    def test_units_are_units(self):
        out = self.render("systemd", "--program", "/bin/true")
        units = sorted((out / "etc/systemd/system").iterdir())
        for unit in units:  # the programs need not be here
            lines = unit.read_text().splitlines(keepends=True)
            unit.write_text("".join("ExecStart=/bin/true\n" if line.startswith("ExecStart=") else line for line in lines))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", *map(str, units)], text=True, capture_output=True)
        about_ours = [line for line in done.stderr.splitlines() if "sluice-" in line]
        self.assertEqual((len(units), about_ours), (4, []))

    def dry_run(self, server):
        server.kubectl("create", "namespace", "slurm")
        return server.kubectl("apply", "--dry-run=server", "-o", "name", "-f",
                              str(self.render("kubernetes", "--image", "slurm:1"))).split()

    def test_objects_are_taken_by_both_api_servers(self):
        cluster = Cluster(self.directory / "home", None, "--executor", "local")
        self.addCleanup(cluster.down)
        cluster.up()
        taken = self.dry_run(cluster)
        self.assertEqual(sorted(taken), ["configmap/compute-spank", "daemonset.apps/compute-exporter",
                                         "daemonset.apps/compute-munge", "daemonset.apps/compute-slurmd",
                                         "daemonset.apps/compute-spank"])
        if upstream.available():
            with upstream.Upstream(self.directory / "upstream", (*upstream.NO_ACCOUNTS, "--allow-privileged=true")) as server:
                self.assertEqual(self.dry_run(server), taken)
