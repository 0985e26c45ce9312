"""Kubernetes' own API server and etcd, to do the same to both in one run. The programs come from
$KUBEBUILDER_ASSETS, where the tools of Kubernetes developers look for them too."""
import os
import pathlib
import socket
import subprocess

from harness import Server, wait_until


def available():
    assets = os.environ.get("KUBEBUILDER_ASSETS", "")
    return bool(assets) and (pathlib.Path(assets) / "kube-apiserver").exists()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Upstream(Server):
    """etcd with its disk syncs and kube-apiserver, without controllers; a context manager."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.directory.mkdir(parents=True)
        self.assets = pathlib.Path(os.environ["KUBEBUILDER_ASSETS"])
        self.children = []
        self.port = free_port()

    def __enter__(self):
        self.make_certificates()
        etcd = f"http://127.0.0.1:{free_port()}"
        self.start("etcd", "--data-dir", self.directory / "etcd", "--listen-client-urls", etcd,
                   "--advertise-client-urls", etcd, "--listen-peer-urls", "http://127.0.0.1:0")
        # Without controllers no service account appears, so pods must not ask for one.
        self.start("kube-apiserver", f"--etcd-servers={etcd}", "--bind-address=127.0.0.1",
                   f"--secure-port={self.port}", f"--cert-dir={self.directory / 'certs'}",
                   f"--tls-cert-file={self.directory / 'server.crt'}",
                   f"--tls-private-key-file={self.directory / 'server.key'}",
                   f"--client-ca-file={self.directory / 'ca.crt'}",
                   f"--service-account-key-file={self.directory / 'server.crt'}",
                   f"--service-account-signing-key-file={self.directory / 'server.key'}",
                   "--service-account-issuer=https://kubernetes.default.svc",
                   "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC",
                   "--disable-admission-plugins=ServiceAccount")
        wait_until(lambda: self.kubectl("get", "namespace", "default", check=False).returncode == 0,
                   "kube-apiserver is up", 120)
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.kill()
            child.wait()

    def start(self, program, *arguments):
        log = open(self.directory / f"{program}.log", "w")
        self.children.append(subprocess.Popen([self.assets / program, *arguments], stdout=log, stderr=log))

    def make_certificates(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], cwd=self.directory, check=True, capture_output=True)

        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt",
                "-subj", "/CN=bench")
        for name, subject in ("server", "/CN=server"), ("admin", "/O=system:masters/CN=admin"):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
                    "-subj", subject)
            (self.directory / "san").write_text("subjectAltName=IP:127.0.0.1")
            openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
                    "-CAcreateserial", "-out", f"{name}.crt", "-extfile", "san")
        self.kubeconfig().write_text(
            "apiVersion: v1\nkind: Config\ncurrent-context: bench\n"
            "contexts: [{name: bench, context: {cluster: bench, user: admin}}]\n"
            f"clusters: [{{name: bench, cluster: {{server: 'https://127.0.0.1:{self.port}', "
            f"certificate-authority: {self.directory / 'ca.crt'}}}}}]\n"
            f"users: [{{name: admin, user: {{client-certificate: {self.directory / 'admin.crt'}, "
            f"client-key: {self.directory / 'admin.key'}}}}}]\n")

    def kubeconfig(self):
        return self.directory / "kubeconfig"

    def environment(self):
        return {**os.environ, "KUBECONFIG": str(self.kubeconfig())}

    def pids(self):
        return [child.pid for child in self.children]
