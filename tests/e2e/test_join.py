"""`sluice kubelet`: a node of somebody else's Kubernetes, which reaches its pods through the kubelet's endpoints.
The cluster is another `sluice up`, and upstream's own API server where $KUBEBUILDER_ASSETS has it."""
import base64
import json
import subprocess
import unittest

import upstream
from harness import Cluster, Scratch, pod, wait_until
from joined_node import JoinedNode
from test_interaction import Talks

NODE = "joined"


class Joined(Talks):
    """A kubelet of ours in `cluster`, as an ordinary node of it; its pods run on this machine."""

    @classmethod
    def join(cls):
        cls.addClassCleanup(cls.leave)
        cls.node.start()

    @classmethod
    def leave(cls):
        cls.cluster.kubectl("delete", "pods", "--all", "--grace-period=1", "--timeout=30s")  # they would outlive us
        cls.node.stop()

    @classmethod
    def run_there(cls, name, command, **spec):
        cls.cluster.apply(pod(name, command, nodeName=NODE, terminationGracePeriodSeconds=0,
                              automountServiceAccountToken=False, **spec))

    @classmethod
    def start_target(cls):
        cls.run_there(cls.name, ["sh", "-c", "echo started; exec sleep 1000"],
                      container={"env": [{"name": "COLOUR", "value": "green"}]})
        cls.await_phase(cls.name, "Running")

    @classmethod
    def await_phase(cls, name, phase):
        wait_until(lambda: cls.cluster.get("pod", name)["status"]["phase"] == phase, f"pod {name} is {phase}")
        return cls.cluster.get("pod", name)

    def endpoint(self):
        status = self.node.object()["status"]
        return f"https://127.0.0.1:{status['daemonEndpoints']['kubeletEndpoint']['Port']}"

    def test_logs_come_through_the_kubelet(self):
        self.assertEqual(self.cluster.kubectl("logs", self.name), "started\n")
        self.run_there("fails", ["sh", "-c", "echo last words; exit 3"])
        ended = self.await_phase("fails", "Failed")
        self.assertEqual(ended["status"]["containerStatuses"][0]["state"]["terminated"]["exitCode"], 3)
        self.assertEqual(self.cluster.kubectl("logs", "fails"), "last words\n")

    def test_attaching_feeds_and_shows_the_container(self):
        self.run_there("echo", ["sh", "-c", "while read x; do echo got $x; done"],
                       container={"stdin": True, "stdinOnce": True})
        self.await_phase("echo", "Running")
        done = self.run_kubectl("attach", "-i", "echo", input=b"one\n")
        self.assertIn(b"got one\n", done.stdout)

    def test_spdy_does_the_same(self):
        self.protocol = {"KUBECTL_REMOTE_COMMAND_WEBSOCKETS": "false", "KUBECTL_PORT_FORWARD_WEBSOCKETS": "false"}
        for test in (self.test_output_errors_and_exit_code_are_kept_apart, self.test_a_megabyte_comes_back_as_it_went,
                     self.test_a_port_is_forwarded):
            with self.subTest(test.__name__):
                test()

    def curl(self, path, *options):
        return subprocess.run(["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", *options,
                               self.endpoint() + path], check=True, capture_output=True, text=True).stdout

    def test_nobody_comes_in_without_the_clusters_word(self):
        self.assertEqual(self.curl("/pods"), "401")
        self.assertEqual(self.curl("/pods", "-H", "Authorization: Bearer nonsense"), "401")

    def test_a_deleted_pod_leaves(self):
        self.run_there("short", ["sleep", "1000"])
        self.await_phase("short", "Running")
        self.cluster.kubectl("delete", "pod", "short", "--timeout=30s")


class InAnotherSluice(Joined, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = Cluster(cls.directory / "home", None, "--executor", "local")
        cls.cluster.up()
        cls.addClassCleanup(cls.cluster.down)
        cls.cluster.kubectl("create", "clusterrolebinding", "nodes", "--clusterrole=system:node",
                            "--group=system:nodes")
        cls.node = JoinedNode(cls.cluster, cls.directory, NODE)
        cls.cluster.apply({"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
                           "metadata": {"name": NODE},
                           "spec": {"request": base64.b64encode(cls.node.request()).decode(),
                                    "signerName": "kubernetes.io/kube-apiserver-client-kubelet",
                                    "usages": ["digital signature", "key encipherment", "client auth"]}})
        cls.cluster.kubectl("certificate", "approve", NODE)
        certificate = wait_until(lambda: cls.cluster.get("csr", NODE)["status"].get("certificate"), "it is signed")
        (cls.directory / "node.crt").write_bytes(base64.b64decode(certificate))
        cls.join()
        cls.start_target()

    def test_the_serving_certificate_is_the_clusters_once_approved(self):
        asked = self.node.approve_serving()
        self.assertEqual(asked["spec"]["username"], f"system:node:{NODE}")
        (self.directory / "ca.crt").write_bytes(base64.b64decode(
            json.loads((self.directory / "node.conf").read_text())["clusters"][0]["cluster"]
            ["certificate-authority-data"]))

        def is_trusted():
            done = subprocess.run(["curl", "-s", "--cacert", str(self.directory / "ca.crt"), self.endpoint() + "/pods"],
                                  capture_output=True)
            return done.returncode == 0
        wait_until(is_trusted, "the endpoints have it")

    def test_tokens_and_rights_are_the_clusters(self):
        self.cluster.kubectl("create", "serviceaccount", "watcher")
        token = self.cluster.kubectl("create", "token", "watcher").strip()
        header = ("-H", f"Authorization: Bearer {token}")
        self.assertEqual(self.curl("/stats/summary", *header), "403")
        self.cluster.kubectl("create", "clusterrole", "stats", "--verb=get", "--resource=nodes/metrics")
        self.cluster.kubectl("create", "clusterrolebinding", "stats", "--clusterrole=stats",
                             "--serviceaccount=default:watcher")
        self.assertEqual(self.curl("/metrics/resource", *header), "200")


@unittest.skipUnless(upstream.available(), "no $KUBEBUILDER_ASSETS")
class InUpstreams(Joined, Scratch):
    """Authorized as a node, restricted as a node."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        directory = cls.directory / "upstream"
        cls.cluster = upstream.Upstream(directory, flags=(
            *upstream.NO_ACCOUNTS, "--authorization-mode=Node", "--enable-admission-plugins=NodeRestriction",
            "--kubelet-client-certificate=admin.crt", "--kubelet-client-key=admin.key"))
        cls.enterClassContext(cls.cluster)
        cls.node = JoinedNode(cls.cluster, cls.directory, NODE)
        cls.node.signed_by(directory)
        cls.join()
        cls.start_target()


if __name__ == "__main__":
    unittest.main()
