"""Cluster API's own processes, run beside a test: its core, the infrastructure provider of Metal3 (CAPM3) and the bare metal operator.
They come from $SLUICE_CAPI_ASSETS, where NAME is the program, NAME-crds its definitions and NAME-webhooks.yaml the configurations of its
webhooks, each as its project generates them; of core the latter are `crds` and `webhooks.yaml`."""
import base64
import contextlib
import os
import pathlib
import subprocess
import urllib.request

import yaml

from harness import wait_until
from upstream import free_port

ASSETS = os.environ.get("SLUICE_CAPI_ASSETS", "")


def missing_of(*managers):
    """What keeps them from being run; empty: nothing."""
    if not ASSETS:
        return "no SLUICE_CAPI_ASSETS"
    return ", ".join(f"{name} is not in SLUICE_CAPI_ASSETS" for name in managers if not (pathlib.Path(ASSETS) / name).exists())


class Manager:
    """One of them, and the API server calls it: to convert versions, and before objects are written."""

    labels = {}  # that its definitions need, which are generated without
    name = prefix = ""
    flags = ("--diagnostics-address=0",)

    def __init__(self, server, directory):
        self.server, self.directory = server, pathlib.Path(directory) / self.name
        self.directory.mkdir()
        self.port, self.health = free_port(), free_port()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "tls.key", "-out", "tls.crt", "-days", "2",
                        "-subj", f"/CN={self.name}", "-addext", "subjectAltName=IP:127.0.0.1"],
                       cwd=self.directory, check=True, capture_output=True)
        self.bundle = base64.b64encode((self.directory / "tls.crt").read_bytes()).decode()

    def at(self, path):
        return {"url": f"https://127.0.0.1:{self.port}{path}", "caBundle": self.bundle}

    def apply(self, documents):
        self.server.kubectl("apply", "--server-side", "-f", "-", input=yaml.safe_dump_all(documents))

    def install(self):
        """Its definitions; those with several versions are converted by it."""
        paths = sorted((pathlib.Path(ASSETS) / f"{self.prefix}crds").glob("*.yaml"))
        definitions = [d for path in paths for d in yaml.safe_load_all(path.read_text()) if d]
        for definition in definitions:
            definition["metadata"].setdefault("labels", {}).update(self.labels)
            if len(definition["spec"]["versions"]) > 1:
                definition["spec"]["conversion"] = {"strategy": "Webhook", "webhook": {
                    "conversionReviewVersions": ["v1"], "clientConfig": self.at("/convert")}}
        self.apply(definitions)
        self.server.kubectl("wait", "--for=condition=Established", "--timeout=60s",
                            *(f"crd/{d['metadata']['name']}" for d in definitions))

    def start(self):
        """Returns when it answers, and is asked from then on."""
        environment = {**os.environ, "KUBECONFIG": self.server.environment()["KUBECONFIG"], **self.environment()}
        with open(self.directory / "log", "w") as log:
            self.process = subprocess.Popen(
                [pathlib.Path(ASSETS) / self.name, f"--health-addr=127.0.0.1:{self.health}", f"--webhook-port={self.port}", *self.flags,
                 *self.place()], stdout=log, stderr=log, env=environment, cwd=self.directory)
        wait_until(self.ready, f"{self.name} is ready", 120, 0.2)
        configurations = [d for d in yaml.safe_load_all((pathlib.Path(ASSETS) / f"{self.prefix}webhooks.yaml").read_text()) if d]
        for configuration in configurations:
            configuration["metadata"]["name"] = f"{self.name}-{configuration['metadata']['name']}"
            for webhook in configuration["webhooks"]:
                webhook["clientConfig"] = self.at(webhook["clientConfig"]["service"]["path"])
        self.apply(configurations)

    def place(self):
        return [f"--webhook-cert-dir={self.directory}"]

    def environment(self):
        return {}

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name} ended: {(self.directory / 'log').read_text()[-2000:]}")
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.health}/readyz", timeout=10) as answer:
            return answer.status == 200
        return False

    def stop(self):
        self.process.kill()
        self.process.wait()


class Core(Manager):
    name = "core"


class Metal3(Manager):
    name, prefix = "capm3", "capm3-"
    labels = {"cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1beta2"}


class BareMetalOperator(Manager):
    """In demo mode: it does to hosts what a host's operator does, and there is nothing behind them."""

    name, prefix = "bmo", "bmo-"
    flags = "-demo-mode", "-metrics-addr=0"

    def install(self):
        super().install()
        certificates = self.directory / "k8s-webhook-server/serving-certs"  # it looks below $TMPDIR, no flag says otherwise
        certificates.mkdir(parents=True)
        for name in "tls.crt", "tls.key":
            (self.directory / name).rename(certificates / name)

    def place(self):
        return []

    def environment(self):
        return {"TMPDIR": str(self.directory)}
