"""A node of ours in somebody else's Kubernetes: `sluice kubelet` with the identity of a node, whose pods run on this machine."""
import json
import pathlib
import subprocess

from harness import SLUICE, wait_until


def openssl(directory, *arguments):
    subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)


class JoinedNode:
    """In its directory are its key, certificate, kubeconfig (node.conf), state and log."""

    def __init__(self, server, directory, name, runtime="host"):
        self.server, self.directory, self.name, self.runtime = server, pathlib.Path(directory), name, runtime
        self.process = None

    def request(self):
        """For a certificate, with a new key."""
        openssl(self.directory, "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "node.key", "-out", "node.csr",
                "-subj", f"/O=system:nodes/CN=system:node:{self.name}")
        return (self.directory / "node.csr").read_bytes()

    def signed_by(self, authority):
        """The certificate, by who has ca.crt and ca.key in that directory."""
        self.request()
        (self.directory / "extension").write_text("extendedKeyUsage=clientAuth\n")
        openssl(self.directory, "x509", "-req", "-in", "node.csr", "-CA", str(authority / "ca.crt"), "-CAkey",
                str(authority / "ca.key"), "-CAcreateserial", "-out", "node.crt", "-days", "2", "-extfile", "extension")

    def write_kubeconfig(self):
        """The administrator's, with the node's certificate in place of his."""
        document = json.loads(self.server.kubectl("config", "view", "--raw", "--flatten", "-o", "json"))
        document["users"][0]["user"] = {"client-certificate": str(self.directory / "node.crt"),
                                        "client-key": str(self.directory / "node.key")}
        (self.directory / "node.conf").write_text(json.dumps(document))

    def start(self):
        self.write_kubeconfig()
        with open(self.directory / "kubelet.log", "w") as log:
            self.process = subprocess.Popen(
                [SLUICE, "kubelet", "--kubeconfig", str(self.directory / "node.conf"), "--home",
                 str(self.directory / "kubelet"), "--node-name", self.name, "--executor", "local", "--runtime",
                 self.runtime, "--listen", "127.0.0.1", "--node-ip", "127.0.0.1", "--port", "0"], stdout=log, stderr=log)
        wait_until(self.is_ready, f"node {self.name} is ready")

    def stop(self):
        """Its pods go on: delete them before."""
        if self.process:
            self.process.terminate()
            self.process.wait()

    def object(self):
        done = self.server.kubectl("get", "node", self.name, "-o", "json", check=False)
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError((self.directory / "kubelet.log").read_text())
        conditions = self.object().get("status", {}).get("conditions", [])
        return any(c["type"] == "Ready" and c["status"] == "True" for c in conditions)

    def serving_request(self):
        """What it asks the cluster for: a certificate for its endpoints. None: nothing yet."""
        found = [r for r in self.server.get("csr")["items"] if r["spec"]["signerName"] == "kubernetes.io/kubelet-serving"]
        return found[0] if found else None

    def approve_serving(self):
        asked = wait_until(self.serving_request, "it asks for a certificate")
        self.server.kubectl("certificate", "approve", asked["metadata"]["name"])
        return asked
