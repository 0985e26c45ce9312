#!/usr/bin/python3
"""Streams into a pod as real clients see them: every kubectl on this machine over SPDY and over
WebSockets, Debian's Python client, the JavaScript client of npm.
    clients.py STREAMS_SERVER [unittest arguments]"""
import fcntl
import glob
import hashlib
import http.server
import json
import os
import pathlib
import pty
import re
import select
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
import urllib.request

SERVER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import javascript  # noqa: E402
LONG = 60


def kubectls():
    """Newest last, each once."""
    found = sorted(glob.glob("/usr/lib/google-cloud-sdk/bin/kubectl.1.*")) or [shutil.which("kubectl")]
    return [path for path in found if path]


# Clients older than these do not know the variables, and use SPDY.
WEBSOCKETS = {"KUBECTL_REMOTE_COMMAND_WEBSOCKETS": "true", "KUBECTL_PORT_FORWARD_WEBSOCKETS": "true"}
SPDY = {"KUBECTL_REMOTE_COMMAND_WEBSOCKETS": "false", "KUBECTL_PORT_FORWARD_WEBSOCKETS": "false"}


class Echo(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = (self.path * 1000).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def own_address():
    """Of this machine, other than the loopback; nothing when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return probe.getsockname()[0]
        except OSError:
            return None


def read_terminal(terminal):
    """A piece of what its other side wrote; nothing when that is closed. Only the second error says
    that nothing is left: what is written while the kernel finds the other side closing comes after
    the first."""
    for _ in range(2):
        try:
            return os.read(terminal, 1000).decode()
        except OSError:
            pass
    return ""


def in_terminal(command, env):
    """What the command shows in a terminal of 33 lines, and its exit code. It is told a word when it
    says that it is in one, or when it cannot any more."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, env)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 101, 0, 0))
    text, told, deadline = "", False, time.monotonic() + LONG
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            piece = read_terminal(terminal)
            if not piece:
                break
            text += piece
        if not told and ("terminal" in text or lost_its_streams(text)):
            os.write(terminal, b"word\n")
            told = True
    os.close(terminal)
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def lost_its_streams(said):
    """kubectl over WebSockets begins to read before it knows its streams; when a server is quick it
    says that it threw something away, and the run tells nothing about the server."""
    return "Unknown stream id" in said


def talk(arguments, env, **options):
    """Runs kubectl until it listened from the beginning."""
    for _ in range(10):
        done = subprocess.run(arguments, env=env, capture_output=True, timeout=LONG, **options)
        said = done.stderr if options.get("text") else done.stderr.decode(errors="replace")
        if not lost_its_streams(said):
            break
    return done


class World:
    """The server, and a web server in its pod."""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="sluice-streams-")
        self.kubeconfig = os.path.join(self.directory, "kubeconfig")
        self.address = own_address()
        self.server = subprocess.Popen([SERVER, self.kubeconfig, self.address or "127.0.0.1"],
                                       stdin=subprocess.PIPE)
        deadline = time.monotonic() + LONG
        while not os.path.exists(self.kubeconfig):
            if self.server.poll() is not None or time.monotonic() > deadline:
                raise AssertionError("the server did not start")
            time.sleep(0.05)
        self.web = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Echo)
        threading.Thread(target=self.web.serve_forever, daemon=True).start()

    def stop(self):
        self.web.shutdown()
        self.server.stdin.close()
        code = self.server.wait(LONG)
        shutil.rmtree(self.directory)
        return code


def setUpModule():
    global world
    world = World()


def tearDownModule():
    if world.stop() != 0:
        raise AssertionError("the server did not end well")


