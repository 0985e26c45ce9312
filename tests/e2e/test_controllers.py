"""`sluice controllers`: the controllers in a process of their own, for our API server and for
Kubernetes' own."""
import signal
import subprocess
import unittest

import upstream
from harness import SLUICE, Cluster, Lab, Scratch, wait_until

DEPLOYMENT = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
              "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
                       "template": {"metadata": {"labels": {"app": "web"}},
                                    "spec": {"automountServiceAccountToken": False,
                                             "containers": [{"name": "c", "image": "debian:12"}]}}}}
SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
           "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]}}


class Controllers:
    """One process of `sluice controllers`."""

    def __init__(self, server, *options):
        self.process = subprocess.Popen([SLUICE, "controllers", *options], env=server.environment(),
                                        stderr=subprocess.PIPE, text=True)

    def await_line(self, text):
        for line in self.process.stderr:
            if text in line:
                return
        raise AssertionError(f"ended without saying {text!r}")

    def end(self, signum=signal.SIGTERM):
        self.process.send_signal(signum)
        self.process.stderr.read()  # a full pipe would keep it from ending
        self.process.stderr.close()
        return self.process.wait()


class OfTheirOwn(Scratch):
    def pods(self, server):
        return server.get("pods", "-l", "app=web")["items"]

    def work_for(self, server, *options):
        first = Controllers(server, *options)
        self.addCleanup(first.process.kill)
        first.await_line("controllers run")
        second = Controllers(server, *options)
        self.addCleanup(second.process.kill)
        second.await_line("waiting for the lease")
        server.apply(DEPLOYMENT)
        server.apply(SERVICE)
        wait_until(lambda: len(self.pods(server)) == 2, "two pods", 60)
        slices = ("get", "endpointslices", "-l", "kubernetes.io/service-name=web", "-o", "name")
        wait_until(lambda: server.kubectl(*slices) != "", "a slice", 60)
        self.assertEqual(first.end(), 0)
        second.await_line("controllers run")
        server.kubectl("scale", "deployment", "web", "--replicas=3")
        wait_until(lambda: len(self.pods(server)) == 3, "three pods", 60)
        server.kubectl("delete", "deployment", "web")
        wait_until(lambda: all("deletionTimestamp" in pod["metadata"] for pod in self.pods(server)),
                   "the pods go with the deployment", 60)
        self.assertEqual(second.end(), 0)

    def test_for_our_own_api_server(self):
        lab = Lab(self.directory / "lab", "--nodes", "1")
        self.addCleanup(lab.down)
        cluster = Cluster(self.directory / "home", lab, "--controllers", "standard-objects")
        cluster.up()
        self.addCleanup(cluster.down)
        self.work_for(cluster, "--controllers", "*,-scheduler,-standard-objects")

    @unittest.skipUnless(upstream.available(), "set KUBEBUILDER_ASSETS to run against Kubernetes too")
    def test_for_kubernetes(self):
        with upstream.Upstream(self.directory / "upstream") as server:
            self.work_for(server)

    def test_a_missing_kubeconfig_is_named(self):
        done = subprocess.run([SLUICE, "controllers", "--kubeconfig", "/nowhere/config"], text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/config", done.stderr)

    def test_an_unknown_controller_is_named(self):
        done = subprocess.run([SLUICE, "controllers", "--controllers", "jobs"], text=True, capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn('"jobs" is not in the list of known controllers', done.stderr)
