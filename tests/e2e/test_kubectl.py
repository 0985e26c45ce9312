"""kubectl, oldest to newest on this machine: everyday verbs work and nothing complains of schemas."""
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from harness import OnSlurm, pod, wait_until


def debian_kubectl(directory):
    """Debian's kubectl 1.20, unpacked beside whatever is installed."""
    done = subprocess.run("apt-get download kubernetes-client && dpkg-deb -x kubernetes-client*.deb .",
                          shell=True, cwd=directory, capture_output=True)
    path = pathlib.Path(directory) / "usr/bin/kubectl"
    return str(path) if done.returncode == 0 and path.exists() else None


def kubectls(directory):
    found = {}
    candidates = [shutil.which("kubectl"), debian_kubectl(directory),
                  shutil.which("kubectl", path=os.environ.get("KUBEBUILDER_ASSETS", "")),
                  *glob.glob(os.path.dirname(os.path.realpath(shutil.which("kubectl"))) + "/kubectl.1.*")]
    for path in filter(None, candidates):
        out = subprocess.run([path, "version", "--client", "-o", "json"], capture_output=True, text=True).stdout
        version = json.loads(out)["clientVersion"]["gitVersion"]
        found.setdefault(re.match(r"v1\.(\d+)", version)[1], path)
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


class Kubectl(OnSlurm):
    def test_everyday_verbs_with_every_version(self):
        scratch = tempfile.mkdtemp(dir=self.directory)
        versions = kubectls(scratch)
        print(f"       kubectl 1.{', 1.'.join(versions)}", flush=True)
        for version, path in versions.items():
            with self.subTest(kubectl=f"1.{version}"):
                self.cluster.kubectl_path = path
                self.everyday(f"v{version}")

    def everyday(self, name):
        k = self.cluster.kubectl
        self.assertIn("Ready", k("get", "nodes"))
        resources = k("api-resources")
        for word in ("pods", "nodes", "configmaps", "jobs", "leases", "po ", "batch/v1"):
            self.assertIn(word, resources)
        k("create", "namespace", name)
        k("create", "configmap", "settings", "--from-literal=a=1", "-n", name)
        k("create", "secret", "generic", "key", "--from-literal=a=1", "-n", name)
        manifest = pod("web", ["sh", "-c", "echo hello; sleep 0.2"])
        out = k("apply", "-n", name, "-f", "-", input=json.dumps(manifest))
        self.assertIn("created", out)
        manifest["metadata"]["labels"] = {"app": "web"}
        self.assertIn("configured", k("apply", "-n", name, "-f", "-", input=json.dumps(manifest)))
        self.assertIn("unchanged", k("apply", "-n", name, "-f", "-", input=json.dumps(manifest)))
        k("label", "pod", "web", "tier=front", "-n", name)
        k("annotate", "pod", "web", "note=x y", "-n", name)
        self.assertIn("web", k("get", "pods", "-l", "app=web,tier in (front)", "-n", name))
        self.assertEqual(k("get", "pods", "-l", "app=db", "-n", name, "-o", "name"), "")
        self.assertIn("web", k("get", "pods", "--field-selector", "metadata.name=web", "-n", name))
        wait_until(lambda: k("get", "pod", "web", "-n", name, "-o", "jsonpath={.status.phase}") == "Succeeded",
                   "the pod succeeds")
        table = k("get", "pods", "-o", "wide", "-n", name)
        self.assertRegex(table, r"NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\s+IP\s+NODE")
        self.assertRegex(table, r"web\s+0/1\s+Completed\s+0")
        self.assertEqual(k("logs", "web", "-n", name), "hello\n")
        described = k("describe", "pod", "web", "-n", name)
        self.assertIn("Exit Code:    0", described)
        self.assertIn("sluice", k("describe", "node", k("get", "nodes", "-o", "name").split("/")[1].strip()))
        edited = json.loads(k("get", "configmap", "settings", "-n", name, "-o", "json"))
        edited["data"]["a"] = "2"
        k("replace", "-n", name, "-f", "-", input=json.dumps(edited))
        edited["data"]["a"] = "3"
        stale = k("replace", "-n", name, "-f", "-", input=json.dumps(edited), check=False)
        self.assertIn("the object has been modified", stale.stderr)
        k("patch", "configmap", "settings", "-n", name, "--type=merge", "-p", '{"data":{"b":"1"}}')
        k("patch", "configmap", "settings", "-n", name, "-p", '{"metadata":{"labels":{"x":"y"}}}')
        k("patch", "configmap", "settings", "-n", name, "--type=json", "-p",
          '[{"op":"replace","path":"/data/a","value":"9"}]')
        data = json.loads(k("get", "configmap", "settings", "-n", name, "-o", "json"))["data"]
        self.assertEqual(data, {"a": "9", "b": "1"})
        self.assertIn("containers", k("explain", "pod.spec"))
        self.assertIn("FIELD", k("explain", "job.spec.backoffLimit"))
        watcher = subprocess.Popen([self.cluster.kubectl_path, "get", "configmaps", "-w", "-n", name, "-o", "name",
                                    "--field-selector=metadata.name!=kube-root-ca.crt"],
                                   env=self.cluster.environment(), stdout=subprocess.PIPE, text=True)
        self.assertEqual(watcher.stdout.readline(), "configmap/settings\n")
        k("create", "configmap", "later", "-n", name)
        self.assertEqual(watcher.stdout.readline(), "configmap/later\n")
        watcher.kill()
        watcher.wait()
        watcher.stdout.close()
        k("wait", "--for=delete", "pod/none", "-n", name, "--timeout=5s", check=False)
        missing = k("get", "pod", "none", "-n", name, check=False)
        self.assertIn('pods "none" not found', missing.stderr)
        twice = k("create", "configmap", "later", "-n", name, check=False)
        self.assertIn("already exists", twice.stderr)
        k("delete", "pod", "web", "-n", name)
        k("delete", "namespace", name)
        gone = k("get", "namespace", name, check=False)
        self.assertIn("not found", gone.stderr)


class BadManifests(OnSlurm):
    def refused(self, document, *words, arguments=()):
        done = self.cluster.kubectl("create", "-f", "-", *arguments, input=json.dumps(document), check=False)
        self.assertNotEqual(done.returncode, 0)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_unknown_fields_are_refused_by_name(self):
        self.refused(pod("a", ["true"], containres=[]), 'spec.containres')

    def test_wrong_types_are_refused_by_name(self):
        document = pod("a", ["true"])
        document["spec"]["terminationGracePeriodSeconds"] = "soon"
        self.refused(document, "terminationGracePeriodSeconds", arguments=["--validate=false"])

    def test_missing_and_invalid_names(self):
        document = pod("a", ["true"])
        del document["metadata"]["name"]
        self.refused(document, "name")
        self.refused(pod("Not_A_Name", ["true"]), 'Pod "Not_A_Name" is invalid', "metadata.name")

    def test_rules_beyond_types(self):
        document = pod("a", ["true"])
        document["spec"]["containers"][0]["name"] = "A"
        document["spec"]["restartPolicy"] = "Sometimes"
        self.refused(document, "spec.containers[0].name", 'spec.restartPolicy: Unsupported value: "Sometimes"')
        self.assertEqual(self.cluster.get("pods")["items"], [])