class Kubectl(unittest.TestCase):
    """The same for every version and both transports."""

    def each(self, check):
        for program in kubectls():
            for name, mode in (("spdy", SPDY), ("websocket", WEBSOCKETS)):
                with self.subTest(kubectl=os.path.basename(program), transport=name):
                    check([program], {**os.environ, "KUBECONFIG": world.kubeconfig, **mode,
                                      "HOME": world.directory})

    def test_exec_gives_both_outputs_and_the_exit_code(self):
        def check(kubectl, env):
            done = talk([*kubectl, "exec", "web", "-c", "main", "--", "sh", "-c",
                         "echo out; echo err >&2; exit 3"], env, text=True)
            self.assertEqual(done.returncode, 3, done)
            self.assertEqual(done.stdout, "out\n", done)
            self.assertIn("err\n", done.stderr)
            self.assertIn("command terminated with exit code 3", done.stderr)
        self.each(check)

    def test_exec_carries_large_input_and_output(self):
        data = os.urandom(3 << 20)
        def check(kubectl, env):
            done = talk([*kubectl, "exec", "-i", "web", "-c", "main", "--", "cat"], env, input=data)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(hashlib.sha256(done.stdout).digest(), hashlib.sha256(data).digest(),
                             f"{len(done.stdout)} of {len(data)} bytes")
        self.each(check)

    def test_exec_in_a_terminal_that_has_a_size(self):
        def check(kubectl, env):
            for _ in range(10):
                text, code = in_terminal(
                    [*kubectl, "exec", "-it", "web", "-c", "main", "--", "sh", "-c",
                     "test -t 0 && echo terminal; read line; stty size; echo \"[$line]\""], env)
                if not lost_its_streams(text):
                    break
            self.assertEqual(code, 0, text)
            self.assertIn("[word]", text)
            self.assertRegex(text, r"\d+ \d+")
        self.each(check)

    def test_exec_of_what_does_not_exist_is_refused(self):
        def check(kubectl, env):
            for arguments, message in ((["web", "-c", "nobody"], "container nobody is not valid for pod web"),
                                       (["ghost"], 'pods "ghost" not found')):
                done = subprocess.run([*kubectl, "exec", *arguments, "--", "true"], env=env,
                                      capture_output=True, text=True, timeout=LONG)
                self.assertEqual(done.returncode, 1, done)
                self.assertIn(message, done.stderr)
        self.each(check)

    def test_attach_talks_to_the_running_process(self):
        def check(kubectl, env):
            done = talk([*kubectl, "attach", "-i", "web", "-c", "main"], env, input="x\ny\n", text=True)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("attached\ngot x\ngot y\n", done.stdout.replace("\r", ""))
        self.each(check)

    def test_cp_copies_there_and_back(self):
        def check(kubectl, env):
            with tempfile.TemporaryDirectory(dir=world.directory) as directory:
                source, there, back = (os.path.join(directory, name) for name in ("a", "b", "c"))
                pathlib.Path(source).write_bytes(os.urandom(1 << 20))
                for arguments in ((source, f"web:{there}"), (f"web:{there}", back)):
                    done = talk([*kubectl, "cp", "-c", "main", *arguments], env, text=True)
                    self.assertEqual(done.returncode, 0, done)
                self.assertEqual(pathlib.Path(back).read_bytes(), pathlib.Path(source).read_bytes())
        self.each(check)

    def test_port_forward_carries_many_connections(self):
        def check(kubectl, env):
            port = world.web.server_address[1]
            forward = subprocess.Popen([*kubectl, "port-forward", "web", f":{port}", ":1"], env=env,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                locals_ = []
                for _ in range(2):
                    line = forward.stdout.readline()
                    locals_.append(int(re.search(r"127\.0\.0\.1:(\d+) -> ", line).group(1)))
                    if "[::1]" in (forward.stdout.readline() if socket.has_ipv6 else ""):
                        pass
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                results = []
                def fetch(i):
                    with opener.open(f"http://127.0.0.1:{locals_[0]}/{i}", timeout=LONG) as answer:
                        results.append(answer.read() == f"/{i}".encode() * 1000)
                threads = [threading.Thread(target=fetch, args=(i,)) for i in range(10)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join(LONG)
                self.assertEqual(results, [True] * 10)
            finally:
                forward.terminate()
                forward.communicate(timeout=LONG)
        self.each(check)

    def test_proxy_to_the_pod(self):
        if not world.address:
            self.skipTest("this machine has only its loopback address")
        port = world.web.server_address[1]
        base = f"/api/v1/namespaces/default/pods/web:{port}/proxy"
        def check(kubectl, env):
            done = subprocess.run([*kubectl, "get", "--raw", f"{base}/a/b?c=d"], env=env,
                                  capture_output=True, text=True, timeout=LONG)
            self.assertEqual(done.stdout, "/a/b?c=d" * 1000, done.stderr)
        self.each(check)

    def test_logs(self):
        def check(kubectl, env):
            done = subprocess.run([*kubectl, "logs", "web", "-c", "side"], env=env, capture_output=True,
                                  text=True, timeout=LONG)
            self.assertEqual(done.stdout, "log of web/side\n", done)
        self.each(check)


try:
    import kubernetes
    import kubernetes.stream
    import websocket
except ImportError:
    kubernetes = None


@unittest.skipIf(kubernetes is None, "python3-kubernetes is not installed")
class Python(unittest.TestCase):
    def setUp(self):
        kubernetes.config.load_kube_config(world.kubeconfig)
        self.core = kubernetes.client.CoreV1Api()

    def test_exec(self):
        out = kubernetes.stream.stream(self.core.connect_get_namespaced_pod_exec, "web", "default",
                                       container="main", command=["echo", "hello"], stderr=True,
                                       stdin=False, stdout=True, tty=False)
        self.assertEqual(out, "hello\n")

    def test_exec_with_input_and_exit_code(self):
        talk = kubernetes.stream.stream(self.core.connect_get_namespaced_pod_exec, "web", "default",
                                        container="main", command=["sh", "-c", "read a; echo $a $a; exit 4"],
                                        stderr=True, stdin=True, stdout=True, tty=False,
                                        _preload_content=False)
        talk.write_stdin("ab\n")
        talk.run_forever(timeout=LONG)
        self.assertEqual(talk.read_stdout(), "ab ab\n")
        self.assertEqual(talk.returncode, 4)

    def test_port_forward(self):
        port = world.web.server_address[1]
        forward = kubernetes.stream.portforward(self.core.connect_get_namespaced_pod_portforward, "web",
                                                "default", ports=str(port))
        connection = forward.socket(port)
        connection.setblocking(True)
        connection.sendall(b"GET /x HTTP/1.0\r\n\r\n")
        answer = b""
        while piece := connection.recv(10000):
            answer += piece
        self.assertTrue(answer.endswith(b"/x" * 1000))
        self.assertIsNone(forward.error(port))

    def connect(self, path, protocols=None):
        configuration = self.core.api_client.configuration
        return websocket.create_connection(
            configuration.host.replace("https", "wss") + path, subprotocols=protocols, timeout=LONG,
            sslopt={"cert_reqs": ssl.CERT_REQUIRED, "ca_certs": configuration.ssl_ca_cert,
                    "certfile": configuration.cert_file, "keyfile": configuration.key_file})

    def test_watch_over_a_websocket(self):
        talk = self.connect("/api/v1/namespaces/default/pods?watch=true&resourceVersion=0")
        event = json.loads(talk.recv())
        self.assertEqual((event["type"], event["object"]["metadata"]["name"]), ("ADDED", "web"))
        talk.close()

    def test_log_over_a_websocket(self):
        path = "/api/v1/namespaces/default/pods/web/log?container=main"
        talk = self.connect(path, ["base64.binary.k8s.io"])
        self.assertEqual(talk.recv(), "bG9nIG9mIHdlYi9tYWluCg==")
        self.assertEqual(self.connect(path, ["binary.k8s.io"]).recv(), b"log of web/main\n")


class JavaScript(unittest.TestCase):
    def test_exec_attach_port_forward_and_cp(self):
        done = subprocess.run(javascript.run_arguments(HERE / "client.mjs", world.kubeconfig,
                                                       str(world.web.server_address[1])),
                              capture_output=True, text=True, timeout=2 * LONG)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("all well", done.stdout)


if __name__ == "__main__":
    if not SERVER:
        sys.exit(__doc__)
    unittest.main()
