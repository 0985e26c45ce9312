"""SlurmClusters of images, of newer releases of Slurm, and from one release to the next. The images are made of trees that
`tools/slurm_tree` makes; `make test-releases` says where they are."""
import json
import os
import shutil
import subprocess
import unittest
import urllib.request

import tree_image
from cluster_api import DEPLOYMENTS, Infrastructure, await_machines, create_deployment, machines_of, start_cluster_api
from harness import TREE, run_operator, wait_until
from machine import Machine, Network
from slurm_clusters import PlainNode, SlurmClusters, free_ports, slurm_cluster
from slurm_site import SlurmSite

BETWEEN = os.environ.get("SLUICE_SLURM_ROOT_BETWEEN", "")  # of a release between the machine's and that of TREE
NO_TREE = "SLUICE_LAB_SLURM_ROOT does not name the tree of another system with Slurm; see tools/slurm_tree"
NO_BETWEEN = ("SLUICE_SLURM_ROOT_BETWEEN does not name the tree of a release between those of this machine and of "
              "SLUICE_LAB_SLURM_ROOT; see tools/slurm_tree")

MUNGED = """
install -m 0400 /keys/munge.key /run/munge.key
mkdir -p /run/munge && chmod 0755 /run/munge
exec munged --foreground --force --key-file=/run/munge.key --pid-file=/run/munged.pid --seed-file=/run/munge.seed
"""
SLURMD = """
mkdir -p -m 0755 /run/slurm /var/spool/slurmd
if [ -e /keys/slurm.key ]; then
  install -o slurm -m 0600 /keys/slurm.key /run/slurm/slurm.key
  export SLURM_SACK_KEY=/run/slurm/slurm.key
fi
until slurmd -D -Z -N "$0" --conf-server "$1" --conf "$2"; do sleep 0.5; done
"""
SSSD = """
[sssd]
services = nss
domains = people
[domain/people]
id_provider = proxy
proxy_lib_name = files
auth_provider = none
access_provider = permit
min_id = 1
"""


def release_of(tree):
    """"24.11", as its slurmctld says."""
    told = subprocess.run(["chroot", tree, "slurmctld", "-V"], check=True, text=True, capture_output=True).stdout
    return ".".join(told.split()[1].split(".")[:2])


