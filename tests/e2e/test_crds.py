"""CustomResourceDefinitions through kubectl: a new kind is served like a built-in one."""
import json
import subprocess
import unittest

import yaml

from harness import ROOT, OnSlurm, wait_until

DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "scope": "Namespaced",
        "names": {"plural": "widgets", "kind": "Widget", "shortNames": ["wd"]},
        "versions": [{
            "name": "v1", "served": True, "storage": True,
            "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
                                                     "statusReplicasPath": ".status.replicas"}},
            "additionalPrinterColumns": [
                {"name": "Color", "type": "string", "jsonPath": ".spec.color"},
                {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}],
            "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": {
                    "type": "object",
                    "description": "What the widget should be.",
                    "required": ["color"],
                    "properties": {
                        "color": {"type": "string", "enum": ["red", "green"]},
                        "replicas": {"type": "integer", "default": 1, "minimum": 0},
                    }}, "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}},
            }},
        }],
    },
}


def widget(name, **spec):
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


class CustomResources(OnSlurm):
    def apply(self, manifest, *options, check=True):
        return self.cluster.kubectl("apply", *options, "-f", "-", input=json.dumps(manifest), check=check)

    def test_a_kind_from_its_definition_to_its_end(self):
        k = self.cluster.kubectl
        self.apply(DEFINITION)
        k("wait", "--for=condition=Established", "crd/widgets.example.com", "--timeout=10s")
        self.assertIn("widgets", k("api-resources", "--api-group=example.com"))

        self.assertIn("created", self.apply(widget("w", color="red")))
        self.assertIn("configured", self.apply(widget("w", color="green")))
        self.assertIn("unchanged", self.apply(widget("w", color="green")))
        lines = k("get", "wd").splitlines()
        self.assertEqual(lines[0].split(), ["NAME", "COLOR", "AGE"])
        self.assertEqual(lines[1].split()[:2], ["w", "green"])
        self.assertEqual(k("get", "wd", "w", "-o", "jsonpath={.spec.replicas}"), "1")
        self.assertIn("What the widget should be.", k("explain", "widgets.spec"))

        refused = self.apply(widget("bad", color="blue"), check=False)
        self.assertIn('spec.color: Unsupported value: "blue": supported values: "red", "green"',
                      refused.stderr)
        refused = self.apply(widget("bad", color="red", typo=1), check=False)
        self.assertIn('unknown field "spec.typo"', refused.stderr)

        k("scale", "widgets/w", "--replicas=3")
        self.assertEqual(k("get", "wd", "w", "-o", "jsonpath={.spec.replicas}"), "3")
        self.apply(widget("side", color="red"), "--server-side")
        k("patch", "wd", "side", "--type=merge", "-p", '{"spec":{"color":"green"}}')

        k("delete", "crd", "widgets.example.com")
        self.assertNotIn("widgets", k("api-resources"))
        self.apply(DEFINITION)
        k("wait", "--for=condition=Established", "crd/widgets.example.com", "--timeout=10s")
        wait_until(lambda: k("get", "wd", "-o", "name") == "", "the instances went with their definition")
        k("delete", "crd", "widgets.example.com")

    def test_owners_and_watches_follow_the_definition(self):
        k = self.cluster.kubectl
        self.apply(DEFINITION)
        k("wait", "--for=condition=Established", "crd/widgets.example.com", "--timeout=10s")
        self.apply(widget("owner", color="red"))
        uid = k("get", "wd", "owner", "-o", "jsonpath={.metadata.uid}")
        self.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "owned", "ownerReferences": [
            {"apiVersion": "example.com/v1", "kind": "Widget", "name": "owner", "uid": uid}]}})
        with subprocess.Popen(["kubectl", "get", "widgets", "-w", "-o", "name"], env=self.cluster.environment(),
                              stdout=subprocess.PIPE, text=True) as watch:
            self.assertEqual(watch.stdout.readline(), "widget.example.com/owner\n")
            k("delete", "wd", "owner")
            wait_until(lambda: k("get", "configmap", "owned", "--ignore-not-found", "-o", "name") == "",
                       "what it owned to go too")
            k("patch", "crd", "widgets.example.com", "--type=merge", "-p", '{"spec":{"names":{"categories":["all"]}}}')
            self.assertEqual(watch.stdout.read(), "widget.example.com/owner\n")  # its end
            self.assertEqual(watch.wait(60), 0)
        k("delete", "crd", "widgets.example.com")


class OurDefinitions(unittest.TestCase):
    def test_a_short_name_means_one_kind(self):
        taken = {}
        for file in sorted((ROOT / "deploy/crds").glob("*.yaml")):
            for document in yaml.safe_load_all(file.read_text()):
                names = document["spec"].get("names", {}) if document["kind"] == "CustomResourceDefinition" else {}
                for name in names.get("shortNames", []):
                    self.assertNotIn(name, taken, f"{names['kind']} and {taken.get(name)}")
                    taken[name] = names["kind"]
