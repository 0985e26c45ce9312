"""Certificates and lasting tokens: what somebody who has neither gets, through kubectl and openssl."""
import base64
import json
import subprocess

from harness import ROOT, OnSlurm, wait_until


class Certificates(OnSlurm):
    def config(self, name, user):
        """A kubeconfig for that user of this cluster."""
        admin = json.loads(self.cluster.kubectl("config", "view", "--raw", "-o", "json"))
        path = self.directory / f"{name}.kubeconfig"
        path.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": name, "clusters": admin["clusters"],
            "users": [{"name": name, "user": user}],
            "contexts": [{"name": name, "context": {"cluster": admin["clusters"][0]["name"], "user": name}}]}))
        path.chmod(0o600)
        return lambda *argv, check=True: self.cluster.kubectl("--kubeconfig", str(path), *argv, check=check)

    def request(self, name, subject, signer, usages, author=(), **spec):
        key = self.directory / f"{name}.key"
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key], check=True,
                       capture_output=True)
        made = subprocess.run(["openssl", "req", "-new", "-key", key, "-subj", subject], check=True,
                              capture_output=True)
        document = {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
                    "metadata": {"name": name},
                    "spec": {"request": base64.b64encode(made.stdout).decode(), "signerName": signer,
                             "usages": usages, **spec}}
        self.cluster.kubectl(*author, "create", "-f", "-", input=json.dumps(document))
        return key

    def certificate(self, name):
        return self.cluster.get("csr", name).get("status", {}).get("certificate")

    def test_an_approved_request_becomes_a_user(self):
        k = self.cluster.kubectl
        key = self.request("ann", "/O=devs/CN=ann", "kubernetes.io/kube-apiserver-client",
                           ["digital signature", "client auth"], expirationSeconds=3600)
        self.assertIsNone(self.certificate("ann"))
        k("certificate", "approve", "ann")
        wait_until(lambda: self.certificate("ann"), "a certificate")
        self.assertIn("Approved,Issued", k("get", "csr", "ann"))
        ann = self.config("ann", {"client-certificate-data": self.certificate("ann"),
                                  "client-key-data": base64.b64encode(key.read_bytes()).decode()})
        who = ann("auth", "whoami")
        self.assertIn("ann", who)
        self.assertIn("devs", who)
        self.assertIn('User "ann" cannot list resource "pods"', ann("get", "pods", check=False).stderr)
        text = subprocess.run(["openssl", "x509", "-noout", "-text", "-checkend", "3700"], capture_output=True,
                              text=True, input=base64.b64decode(self.certificate("ann")).decode())
        self.assertIn("TLS Web Client Authentication", text.stdout)
        self.assertIn("CA:FALSE", text.stdout)
        self.assertEqual(text.returncode, 1, "it ends within the hour it was asked for")

    def test_a_kubelet_that_may_have_one_needs_nobody(self):
        """By the rights of deploy/kubelet-rbac.yaml alone: its first one, and the next."""
        k = self.cluster.kubectl
        k("apply", "-f", str(ROOT / "deploy/kubelet-rbac.yaml"))
        k("create", "clusterrolebinding", "boot", "--clusterrole=sluice-kubelet-bootstrap", "--user=boot")
        self.assertEqual(k("auth", "can-i", "watch", "csr", "--as=boot"), "yes\n")
        kubelet = "/O=system:nodes/CN=system:node:n1", "kubernetes.io/kube-apiserver-client-kubelet", ["digital signature", "client auth"]
        self.request("kubelet", *kubelet, author=["--as=boot"])
        k("create", "clusterrolebinding", "node", "--clusterrole=system:node", "--group=system:nodes")
        self.request("renewed", *kubelet, author=["--as=system:node:n1", "--as-group=system:nodes", "--as-group=system:authenticated"])
        for name in "kubelet", "renewed":
            wait_until(lambda: self.certificate(name), "a certificate")
            approved = self.cluster.get("csr", name)["status"]["conditions"][0]
            self.assertEqual((approved["type"], approved["reason"]), ("Approved", "AutoApproved"))
        self.assertIn("self", self.cluster.get("csr", "renewed")["status"]["conditions"][0]["message"])

    def test_what_does_not_fit_its_signer_fails(self):
        k = self.cluster.kubectl
        self.request("bad", "/O=devs/CN=bob", "kubernetes.io/kubelet-serving",
                     ["digital signature", "server auth"])
        k("certificate", "approve", "bad")
        wait_until(lambda: "Failed" in k("get", "csr", "bad"), "the condition Failed")
        conditions = {c["type"]: c for c in self.cluster.get("csr", "bad")["status"]["conditions"]}
        self.assertEqual(conditions["Failed"]["message"], "subject organization is not system:nodes")
        self.request("no", "/CN=eve", "kubernetes.io/kube-apiserver-client", ["client auth"])
        k("certificate", "deny", "no")
        self.assertIn("Denied", k("get", "csr", "no"))

    def test_a_secret_keeps_a_token_of_its_account(self):
        k = self.cluster.kubectl
        k("create", "serviceaccount", "keeper")
        self.cluster.apply({"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/service-account-token",
                            "metadata": {"name": "keeper-token", "annotations": {
                                "kubernetes.io/service-account.name": "keeper"}}})
        wait_until(lambda: self.cluster.get("secret", "keeper-token").get("data", {}).get("token"), "a token")
        data = {name: base64.b64decode(value).decode()
                for name, value in self.cluster.get("secret", "keeper-token")["data"].items()}
        self.assertEqual(data["namespace"], "default")
        self.assertIn("BEGIN CERTIFICATE", data["ca.crt"])
        keeper = self.config("keeper", {"token": data["token"]})
        self.assertIn("system:serviceaccount:default:keeper", keeper("auth", "whoami"))
        k("delete", "serviceaccount", "keeper")
        wait_until(lambda: k("get", "secret", "keeper-token", check=False).returncode != 0, "the secret to go")
        self.assertIn("Unauthorized", keeper("auth", "whoami", check=False).stderr)
