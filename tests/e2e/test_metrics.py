"""What pods use: kubectl top, and autoscaling by it."""
import json

from harness import OnSlurm, wait_until
from test_workloads import workload


def busy(name):
    """A deployment of pods that use a little more than the little they ask for."""
    deployment = workload("Deployment", name, ["sh", "-c", "while :; do sleep 0.02; done"], replicas=1)
    container = deployment["spec"]["template"]["spec"]["containers"][0]
    container["resources"] = {"requests": {"cpu": "1m", "memory": "1Mi"}}
    return deployment


class Metrics(OnSlurm):
    def test_top_shows_what_pods_use_and_autoscalers_follow_it(self):
        k = self.cluster.kubectl
        self.cluster.apply(busy("busy"))
        self.cluster.apply({"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
                            "metadata": {"name": "busy"},
                            "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "busy"},
                                     "maxReplicas": 3,
                                     "metrics": [{"type": "Resource", "resource": {
                                         "name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}]}})
        top = wait_until(lambda: k("top", "pods", "--no-headers", check=False).stdout, "the first sample comes")
        name, cpu, memory = top.split()
        self.assertTrue(name.startswith("busy-"))
        self.assertRegex(cpu, r"^[1-9]\d*m$")
        self.assertRegex(memory, r"^\d+Mi$")
        self.assertIn(" main ", k("top", "pods", "--containers", "-l", "app=busy"))
        self.assertRegex(k("top", "nodes"), r"CPU\(cores\)[^\n]*\n\S+ +\d+m +\d+% +\d+Mi +\d+%")
        self.assertIn("CPU", k("get", "pods.metrics.k8s.io"))
        service = self.cluster.get("apiservice", "v1beta1.metrics.k8s.io")
        self.assertEqual(service["status"]["conditions"][0]["status"], "True")
        wait_until(lambda: self.cluster.get("deployment", "busy")["spec"]["replicas"] == 3, "it is scaled to its most",
                   timeout=120)
        events = k("get", "events", "--field-selector", "reason=SuccessfulRescale", "-o", "json")
        self.assertIn("New size: 3; reason: cpu resource utilization (percentage of request) above target",
                      [event["message"] for event in json.loads(events)["items"]])
        described = k("describe", "hpa", "busy")
        self.assertIn("ValidMetricFound", described)
        k("delete", "hpa,deployment", "busy")
