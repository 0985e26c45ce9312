"""Cluster API for tests: an infrastructure whose machines are those of machine.py, and its core, the real one where there is one
(cluster_api_managers.py) or as much of it as a test needs."""
import base64
import json
import pathlib
import random
import string
import threading
import traceback

import yaml

from cluster_api_managers import ASSETS, Core
from harness import Cluster, Scratch, run_operator, wait_until
from machine import Machine, Network

DEFINITIONS = pathlib.Path(__file__).resolve().parents[1] / "machines/cluster_api_definitions.yaml"
LABEL, DEPLOYMENT = "cluster.x-k8s.io/cluster-name", "cluster.x-k8s.io/deployment-name"
MACHINES, DEPLOYMENTS = "machines.cluster.x-k8s.io", "machinedeployments.cluster.x-k8s.io"
HOOKS = "pre-drain.delete.hook.machine.cluster.x-k8s.io", "pre-terminate.delete.hook.machine.cluster.x-k8s.io"
INFRASTRUCTURE, CONTROL_PLANE = "infrastructure.cluster.x-k8s.io", "controlplane.cluster.x-k8s.io"
FINALIZER = "plain.example.com/machine"


def definition(group, kind):
    """Of a kind that Cluster API finds by its labels, and nobody checks."""
    anything = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{kind.lower()}s.{group}", "labels": {"cluster.x-k8s.io/v1beta2": "v1beta2"}},
            "spec": {"group": group, "scope": "Namespaced",
                     "names": {"kind": kind, "listKind": f"{kind}List", "plural": f"{kind.lower()}s", "singular": kind.lower()},
                     "versions": [{"name": "v1beta2", "served": True, "storage": True, "subresources": {"status": {}}, "schema": {
                         "openAPIV3Schema": {"type": "object", "properties": {"spec": anything, "status": anything}}}}]}}


class Repeated:
    """Calls step() again and again, in a thread, until it is stopped; what goes wrong is told and tried again."""

    def start(self):
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.loop)
        self.thread.start()

    def stop(self):
        self.stopping.set()
        self.thread.join()

    def loop(self):
        told = ""
        while not self.stopping.wait(0.3):
            try:
                self.step()
            except Exception:  # somebody else was faster
                wrong = traceback.format_exc().splitlines()[-1]
                if wrong != told:
                    print(wrong)
                told = wrong


class Infrastructure(Repeated):
    """PlainMachines become machines as soon as there is data to start them with."""

    cluster_kind, template_kind = "PlainCluster", "PlainMachineTemplate"
    node = {"providerID": "plain://{{ ds.meta_data.uuid }}"}  # of a VirtualKubeletConfig
    machine = Machine

    def __init__(self, server, directory, network):
        self.server, self.directory, self.network, self.machines = server, directory, network, {}
        server.kubectl("apply", "-f", "-", input=yaml.safe_dump_all(
            [definition(INFRASTRUCTURE, kind) for kind in ("PlainCluster", "PlainMachine", "PlainMachineTemplate")]))
        server.kubectl("wait", "--for=condition=Established", "--timeout=60s", *(
            f"crd/plain{kind}.{INFRASTRUCTURE}" for kind in ("clusters", "machines", "machinetemplates")))

    def make_cluster(self, name, labels):
        self.server.apply({"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": "PlainCluster", "metadata": {"name": name, "labels": labels},
                           "spec": {}})
        self.patch(f"plainclusters.{INFRASTRUCTURE}", name, {"status": {"initialization": {"provisioned": True}}}, "--subresource=status")

    def make_template(self, name, _cluster):
        self.server.apply({"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": "PlainMachineTemplate", "metadata": {"name": name},
                           "spec": {"template": {"spec": {}}}})

    def patch(self, kind, name, body, *options):
        self.server.kubectl("patch", kind, name, "--type=merge", *options, "-p", json.dumps(body))

    def step(self):
        for plain in self.server.get(f"plainmachines.{INFRASTRUCTURE}")["items"]:
            name = plain["metadata"]["name"]
            if plain["metadata"].get("deletionTimestamp"):
                if name in self.machines:
                    self.machines.pop(name).stop()
                self.patch(f"plainmachines.{INFRASTRUCTURE}", name, {"metadata": {"finalizers": None}})
            elif name not in self.machines:
                self.provide(plain, name)

    def provide(self, plain, name):
        owner = next((o["name"] for o in plain["metadata"].get("ownerReferences", []) if o["kind"] == "Machine"), None)
        secret = owner and self.server.get(MACHINES, owner)["spec"]["bootstrap"].get("dataSecretName")
        if not secret:
            return
        data = base64.b64decode(self.server.get("secret", secret)["data"]["value"])
        kind = f"plainmachines.{INFRASTRUCTURE}"
        self.patch(kind, name, {"metadata": {"finalizers": [FINALIZER]}})
        self.machines[name] = self.machine(self.directory / name, owner, data, network=self.network, uuid=f"uuid-of-{owner}")
        self.patch(kind, name, {"spec": {"providerID": f"plain://uuid-of-{owner}"}})
        self.patch(kind, name, {"status": {"initialization": {"provisioned": True}, "ready": True, "addresses": [
            {"type": "InternalIP", "address": self.machines[name].address}]}}, "--subresource=status")

    def of(self, machine):
        return next(m for m in self.machines.values() if m.name == machine)

    def stop(self):
        super().stop()
        for machine in self.machines.values():
            machine.stop()


