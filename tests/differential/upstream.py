"""A real etcd and kube-apiserver from the folder KUBEBUILDER_ASSETS, in a scratch directory."""
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from play import Server

FLAGS = ["--bind-address=127.0.0.1", "--service-account-issuer=https://kubernetes.default.svc",
         "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC", "--allow-privileged=true",
         "--enable-aggregator-routing=false"]
START_WITHIN = 90


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def openssl(directory, *argv):
    subprocess.run(["openssl", *argv], cwd=directory, check=True, capture_output=True)


def make_certificates(directory):
    """A CA, the server's certificate and an administrator's."""
    openssl(directory, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt",
            "-subj", "/CN=test-ca", "-days", "2")
    for name, subject, extra in (("server", "/CN=server", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
                                 ("admin", "/O=system:masters/CN=tester", "extendedKeyUsage=clientAuth")):
        (directory / f"{name}.ext").write_text(extra + "\n")
        openssl(directory, "req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
                "-subj", subject)
        openssl(directory, "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial",
                "-out", f"{name}.crt", "-days", "2", "-extfile", f"{name}.ext")


def start(programs, directory, log, name, *argv):
    return subprocess.Popen([str(programs / name), *argv], cwd=directory, stdout=log, stderr=log)


def wait_ready(server, children):
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline and all(child.poll() is None for child in children):
        with contextlib.suppress(OSError):
            response = server.send("GET", "/readyz", {}, None)
            response.read()
            if response.status == 200:
                return
        server.close()
        time.sleep(0.2)
    raise SystemExit("kube-apiserver did not become ready")


@contextlib.contextmanager
def upstream():
    """A Server; its processes end with the block."""
    programs = pathlib.Path(os.environ["KUBEBUILDER_ASSETS"])
    directory = pathlib.Path(tempfile.mkdtemp(prefix="differential-upstream."))
    children = []
    try:
        make_certificates(directory)
        etcd, port = f"http://127.0.0.1:{free_port()}", free_port()
        with open(directory / "log", "w") as log:
            children.append(start(programs, directory, log, "etcd", "--data-dir=etcd", f"--listen-client-urls={etcd}",
                                  f"--advertise-client-urls={etcd}", "--listen-peer-urls=http://127.0.0.1:0",
                                  "--unsafe-no-fsync"))
            children.append(start(programs, directory, log, "kube-apiserver", f"--etcd-servers={etcd}",
                                  f"--secure-port={port}", "--tls-cert-file=server.crt",
                                  "--tls-private-key-file=server.key", "--client-ca-file=ca.crt",
                                  "--service-account-key-file=server.key",
                                  "--service-account-signing-key-file=server.key", "--cert-dir=certs", *FLAGS))
        server = Server(port, directory)
        wait_ready(server, children)
        yield server
        server.close()
    finally:
        for child in reversed(children):
            child.terminate()
            child.wait()
        shutil.rmtree(directory, ignore_errors=True)
