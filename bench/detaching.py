"""What the operator adds when machines leave Slurm: agents that take as long as they are told, over mutual TLS as the real ones."""
import base64
import http.server
import json
import ssl
import statistics
import subprocess
import threading
import time

from harness import wait_until
from report import line

AT_ONCE = 100
SLOWEST = 2.0
ONE = 0.5
HOOK = "pre-terminate.delete.hook.machine.cluster.x-k8s.io/slurm-deregister"
MACHINES = "machines.cluster.x-k8s.io"


class Agents:
    """All agents at one address, the controller's among them: a node has left so many seconds after the first order."""

    def __init__(self, cluster, directory):
        self.takes = {}
        self.since = {}
        agents = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_PUT(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                node = self.path.split("/")[3]
                agents.since.setdefault(node, time.monotonic())
                self.answer({"phase": "Detached" if agents.has_left(node) else "Draining", "jobsLeft": 0})

            def do_GET(self):
                self.answer({"nodes": [{"name": node, "state": "IDLE"} for node in agents.takes if not agents.has_left(node)]})

            def answer(self, value):
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate(cluster, directory))
        context.load_verify_locations(directory / "ca.crt")
        context.verify_mode = ssl.CERT_REQUIRED
        # Handshakes are the connections' own, not the listener's.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def has_left(self, node):
        return node in self.since and time.monotonic() - self.since[node] >= self.takes[node]


def certificate(cluster, directory):
    """For the agents of all Machines in the namespace, by the authority of their class."""
    secret = cluster.get("secret", "hpc-agents")["data"]
    for name, key in ("ca.crt", "tls.crt"), ("ca.key", "tls.key"):
        (directory / name).write_bytes(base64.b64decode(secret[key]))
    (directory / "names").write_text("subjectAltName=DNS:*.default.agent.sluice.dev\n")
    for command in (["req", "-newkey", "rsa:2048", "-nodes", "-keyout", "agent.key", "-out", "agent.csr", "-subj", "/CN=agents"],
                    ["x509", "-req", "-in", "agent.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "1",
                     "-extfile", "names", "-out", "agent.crt"]):
        subprocess.run(["openssl", *command], cwd=directory, check=True, capture_output=True)
    return directory / "agent.crt", directory / "agent.key"


class Watch:
    """When each Machine with those labels was first seen to be deleted, and to have no hook any more."""

    def __init__(self, cluster, labels):
        self.seen, self.deleted, self.released = set(), {}, {}
        path = '{.metadata.name}|{.metadata.deletionTimestamp}|{.metadata.annotations}{"\\n"}'
        self.process = subprocess.Popen(
            ["kubectl", "get", MACHINES, "-l", labels, "-w", "-o", "jsonpath=" + path],
            env=cluster.environment(), stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for text in self.process.stdout:
            name, deleted, annotations = text.rstrip("\n").split("|", 2)
            self.seen.add(name)
            if deleted:
                self.deleted.setdefault(name, time.monotonic())
                if HOOK not in annotations:
                    self.released.setdefault(name, time.monotonic())

    def stop(self):
        self.process.terminate()
        self.process.wait()


def detaching(cluster, directory, create):
    """The class hpc and its authority are there."""
    agents = Agents(cluster, directory)
    cluster.kubectl("patch", "slurmnodeclass", "hpc", "--type=merge", "-p", json.dumps(
        {"spec": {"agent": {"port": agents.port}, "controller": {"address": "127.0.0.1"}}}))
    create(cluster, {"apiVersion": "bootstrap.cluster.x-k8s.io/v1alpha1", "kind": "VirtualKubeletConfig", "metadata": {"name": "head"},
                     "spec": {"role": "slurm-controller", "nodeClassRef": {"name": "hpc"}}},
           {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "metadata": {"name": "head"}, "spec": {
               "clusterName": "c", "bootstrap": {"configRef": {
                   "apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "VirtualKubeletConfig", "name": "head"}}}})
    names = [f"leaving-{i}" for i in range(AT_ONCE + 5)]
    create(cluster, *({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
                       "status": {"addresses": [{"type": "InternalIP", "address": "127.0.0.1"}]}} for name in names))
    create(cluster, *({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
                       "metadata": {"name": name, "finalizers": ["machine.cluster.x-k8s.io"],
                                    "labels": {"bench": "detaching", "sluice.dev/node-class": "hpc"}},
                       "spec": {"clusterName": "c", "providerID": "x://" + name, "bootstrap": {"dataSecretName": name}}} for name in names))
    for name in names:
        cluster.kubectl("patch", MACHINES, name, "--subresource=status", "--type=merge", "-p",
                        json.dumps({"status": {"nodeRef": {"name": name}}}))
    hooked = '{range .items[*]}{.metadata.annotations.sluice\\.dev/node-class}{"\\n"}{end}'
    wait_until(lambda: len(cluster.kubectl("get", MACHINES, "-l", "bench=detaching", "-o", "jsonpath=" + hooked).split()) == len(names),
               "all have hooks", 120)
    agents.takes = {name: SLOWEST / 2 * (1 + i / AT_ONCE) for i, name in enumerate(names[:AT_ONCE])}
    agents.takes.update({name: ONE for name in names[AT_ONCE:]})
    watch = Watch(cluster, "bench=detaching")
    try:
        one_by_one(cluster, watch, names[AT_ONCE:])
        at_once(cluster, watch, names[:AT_ONCE])
    finally:
        watch.stop()
    cluster.kubectl("patch", "slurmnodeclass", "hpc", "--type=merge", "-p", '{"spec": {"agent": {"port": 8471}}}')
    for name in names:
        cluster.kubectl("patch", MACHINES, name, "--type=merge", "-p", '{"metadata": {"finalizers": null}}')
    cluster.kubectl("delete", "nodes", *names, timeout=120)  # as core does; they have nobody to say that they live


def one_by_one(cluster, watch, names):
    for name in names:
        cluster.kubectl("delete", MACHINES, name, "--wait=false")
        wait_until(lambda: name in watch.released, f"{name} has left", 60, 0.01)
    beyond = [watch.released[name] - watch.deleted[name] - ONE for name in names]
    line("a machine leaves: beyond what its agent takes", statistics.median(beyond) * 1000, "ms", 300.0)


def at_once(cluster, watch, names):
    """By one request: kubectl itself sends only a few each second."""
    cluster.kubectl("delete", "--raw", "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines?labelSelector=bench%3Ddetaching")
    wait_until(lambda: all(name in watch.released for name in names), "all have left", 120, 0.05)
    total = max(watch.released[name] for name in names) - min(watch.deleted[name] for name in names)
    line(f"{AT_ONCE} machines leave at once: total / the slowest", total / SLOWEST, "", 2.0)