class PlayedCore(Repeated):
    """MachineDeployments make Machines and take them away as core does, without MachineSets in between."""

    def __init__(self, server, _directory):
        self.server = server

    def install(self):
        self.server.kubectl("apply", "-f", str(DEFINITIONS))
        self.server.kubectl("wait", "--for=condition=Established", f"crd/{MACHINES}", f"crd/{DEPLOYMENTS}", "--timeout=60s")

    def patch(self, name, body, *options, kind=MACHINES):
        self.server.kubectl("patch", kind, name, "--type=merge", *options, "-p", json.dumps(body))

    def step(self):
        machines = self.server.get(MACHINES)["items"]
        for deployment in self.server.get(DEPLOYMENTS)["items"]:
            self.scale(deployment, [m for m in machines if m["metadata"]["labels"].get(DEPLOYMENT) == deployment["metadata"]["name"] and
                                    not m["metadata"].get("deletionTimestamp")])
        nodes = {n["spec"].get("providerID"): n["metadata"]["name"] for n in self.server.get("nodes")["items"]}
        for machine in machines:
            self.advance(machine, nodes)

    def scale(self, deployment, machines):
        wanted, name = deployment["spec"]["replicas"], deployment["metadata"]["name"]
        for _ in range(wanted - len(machines)):
            self.make(deployment)
        machines.sort(key=lambda m: "cluster.x-k8s.io/delete-machine" not in m["metadata"].get("annotations", {}))
        for machine in machines[:max(0, len(machines) - wanted)]:
            self.server.kubectl("delete", MACHINES, machine["metadata"]["name"], "--wait=false")
        status = {"observedGeneration": deployment["metadata"]["generation"], "replicas": wanted, "upToDateReplicas": wanted}
        if deployment.get("status") != status:
            self.patch(name, {"status": status}, "--subresource=status", kind=DEPLOYMENTS)

    def make(self, deployment):
        name = f"{deployment['metadata']['name']}-{''.join(random.choices(string.ascii_lowercase, k=5))}"
        template = deployment["spec"]["template"]
        spec = json.loads(json.dumps(template["spec"]))
        labels = {**template["metadata"]["labels"], DEPLOYMENT: deployment["metadata"]["name"], "cluster.x-k8s.io/set-name": "one"}
        configs = self.server.get("virtualkubeletconfigtemplate", spec["bootstrap"]["configRef"]["name"])["spec"]["template"]["spec"]
        spec["bootstrap"]["configRef"] |= {"kind": "VirtualKubeletConfig", "name": name}
        spec["infrastructureRef"] |= {"kind": "PlainMachine", "name": name}
        self.server.kubectl("create", "-f", "-", input=json.dumps({
            "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "spec": spec,
            "metadata": {"name": name, "labels": labels, "finalizers": ["machine.cluster.x-k8s.io"], "ownerReferences": [
                {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet", "name": "one", "uid": deployment["metadata"]["uid"],
                 "controller": True}]}}))
        owner = {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "name": name, "controller": True,
                 "uid": self.server.get(MACHINES, name)["metadata"]["uid"]}
        for version, kind, its in (("bootstrap.cluster.x-k8s.io/v1alpha1", "VirtualKubeletConfig", configs),
                                   (f"{INFRASTRUCTURE}/v1beta2", "PlainMachine", {})):
            self.server.kubectl("create", "-f", "-", input=json.dumps({
                "apiVersion": version, "kind": kind, "spec": its, "metadata": {
                    "name": name, "labels": {LABEL: labels[LABEL]}, "ownerReferences": [owner]}}))

    def is_gone(self, kind, name):
        """Deletes it, and does not wait: who takes its finalizer away may have stopped already."""
        self.server.kubectl("delete", kind, name, "--ignore-not-found", "--wait=false")
        return not self.server.kubectl("get", kind, name, "--ignore-not-found", "-o", "name")

    def advance(self, machine, nodes):
        name = machine["metadata"]["name"]
        if machine["metadata"].get("deletionTimestamp"):
            if not any(a.startswith(HOOKS) for a in machine["metadata"].get("annotations", {})):
                node = machine.get("status", {}).get("nodeRef", {}).get("name", name)
                its = (f"plainmachines.{INFRASTRUCTURE}", name), ("virtualkubeletconfig", name), ("node", node)
                if all(self.is_gone(*it) for it in its):
                    self.patch(name, {"metadata": {"finalizers": None}})
            return
        secret = self.server.get("virtualkubeletconfig", name).get("status", {}).get("dataSecretName")
        if secret and not machine["spec"]["bootstrap"].get("dataSecretName"):
            self.patch(name, {"spec": {"bootstrap": {"dataSecretName": secret}}})
        provider = self.server.get(f"plainmachines.{INFRASTRUCTURE}", name).get("spec", {}).get("providerID")
        if provider and provider in nodes and "nodeRef" not in machine.get("status", {}):
            self.patch(name, {"spec": {"providerID": provider}})
            self.patch(name, {"status": {"nodeRef": {"name": nodes[provider]}}}, "--subresource=status")
            self.server.kubectl("taint", "node", nodes[provider], "node.cluster.x-k8s.io/uninitialized-")


