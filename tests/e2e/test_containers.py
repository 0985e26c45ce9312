"""Pods as containers of images: the builtin runtime on a real Slurm."""
import glob
import json
import os

import busybox_image
from harness import OnSlurm, pod, processes_with, wait_until


def box(name, script, **spec):
    container = {"image": "busybox:1", **spec.pop("container", {})}
    return pod(name, ["sh", "-c", script], container=container, **spec)


class Containers(OnSlurm):
    up_options = ("--runtime", "builtin", "--pod-pids-limit", "120")
    image = "busybox:1"

    def run_pod(self, document, phase="Succeeded"):
        name = document["metadata"]["name"]
        self.cluster.apply(document)
        done = self.cluster.wait_phase(name, phase)
        return done, self.cluster.kubectl("logs", name)

    def test_a_container_sees_its_image_and_itself(self):
        _, log = self.run_pod(box("itself", "hostname; id -u; echo $FROM_IMAGE; ls /; cat /proc/1/comm; "
                                            "test -e /usr/bin/kubectl || echo alone"))
        lines = log.splitlines()
        self.assertEqual(lines[:3], ["itself", "0", "yes"])
        self.assertIn("alone", lines)
        self.assertIn("sh", lines)

    def test_the_image_brings_the_command(self):
        archive = busybox_image.write(self.directory / "entry.tar", "entry:1",
                                      config={"Entrypoint": ["echo", "from"], "Cmd": ["image"]})
        self.cluster.sluice("image", "import", str(archive))
        document = pod("entry", None, container={"image": "entry:1"})
        del document["spec"]["containers"][0]["command"]
        self.assertEqual(self.run_pod(document)[1], "from image\n")
        document["metadata"]["name"] = "entry-args"
        document["spec"]["containers"][0]["args"] = ["args"]
        self.assertEqual(self.run_pod(document)[1], "from args\n")

    def test_volumes_are_there(self):
        self.cluster.kubectl("create", "configmap", "settings", "--from-literal=colour=green")
        self.cluster.kubectl("create", "secret", "generic", "key", "--from-literal=word=sesame")
        _, log = self.run_pod(box(
            "volumes", "cat /config/colour /key/word /self/name; echo hi > /scratch/x; cat /scratch/x; "
            "df -T /memory | tail -n 1; ls /var/run/secrets/kubernetes.io/serviceaccount; touch /config/new || echo read-only",
            container={"volumeMounts": [{"name": "config", "mountPath": "/config"}, {"name": "key", "mountPath": "/key"},
                                        {"name": "self", "mountPath": "/self"},
                                        {"name": "scratch", "mountPath": "/scratch"},
                                        {"name": "memory", "mountPath": "/memory"}]},
            volumes=[{"name": "config", "configMap": {"name": "settings"}},
                     {"name": "key", "secret": {"secretName": "key"}},
                     {"name": "self", "downwardAPI": {"items": [
                         {"path": "name", "fieldRef": {"fieldPath": "metadata.name"}}]}},
                     {"name": "scratch", "emptyDir": {}},
                     {"name": "memory", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}}]))
        self.assertIn("greensesamevolumeshi", log)
        self.assertIn("tmpfs", log)
        self.assertIn("token", log)
        self.assertIn("read-only", log)

    def test_a_running_pod_sees_changes_of_its_config_map(self):
        self.cluster.kubectl("create", "configmap", "live", "--from-literal=word=old")
        self.cluster.apply(box("live", "until grep -q new /live/word; do sleep 0.2; done; echo seen",
                               container={"volumeMounts": [{"name": "live", "mountPath": "/live"}]},
                               volumes=[{"name": "live", "configMap": {"name": "live"}}]))
        self.cluster.wait_phase("live", "Running")
        self.cluster.kubectl("patch", "configmap", "live", "-p", '{"data":{"word":"new"}}')
        self.cluster.wait_phase("live", "Succeeded")

    def test_users_and_read_only_roots_are_honoured(self):
        _, log = self.run_pod(box("user", "id -u; id -g; touch /x || echo refused",
                                  container={"securityContext": {"runAsUser": 1234, "runAsGroup": 4321,
                                                                 "readOnlyRootFilesystem": True}}))
        self.assertEqual(log.splitlines()[:2], ["1234", "4321"])
        self.assertIn("refused", log)

    def test_containers_share_what_the_pod_gives_them(self):
        document = box("pair", "until test -e /shared/x; do sleep 0.1; done; cat /shared/x",
                       container={"volumeMounts": [{"name": "shared", "mountPath": "/shared"}]},
                       volumes=[{"name": "shared", "emptyDir": {}}])
        document["spec"]["initContainers"] = [{
            "name": "first", "image": "busybox:1", "command": ["sh", "-c", "echo from init > /shared/x"],
            "volumeMounts": [{"name": "shared", "mountPath": "/shared"}]}]
        self.assertEqual(self.run_pod(document)[1], "from init\n")

    def test_a_claim_keeps_its_data(self):
        self.cluster.apply({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
                            "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Mi"}}}})
        mount = {"container": {"volumeMounts": [{"name": "data", "mountPath": "/data"}]},
                 "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}
        self.run_pod(box("writer", "echo kept > /data/x", **mount))
        mount = json.loads(json.dumps(mount))
        mount["container"]["volumeMounts"] = [{"name": "data", "mountPath": "/data"}]
        self.assertEqual(self.run_pod(box("reader", "cat /data/x", **mount))[1], "kept\n")

    def test_a_pod_that_keeps_too_much_is_evicted(self):
        done, _ = self.run_pod(box("greedy", "head -c 3000000 /dev/zero > /cache/x; sleep 1000",
                                   container={"volumeMounts": [{"name": "cache", "mountPath": "/cache"}]},
                                   volumes=[{"name": "cache", "emptyDir": {"sizeLimit": "1Mi"}}]), "Failed")
        self.assertEqual(done["status"]["reason"], "Evicted")
        self.assertIn('EmptyDir volume "cache" exceeds the limit "1Mi"', done["status"]["message"])

    def test_an_image_is_a_volume(self):
        archive = busybox_image.write(self.directory / "files.tar", "files:1", files=[("etc/greeting", b"hello\n")])
        self.cluster.sluice("image", "import", str(archive))
        mounts = [{"name": "files", "mountPath": "/all"},
                  {"name": "files", "mountPath": "/one", "subPath": "etc/greeting"}]
        _, log = self.run_pod(box("image-volume", "cat /all/etc/greeting /one; touch /all/x || echo read-only",
                                  container={"volumeMounts": mounts},
                                  volumes=[{"name": "files", "image": {"reference": "files:1"}}]))
        self.assertEqual(log.splitlines()[:2], ["hello", "hello"])
        self.assertIn("read-only", log)

    def test_an_image_nobody_has_is_told(self):
        self.cluster.apply(box("missing", "true", container={"image": "127.0.0.1:1/no/such:1"}))

        def waiting():
            status = self.cluster.get("pod", "missing")["status"]
            for container in status.get("containerStatuses", []):
                return container["state"].get("waiting", {}).get("reason") in ("ErrImagePull", "ImagePullBackOff")
            return False
        wait_until(waiting, "the pod tells that its image cannot be pulled")
        self.cluster.kubectl("delete", "pod", "missing", "--wait=false")

    def test_a_program_that_is_not_there_is_told(self):
        done, _ = self.run_pod(pod("nothing", ["no-such-program"], container={"image": "busybox:1"}), "Failed")
        ended = done["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertIn("no-such-program", ended["message"])

    def test_bad_input_is_told_by_name(self):
        def env(value):
            return {"env": [{"name": "X", **value}]}

        def secret(optional):
            return env({"valueFrom": {"secretKeyRef": {"name": "absent", "key": "k", "optional": optional}}})

        many = box("fifty", "")
        many["spec"]["containers"] = [{"name": f"c{i}", "image": "busybox:1", "command": ["echo", str(i)]}
                                      for i in range(50)]
        long = pod("long", ["sh", "-c", "echo $#", "sh", *["x" * (64 << 10)] * 16], container={"image": "busybox:1"})
        odd = "it's \"quoted\"\n$HOME `x` \\n"
        for document in (
                many, box("odd", 'printf %s "$X"', container=env({"value": odd})),
                box("nul", "true", container=env({"value": "a\0b"})),
                box("secret-wanted", "true", container=secret(False)),
                box("secret-optional", "echo ${X-none}", container=secret(True)),
                box("profile", "true", container={"securityContext": {
                    "seccompProfile": {"type": "Localhost", "localhostProfile": "x.json"}}}),
                box("disk", "true", volumes=[{"name": "v", "nfs": {"server": "s", "path": "/"}}]),
                box("uid", "true", metadata={"name": "uid", "annotations": {"sluice.dev/flags": "--uid=0"}})):
            self.cluster.apply(document)

        self.cluster.kubectl("create", "-f", "-", input=json.dumps(long))  # too long for apply's annotation

        def waiting(name, words):
            states = [c["state"].get("waiting", {}) for c in
                      self.cluster.get("pod", name)["status"].get("containerStatuses", [])]
            return any(words in state.get("message", "") for state in states)
        wait_until(lambda: waiting("secret-wanted", 'secret "absent" not found'), "the missing secret is named")
        wait_until(lambda: waiting("profile", 'Localhost ("x.json") is not supported'), "the profile is named")
        wait_until(lambda: waiting("disk", "nfs volumes are not supported"), "the volume is named")
        flags = self.cluster.wait_phase("uid", "Failed")["status"]
        self.assertEqual(flags["reason"], "InvalidFlags")
        self.assertIn("--uid", flags["message"])
        nul = self.cluster.wait_phase("nul", "Failed")["status"]["containerStatuses"][0]["state"]["terminated"]
        self.assertIn("NUL byte", nul["message"])
        self.cluster.wait_phase("secret-optional", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "secret-optional"), "none\n")
        self.cluster.wait_phase("odd", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "odd"), odd)
        self.cluster.wait_phase("long", "Succeeded")
        self.assertEqual(self.cluster.kubectl("logs", "long"), "16\n")
        self.cluster.wait_phase("fifty", "Succeeded", timeout=120)
        self.assertEqual(self.cluster.kubectl("logs", "fifty", "-c", "c49"), "49\n")
        self.cluster.kubectl("delete", "pod", "--wait=false", "secret-wanted", "profile", "disk")

    def test_a_fork_bomb_harms_nothing_but_its_pod(self):
        """It runs as another user than root, whose processes the kernel never counts."""
        long = f"sleep {100000 + os.getpid()}"
        self.cluster.apply(box("bomb", f"(while :; do {long} & done); echo full; exec sleep 1000",
                               securityContext={"runAsUser": 1234, "runAsGroup": 1234}))
        self.cluster.wait_phase("bomb", "Running")
        log = wait_until(lambda: "full" in (log := self.cluster.kubectl("logs", "bomb")) and log, "it has gone off")
        self.assertIn("can't fork: Resource temporarily unavailable", log)
        self.assertIn(len(processes_with(long)), range(60, 121))
        self.assertEqual(self.run_pod(box("bystander", "echo unharmed"))[1], "unharmed\n")
        self.assertEqual(self.cluster.kubectl("exec", "bomb", "--", "echo", "inside"), "inside\n")
        self.cluster.kubectl("delete", "pod", "bomb", "--grace-period=1")
        self.assertEqual(processes_with(long), [])

    def test_nothing_is_left_on_the_node(self):
        self.run_pod(box("clean", "echo x > /x"))
        uid = self.cluster.get("pod", "clean")["metadata"]["uid"]
        self.assertEqual(glob.glob(f"/tmp/sluice-pod-{uid}*"), [])
