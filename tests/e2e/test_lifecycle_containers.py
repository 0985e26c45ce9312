"""How containers of images live and end: the builtin runtime on a real Slurm."""
import json
import os
import socket

from harness import OnSlurm, pod, wait_until


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


class LifecycleInContainers(OnSlurm):
    up_options = ("--runtime", "builtin")
    image = "busybox:1"

    def box(self, name, script, **container):
        """A pod that sees a directory of its own of this machine as /shared."""
        directory = self.directory / name
        directory.mkdir(exist_ok=True)
        os.chmod(directory, 0o777)
        document = pod(name, None, volumes=[{"name": "shared", "hostPath": {"path": str(directory)}}])
        document["spec"]["containers"] = [self.container("main", script, **container)]
        return document

    def container(self, name, script, **more):
        return {"name": name, "image": "busybox:1", "command": ["sh", "-c", script],
                "volumeMounts": [{"name": "shared", "mountPath": "/shared"}], **more}

    def notes(self, name):
        return (self.directory / name / "notes").read_text(encoding="utf-8").split()

    def main(self, name):
        wait_until(lambda: "containerStatuses" in self.cluster.get("pod", name)["status"], f"{name} has containers")
        return self.cluster.get("pod", name)["status"]["containerStatuses"][0]

    def is_ready(self, name):
        conditions = self.cluster.get("pod", name)["status"].get("conditions", [])
        return any(c["type"] == "Ready" and c["status"] == "True" for c in conditions)

    def test_probes_run_inside_and_a_sick_container_is_restarted(self):
        document = self.box(
            "sick", "echo run >>/shared/notes; trap 'exit 0' TERM; touch /healthy; sleep 2; rm /healthy; "
                    "while :; do sleep 0.1; done",
            livenessProbe={"exec": {"command": ["test", "-e", "/healthy"]}, "periodSeconds": 1, "failureThreshold": 2},
            terminationMessagePolicy="FallbackToLogsOnError")
        document["spec"]["restartPolicy"] = "Always"
        self.cluster.apply(document)
        wait_until(lambda: self.main("sick")["restartCount"] == 1, "it was restarted")
        self.assertEqual(self.main("sick")["lastState"]["terminated"]["exitCode"], 0)
        self.assertEqual(self.notes("sick")[:2], ["run", "run"])
        self.cluster.kubectl("delete", "pod", "sick", "--grace-period=1")

    def test_who_is_told_to_end_before_it_can_hear_is_told_when_it_can(self):
        """The kernel keeps from the first process of a container what it has not asked for; upstream it takes its grace period."""
        self.cluster.apply(self.box("deaf", "echo up >>/shared/notes; until [ -e /shared/go ]; do sleep 0.05; done; "
                                            "trap 'echo told >>/shared/notes; exit 0' TERM; while :; do sleep 0.05; done"))
        wait_until(lambda: (self.directory / "deaf/notes").exists(), "it runs")
        self.cluster.kubectl("delete", "pod", "deaf", "--grace-period=300", "--wait=false")
        wait_until(lambda: "Killing" in self.cluster.kubectl("get", "events", "--field-selector=involvedObject.name=deaf"), "it was told to end")
        self.assertEqual(self.notes("deaf"), ["up"])
        (self.directory / "deaf/go").touch()
        self.cluster.kubectl("wait", "--for=delete", "pod/deaf", "--timeout=60s", check=False)
        self.assertEqual(self.notes("deaf"), ["up", "told"])

    def test_network_probes_reach_a_pod_that_shares_its_processes(self):
        port = free_port()
        document = self.box("web", f"echo hello >/tmp/index.html; exec httpd -f -p {port} -h /tmp",
                            ports=[{"name": "web", "containerPort": port}],
                            startupProbe={"tcpSocket": {"port": "web"}, "periodSeconds": 1, "failureThreshold": 30},
                            readinessProbe={"httpGet": {"path": "/index.html", "port": "web"}, "periodSeconds": 1},
                            livenessProbe={"exec": {"command": ["true"]}, "periodSeconds": 1, "failureThreshold": 1})
        document["spec"]["shareProcessNamespace"] = True
        self.cluster.apply(document)
        wait_until(lambda: self.is_ready("web"), "the server answers")
        self.assertEqual(self.main("web")["restartCount"], 0)
        self.cluster.kubectl("delete", "pod", "web", "--grace-period=1")

    def test_hooks_and_sidecars_keep_their_order(self):
        def note(word):
            return f"echo {word} >>/shared/notes"
        document = self.box(
            "order", f"trap '{note('signal')}; exit 0' TERM; {note('main')}; while :; do sleep 0.1; done",
            lifecycle={"postStart": {"exec": {"command": [
                "sh", "-c", f"until grep -q main /shared/notes; do sleep 0.1; done; {note('started')}"]}},
                       "preStop": {"exec": {"command": ["sh", "-c", note("stopping")]}}})
        document["spec"]["initContainers"] = [self.container(
            "side", f"trap '{note('side-ends')}; exit 0' TERM; {note('side')}; while :; do sleep 0.1; done",
            restartPolicy="Always",
            startupProbe={"exec": {"command": ["grep", "-q", "side", "/shared/notes"]}, "periodSeconds": 1})]
        self.cluster.apply(document)
        self.cluster.wait_phase("order", "Running")
        self.cluster.kubectl("delete", "pod", "order")
        self.assertEqual(self.notes("order"), ["side", "main", "started", "stopping", "signal", "side-ends"])

    def test_a_message_is_left_where_every_container_has_its_place(self):
        document = self.box("message", "echo because >/dev/termination-log; exit 3")
        document["spec"]["containers"].append(self.container(
            "other", "printf mine >/why; exit 4", terminationMessagePath="/why", securityContext={"runAsUser": 0}))
        self.cluster.apply(document)
        ended = {c["name"]: c["state"]["terminated"]
                 for c in self.cluster.wait_phase("message", "Failed")["status"]["containerStatuses"]}
        self.assertEqual((ended["main"]["message"], ended["main"]["exitCode"]), ("because\n", 3))
        self.assertEqual((ended["other"]["message"], ended["other"]["exitCode"]), ("mine", 4))

    def test_an_ephemeral_container_has_its_own_image_and_files(self):
        self.cluster.apply(self.box("debugged", "trap 'exit 0' TERM; touch /mine; while :; do sleep 0.1; done"))
        self.cluster.wait_phase("debugged", "Running")
        self.cluster.kubectl("patch", "pod", "debugged", "--subresource=ephemeralcontainers", "-p", json.dumps(
            {"spec": {"ephemeralContainers": [{"name": "debug", "image": "busybox:1", "command": [
                "sh", "-c", "test -e /mine || echo apart"]}]}}))
        wait_until(lambda: "terminated" in self.cluster.get("pod", "debugged")["status"].get(
            "ephemeralContainerStatuses", [{"state": {}}])[0]["state"], "it has run")
        self.assertEqual(self.cluster.kubectl("logs", "debugged", "-c", "debug"), "apart\n")
        self.cluster.kubectl("delete", "pod", "debugged", "--grace-period=1")