class Releases(SlurmClusters):
    def image_of(self, tree):
        """Its name in the store. Whoever made it wants it to run as slurm, as many such images do."""
        name = f"sluice.test/slurm:{release_of(tree)}"
        if name not in self.names:
            layout = tree_image.write(self.directory / "layout", tree, User="slurm")
            done = self.cluster.sluice("image", "import", "--quiet", "--name", name, f"oci:{layout}", check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            shutil.rmtree(layout)
            self.names.add(name)
        return name

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.names = set()

    def of_image(self, document, tree):
        """The same cluster, from an image."""
        image = self.image_of(tree)
        spec = {key: value for key, value in document["spec"].items() if key != "hostBinaries"}
        spec.update(version=release_of(tree), image=image, network={**spec.get("network", {}), "host": True})
        if spec["version"] >= "24.05":  # slurmd in a pod; before, it cannot do without
            spec["files"] = {"cgroup.conf": "CgroupPlugin=disabled\n"}
        if "accounting" in spec:
            spec["accounting"] = {"image": image}
        return {**document, "spec": spec}

    def start_node(self, name, document):
        """A slurmd of the same image, in a pod of its own."""
        cluster, spec = document["metadata"]["name"], document["spec"]
        mounts = [{"name": "munge", "mountPath": "/run/munge"}, {"name": "keys", "mountPath": "/keys", "readOnly": True}]
        containers = [{"name": "slurmd", "command": ["/bin/sh", "-ec", SLURMD, name,
                                                     f"127.0.0.1:{spec['ports']['controller']}", PlainNode.HARDWARE]}]
        if spec.get("auth") != "slurm":
            containers.append({"name": "munged", "command": ["/bin/sh", "-ec", MUNGED]})
        for container in containers:
            container.update(image=spec["image"], volumeMounts=mounts)
        self.cluster.apply({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {
            "hostNetwork": True, "securityContext": {"runAsUser": 0}, "containers": containers,
            "terminationGracePeriodSeconds": 1, "volumes": [
                {"name": "munge", "emptyDir": {}},
                {"name": "keys", "secret": {"secretName": f"{cluster}-keys", "defaultMode": 0o400}}]}})
        self.addCleanup(self.cluster.kubectl, "delete", "pod", name, "--ignore-not-found", check=False)
        try:
            wait_until(lambda: "idle" in self.inside(cluster, "sinfo", "-hN", "-n", name, "-o", "%t"), "the node is idle",
                       timeout=120)
        except AssertionError as error:
            raise AssertionError(f"{error}: " + self.cluster.kubectl("logs", name, "-c", "slurmd", check=False).stdout)

    def submit(self, cluster, *options):
        told = self.inside(cluster, "sbatch", "--parsable", "-D", "/tmp", "-o", "/dev/null", *options, "--wrap", "true")
        return int(told.split(";")[0])

    def records(self, cluster):
        """What accounting knows: job -> state."""
        out = self.inside(cluster, "sacct", "-nXP", "-a", "-o", "jobid,state", "-S", "now-1day")
        return {int(job): state for job, state in (line.split("|") for line in out.splitlines() if "|" in line)}

    def wait_record(self, cluster, job):
        wait_until(lambda: self.records(cluster).get(job) == "COMPLETED", f"job {job} is done and accounted for", timeout=120)

    def rest_versions(self, cluster, port):
        """Of slurmctld's part of the REST interface; asked as root, with a token."""
        token = self.inside(cluster, "scontrol", "token", "lifespan=600").strip().removeprefix("SLURM_JWT=")
        request = urllib.request.Request(f"http://127.0.0.1:{port}/openapi/v3", headers={
            "X-SLURM-USER-NAME": "root", "X-SLURM-USER-TOKEN": token})
        with urllib.request.urlopen(request, timeout=60) as answer:
            paths = json.load(answer)["paths"]
        return token, sorted({path.split("/")[2] for path in paths if path.startswith("/slurm/v")})

    def release_running(self, cluster):
        return self.inside(cluster, "scontrol", "show", "config").split("SLURM_VERSION")[-1].split("=")[1].split()[0]


@unittest.skipUnless(TREE, NO_TREE)
class TestImages(Releases):
    def wait_rest(self, cluster, port):
        token, versions = self.rest_versions(cluster, port)
        request = urllib.request.Request(f"http://127.0.0.1:{port}/slurm/{versions[-1]}/ping", headers={
            "X-SLURM-USER-NAME": "root", "X-SLURM-USER-TOKEN": token})
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.assertEqual(json.load(answer)["pings"][0]["pinged"], "UP")

    def declared(self, name, **spec):
        document = slurm_cluster(name, free_ports(1)[0], accounting={}, rest={}, **spec)
        document["spec"]["slurmConf"]["node"] = PlainNode.SETTINGS
        return self.of_image(document, TREE)

    def test_1_of_an_image_whose_user_is_not_root(self):
        document = self.declared("new")
        self.cluster.apply(document)
        self.wait_ready("new")
        self.assertTrue(self.release_running("new").startswith(release_of(TREE)))
        self.assertIn("slurm(", self.inside("new", "scontrol", "show", "config").split("SlurmUser")[1].split("\n")[0])
        self.wait_rest("new", document["spec"]["ports"]["rest"])
        self.start_node("n1", document)
        self.wait_record("new", self.submit("new"))

    def test_2_without_munge_and_with_users_of_sssd(self):
        """auth/slurm and cred/slurm; sssd takes its users from files of its image, for there is no directory here."""
        self.cluster.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "directory"},
                            "stringData": {"sssd.conf": SSSD}})
        document = self.declared("keyed", auth="slurm", identity={"sssd": {"secret": "directory"}})
        self.cluster.apply(document)
        self.wait_ready("keyed")
        config = self.inside("keyed", "scontrol", "show", "config")
        for plugin in ("auth/slurm", "cred/slurm"):
            self.assertIn(f" = {plugin}\n", config)
        self.assertIn("/nonexistent", self.inside("keyed", "getent", "-s", "sss", "passwd", "_apt"))
        self.wait_rest("keyed", document["spec"]["ports"]["rest"])
        self.start_node("n2", document)
        self.wait_record("keyed", self.submit("keyed"))

        key = lambda: self.cluster.get("secret", "keyed-keys")["data"]["slurm.key"]
        uid = lambda: self.cluster.get("pod", "keyed-controller-0")["metadata"]["uid"]
        before, pod = key(), uid()
        self.cluster.kubectl("annotate", "slurmcluster", "keyed", "sluice.dev/rotate-keys=1")
        wait_until(lambda: key() != before, "there is another key")
        wait_until(lambda: self.exists("pod", "keyed-controller-0") and uid() != pod, "slurmctld has it", timeout=120)
        self.wait_ready("keyed")
        wait_until(lambda: "keyed" in self.inside("keyed", "sacctmgr", "-nP", "list", "cluster"), "slurmdbd has it", timeout=120)
        self.cluster.kubectl("delete", "pod", "n2")
        self.start_node("n2", document)
        self.wait_record("keyed", self.submit("keyed"))


