"""kubectl apply --server-side, oldest to newest kubectl: ownership, conflicts, force, and the way over
from client-side apply."""
import json
import tempfile

from harness import OnSlurm
from test_kubectl import kubectls

CONFLICT = 'Apply failed with 1 conflict: conflict with "{}" using v1: .data.a'


def config_map(name, **data):
    return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data})


class ServerSideApply(OnSlurm):
    def test_with_every_kubectl(self):
        for version, path in kubectls(tempfile.mkdtemp(dir=self.directory)).items():
            with self.subTest(kubectl=f"1.{version}"):
                self.cluster.kubectl_path = path
                self.ownership(f"owned-{version}")
                self.migration(f"migrated-{version}")
        shown = self.cluster.kubectl("get", "configmap", f"owned-{version}", "-o", "yaml", "--show-managed-fields")
        self.assertIn("f:data:", shown)

    def apply(self, manifest, *options, check=True):
        return self.cluster.kubectl("apply", "-f", "-", *options, input=manifest, check=check)

    def managers(self, name):
        """(manager, operation) -> the part of data it owns"""
        out = self.cluster.kubectl("get", "--raw", f"/api/v1/namespaces/default/configmaps/{name}")
        return {(entry["manager"], entry["operation"]): entry["fieldsV1"].get("f:data")
                for entry in json.loads(out)["metadata"].get("managedFields", [])}

    def ownership(self, name):
        k = self.cluster.kubectl
        self.assertIn("serverside-applied", self.apply(config_map(name, a="1", b="1"), "--server-side"))
        self.assertEqual(self.managers(name), {("kubectl", "Apply"): {"f:a": {}, "f:b": {}}})
        k("patch", "configmap", name, "--type=merge", "-p", '{"data":{"a":"2"}}', "--field-manager=patcher")
        self.assertEqual(self.managers(name)["patcher", "Update"], {"f:a": {}})
        refused = self.apply(config_map(name, a="3", b="1"), "--server-side", check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(CONFLICT.format("patcher"), refused.stderr)
        self.apply(config_map(name, a="3"), "--server-side", "--force-conflicts")
        self.assertEqual(self.managers(name), {("kubectl", "Apply"): {"f:a": {}}})
        self.assertEqual(json.loads(k("get", "configmap", name, "-o", "json"))["data"], {"a": "3"})

    def migration(self, name):
        self.apply(config_map(name, a="1"))
        self.assertIn(("kubectl-client-side-apply", "Update"), self.managers(name))
        self.apply(config_map(name, a="2"), "--server-side")
        after = self.managers(name)
        self.assertEqual(after["kubectl", "Apply"], {"f:a": {}})
        self.assertNotIn("f:a", after.get(("kubectl-client-side-apply", "Update")) or {})
        annotations = json.loads(self.cluster.kubectl("get", "configmap", name, "-o", "json"))["metadata"]["annotations"]
        last = json.loads(annotations["kubectl.kubernetes.io/last-applied-configuration"])
        self.assertEqual(last["data"], {"a": "2"})
