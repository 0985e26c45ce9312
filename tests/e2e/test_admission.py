"""Webhooks over real HTTPS and policies, through kubectl: what they refuse, change and warn of."""
import base64
import http.server
import json
import ssl
import subprocess
import threading

from harness import OnSlurm

API = "admissionregistration.k8s.io/v1"


class Webhook(http.server.ThreadingHTTPServer):
    """Refuses objects with the label deny, labels the others, warns. Keeps what it was asked."""

    def __init__(self, directory):
        certificate, key = directory / "hook.pem", directory / "hook.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out",
                        str(certificate), "-days", "1", "-subj", "/CN=hook", "-addext",
                        "subjectAltName=IP:127.0.0.1,DNS:hook.default.svc"], check=True, capture_output=True)
        super().__init__(("", 0), Answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.bundle = base64.b64encode(certificate.read_bytes()).decode()
        self.asked = []
        self.port = self.server_address[1]
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    def stop(self):
        self.shutdown()
        self.thread.join()
        self.server_close()

    def by_url(self, path):
        return {"url": f"https://127.0.0.1:{self.port}{path}", "caBundle": self.bundle}


class Answer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = review["request"]
        self.server.asked.append((self.path, review))
        labels = (request["object"] or {}).get("metadata", {}).get("labels", {})
        response = {"uid": request["uid"], "allowed": "deny" not in labels, "warnings": ["seen by the hook"]}
        if not response["allowed"]:
            response["status"] = {"code": 403, "message": "the label says no"}
        elif self.path.startswith("/mutate"):
            patch = [{"op": "add", "path": "/data", "value": {"from": "hook"}}]
            response.update(patchType="JSONPatch", patch=base64.b64encode(json.dumps(patch).encode()).decode())
        body = json.dumps({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
                           "response": response}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def webhook(name, client, operations=("CREATE",), **members):
    return {"name": name, "clientConfig": client, "sideEffects": "None", "admissionReviewVersions": ["v1"],
            "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": list(operations),
                       "resources": ["configmaps"]}], **members}


class Admission(OnSlurm):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hook = Webhook(cls.directory)
        cls.addClassCleanup(cls.hook.stop)

    def configure(self, kind, name, *webhooks):
        self.cluster.apply({"apiVersion": API, "kind": f"{kind}WebhookConfiguration", "metadata": {"name": name},
                            "webhooks": list(webhooks)})
        self.addCleanup(self.cluster.kubectl, "delete", f"{kind.lower()}webhookconfiguration", name,
                        "--ignore-not-found")

    def config_map(self, name, **labels):
        document = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "labels": labels}}
        return self.cluster.kubectl("create", "-f", "-", input=json.dumps(document), check=False)

    def test_a_validating_webhook_refuses_and_warns(self):
        self.configure("Validating", "check", webhook("check.example.com", self.hook.by_url("/validate")))
        refused = self.config_map("no", deny="yes")
        self.assertIn('admission webhook "check.example.com" denied the request: the label says no', refused.stderr)
        done = self.config_map("yes")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Warning: seen by the hook", done.stderr)
        path, review = self.hook.asked[-1]
        self.assertEqual(path, "/validate?timeout=10s")
        self.assertEqual(review["kind"], "AdmissionReview")
        request = review["request"]
        self.assertEqual(request["operation"], "CREATE")
        self.assertEqual(request["object"]["metadata"]["name"], "yes")
        self.assertIn("username", request["userInfo"])
        self.assertEqual(request["options"]["kind"], "CreateOptions")

    def test_a_mutating_webhook_changes_what_is_written(self):
        self.configure("Mutating", "change", webhook("change.example.com", self.hook.by_url("/mutate")))
        self.assertEqual(self.config_map("changed").returncode, 0)
        self.assertEqual(self.cluster.get("configmap", "changed")["data"], {"from": "hook"})

    def test_a_service_is_reached_at_its_endpoints(self):
        # Loopback addresses are no endpoints: take the one at which the API itself is told to be.
        own = self.cluster.get("endpointslice", "kubernetes")["endpoints"][0]["addresses"]
        self.cluster.apply({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "hook"},
                            "spec": {"ports": [{"name": "https", "port": 443}]}})
        self.cluster.apply({"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                            "metadata": {"name": "hook", "labels": {"kubernetes.io/service-name": "hook"}},
                            "endpoints": [{"addresses": own}],
                            "ports": [{"name": "https", "port": self.hook.port}]})
        client = {"service": {"namespace": "default", "name": "hook", "path": "/service"},
                  "caBundle": self.hook.bundle}
        self.configure("Validating", "service", webhook("service.example.com", client))
        refused = self.config_map("by-service", deny="yes")
        self.assertIn('admission webhook "service.example.com" denied the request', refused.stderr)
        self.assertEqual(self.hook.asked[-1][0], "/service?timeout=10s")

    def test_a_webhook_that_is_not_there_refuses_unless_it_may_fail(self):
        client = {"url": "https://127.0.0.1:1/", "caBundle": self.hook.bundle}
        self.configure("Validating", "gone", webhook("gone.example.com", client))
        refused = self.config_map("unsure")
        self.assertIn('Internal error occurred: failed calling webhook "gone.example.com": failed to call webhook: '
                      'Post "https://127.0.0.1:1/?timeout=10s"', refused.stderr)
        self.configure("Validating", "gone", webhook("gone.example.com", client, failurePolicy="Ignore"))
        self.assertEqual(self.config_map("unsure").returncode, 0)

    def test_a_policy_refuses_once_it_is_bound(self):
        self.cluster.apply({"apiVersion": API, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": "names"},
                            "spec": {"matchConstraints": {"resourceRules": [
                                {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"],
                                 "resources": ["configmaps"]}]},
                                "validations": [{"expression": "object.metadata.name != 'forbidden'",
                                                 "messageExpression": "'not ' + object.metadata.name"}]}})
        self.addCleanup(self.cluster.kubectl, "delete", "validatingadmissionpolicy", "names")
        self.assertEqual(self.config_map("forbidden").returncode, 0)
        self.cluster.kubectl("delete", "configmap", "forbidden")
        self.cluster.apply({"apiVersion": API, "kind": "ValidatingAdmissionPolicyBinding",
                            "metadata": {"name": "everywhere"},
                            "spec": {"policyName": "names", "validationActions": ["Deny"]}})
        self.addCleanup(self.cluster.kubectl, "delete", "validatingadmissionpolicybinding", "everywhere")
        refused = self.config_map("forbidden")
        self.assertIn("The configmaps \"forbidden\" is invalid: : ValidatingAdmissionPolicy 'names' with binding "
                      "'everywhere' denied request: not forbidden", refused.stderr)
        self.assertEqual(self.config_map("fine").returncode, 0)

    def test_pods_keep_to_the_standard_of_their_namespace(self):
        self.cluster.kubectl("create", "namespace", "strict")
        self.cluster.kubectl("label", "namespace", "strict", "pod-security.kubernetes.io/enforce=restricted")
        refused = self.cluster.kubectl("run", "plain", "-n", "strict", "--image=debian:12", check=False)
        self.assertIn('pods "plain" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation '
                      '!= false (container "plain" must set securityContext.allowPrivilegeEscalation=false)',
                      refused.stderr)
