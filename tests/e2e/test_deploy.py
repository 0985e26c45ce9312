"""What deploy/ has, as people use it: the GitOps example through kubectl's kustomize, the charts with Helm, the module with Terraform,
and, with SLUICE_MAKE_IMAGES=1, the image that tools/image makes, with the operator and scheduled backups in pods of it."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import ROOT, SLUICE, wait_until
from slurm_clusters import SlurmClusters, free_ports, slurm_cluster

HELM = os.environ.get("SLUICE_HELM") or shutil.which("helm")
TERRAFORM = os.environ.get("SLUICE_TERRAFORM") or shutil.which("terraform")
IMAGES = os.environ.get("SLUICE_MAKE_IMAGES", "")


class Deployed(SlurmClusters):
    def differences(self, *source):
        """What `kubectl diff` shows."""
        done = self.cluster.kubectl("diff", "--server-side", *source, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout


class TestGitOps(Deployed):
    """Its clusters are of images that nobody has here: their pods wait. One becomes Ready as a cluster of this machine's programs."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.deploy = cls.directory / "deploy"
        shutil.copytree(ROOT / "deploy", cls.deploy)
        cls.clusters = cls.deploy / "gitops/clusters"
        cls.cluster.kubectl("apply", "-f", str(ROOT / "deploy/agent-rbac.yaml"))

    @classmethod
    def empty(cls):
        for namespace in "alps", "jura":
            cls.cluster.kubectl("delete", "namespace", namespace, "--ignore-not-found", check=False)
        super().empty()

    def planned(self, directory):
        """As the pipeline does."""
        file = self.directory / "planned.yaml"
        file.write_text(self.cluster.kubectl("kustomize", str(directory)))
        return self.cluster.sluice("plan", "-f", str(file), check=False)

    def test_1_what_is_applied_is_what_is_there(self):
        for name in "alps", "jura":
            source = self.clusters / name
            self.cluster.kubectl("apply", "--server-side", "-k", str(source))
            wait_until(lambda n=name: self.cluster.get("slurmcluster", name, "-n", n).get("status", {}).get("conditions"),
                       f"the operator has seen {name}")
            self.assertEqual(self.differences("-k", str(source)), "")
            self.assertEqual(self.planned(source).stdout, "Nothing changes.\n")
        services = self.cluster.get("nodeservices", "jura-nodes", "-n", "jura")["spec"]["services"]
        self.assertEqual([(s["name"], s.get("placement", {}).get("pool", "")) for s in services],
                         [("munged", ""), ("slurmd", "batch"), ("slurmd", "gpu"), ("exporter", ""), ("spank", "")])
        self.assertEqual(self.cluster.kubectl("auth", "can-i", "get", "secret/jura-nodes", "-n", "jura", "--as",
                                              "system:serviceaccount:jura:jura-agents").strip(), "yes")
        self.cluster.kubectl("apply", "--dry-run=server", "-f", str(self.deploy / "gitops/services"))

    def test_2_one_that_is_ready_shows_no_difference_either(self):
        ports, here = free_ports(1)[0], self.clusters / "here"
        here.mkdir()
        spec = slurm_cluster("jura", ports)["spec"]
        patch = [{"op": "remove", "path": "/spec/image"}, {"op": "replace", "path": "/spec/compute/readyNodes", "value": 0},
                 *({"op": "add", "path": f"/spec/{field}", "value": spec[field]}
                   for field in ("hostBinaries", "ports", "slurmConf", "storageWhenDeleted"))]
        (here / "kustomization.yaml").write_text(json.dumps({
            "apiVersion": "kustomize.config.k8s.io/v1beta1", "kind": "Kustomization", "resources": ["../jura"],
            "patches": [{"target": {"kind": "SlurmCluster"}, "patch": json.dumps(patch)}]}))
        self.cluster.kubectl("delete", "namespace", "jura", "--ignore-not-found", timeout=180)
        self.cluster.kubectl("apply", "--server-side", "-k", str(here))
        self.cluster.kubectl("wait", "--for=condition=Ready", "slurmcluster/jura", "-n", "jura", "--timeout=180s", timeout=200)
        self.assertEqual(self.differences("-k", str(here)), "")
        shown = self.cluster.kubectl("exec", "-n", "jura", "jura-accounting-0", "-c", "slurmdbd", "--", "cat", "/run/slurm/slurmdbd.conf")
        self.assertIn("PurgeJobAfter=24months", shown)