def core(server, directory):
    """What there is of it; installed, and to be started."""
    made = (Core if ASSETS else PlayedCore)(server, directory)
    made.install()
    return made


def start_cluster_api(tests, server, make=Infrastructure):
    """Core and an infrastructure with a Cluster, `c`, until the class of tests is through: its `core` and `infrastructure`. The Secret
    `agents` has what machines register with."""
    tests.core = core(server, tests.directory)
    (tests.directory / "machines").mkdir()
    tests.infrastructure = make(server, tests.directory / "machines", tests.network)
    for part in tests.core, tests.infrastructure:
        part.start()
        tests.addClassCleanup(part.stop)
    kubeconfig = server.kubectl("config", "view", "--raw", "--flatten")
    server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "agents"}, "stringData": {"value": kubeconfig}})
    create_cluster(server, tests.infrastructure, "c", kubeconfig)


def create_cluster(server, infrastructure, name, kubeconfig):
    """A Cluster of which core believes that it has a control plane elsewhere."""
    control_plane = definition(CONTROL_PLANE, "PlainControlPlane")
    server.apply(control_plane)
    server.kubectl("wait", "--for=condition=Established", "--timeout=60s", f"crd/{control_plane['metadata']['name']}")
    labels = {LABEL: name}
    server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": f"{name}-kubeconfig", "labels": labels},
                  "type": "cluster.x-k8s.io/secret", "stringData": {"value": kubeconfig}})
    infrastructure.make_cluster(name, labels)
    server.apply({"apiVersion": f"{CONTROL_PLANE}/v1beta2", "kind": "PlainControlPlane", "metadata": {"name": name, "labels": labels},
                  "spec": {}})
    server.apply({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster", "metadata": {"name": name}, "spec": {
        "controlPlaneEndpoint": {"host": "127.0.0.1", "port": 6443},
        "infrastructureRef": {"apiGroup": INFRASTRUCTURE, "kind": infrastructure.cluster_kind, "name": name},
        "controlPlaneRef": {"apiGroup": CONTROL_PLANE, "kind": "PlainControlPlane", "name": name}}})
    server.kubectl("patch", f"plaincontrolplanes.{CONTROL_PLANE}", name, "--type=merge", "--subresource=status", "-p", json.dumps(
        {"status": {"initialization": {"controlPlaneInitialized": True}, "externalManagedControlPlane": True}}))
    if not ASSETS:
        server.kubectl("patch", "clusters.cluster.x-k8s.io", name, "--type=merge", "--subresource=status", "-p", json.dumps(
            {"status": {"initialization": {"infrastructureProvisioned": True, "controlPlaneInitialized": True}}}))


