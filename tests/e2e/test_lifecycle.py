"""How containers live and end: probes, hooks, sidecars, messages, ephemeral containers."""
import json
import os
import tempfile

from harness import OnSlurm, pod, wait_until


class Lifecycle(OnSlurm):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="sluice-life")
        os.chmod(self.scratch.name, 0o777)
        self.addCleanup(self.scratch.cleanup)

    def path(self, name):
        return os.path.join(self.scratch.name, name)

    def read(self, name):
        try:
            with open(self.path(name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def main(self, name):
        return wait_until(lambda: self.cluster.get("pod", name)["status"].get("containerStatuses"),
                          f"{name} has the status of a container")[0]

    def events(self, name):
        items = self.cluster.get("events", "--field-selector", f"involvedObject.name={name}")["items"]
        return {(item["reason"], item["message"]) for item in items}

    def is_ready(self, name):
        conditions = self.cluster.get("pod", name)["status"].get("conditions", [])
        return any(c["type"] == "Ready" and c["status"] == "True" for c in conditions)

    def test_a_failing_liveness_probe_restarts_the_container(self):
        document = pod("sick", ["sh", "-c", f"echo run >>{self.path('runs')}; exec sleep 600"])
        document["spec"]["restartPolicy"] = "Always"
        document["spec"]["containers"][0]["livenessProbe"] = {
            "exec": {"command": ["sh", "-c", f"test $(wc -l <{self.path('runs')}) -gt 1"]},
            "periodSeconds": 1, "failureThreshold": 1}
        self.cluster.apply(document)
        wait_until(lambda: self.main("sick")["restartCount"] == 1 and "running" in self.main("sick")["state"],
                   "it runs for the second time")
        self.assertEqual(self.main("sick")["lastState"]["terminated"]["exitCode"], 143)
        wait_until(lambda: ("Killing", "Container main failed liveness probe, will be restarted")
                   in self.events("sick"), "the events say why")
        self.cluster.kubectl("delete", "pod", "sick", "--grace-period=1")

    def test_readiness_follows_its_probe(self):
        document = pod("shy", ["sleep", "600"])
        document["spec"]["containers"][0]["readinessProbe"] = {
            "exec": {"command": ["test", "-e", self.path("open")]}, "periodSeconds": 1, "failureThreshold": 1}
        self.cluster.apply(document)
        self.cluster.wait_phase("shy", "Running")
        self.assertFalse(self.is_ready("shy"))
        self.assertTrue(self.main("shy")["started"])
        with open(self.path("open"), "w", encoding="utf-8"):
            pass
        wait_until(lambda: self.is_ready("shy"), "it is ready")
        os.remove(self.path("open"))
        wait_until(lambda: not self.is_ready("shy"), "it is not ready any more")
        self.cluster.kubectl("delete", "pod", "shy", "--grace-period=1")

    def test_http_and_tcp_probes_ask_the_container(self):
        server = ("import http.server as h, sys; s = h.HTTPServer(('', 0), h.SimpleHTTPRequestHandler);"
                  f"open('{self.path('port')}.new', 'w').write(str(s.server_address[1])); s.serve_forever()")
        self.cluster.apply(pod("server", ["python3", "-c", server], metadata={"name": "server"}))
        port = int(wait_until(lambda: self.read("port.new"), "the server listens"))
        for kind, probe in {"http": {"httpGet": {"path": "/", "port": port}},
                            "tcp": {"tcpSocket": {"port": port}}}.items():
            document = pod("asks-" + kind, ["sleep", "600"])
            document["spec"]["containers"][0]["readinessProbe"] = {**probe, "periodSeconds": 1}
            self.cluster.apply(document)
            wait_until(lambda: self.is_ready("asks-" + kind), "the server answers")
        document = pod("asks-wrong", ["sleep", "600"])
        document["spec"]["containers"][0]["readinessProbe"] = {
            "httpGet": {"path": "/no/such/file", "port": port}, "periodSeconds": 1}
        self.cluster.apply(document)
        wait_until(lambda: ("Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 404")
                   in self.events("asks-wrong"), "the event has the status")
        self.cluster.kubectl("delete", "pod", "server", "asks-http", "asks-tcp", "asks-wrong", "--grace-period=1")

    def test_sidecars_start_first_and_end_last(self):
        def note(word):
            return f"echo {word} >>{self.path('order')}"
        document = pod("sides", ["sh", "-c", note("main") + "; exit 0"])
        document["spec"]["initContainers"] = [
            {"name": name, "image": "x", "restartPolicy": "Always", "command": [
                "sh", "-c", f"trap '{note('end-' + name)}; exit 0' TERM; {note('start-' + name)}; "
                            "while :; do sleep 0.1; done"],
             "startupProbe": {"exec": {"command": ["grep", "-q", "start-" + name, self.path("order")]},
                              "periodSeconds": 1}}
            for name in ("one", "two")]
        self.cluster.apply(document)
        self.cluster.wait_phase("sides", "Succeeded")
        self.assertEqual(self.read("order").split(), ["start-one", "start-two", "main", "end-two", "end-one"])

    def test_hooks_run_after_the_start_and_before_the_end(self):
        def note(word):
            return f"echo {word} >>{self.path('order')}"
        document = pod("hooked", ["sh", "-c", f"trap '{note('signal')}; exit 0' TERM; {note('main')}; "
                                              "while :; do sleep 0.1; done"])
        document["spec"]["containers"][0]["lifecycle"] = {
            "postStart": {"exec": {"command": [
                "sh", "-c", f"until grep -q main {self.path('order')}; do sleep 0.1; done; {note('started')}"]}},
            "preStop": {"exec": {"command": ["sh", "-c", note("stopping")]}}}
        self.cluster.apply(document)
        self.cluster.wait_phase("hooked", "Running")
        self.assertEqual(self.read("order").split(), ["main", "started"])
        self.cluster.kubectl("delete", "pod", "hooked")
        self.assertEqual(self.read("order").split(), ["main", "started", "stopping", "signal"])

    def test_a_container_leaves_a_message(self):
        document = pod("message", ["sh", "-c", f"echo because >{self.path('why')}; exit 3"])
        document["spec"]["containers"][0]["terminationMessagePath"] = self.path("why")
        self.cluster.apply(document)
        document = pod("words", ["sh", "-c", "echo last words; exit 4"])
        document["spec"]["containers"][0]["terminationMessagePolicy"] = "FallbackToLogsOnError"
        self.cluster.apply(document)
        self.cluster.wait_phase("message", "Failed")
        self.assertEqual(self.main("message")["state"]["terminated"]["message"], "because\n")
        self.cluster.wait_phase("words", "Failed")
        self.assertEqual(self.main("words")["state"]["terminated"]["message"], "last words\n")

    def test_an_ephemeral_container_joins_a_running_pod(self):
        self.cluster.apply(pod("debugged", ["sleep", "600"]))
        self.cluster.wait_phase("debugged", "Running")
        self.cluster.kubectl("patch", "pod", "debugged", "--subresource=ephemeralcontainers", "-p", json.dumps(
            {"spec": {"ephemeralContainers": [{"name": "debug", "image": "x", "command": ["echo", "inside"]}]}}))
        wait_until(lambda: "terminated" in self.cluster.get("pod", "debugged")["status"].get(
            "ephemeralContainerStatuses", [{"state": {}}])[0]["state"], "it has run")
        self.assertEqual(self.cluster.kubectl("logs", "debugged", "-c", "debug"), "inside\n")
        self.assertTrue(self.is_ready("debugged"))
        self.cluster.kubectl("delete", "pod", "debugged", "--grace-period=1")

    def test_a_container_may_restart_by_its_exit_code(self):
        document = pod("again", ["sh", "-c", f"echo run >>{self.path('runs')}; "
                                             f"test $(wc -l <{self.path('runs')}) -gt 1 || exit 42"])
        document["spec"]["containers"][0].update(restartPolicy="Never", restartPolicyRules=[
            {"action": "Restart", "exitCodes": {"operator": "In", "values": [42]}}])
        self.cluster.apply(document)
        self.cluster.wait_phase("again", "Succeeded")
        self.assertEqual(self.main("again")["restartCount"], 1)