class TestCharts(Deployed):
    @unittest.skipUnless(HELM, "no helm in PATH, and SLUICE_HELM names none")
    def test_charts_are_what_kustomize_makes(self):
        charts = ROOT / "deploy/helm"

        def helm(*argv):
            done = subprocess.run([HELM, *argv], env=self.cluster.environment(), text=True, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
            return done.stdout

        helm("lint", charts / "sluice-operator")
        text = helm("template", "sluice", charts / "sluice-operator", "--namespace", "kube-system")
        names = self.cluster.kubectl("apply", "--dry-run=server", "-o", "name", "-f", "-", input=text).split()
        of_kustomize = self.cluster.kubectl("apply", "--dry-run=server", "-o", "name", "-f", str(ROOT / "deploy/operator-rbac.yaml"),
                                            "-f", str(ROOT / "deploy/operator.yaml")).split()
        self.assertEqual(sorted(names), sorted(of_kustomize))
        values = self.directory / "values.json"
        spec = slurm_cluster("charted", free_ports(1)[0])["spec"]
        values.write_text(json.dumps({"spec": spec}))
        helm("install", "charted", charts / "sluice-cluster", "-f", values)
        self.wait_ready("charted")
        spec["partitions"] = [{"name": "all"}, {"name": "night"}]
        values.write_text(json.dumps({"spec": spec}))
        helm("upgrade", "charted", charts / "sluice-cluster", "-f", values)
        wait_until(lambda: "PartitionName=night" in self.inside("charted", "scontrol", "show", "partitions"), "it has changed", 120)
        helm("uninstall", "charted")
        wait_until(lambda: not self.exists("slurmcluster", "charted"), "it is gone", 120)

    @unittest.skipUnless(TERRAFORM, "no terraform in PATH, and SLUICE_TERRAFORM names none")
    def test_the_module_makes_changes_and_destroys_a_cluster(self):
        place = self.directory / "terraform"
        place.mkdir()
        shutil.copytree(ROOT / "deploy/terraform/cluster", place / "cluster")
        spec = slurm_cluster("formed", free_ports(1)[0])["spec"]

        def terraform(*argv, expected=0):
            (place / "main.tf.json").write_text(json.dumps({"module": {"cluster": {
                "source": "./cluster", "name": "formed", "kubeconfig": str(self.cluster.kubeconfig), "ready_timeout": "3m", "spec": spec}}}))
            done = subprocess.run([TERRAFORM, f"-chdir={place}", *argv], text=True, capture_output=True,
                                  env={**self.cluster.environment(), "CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": "1"})
            self.assertEqual(done.returncode, expected, done.stderr + done.stdout)

        terraform("init", "-input=false")
        terraform("validate")
        terraform("apply", "-auto-approve", "-input=false")
        self.assertTrue(self.answers("formed"))  # it has waited
        terraform("plan", "-detailed-exitcode", "-input=false")
        uid = self.cluster.get("slurmcluster", "formed")["metadata"]["uid"]
        spec["partitions"] = [{"name": "all"}, {"name": "night"}]
        terraform("plan", "-detailed-exitcode", "-input=false", expected=2)
        terraform("apply", "-auto-approve", "-input=false")
        wait_until(lambda: "PartitionName=night" in self.inside("formed", "scontrol", "show", "partitions"), "it has changed", 120)
        self.assertEqual(self.cluster.get("slurmcluster", "formed")["metadata"]["uid"], uid)
        terraform("destroy", "-auto-approve", "-input=false")
        self.assertFalse(self.exists("slurmcluster", "formed"))


@unittest.skipUnless(IMAGES, "SLUICE_MAKE_IMAGES does not ask for images, which takes Debian's mirrors")
class TestImages(Deployed):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        archive = cls.directory / "sluice.tar"
        subprocess.run([ROOT / "tools/image", "operator", archive, "--program", SLUICE], check=True, stdout=subprocess.DEVNULL)
        done = cls.cluster.sluice("image", "import", "--quiet", "--name", "sluice:latest", str(archive), check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        archive.unlink()

    def patched(self, directory):
        """Its objects; `sluice up` is found at its address, for pods know no names of services there."""
        server = self.cluster.kubectl("config", "view", "--minify", "-o", "jsonpath={.clusters[0].cluster.server}")
        text = self.cluster.kubectl("kustomize", str(directory))
        self.assertIn("https://kubernetes.default.svc", text)
        return text.replace("https://kubernetes.default.svc", server)

    def test_1_the_operator_runs_in_its_image(self):
        text = self.patched(ROOT / "deploy").replace("replicas: 2", "replicas: 1")
        self.cluster.kubectl("apply", "--server-side", "--force-conflicts", "-f", "-", input=text)
        try:
            self.cluster.kubectl("rollout", "status", "-n", "kube-system", "deployment/sluice-operator", "--timeout=120s", timeout=140)
            told = lambda: self.cluster.kubectl("logs", "-n", "kube-system", "deployment/sluice-operator", check=False).stdout
            wait_until(lambda: "operator runs" in told(), "it runs")
        except AssertionError as error:
            raise AssertionError(f"{error}: " + self.cluster.kubectl(
                "logs", "-n", "kube-system", "deployment/sluice-operator", check=False).stdout + self.cluster.kubectl(
                "describe", "pods", "-n", "kube-system")) from error
        self.cluster.kubectl("delete", "deployment", "-n", "kube-system", "sluice-operator")

    def test_2_a_scheduled_backup_is_made_and_old_ones_go(self):
        self.cluster.apply(slurm_cluster("slurm", free_ports(1)[0], accounting={}))
        self.wait_ready("slurm")
        text = self.patched(ROOT / "deploy/backup").replace('value: "14"', 'value: "2"')
        self.cluster.kubectl("apply", "--server-side", "-f", "-", input=text)
        may = lambda *what: self.cluster.kubectl("auth", "can-i", *what, "--as", "system:serviceaccount:default:sluice-backup",
                                                 check=False).stdout.strip()
        self.assertEqual([may("create", "pods/slurm-controller-0", "--subresource=exec"), may("get", "secret/slurm-keys"),
                          may("create", "pods/other", "--subresource=exec"), may("list", "pods")], ["yes", "no", "no", "no"])
        for number in range(3):
            job = f"now-{number}"
            self.cluster.kubectl("create", "job", "--from=cronjob/sluice-backup", job)
            try:
                self.cluster.kubectl("wait", "--for=condition=Complete", f"job/{job}", "--timeout=120s", timeout=140)
            except AssertionError as error:
                raise AssertionError(f"{error}: " + self.cluster.kubectl("logs", f"job/{job}", check=False).stdout +
                                     self.cluster.kubectl("describe", "pods", "-l", f"job-name={job}")) from error
        self.assertIn("is older than the last 2", self.cluster.kubectl("logs", "job/now-2"))
        volume = self.cluster.get("pvc", "sluice-backup")["spec"]["volumeName"]
        place = pathlib.Path(self.cluster.get("pv", volume)["spec"]["hostPath"]["path"])
        kept = sorted(place.iterdir())
        self.assertEqual(len(kept), 2)
        for backup in kept:
            self.assertEqual(sorted(file.name for file in backup.iterdir()), ["backup.json", "database.sql.gz", "state.tar.gz"])
        done = self.cluster.sluice("restore", "--from", str(kept[-1]), "slurmcluster/slurm", check=False)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main()
