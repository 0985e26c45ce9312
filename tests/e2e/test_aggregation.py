"""An APIService: a real HTTPS server behind ours, found and used through kubectl."""
import base64
import http.server
import json
import ssl
import subprocess
import threading

from harness import OnSlurm, wait_until

RESOURCES = {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "metrics.example.com/v1",
             "resources": [{"name": "loads", "singularName": "load", "namespaced": False, "kind": "Load",
                            "verbs": ["get", "list"]}]}


class Extension(http.server.BaseHTTPRequestHandler):
    """Answers with one object that tells who asked, as our server says it."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.split("?")[0]
        peer = dict(part[0] for part in self.connection.getpeercert()["subject"])
        load = {"kind": "Load", "apiVersion": "metrics.example.com/v1", "metadata": {"name": "now"},
                "asker": self.headers["X-Remote-User"], "groups": self.headers.get_all("X-Remote-Group"),
                "proxy": peer["commonName"]}
        answers = {"/apis/metrics.example.com/v1": RESOURCES,
                   "/openapi/v2": {"swagger": "2.0", "paths": {"/apis/metrics.example.com/v1/loads": {}}},
                   "/openapi/v3": {"paths": {"apis/metrics.example.com/v1": {
                       "serverRelativeURL": "/openapi/v3/apis/metrics.example.com/v1?hash=1"}}},
                   "/openapi/v3/apis/metrics.example.com/v1": {"openapi": "3.0.0", "paths": {}},
                   "/apis/metrics.example.com/v1/loads/now": load,
                   "/apis/metrics.example.com/v1/loads": {"kind": "LoadList", "apiVersion": "metrics.example.com/v1",
                                                          "metadata": {}, "items": [load]}}
        body = json.dumps(answers.get(path, {"kind": "Status", "status": "Failure", "code": 404})).encode()
        self.send_response(200 if path in answers else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Aggregation(OnSlurm):
    def extension(self):
        """A server whose certificate is for the service and which believes our front proxy only."""
        key, certificate = self.directory / "ext.key", self.directory / "ext.crt"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out",
                        certificate, "-subj", "/CN=ext", "-addext", "subjectAltName=DNS:ext.default.svc"],
                       check=True, capture_output=True)
        trust = self.cluster.kubectl("get", "configmap", "-n", "kube-system", "extension-apiserver-authentication",
                                     "-o", r"jsonpath={.data.requestheader-client-ca-file}")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.load_verify_locations(cadata=trust)
        context.verify_mode = ssl.CERT_REQUIRED
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Extension)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server, base64.b64encode(certificate.read_bytes()).decode()

    def available(self):
        return self.cluster.kubectl("get", "apiservice", "v1.metrics.example.com", "-o",
                                    "jsonpath={.status.conditions[0].status} {.status.conditions[0].reason}")

    def test_a_server_behind_ours(self):
        k = self.cluster.kubectl
        self.assertIn("Local", k("get", "apiservice", "v1.apps"))
        server, bundle = self.extension()
        self.cluster.apply({
            "apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
            "metadata": {"name": "v1.metrics.example.com"},
            "spec": {"group": "metrics.example.com", "version": "v1", "groupPriorityMinimum": 100,
                     "versionPriority": 100, "caBundle": bundle,
                     "service": {"namespace": "default", "name": "ext", "port": server.server_address[1]}}})
        wait_until(lambda: self.available() == "False ServiceNotFound", "the missing service to be told")
        self.cluster.apply({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "ext"},
                            "spec": {"type": "ExternalName", "externalName": "localhost"}})
        wait_until(lambda: self.available() == "True Passed", "the extension to be available")

        self.assertIn("loads", k("api-resources", "--api-group=metrics.example.com"))
        load = json.loads(k("get", "--raw", "/apis/metrics.example.com/v1/loads/now"))
        self.assertEqual(load["asker"], "sluice-admin")
        self.assertIn("system:masters", load["groups"])
        self.assertEqual(load["proxy"], "front-proxy-client")
        self.assertIn("now", k("get", "loads", "-o", "name"))
        whole = json.loads(k("get", "--raw", "/openapi/v2"))
        self.assertIn("/apis/metrics.example.com/v1/loads", whole["paths"])
        self.assertIn("/api/v1/pods", whole["paths"])
        index = json.loads(k("get", "--raw", "/openapi/v3"))
        part = index["paths"]["apis/metrics.example.com/v1"]["serverRelativeURL"]
        self.assertEqual(json.loads(k("get", "--raw", part))["openapi"], "3.0.0")
        refused = k("get", "loads", "--as=jane", check=False)
        self.assertIn('loads.metrics.example.com is forbidden: User "jane"', refused.stderr)