@unittest.skipUnless(TREE, NO_TREE)
class TestMachines(Releases):
    @classmethod
    def further_options(cls):
        cls.network = cls.enterClassContext(Network(cls.directory))
        return "--listen", cls.network.here

    def test_slurms_own_key_reaches_machines(self):
        """Machines with the files of the tree, an agent and no munged; a job outlives another key."""
        site = SlurmSite(self.cluster, self.directory, self.network, "own", 2, root=TREE, auth="slurm",
                         nodeSets=[{"name": "batch"}, {"name": "htc"}])
        site.document = self.of_image(site.document, TREE)
        self.addCleanup(site.stop)
        site.apply()
        site.prepare_machines()
        site.start_machines()
        site.wait_ready()
        self.assertEqual(list(self.cluster.get("secret", "own-nodes")["data"]), ["slurm.key"])
        self.assertIn(release_of(TREE), site.run("slurmd", "-V"))
        self.assertEqual(sorted(site.run("srun", "-N2", "hostname").split()), site.names)
        own = site.run("setpriv", "--reuid=games", "--regid=games", "--clear-groups", "srun", "-D", "/", "id", "-un")
        self.assertEqual(own, "games\n", "slurmd vouches for everybody on its machine")
        self.assertEqual(site.run("stat", "-c", "%a %U", "/etc/slurm/slurm.key"), "400 root\n")
        for name in site.names:
            self.assertEqual(site.run("pgrep", "-x", "munged", on=name, check=False), "")

        enough = site.directory / "shared/enough"
        job = site.run("sbatch", "--parsable", "-D", "/", "-o", "/dev/null", "-w", site.names[0], "--wrap",
                       f"until test -e {enough}; do sleep 0.1; done").strip()
        state = lambda: site.inside("scontrol", "show", "job", job).split("JobState=")[-1].split()[0]
        wait_until(lambda: state() == "RUNNING", "the job runs")
        key = lambda: site.run("sha256sum", "/etc/slurm/slurm.key")
        before, epochs = key(), {name: site.epoch(name, "slurmd") for name in site.names}
        self.cluster.kubectl("annotate", "slurmcluster", "own", "sluice.dev/rotate-keys=1")
        wait_until(lambda: key() != before, "the machines have another key", 120)
        wait_until(lambda: all(site.epoch(n, "slurmd") > e for n, e in epochs.items()), "slurmd has it", 180)
        site.wait_ready()
        last = site.names[-1]
        self.assertEqual(site.run("srun", "-w", last, "hostname").strip(), last)
        self.assertEqual(state(), "RUNNING")
        enough.touch()
        wait_until(lambda: state() == "COMPLETED", "the job has ended as it should")

        site.label(last, "htc")
        wait_until(lambda: site.features(last) == "htc", f"{last} has left its pool and joined another", 180)


class OfTree(Infrastructure):
    class machine(Machine):
        root = TREE


