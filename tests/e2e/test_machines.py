"""Machines of Cluster API: what the bootstrap provider makes for them, read by the real cloud-init. Core itself is only its
definitions here, and the test does what it would do."""
import base64
import contextlib
import http.client
import json
import pathlib
import shutil
import socket
import ssl
import subprocess
import unittest

import upstream
from harness import SLUICE, Cluster, Scratch, run_operator, wait_until
from machine import Machine, Network, missing

DEFINITIONS = pathlib.Path(__file__).resolve().parents[1] / "machines/cluster_api_definitions.yaml"
GROUP = "bootstrap.cluster.x-k8s.io"
MUNGE_KEY = bytes(range(128))
CLASS = {"clusterName": "hpc", "controller": {"address": "192.168.111.248", "virtualIP": {"interface": "eth1"}},
         "mungeKey": {"secretName": "munge"}, "kubeconfig": {"secretName": "kube"}, "features": ["batch"],
         "partitions": [{"name": "batch", "feature": "batch", "default": True}],
         "sharedDirectory": {"path": "/shared", "clients": "192.168.111.0/24"}, "kubernetes": {
             "clusterDNS": ["10.96.0.10"], "repository": {"url": "https://pkgs.example.com/deb/", "key": "-----BEGIN PGP PUBLIC KEY BLOCK-----\n"}}}
AUTHORITY = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
KUBECONFIG = json.dumps({
    "apiVersion": "v1", "kind": "Config", "current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
    "clusters": [{"name": "c", "cluster": {
        "server": "https://192.168.111.1:6443", "certificate-authority-data": base64.b64encode(AUTHORITY).decode()}}], "users": [{"name": "u", "user": {"token": "t"}}]})
METADATA = {"local_hostname": "w-1", "uuid": "5e1f", "providerid": "metal3/host-1/w-1"}


