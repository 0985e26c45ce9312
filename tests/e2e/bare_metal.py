"""An infrastructure of BareMetalHosts, run by CAPM3 and the bare metal operator. What neither does in demo mode is done here: a host that
is provisioned starts as a machine of machine.py with the data that it was given, and ends when its image is taken away."""
import base64

import yaml

from cluster_api import INFRASTRUCTURE, Repeated
from cluster_api_managers import BareMetalOperator, Metal3
from machine import Machine

HOSTS = "baremetalhosts.metal3.io"


class BareMetal(Repeated):
    cluster_kind, template_kind = "Metal3Cluster", "Metal3MachineTemplate"
    node = {"providerID": "metal3://{{ ds.meta_data.providerid }}", "labels": {"metal3.io/uuid": "{{ ds.meta_data.uuid }}"}}

    def __init__(self, server, directory, network, hosts):
        self.server, self.directory, self.network, self.machines = server, directory, network, {}
        self.managers = [BareMetalOperator(server, directory.parent), Metal3(server, directory.parent)]
        for manager in self.managers:
            manager.install()
        self.hosts = [f"host-{i}" for i in range(1, hosts + 1)]

    def start(self):
        for manager in self.managers:
            manager.start()
        self.server.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "bmc"}, "stringData": {"username": "u", "password": "p"}})
        for i, host in enumerate(self.hosts):
            self.server.apply({"apiVersion": "metal3.io/v1alpha1", "kind": "BareMetalHost", "metadata": {"name": host}, "spec": {
                "online": True, "bootMACAddress": f"52:54:00:00:00:{i:02x}", "automatedCleaningMode": "disabled",
                "bmc": {"address": f"ipmi://127.0.0.1:{i + 1}", "credentialsName": "bmc"}}})
        super().start()

    def make_cluster(self, name, labels):
        self.server.apply({"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": "Metal3Cluster", "metadata": {"name": name, "labels": labels},
                           "spec": {"controlPlaneEndpoint": {"host": "127.0.0.1", "port": 6443}, "cloudProviderEnabled": False}})

    def make_template(self, name, cluster):
        self.server.apply({"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": "Metal3DataTemplate", "metadata": {"name": name}, "spec": {
            "clusterName": cluster, "metaData": {"objectNames": [{"key": key, "object": "machine"} for key in
                                                                 ("local-hostname", "local_hostname", "name")]}}})
        self.server.apply({"apiVersion": f"{INFRASTRUCTURE}/v1beta2", "kind": "Metal3MachineTemplate", "metadata": {"name": name},
                           "spec": {"template": {"spec": {"dataTemplate": {"name": name}, "image": {
                               "url": "http://127.0.0.1/image.raw", "checksum": "0" * 64, "checksumType": "sha256", "diskFormat": "raw"}}}}})

    def step(self):
        for host in self.server.get(HOSTS)["items"]:
            name, spec = host["metadata"]["name"], host["spec"]
            user = spec.get("image") and spec.get("consumerRef", {}).get("name")
            if name in self.machines and self.machines[name].user != user:
                self.machines.pop(name).stop()
            if user and name not in self.machines and host["status"]["provisioning"]["state"] == "provisioned":
                self.boot(host, user)

    def boot(self, host, user):
        """What the bare metal operator would put on the drive that cloud-init reads, the metadata of Metal3 over its own."""
        name = host["metadata"]["name"]
        metadata = {"uuid": host["metadata"]["uid"], "metal3-namespace": "default", "metal3-name": name, "local-hostname": name,
                    **yaml.safe_load(self.data(host["spec"]["metaData"], "metaData"))}
        metadata.pop("name", None)
        machine = Machine(self.directory / f"{name}-{user}", metadata["local-hostname"], self.data(host["spec"]["userData"], "value"),
                          network=self.network, **metadata)
        machine.user = user
        self.machines[name] = machine

    def data(self, reference, key):
        return base64.b64decode(self.server.get("secret", reference["name"])["data"][key])

    def of(self, machine):
        return next(m for m in self.machines.values() if m.name == machine)

    def stop(self):
        super().stop()
        for part in *self.machines.values(), *reversed(self.managers):
            part.stop()
