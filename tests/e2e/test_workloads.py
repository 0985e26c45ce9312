"""Workload controllers through kubectl, their pods as Slurm jobs."""
import json

from harness import OnSlurm, wait_until


def template(app, command, **spec):
    container = {"name": "main", "image": "busybox", "command": command}
    return {"metadata": {"labels": {"app": app}}, "spec": {"containers": [container], **spec}}


def workload(kind, name, command, **spec):
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name},
            "spec": {"selector": {"matchLabels": {"app": name}}, "template": template(name, command), **spec}}


class Workloads(OnSlurm):
    def running(self, app):
        pods = json.loads(self.cluster.kubectl("get", "pods", "-l", f"app={app}", "-o", "json"))["items"]
        return [p for p in pods if p["status"].get("phase") == "Running" and "deletionTimestamp" not in p["metadata"]]

    def test_deployment_rolls_out_scales_and_goes_back(self):
        k = self.cluster.kubectl
        k("create", "deployment", "hello", "--image=busybox", "--", "sleep", "1000")
        self.assertIn("successfully rolled out", k("rollout", "status", "deployment/hello", "--timeout=90s"))
        self.assertEqual(len(self.running("hello")), 1)
        k("scale", "deployment/hello", "--replicas=3")
        self.assertIn("successfully rolled out", k("rollout", "status", "deployment/hello", "--timeout=90s"))
        self.assertEqual(len(self.running("hello")), 3)
        jobs = self.lab.jobs()
        self.assertGreaterEqual(len(jobs), 3)
        k("set", "env", "deployment/hello", "VERSION=2")
        self.assertIn("successfully rolled out", k("rollout", "status", "deployment/hello", "--timeout=120s"))
        self.assertIn("2", k("rollout", "history", "deployment/hello"))
        k("rollout", "undo", "deployment/hello")
        self.assertIn("successfully rolled out", k("rollout", "status", "deployment/hello", "--timeout=120s"))
        self.assertEqual(k("get", "deployment", "hello", "-o",
                           r"jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}"), "3")
        k("rollout", "pause", "deployment/hello")
        k("set", "env", "deployment/hello", "VERSION=4")
        k("rollout", "resume", "deployment/hello")
        k("rollout", "restart", "deployment/hello")
        self.assertIn("successfully rolled out", k("rollout", "status", "deployment/hello", "--timeout=120s"))
        k("delete", "deployment", "hello")
        wait_until(lambda: k("get", "pods", "-l", "app=hello", "-o", "name") == "", "the pods go")

    def test_stateful_set_has_numbered_pods(self):
        k = self.cluster.kubectl
        self.cluster.apply(workload("StatefulSet", "db", ["sleep", "1000"], replicas=2, serviceName="db"))
        self.assertIn("roll out complete", k("rollout", "status", "statefulset/db", "--timeout=120s"))
        names = sorted(p["metadata"]["name"] for p in self.running("db"))
        self.assertEqual(names, ["db-0", "db-1"])
        k("delete", "statefulset", "db")
        wait_until(lambda: k("get", "pods", "-l", "app=db", "-o", "name") == "", "the pods go")

    def test_daemon_set_has_a_pod_on_the_node(self):
        k = self.cluster.kubectl
        self.cluster.apply(workload("DaemonSet", "agent", ["sleep", "1000"]))
        self.assertIn("successfully rolled out", k("rollout", "status", "daemonset/agent", "--timeout=120s"))
        self.assertEqual(len(self.running("agent")), 1)
        k("rollout", "restart", "daemonset/agent")
        self.assertIn("successfully rolled out", k("rollout", "status", "daemonset/agent", "--timeout=120s"))
        k("delete", "daemonset", "agent")
        wait_until(lambda: k("get", "pods", "-l", "app=agent", "-o", "name") == "", "the pods go")

    def test_cron_job_runs_now_and_then(self):
        k = self.cluster.kubectl
        k("create", "cronjob", "tick", "--image=busybox", "--schedule=* * * * *", "--", "true")
        wait_until(lambda: k("get", "cronjob", "tick", "-o", "jsonpath={.status.lastSuccessfulTime}") != "",
                   "a job of the cron job completes", timeout=150)
        k("delete", "cronjob", "tick")
        wait_until(lambda: k("get", "jobs", "-o", "name") == "", "the jobs go")