class Bootstrapping:
    """What both classes do; they have a server."""

    @classmethod
    def prepare(cls):
        cls.server.kubectl("apply", "-f", str(DEFINITIONS))
        cls.server.kubectl("wait", "--for=condition=Established", "crd/machines.cluster.x-k8s.io",
                           "crd/clusters.cluster.x-k8s.io", "--timeout=60s")
        cls.object("v1", "Secret", "munge", data={"munge.key": base64.b64encode(MUNGE_KEY).decode()})
        cls.object("v1", "Secret", "kube", stringData={"value": KUBECONFIG})
        cls.object("sluice.dev/v1alpha1", "SlurmNodeClass", "hpc", spec=CLASS)
        cls.object("cluster.x-k8s.io/v1beta2", "Cluster", "c", spec={})
        cls.server.kubectl("patch", "clusters.cluster.x-k8s.io", "c", "--subresource=status", "--type=merge", "-p", json.dumps(
            {"status": {"initialization": {"infrastructureProvisioned": True, "controlPlaneInitialized": True}}}))

    @classmethod
    def object(cls, version, kind, name, metadata=None, **parts):
        cls.server.apply({"apiVersion": version, "kind": kind, "metadata": {"name": name, **(metadata or {})}, **parts})

    def machine(self, name, **spec):
        """The two objects as core makes them; returns the data as soon as it is there."""
        self.object("cluster.x-k8s.io/v1beta2", "Machine", name, spec={"clusterName": "c", "bootstrap": {"configRef": {
            "apiGroup": GROUP, "kind": "VirtualKubeletConfig", "name": name}}})
        uid = self.server.get("machines.cluster.x-k8s.io", name)["metadata"]["uid"]
        self.object(f"{GROUP}/v1alpha1", "VirtualKubeletConfig", name, spec=spec, metadata={
            "labels": {"cluster.x-k8s.io/cluster-name": "c"},
            "ownerReferences": [{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "name": name, "uid": uid,
                                 "controller": True}]})
        status = wait_until(lambda: (s := self.server.get("virtualkubeletconfig", name).get("status", {})).get("ready") and s,
                            f"{name} has its data")
        secret = self.server.get("secret", status["dataSecretName"])
        self.assertEqual(secret["type"], "cluster.x-k8s.io/secret")
        return base64.b64decode(secret["data"]["value"])

    def times(self):
        return subprocess.run([SLUICE, "times", "--csv"], env=self.server.environment(), check=True, text=True,
                              capture_output=True).stdout.splitlines()

    def phases(self, machine):
        return [line.split(",")[2] for line in self.times() if line.startswith(f"default/{machine},slurm-")]

    def hooks(self, machine):
        annotations = self.server.get("machines.cluster.x-k8s.io", machine)["metadata"].get("annotations", {})
        return [a for a in annotations if ".delete.hook.machine.cluster.x-k8s.io/slurm-" in a]

    def test_a_worker_gets_its_data(self):
        data = self.machine("plain", role="slurm-worker", nodeClassRef={"name": "hpc"}).decode()
        self.assertTrue(data.startswith("## template: jinja\n#cloud-config\n"), data[:100])
        shown = self.server.kubectl("get", "virtualkubeletconfig", "plain")
        self.assertRegex(shown, r"plain +c +slurm-worker +True +DataSecretCreated")

    def test_hooks_come_and_go(self):
        """With the rights of deploy/operator-rbac.yaml. That the machine starts is not said here, so that nobody has to be asked."""
        followed = self.directory / "followed.csv"
        follower = subprocess.Popen([SLUICE, "times", "--csv", "--follow"], env=self.server.environment(),
                                    stdout=followed.open("w"))
        self.addCleanup(follower.wait)
        self.addCleanup(follower.terminate)
        wait_until(lambda: followed.read_text().startswith("machine,role,phase,end,seconds\n"), "it follows")
        self.machine("hooked", role="slurm-worker", nodeClassRef={"name": "hpc"})
        wait_until(lambda: len(self.hooks("hooked")) == 2, "there are hooks")
        lines = self.times()
        self.assertEqual(lines[0], "machine,role,phase,end,seconds")
        self.assertTrue(any(line.startswith("default/hooked,slurm-worker,requested,") for line in lines), lines)
        times, plot = self.directory / "times.csv", self.directory / "times.svg"
        times.write_text("\n".join(lines))
        subprocess.run([SLUICE, "times", "--from", str(times), "--plot", str(plot)], check=True)
        self.assertIn("slurm-worker", plot.read_text())
        self.server.kubectl("patch", "machines.cluster.x-k8s.io", "hooked", "--type=merge", "-p",
                            '{"metadata": {"finalizers": ["machine.cluster.x-k8s.io"]}}')
        self.server.kubectl("delete", "machines.cluster.x-k8s.io", "hooked", "--wait=false")
        wait_until(lambda: not self.hooks("hooked"), "the hooks are gone")
        conditions = {c["type"]: c for c in self.server.get("machines.cluster.x-k8s.io", "hooked")["status"]["conditions"]}
        self.assertEqual((conditions["SlurmDetached"]["status"], conditions["SlurmDetached"]["reason"]), ("True", "NeverStarted"))
        self.server.kubectl("patch", "machines.cluster.x-k8s.io", "hooked", "--type=merge", "-p", '{"metadata": {"finalizers": null}}')
        wait_until(lambda: "default/hooked,slurm-worker,deprovision," in followed.read_text(), "its end was seen")
        for phase in "requested", "detach", "deprovision":
            self.assertEqual(followed.read_text().count(f"default/hooked,slurm-worker,{phase},"), 1, followed.read_text())

    def test_a_template_takes_what_a_config_takes(self):
        self.object(f"{GROUP}/v1alpha1", "VirtualKubeletConfigTemplate", "workers", spec={"template": {
            "metadata": {"labels": {"a": "b"}}, "spec": {"role": "slurm-worker", "nodeClassRef": {"name": "hpc"}}}})
        template = self.server.get("virtualkubeletconfigtemplate", "workers")["spec"]["template"]
        self.assertEqual(template["metadata"], {"labels": {"a": "b"}})
        self.assertEqual(template["spec"]["format"], "cloud-config")
        definition = self.server.get("crd", f"virtualkubeletconfigtemplates.{GROUP}")
        for contract in "v1beta1", "v1beta2":
            self.assertEqual(definition["metadata"]["labels"][f"cluster.x-k8s.io/{contract}"], "v1alpha1")