@unittest.skipUnless(TREE, NO_TREE)
class TestMachinesOfClusterApi(Releases):
    @classmethod
    def further_options(cls):
        cls.network = cls.enterClassContext(Network(cls.directory))
        return "--listen", cls.network.here

    def test_slurms_own_key_is_in_what_they_start_with(self):
        """cloud-init of the tree puts it where slurmd looks for it; there is no munged."""
        start_cluster_api(type(self), self.cluster, OfTree)
        run_operator(type(self), self.cluster, "--controllers", "machines")
        self.cluster.apply(self.of_image(slurm_cluster("keyed", free_ports(1)[0], auth="slurm", network={"address": self.network.here}, compute={
            "machineClass": {"kubeconfig": {"secretName": "agents"}, "install": "image", "features": ["batch"]}}), TREE))
        self.wait_ready("keyed")
        create_deployment(self.cluster, self.infrastructure, "c", "workers", 1, {
            "role": "slurm-worker", "nodeClassRef": {"name": "keyed"}, "node": self.infrastructure.node})
        name = await_machines(self.cluster, "workers", 1, "its Machine has a Node")[0]["metadata"]["name"]
        wait_until(lambda: self.inside("keyed", "sinfo", "-hN", "-o", "%N %t").split() == [name, "idle"], "it has registered", 120)
        machine = self.infrastructure.of(name)
        self.assertEqual(machine.run("srun", "hostname"), f"{name}\n")
        self.assertEqual(machine.run("stat", "-c", "%a %U", "/etc/slurm/slurm.key"), "400 root\n")
        self.assertEqual(machine.run("pgrep", "-x", "munged", check=False), "")
        self.cluster.kubectl("patch", DEPLOYMENTS, "workers", "--type=merge", "-p", '{"spec": {"replicas": 0}}')
        wait_until(lambda: not machines_of(self.cluster, "workers"), "its Machine is gone", 180)
        self.assertNotIn(name, self.inside("keyed", "sinfo", "-hN", "-o", "%N"))


@unittest.skipUnless(TREE, NO_TREE)
@unittest.skipUnless(BETWEEN, NO_BETWEEN)
class TestUpgrade(Releases):
    def started(self, pod):
        return self.cluster.get("pod", pod)["status"]["startTime"]

    def change(self, document):
        """Until it is in effect, and jobs can come."""
        self.cluster.apply(document)

        def in_effect():
            now = self.cluster.get("slurmcluster", "old")
            if now["status"]["observedGeneration"] != now["metadata"]["generation"]:
                return False
            told = next(c for c in now["status"]["conditions"] if c["type"] == "Ready")
            self.assertNotIn(told["reason"], ("ChangeRefused", "RolloutFailed", "RolledBack"), told)
            return told["status"] == "True"

        wait_until(in_effect, "the change is in effect", timeout=400, interval=1)
        self.assertTrue(self.release_is(document), self.inside("old", "scontrol", "-V"))

    def release_is(self, document):
        return document["spec"]["version"] in self.inside("old", "scontrol", "-V")

    def test_three_releases_with_their_jobs_and_records(self):
        document = slurm_cluster("old", free_ports(1)[0], accounting={}, user="slurm")  # who stays the same
        document["spec"]["slurmConf"]["node"] = PlainNode.SETTINGS
        self.cluster.apply(document)
        self.wait_ready("old")
        node = PlainNode(self.cluster, self.directory / "node", document)
        self.addCleanup(node.stop)
        wait_until(lambda: node.state() == "idle", "the node is there", timeout=120)
        done = self.submit("old")
        self.wait_record("old", done)
        held = self.submit("old", "--hold")

        far = self.of_image(document, TREE)
        self.cluster.apply(far)
        wait_until(lambda: self.condition("old", "Config").get("reason") == "ChangeRefused", "that is too far")
        self.assertIn("first", self.condition("old", "Config")["message"])
        self.assertTrue(self.answers("old"))

        between = self.of_image(document, BETWEEN)
        self.change(between)
        self.assertEqual(self.records("old").get(done), "COMPLETED")
        middle = self.submit("old")  # by the slurmd of before, as during every upgrade
        self.wait_record("old", middle)
        node.stop()
        wait_until(lambda: "plain" not in self.inside("old", "sinfo", "-hN", "-o", "%N") or self.inside(
            "old", "scontrol", "delete", "nodename=plain"), "its node is forgotten", interval=1)

        self.change(far)
        self.assertLessEqual(self.started("old-accounting-0"), self.started("old-controller-0"))
        self.start_node("n3", far)
        self.inside("old", "scontrol", "release", str(held))
        self.wait_record("old", held)
        self.assertEqual([self.records("old").get(job) for job in (done, middle, held)], ["COMPLETED"] * 3)

        back = self.cluster.kubectl("apply", "-f", "-", input=json.dumps(between), check=False)
        self.assertIn("no older version than the cluster has run", back.stderr)
        self.assertTrue(self.answers("old"))
        self.assertTrue(self.release_is(far))


if __name__ == "__main__":
    unittest.main()