def create_deployment(server, infrastructure, cluster, name, replicas, config, **spec):
    """Machines that start with that VirtualKubeletConfig; keywords go into their spec."""
    server.apply({"apiVersion": "bootstrap.cluster.x-k8s.io/v1alpha1", "kind": "VirtualKubeletConfigTemplate",
                  "metadata": {"name": name}, "spec": {"template": {"spec": config}}})
    infrastructure.make_template(name, cluster)
    labels = {LABEL: cluster, DEPLOYMENT: name}
    server.apply({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineDeployment", "metadata": {"name": name, "labels": {LABEL: cluster}},
                  "spec": {"clusterName": cluster, "replicas": replicas, "selector": {"matchLabels": labels},
                           "rollout": {"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}},
                           "template": {"metadata": {"labels": labels}, "spec": {
                               "clusterName": cluster, "deletion": {"nodeDrainTimeoutSeconds": 10, "nodeDeletionTimeoutSeconds": 10},
                               "bootstrap": {"configRef": {"apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "VirtualKubeletConfigTemplate",
                                                           "name": name}},
                               "infrastructureRef": {"apiGroup": INFRASTRUCTURE, "kind": infrastructure.template_kind, "name": name}, **spec}}}})


def machines_of(server, deployment):
    return [m for m in server.get(MACHINES)["items"] if m["metadata"]["labels"].get(DEPLOYMENT) == deployment]


def await_machines(server, deployment, count, what, patience=240):
    return wait_until(lambda: len(found := machines_of(server, deployment)) == count and
                      all(m.get("status", {}).get("nodeRef") for m in found) and found, what, patience, 0.5)


class Site:
    """For classes of tests: what machines of a Slurm cluster start with. They have a server that machines reach at `network.here`, and
    `head`, as soon as there is one."""

    make_infrastructure = Infrastructure

    @classmethod
    def prepare(cls):
        start_cluster_api(cls, cls.server, cls.make_infrastructure)
        cls.start_operator()
        cls.server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "munge"},
                          "data": {"munge.key": base64.b64encode(bytes(range(128))).decode()}})
        cls.server.apply({"apiVersion": "sluice.dev/v1alpha1", "kind": "SlurmNodeClass", "metadata": {"name": "hpc"}, "spec": {
            "clusterName": "hpc", "controller": {"address": f"{cls.network.prefix}.2"}, "install": "image",
            "mungeKey": {"secretName": "munge"}, "kubeconfig": {"secretName": "agents"}, "maxNodeCount": 16, "features": ["batch"],
            "partitions": [{"name": "batch", "feature": "batch", "default": True}],
            # There is no systemd that would delegate control groups.
            "slurmParameters": {"ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none"}}})

    @classmethod
    def start_operator(cls):
        cls.operator = run_operator(cls, cls.server, "--controllers", "machines")

    @classmethod
    def config(cls, role):
        return {"role": role, "nodeClassRef": {"name": "hpc"}, "node": cls.infrastructure.node}

    @classmethod
    def start_head(cls):
        create_deployment(cls.server, cls.infrastructure, "c", "head", 1, cls.config("slurm-controller"))
        head = await_machines(cls.server, "head", 1, "there is a controller")[0]["metadata"]["name"]
        cls.head = cls.infrastructure.of(head)

    @classmethod
    def idle(cls):
        return sorted(cls.head.run("sinfo", "-h", "-N", "-t", "idle", "-o", "%N", check=False).split())


class Ours(Scratch):
    """For classes of sites: their server is ours."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.network = cls.enterClassContext(Network(cls.directory))
        cls.server = Cluster(cls.directory / "home", None, "--executor", "local", "--controllers", "*,-slurmjob", "--listen",
                             cls.network.here)
        cls.server.up()
        cls.addClassCleanup(cls.server.down)
        cls.prepare()