class InOurs(Bootstrapping, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Cluster(cls.directory / "home", None, "--executor", "local", "--controllers", "*,-slurmjob")
        cls.server.up()
        cls.addClassCleanup(cls.server.down)
        run_operator(cls, cls.server, "--controllers", "machines")
        cls.prepare()  # after the operator: Cluster API may come later

    @unittest.skipUnless(shutil.which("cloud-init"), "no cloud-init")
    def test_cloud_init_takes_every_role(self):
        node = {"providerID": "metal3://{{ ds.meta_data.providerid }}",
                "labels": {"metal3.io/uuid": "{{ ds.meta_data.uuid }}"}}
        mine = {"path": "/opt/mine", "content": "\tI am {{ ds.meta_data[\"local_hostname\"] }}", "permissions": "0640"}
        users = [{"name": "me", "groups": "sudo", "sudo": "ALL=(ALL) NOPASSWD:ALL", "lockPassword": True,
                  "shell": "/bin/bash", "sshAuthorizedKeys": ["ssh-ed25519 AAAA me"]}]
        for role in "slurm-controller", "slurm-worker", "kubernetes-worker", "custom":
            with self.subTest(role=role):
                config = self.cloud_init_reads(self.machine(
                    role, role=role, nodeClassRef={"name": "hpc"}, node=node, users=users, files=[mine],
                    preCommands=["echo before"], postCommands=["echo \"{{ ds.meta_data.uuid }}\" > /opt/uuid"]))
                files = {f["path"]: f for f in config["write_files"]}
                self.assertEqual(files["/opt/mine"]["content"], "\tI am w-1")
                self.assertEqual(config["runcmd"][0], "echo before")
                self.assertEqual(config["runcmd"][-1], "echo \"5e1f\" > /opt/uuid")
                if role != "custom":
                    agent = files["/etc/sluice/agent.yaml"]["content"]
                    self.assertIn("metal3://metal3/host-1/w-1", agent)
                    subprocess.run(["sh", "-n"], input=files["/etc/sluice/bootstrap.sh"]["content"], text=True, check=True)
                self.systemd_takes(role, files)
                if role.startswith("slurm"):
                    self.assertEqual(base64.b64decode(files["/etc/munge/munge.key"]["content"]), MUNGE_KEY)
                if role == "kubernetes-worker":
                    self.assertIn("clusterDNS: [\"10.96.0.10\"]\n", files["/var/lib/kubelet/config.yaml"]["content"])
                    self.assertEqual(base64.b64decode(files["/etc/kubernetes/pki/ca.crt"]["content"]), AUTHORITY)
                    self.assertEqual(config["packages"], ["containerd", "kubelet"])

    def test_machines_become_a_slurm_cluster(self):
        """Started by cloud-init, a controller and a worker find one another, a job runs, and their agents show them as nodes."""
        if reason := missing():
            self.skipTest(reason)
        ports = upstream.free_port(), upstream.free_port()
        agent_ports = {"head-0": upstream.free_port(), "w-1": upstream.free_port()}
        for name, port in agent_ports.items():  # one network for all: each needs a class with a port of its own
            self.object("sluice.dev/v1alpha1", "SlurmNodeClass", f"here-{name}", spec={
                "clusterName": "here", "controller": {"address": "127.0.0.1", "port": ports[0]}, "install": "image",
                "mungeKey": {"secretName": "munge"}, "kubeconfig": {"secretName": "agents"}, "maxNodeCount": 4, "features": ["batch"],
                "partitions": [{"name": "batch", "feature": "batch", "default": True}], "agent": {"port": port},
                # There is no systemd that would delegate control groups.
                "slurmParameters": {"SlurmdPort": str(ports[1]), "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none"}})
        self.object("v1", "Secret", "agents", stringData={"value": self.server.kubeconfig.read_text()})
        machines = {}
        for name, role in ("head-0", "slurm-controller"), ("w-1", "slurm-worker"):
            data = self.machine(name, role=role, nodeClassRef={"name": f"here-{name}"},
                                node={"providerID": "metal3://{{ ds.meta_data.uuid }}"}, postCommands=["echo {{ ds.meta_data.uuid }} >/opt/uuid"])
            machines[name] = Machine(self.directory / name, name, data, uuid=f"uuid-of-{name}")
            self.addCleanup(machines[name].stop)
        for machine in machines.values():
            machine.await_started()
        head, worker = machines["head-0"], machines["w-1"]
        self.assertEqual(worker.run("cat", "/opt/uuid"), "uuid-of-w-1\n")
        self.assertEqual(worker.run("stat", "-c", "%U %a", "/etc/munge/munge.key"), "munge 400\n")
        wait_until(lambda: head.run("sinfo", "-h", "-o", "%N %P %b %T", check=False) == "w-1 batch* batch idle\n", "w-1 is a node", 90)
        self.assertEqual(head.run("srun", "hostname"), "w-1\n")
        for name in machines:
            wait_until(lambda: self.condition(name, "Ready").get("status") == "True", f"the node {name} is ready", 90)
            node = self.server.get("node", name)
            self.assertEqual(node["spec"]["providerID"], f"metal3://uuid-of-{name}")
            self.assertEqual((node["status"]["capacity"]["pods"], node["status"]["allocatable"]["pods"]), ("0", "0"))
            for condition in "MemoryPressure", "DiskPressure", "PIDPressure":
                self.assertEqual(self.condition(name, condition)["status"], "False")
            wait_until(lambda: self.server.kubectl("get", "lease", "-n", "kube-node-lease", name, check=False).returncode == 0,
                       f"{name} has a heartbeat")
        alive = "pgrep", "--runstates", "D,R,S", "-x", "munged"  # nobody reaps them there
        before = worker.run(*alive)
        worker.run("pkill", "-x", "munged")
        wait_until(lambda: worker.run(*alive, check=False) != before, "munged has ended")
        worker.run("systemctl", "restart", "sluice-agent")  # a new agent looks at everything at once
        wait_until(lambda: worker.run("sh", "-c", "munge -n | unmunge >/dev/null && echo well", check=False) == "well\n",
                   "munge runs again", 60)
        self.detach(head, worker, agent_ports)

    def detach(self, head, worker, ports):
        """A Machine that is deleted: its node is drained, its job finishes untouched, the node leaves Slurm, its services stop, also
        after a restart, and only then do the hooks go."""
        wait_until(lambda: head.run("sinfo", "-h", "-o", "%T", check=False) == "idle\n", "w-1 is idle", 90)
        job = head.run("sbatch", "--parsable", "--output=/dev/null", "--chdir=/tmp",
                       "--wrap", "until test -e /run/go; do sleep 0.1; done; echo done >/run/done").strip()
        wait_until(lambda: head.run("squeue", "-h", "-o", "%T") == "RUNNING\n", "the job runs", 60)
        agent, controller = self.agent("w-1", ports["w-1"]), self.agent("head-0", ports["head-0"])
        path = "/v1/nodes/w-1/detachment"
        self.assertEqual(agent(path, "PUT", {}, certificate=False)[0], 403)
        self.assertEqual(agent("/v1/nodes/head-0/detachment", "PUT", {})[0], 404)
        self.assertEqual(agent(path)[0], 404)  # nothing has happened
        for name in ports:  # as core does
            self.patch_machine(name, {"spec": {"bootstrap": {"dataSecretName": name}}, "metadata": {"finalizers": ["machine.cluster.x-k8s.io"]}})
            self.patch_machine(name, {"status": {"nodeRef": {"name": name}}}, "--subresource=status")
        wait_until(lambda: len(self.hooks("w-1")) == 2, "there are hooks", 60)
        wait_until(lambda: "first-job" in self.phases("w-1"), "the Machine tells that a job has run", 60)
        self.server.kubectl("delete", "machines.cluster.x-k8s.io", "w-1", "--wait=false")
        wait_until(lambda: self.detached("w-1").get("reason") == "Waiting", "the Machine waits", 60)
        self.assertIn("1 job", self.detached("w-1")["message"])
        self.assertEqual(agent(path)[1]["jobsLeft"], 1)
        self.assertRegex(head.run("scontrol", "-o", "show", "node", "w-1"), "State=[A-Z]+\\+DRAIN.* Reason=sluice: ")
        worker.run("systemctl", "restart", "sluice-agent")
        self.assertEqual(len(self.hooks("w-1")), 2)
        worker.run("touch", "/run/go")
        wait_until(lambda: not self.hooks("w-1"), "the hooks have gone", 90)
        self.assertEqual((self.detached("w-1")["status"], self.detached("w-1")["reason"]), ("True", "Detached"))
        self.assertEqual(self.phases("w-1")[-2:], ["drain", "detach"])
        self.assertEqual(worker.run("cat", "/run/done"), "done\n")
        self.assertIn("JobState=COMPLETED", head.run("scontrol", "-o", "show", "job", job))
        self.assertEqual(head.run("scontrol", "show", "node", "w-1", check=False), "Node w-1 not found\n")
        alive = "pgrep", "--runstates", "D,R,S", "-x", "slurmd"
        self.assertEqual(worker.run(*alive, check=False), "")
        worker.run("systemctl", "start", "slurmd")  # as a restart of the machine would
        self.assertEqual(worker.run(*alive, check=False), "")
        self.assertEqual(agent(path, "DELETE")[0], 409)
        self.assertEqual(controller("/v1/nodes")[1], {"nodes": []})
        mine = "/v1/nodes/head-0/detachment"
        self.assertEqual(controller(mine, "PUT", {})[0], 200)
        refused = wait_until(lambda: (p := controller(mine)[1])["phase"] == "Refused" and p, "the only controller stays", 60)
        self.assertIn("the only slurmctld", refused["message"])
        self.assertEqual(controller(mine, "DELETE")[0], 200)
        self.patch_machine("head-0", {"metadata": {"annotations": {"sluice.dev/detach-mode": "forced"}}})
        self.server.kubectl("delete", "machines.cluster.x-k8s.io", "head-0", "--wait=false")
        wait_until(lambda: not self.hooks("head-0"), "the controller may go", 90)

    def patch_machine(self, name, body, *options):
        self.server.kubectl("patch", "machines.cluster.x-k8s.io", name, "--type=merge", *options, "-p", json.dumps(body))

    def detached(self, name):
        conditions = self.server.get("machines.cluster.x-k8s.io", name)["status"].get("conditions", [])
        return next((c for c in conditions if c["type"] == "SlurmDetached"), {})

    def agent(self, machine, port):
        """A function that asks a machine's agent, with a certificate as the operator has one."""
        secret = self.server.get("secret", f"here-{machine}-agents")["data"]
        keys = self.directory / f"{machine}-keys"
        keys.mkdir()
        for name, data in secret.items():
            (keys / name).write_bytes(base64.b64decode(data))
        openssl = lambda *words: subprocess.run(["openssl", *words], cwd=keys, check=True, capture_output=True)
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "mine.key", "-out", "mine.csr",
                "-subj", "/CN=sluice-operator")
        (keys / "use").write_text("extendedKeyUsage=clientAuth")
        openssl("x509", "-req", "-in", "mine.csr", "-CA", "tls.crt", "-CAkey", "tls.key", "-CAcreateserial", "-days", "1",
                "-extfile", "use", "-out", "mine.crt")

        def ask(path, method="GET", body=None, certificate=True):
            context = ssl.create_default_context(cafile=keys / "tls.crt")
            if certificate:
                context.load_cert_chain(keys / "mine.crt", keys / "mine.key")
            plain = socket.create_connection(("127.0.0.1", port), timeout=60)
            connection = http.client.HTTPConnection("agent")
            connection.sock = context.wrap_socket(plain, server_hostname=f"{machine}.default.agent.sluice.dev")
            with contextlib.closing(connection):
                connection.request(method, path, json.dumps(body) if body is not None else None)
                answer = connection.getresponse()
                return answer.status, json.loads(answer.read())
        return ask

    def condition(self, node, name):
        found = self.server.kubectl("get", "node", node, "-o", "json", check=False)
        conditions = json.loads(found.stdout)["status"]["conditions"] if found.returncode == 0 else []
        return next((c for c in conditions if c["type"] == name), {})

    def systemd_takes(self, role, files):
        """The units of a role, beside those that packages bring here, have no word that systemd does not know."""
        if not shutil.which("systemd-analyze"):
            return
        units, place = self.directory / f"units-of-{role}", "/etc/systemd/system/"
        verified = set()
        for path, file in files.items():
            if path.startswith(place):
                to = units / path.removeprefix(place)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_text(file["content"].replace("/usr/local/bin/sluice", str(SLUICE)))
                verified.add(to.parent.name.removesuffix(".d") if to.suffix == ".conf" else to.name)
        there = [u for u in sorted(verified) if (units / u).exists() or pathlib.Path("/lib/systemd/system", u).exists()]
        if there:
            told = subprocess.run(["systemd-analyze", "verify", "--man=no", *there], env={"SYSTEMD_UNIT_PATH": f"{units}:", "PATH": "/usr/bin"},
                                  capture_output=True, text=True)
            self.assertEqual((told.returncode, told.stderr), (0, ""))

    def cloud_init_reads(self, data):
        """Renders the templates and checks the result, as cloud-init does on a machine; returns it."""
        given, metadata, read = (self.directory / name for name in ("user-data", "instance-data.json", "cloud-config"))
        given.write_bytes(data)
        metadata.write_text(json.dumps({"ds": {"meta_data": METADATA}}))
        rendered = subprocess.run(["cloud-init", "devel", "render", "-i", metadata, given], capture_output=True, text=True)
        self.assertEqual(rendered.returncode, 0, rendered.stderr)
        self.assertNotIn("CI_MISSING_JINJA_VAR", rendered.stdout)
        read.write_text(rendered.stdout)
        checked = subprocess.run(["cloud-init", "schema", "--config-file", read], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        # With the parser that it uses itself.
        parse = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
        return json.loads(subprocess.run(["/usr/bin/python3", "-c", parse], input=rendered.stdout, text=True, check=True,
                                         stdout=subprocess.PIPE).stdout)


@unittest.skipUnless(upstream.available(), "no $KUBEBUILDER_ASSETS")
class InUpstream(Bootstrapping, Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = upstream.Upstream(cls.directory / "upstream")
        cls.enterClassContext(cls.server)
        run_operator(cls, cls.server, "--controllers", "machines")
        cls.prepare()


@unittest.skipIf(reason := missing(), reason)
class Networks(Scratch):
    def test_a_dead_machine_keeps_no_address_from_the_next_network(self):
        with contextlib.ExitStack() as kept:  # what the machine sent stays on its way as long as nobody reads it
            with Network(self.directory) as network:
                here = kept.enter_context(socket.create_server((network.here, 0)))

                class Talking(Machine):
                    script = ("until ip -o address show eth0 2>/dev/null | grep -q inet; do sleep 0.05; done; "
                              f"exec bash -c 'exec cat /dev/zero >/dev/tcp/{network.here}/{here.getsockname()[1]}'")

                machine = Talking(self.directory / "machine", "talking", b"", network=network)
                kept.enter_context(here.accept()[0]).recv(1)
                machine.stop()
            links = subprocess.run(["ip", "-br", "link"], check=True, capture_output=True, text=True).stdout
        self.assertNotIn(f"{network.bridge}.", links)


if __name__ == "__main__":
    unittest.main()
