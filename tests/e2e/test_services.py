"""Services of a machine as one graph: their start gates with real processes, and what is rendered from the graph."""
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import unittest
import urllib.request

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
        seen = {}

        def is_so():
            seen.update(self.status(service))
            return seen["state"] == state and epoch in (None, seen["epoch"])

        try:
            wait_until(is_so, f"{service} to be {state}")
        except AssertionError as error:
            raise AssertionError(f"{error}, and it is {seen}") from None

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


    def test_who_needs_an_address_waits_until_it_answers(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            closed = f"127.0.0.1:{server.getsockname()[1]}"
        started = self.directory / "started"
        slurmd = self.start("exec", "--service", "slurmd", "--open", "127.0.0.1:1", "--open", closed,
                            probe=["/bin/sh", "-c", f"touch {started}; exec sleep 1000"])
        self.wait_state("slurmd", "deploying")
        self.assertEqual(self.status("slurmd")["why"], f"waits for 127.0.0.1:1 or {closed} to answer")
        self.assertFalse(started.exists())
        with socket.create_server(("127.0.0.1", int(closed.split(":")[1]))):
            wait_until(started.exists, "one of them answers")
        self.assertIsNone(slurmd.poll())
        bad = subprocess.run(self.jobsync("wait", "--open", "ctl"), text=True, capture_output=True)
        self.assertEqual(bad.returncode, 1)
        self.assertIn('--open: "ctl": expected host:port', bad.stderr)

    def test_what_ends_is_ready_when_it_is_done_and_stays_so(self):
        def fetch(code, *options):
            script = f"while [ ! -e {go} ]; do sleep 0.05; done; exit {code}"
            return self.start("exec", "--service", "fetch", "--may-end", *options, probe=("/bin/sh", "-c", script))

        go = self.directory / "go"
        gate = self.start("wait", "--for", "fetch")
        self.start("hold", "--service", "needs-fetch", "--for", "fetch")
        first = fetch(3)
        wait_until(lambda: self.status("fetch")["why"] == "is not done yet", "it runs")
        self.assertEqual(self.status("fetch")["state"], "deploying")
        go.touch()
        self.assertEqual(first.wait(60), 1)
        told = self.status("fetch")
        self.assertEqual((told["state"], told["why"]), ("failed", "exit code 3"))
        self.assertIsNone(gate.poll())
        self.assertEqual(fetch(0).wait(60), 0)
        self.assertEqual(gate.wait(60), 0)
        self.wait_state("needs-fetch", "ready", 1)
        told = self.status("fetch")
        self.assertEqual((told["state"], told["epoch"], told["pid"]), ("ready", 1, 0))
        # Somebody beside it, too, leaves what it said.
        beside = self.start("hold", "--service", "fetch")
        wait_until((self.directory / "run/fetch.hold").exists, "it stays")
        beside.send_signal(signal.SIGTERM)
        self.assertEqual(beside.wait(60), 0)
        self.wait_state("needs-fetch", "ready", 1)
        # For engines that start again whatever ends.
        stays = fetch(0, "--stay")
        self.wait_state("needs-fetch", "ready", 2)
        self.assertIsNone(stays.poll())
        stays.send_signal(signal.SIGTERM)
        self.assertEqual(stays.wait(60), 0)
        self.wait_state("needs-fetch", "deploying")

    def test_what_may_end_ends_with_who_waits_for_it(self):
        for told, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
            started = self.directory / f"started-{told}"
            script = f"echo $$ > {started}.new; mv {started}.new {started}; exec sleep 1000"
            fetch = self.start("exec", "--service", "killed", "--may-end", probe=("/bin/sh", "-c", script))
            wait_until(started.exists, "it runs")
            fetch.send_signal(told)
            self.assertEqual(fetch.wait(60), code)
            wait_until(lambda: not os.path.exists(f"/proc/{started.read_text().strip()}"), "its command has ended")
            self.wait_state("killed", "failed")

    def test_what_systemd_runs_is_gated_again_by_the_unit_beside_it(self):
        """systemd is played here: of each service its process, what comes after its start, and the unit that is bound to it."""
        file, out = self.directory / "services.yaml", self.directory / "systemd"
        sleep = {"command": ["/bin/sleep", "100000"]}
        file.write_text(json.dumps({"kind": "NodeServices", "metadata": {"name": "x"}, "spec": {"services": [
            {"name": "first", **sleep}, {"name": "second", "needsReady": ["first"], **sleep}]}}))
        subprocess.run([SLUICE, "render", "systemd", "-f", str(file), "-o", str(out), "--program", SLUICE,
                        "--run-dir", str(self.directory / "run")], check=True)

        def run(unit, key, main=None):
            lines = (out / "etc/systemd/system" / f"sluice-{unit}.service").read_text().splitlines()
            words = shlex.split(next(line for line in lines if line.startswith(f"{key}=")).split("=", 1)[1].lstrip("+"))
            process = subprocess.Popen([str(main.pid) if word == "$MAINPID" else word for word in words])
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            return process

        def begin(name):
            main = run(name, "ExecStart")
            self.assertEqual(run(name, "ExecStartPost", main).wait(60), 0)
            return main, run(f"{name}-hold", "ExecStart")

        first, beside = begin("first")
        begin("second")
        self.wait_state("second", "ready", 1)
        for end in (2, 3):
            first.kill()
            first.wait()
            beside.send_signal(signal.SIGTERM)
            self.assertEqual(beside.wait(60), 0)
            self.assertEqual(run("first", "ExecStopPost").wait(60), 0)
            self.wait_state("second", "deploying")
            first, beside = begin("first")
            self.wait_state("second", "ready", end)
        self.assertEqual(self.status("first")["pid"], first.pid)


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
        self.assertEqual((len(units), about_ours), (7, []))

    def dry_run(self, server):
        server.kubectl("create", "namespace", "slurm")
        self.assertIn("deployment.apps/sluice-operator",
                      server.kubectl("apply", "--dry-run=server", "-o", "name", "-k", str(ROOT / "deploy")))
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


@unittest.skipUnless(os.environ.get("NOMAD_ADDR"), "NOMAD_ADDR names no Nomad whose client runs here as root, with raw_exec")
class OnNomad(Scratch):
    """A real Nomad runs the graph: gates, a redeploy that leaves what was started alone, a dependency that dies."""

    def graph(self, seconds):
        file = self.directory / "services.yaml"
        services = [{"name": "first", "command": ["/bin/sleep", "100000"]}]
        if seconds:
            script = f"echo $$ > {self.directory}/main; setsid sleep 77777 & echo $! > {self.directory}/job; exec sleep {seconds}"
            services.append({"name": "second", "command": ["/bin/sh", "-c", script], "needsReady": ["first"],
                             "killMode": "process"})
        file.write_text(json.dumps({"kind": "NodeServices", "metadata": {"name": "sluice-e2e"},
                                    "spec": {"services": services}}))
        return str(file)

    def nomad(self, verb, file, expected=0):
        done = subprocess.run([SLUICE, "nomad", verb, "-f", file, "--program", SLUICE, "--run-dir",
                               str(self.directory / "run")], text=True, capture_output=True)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return done.stdout

    def status(self, service):
        done = subprocess.run([SLUICE, "jobsync", "status", "--service", service, "--output", "json", "--run-dir",
                               str(self.directory / "run")], text=True, capture_output=True, check=True)
        return json.loads(done.stdout)[0]

    def wait_ready(self, service, after=0):
        wait_until(lambda: self.status(service)["state"] == "ready" and self.status(service)["epoch"] > after,
                   f"{service} to be ready after epoch {after}")
        return self.status(service)

    def end(self):
        for name in ("first", "second"):
            request = urllib.request.Request(f"{os.environ['NOMAD_ADDR']}/v1/job/sluice-e2e-{name}?purge=true", method="DELETE")
            with urllib.request.urlopen(request):
                pass

    def test_the_graph_comes_up_and_changes_without_killing_what_it_started(self):
        self.addCleanup(self.end)
        self.assertIn("sluice-e2e-second: added", self.nomad("plan", self.graph(1000), 3))
        self.nomad("apply", self.graph(1000))
        before = self.wait_ready("second")
        job = int((self.directory / "job").read_text())
        self.addCleanup(lambda: os.path.exists(f"/proc/{job}") and os.kill(job, signal.SIGKILL))
        self.nomad("plan", self.graph(1000))  # nothing to do
        self.assertIn("create/destroy update", self.nomad("apply", self.graph(1001)))
        after = self.wait_ready("second", before["epoch"])
        self.assertNotEqual(before["pid"], after["pid"])
        self.assertTrue(os.path.exists(f"/proc/{job}"), "the redeploy killed what the service had started")
        os.kill(int((self.directory / "job").read_text()), signal.SIGKILL)
        os.kill(self.wait_ready("first")["pid"], signal.SIGKILL)
        wait_until(lambda: self.status("second")["state"] == "deploying", "second to wait again")
        self.wait_ready("second", after["epoch"])
        self.assertIn("sluice-e2e-second: deleted", self.nomad("apply", self.graph(None)))
        wait_until(lambda: self.status("second")["state"] == "absent", "second to be gone")

    def test_hcl_and_json_are_the_same_job(self):
        out = self.directory / "jobs"
        subprocess.run([SLUICE, "render", "nomad", "-f", EXAMPLE, "-o", str(out)], check=True)
        for hcl in out.glob("*.hcl"):
            body = json.dumps({"JobHCL": hcl.read_text(), "Canonicalize": False}).encode()
            with urllib.request.urlopen(f"{os.environ['NOMAD_ADDR']}/v1/jobs/parse", body) as answer:
                parsed = json.load(answer)
            self.assert_holds(parsed, json.loads(hcl.with_suffix(".json").read_text())["Job"], hcl.name)

    def assert_holds(self, parsed, ours, path):
        """Everything of ours is in what was parsed; Nomad adds members that are null."""
        if isinstance(ours, dict):
            for name, value in ours.items():
                self.assert_holds(parsed[name], value, f"{path}.{name}")
        elif isinstance(ours, list):
            self.assertEqual(len(parsed), len(ours), path)
            for one, other in zip(parsed, ours):
                self.assert_holds(one, other, path)
        else:
            self.assertEqual(parsed, ours, path)
