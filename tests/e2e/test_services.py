"""Services of a machine as one graph: their start gates with real processes, and what is rendered from the graph."""
import json
import signal
import subprocess

from harness import SLUICE, Scratch, wait_until


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
