"""Kubernetes' own API server and etcd, to do the same to both or to write down what it answers. The
programs come from $KUBEBUILDER_ASSETS, where the tools of Kubernetes developers look for them too."""
import contextlib
import http.client
import os
import pathlib
import socket
import ssl
import subprocess

from harness import Server, wait_until

# Without controllers no service account appears, so pods must not ask for one.
NO_ACCOUNTS = ("--disable-admission-plugins=ServiceAccount",)


def available(*programs):
    """Whether they are there, besides the API server."""
    assets = os.environ.get("KUBEBUILDER_ASSETS", "")
    return bool(assets) and all((pathlib.Path(assets) / program).exists() for program in ("kube-apiserver", *programs))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Upstream(Server):
    """etcd and kube-apiserver, without controllers, at that address; a context manager. In its directory are
    ca.crt, admin.crt and admin.key of an administrator of that name, and a kubeconfig."""

    def __init__(self, directory, flags=NO_ACCOUNTS, etcd_flags=(), admin="admin", address="127.0.0.1"):
        self.directory = pathlib.Path(directory)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.assets = pathlib.Path(os.environ["KUBEBUILDER_ASSETS"])
        self.flags, self.etcd_flags, self.admin, self.address = flags, etcd_flags, admin, address
        self.children = []
        self.port = free_port()

    def __enter__(self):
        self.make_certificates()
        self.write_kubeconfig()
        try:
            self.start_all()
            wait_until(self.ready, "kube-apiserver is up", 120, 0.2)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        for child in reversed(self.children):
            child.kill()
            child.wait()

    def start_all(self):
        etcd = f"http://127.0.0.1:{free_port()}"
        self.start("etcd", "--data-dir=etcd", f"--listen-client-urls={etcd}", f"--advertise-client-urls={etcd}",
                   "--listen-peer-urls=http://127.0.0.1:0", *self.etcd_flags)
        self.start("kube-apiserver", f"--etcd-servers={etcd}", f"--bind-address={self.address}",
                   f"--secure-port={self.port}", "--cert-dir=certs", "--tls-cert-file=server.crt",
                   "--tls-private-key-file=server.key", "--client-ca-file=ca.crt",
                   "--service-account-key-file=server.key", "--service-account-signing-key-file=server.key",
                   "--service-account-issuer=https://kubernetes.default.svc",
                   "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC", *self.flags)

    def start(self, program, *arguments):
        with open(self.directory / f"{program}.log", "w") as log:
            self.children.append(subprocess.Popen([self.assets / program, *arguments], cwd=self.directory,
                                                  stdout=log, stderr=log))

    def ready(self):
        if any(child.poll() is not None for child in self.children):
            raise AssertionError(f"kube-apiserver or etcd ended; see {self.directory}")
        tls = ssl.create_default_context(cafile=self.directory / "ca.crt")
        tls.load_cert_chain(self.directory / "admin.crt", self.directory / "admin.key")
        connection = http.client.HTTPSConnection(self.address, self.port, timeout=10, context=tls)
        with contextlib.suppress(OSError), contextlib.closing(connection):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def make_certificates(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], cwd=self.directory, check=True, capture_output=True)

        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt",
                "-subj", "/CN=test-ca", "-days", "2")
        for name, subject, extension in (("server", "/CN=server", f"subjectAltName=IP:{self.address},DNS:localhost"),
                                         ("admin", f"/O=system:masters/CN={self.admin}",
                                          "extendedKeyUsage=clientAuth")):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
                    "-subj", subject)
            (self.directory / "extension").write_text(extension + "\n")
            openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
                    "-CAcreateserial", "-out", f"{name}.crt", "-days", "2", "-extfile", "extension")

    def write_kubeconfig(self):
        self.kubeconfig().write_text(
            "apiVersion: v1\nkind: Config\ncurrent-context: bench\n"
            "contexts: [{name: bench, context: {cluster: bench, user: admin}}]\n"
            f"clusters: [{{name: bench, cluster: {{server: 'https://{self.address}:{self.port}', "
            f"certificate-authority: {self.directory / 'ca.crt'}}}}}]\n"
            f"users: [{{name: admin, user: {{client-certificate: {self.directory / 'admin.crt'}, "
            f"client-key: {self.directory / 'admin.key'}}}}}]\n")

    def kubeconfig(self):
        return self.directory / "kubeconfig"

    def environment(self):
        return {**os.environ, "KUBECONFIG": str(self.kubeconfig())}

    def pids(self):
        return [child.pid for child in self.children]


class Kubernetes(Upstream):
    """With kube-controller-manager and kube-scheduler: all of Kubernetes but a node. Nodes are authorized and restricted as
    such, and believed at their endpoints when the cluster has signed their certificate."""

    PROGRAMS = ("kube-controller-manager", "kube-scheduler")

    def __init__(self, directory):
        super().__init__(directory, flags=(
            "--authorization-mode=Node", "--enable-admission-plugins=NodeRestriction",
            "--kubelet-client-certificate=admin.crt", "--kubelet-client-key=admin.key",
            "--kubelet-certificate-authority=ca.crt"))

    def __enter__(self):
        super().__enter__()
        common = ("--kubeconfig=kubeconfig", "--leader-elect=false", "--bind-address=127.0.0.1", "--cert-dir=certs")
        try:
            self.start("kube-controller-manager", *common, f"--secure-port={free_port()}", "--root-ca-file=ca.crt",
                       "--service-account-private-key-file=server.key", "--cluster-signing-cert-file=ca.crt",
                       "--cluster-signing-key-file=ca.key")
            self.start("kube-scheduler", *common, f"--secure-port={free_port()}")
            account = ("get", "serviceaccount", "default", "-o", "name")
            wait_until(lambda: self.kubectl(*account, check=False).stdout, "there are service accounts", 120, 0.2)
        except BaseException:
            self.stop()
            raise
        return self
