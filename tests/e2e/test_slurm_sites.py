"""Two Slurm clusters from two files, whose machines run what is declared; and a job that notices nothing while everything around it
changes."""
import json
import os
import re
import unittest
import urllib.request

from harness import wait_until
from machine import missing
from slurm_site import OnNetwork, SlurmSite
from test_mpi import build_program

MACHINES = int(os.environ.get("SLUICE_SITE_MACHINES", "4"))
JOB_SECONDS = int(os.environ.get("SLUICE_SITE_JOB_SECONDS", "5"))  # 60 for the whole story
SIZE = 40

# What a site has of its own beside slurmd: each notes what it saw when it began.
OF_THE_SITE = {
    "slurmd": {"needsReady": ["plugins"], "needsFiles": ["/run/site/plugins"], "environment": {"SITE": "ours"}},
    "services": [
        {"name": "exporter", "needsReady": ["slurmd"],
         "command": ["/bin/sh", "-c", "pgrep -xo slurmd >/run/site/seen; exec sleep infinity"]},
        {"name": "plugins", "provides": ["/run/site/plugins"], "readiness": {"command": ["/usr/bin/test", "-e", "/run/site/plugins"]},
         "command": ["/bin/sh", "-c", "mkdir -p /run/site; pgrep -x slurmd >/run/site/early; touch /run/site/plugins; exec sleep infinity"]}]}


def expected(size):
    return sum((i + k) * (k - j) for i in range(size) for j in range(size) for k in range(size))


@unittest.skipIf(missing() == "not root", "not root")
class TestSlurmSites(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        pools = {"pools": [{"name": "batch"}, {"name": "htc"}], "readyNodes": MACHINES}
        cls.sites = [SlurmSite(cls.server, cls.directory, cls.network, name, MACHINES, accounting={}, rest={}, compute={**pools, **OF_THE_SITE},
                               nodeSets=[{"name": "batch"}, {"name": "htc"}],
                               partitions=[{"name": "all", "parameters": {"Default": "YES"}}, {"name": "batch", "nodes": ["batch"]},
                                           {"name": "htc", "nodes": ["htc"]}]) for name in ("one", "two")]
        for site in cls.sites:
            cls.addClassCleanup(site.stop)
            site.apply()
            site.prepare_machines()
            site.start_machines()
        for site in cls.sites:
            site.wait_ready()

    def accounted(self, site, job):
        return site.inside("sacct", "-nXP", "-j", job, "-o", "state").strip()

    def test_0_services_that_wait_for_one_another_are_refused(self):
        circle = [{"name": "a", "command": ["/a"], "needsReady": ["b"]}, {"name": "b", "command": ["/b"], "needsReady": ["a"]}]
        document = json.loads(json.dumps(self.sites[0].document))
        document["spec"]["compute"]["services"] = circle
        document["spec"]["compute"].pop("slurmd", None)  # which names other services
        for refused in ({"apiVersion": "sluice.dev/v1alpha1", "kind": "NodeServices", "metadata": {"name": "circle"},
                         "spec": {"services": circle}}, document):
            done = self.server.kubectl("apply", "-f", "-", input=json.dumps(refused), check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("a needs b needs a", done.stderr)

    def test_1_what_a_site_has_of_its_own_comes_before_slurmd_and_after_it(self):
        for site in self.sites:
            for name in site.names:
                slurmd = site.run("pgrep", "-xo", "slurmd", on=name)
                self.assertEqual(site.run("cat", "/run/site/early", on=name), "", "there was no slurmd before")
                wait_until(lambda s=site, n=name, p=slurmd: s.run("cat", "/run/site/seen", on=n, check=False) == p, "slurmd was there before")
                self.assertIn("SITE=ours", site.run("cat", f"/proc/{slurmd.strip()}/environ", on=name).split("\0"))

    def test_1_machines_that_are_well_do_not_ask_slurmctld(self):
        site = self.sites[0]
        services = self.server.get("nodeservices", f"{site.name}-nodes")["spec"]["services"]
        probe = next(s for s in services if s["name"] == "slurmd")["readiness"]["command"]
        self.assertGreaterEqual(self.questions(site), MACHINES, "each was asked for when it joined")

        def nobody_asks():  # somebody else may, just then
            asked = self.questions(site)
            for name in site.names:
                site.run(*probe, on=name)
            return self.questions(site) == asked

        wait_until(nobody_asks, "the probes ask slurmctld nothing", 60)

    def questions(self, site):
        """How often slurmctld was asked for nodes."""
        return sum(int(count) for count in re.findall(r"REQUEST_NODE_INFO\w* .*count:(\d+)", site.inside("sdiag")))

    def test_1_jobs_run_and_are_accounted_for(self):
        for site in self.sites:
            self.assertEqual(self.server.get("slurmcluster", site.name)["status"]["nodes"]["summary"], f"{MACHINES}/{MACHINES}")
            said = site.run("srun", f"-N{MACHINES}", "hostname").split()
            self.assertEqual(sorted(said), site.names)
            job = site.run("sbatch", "--parsable", "-o", "/dev/null", "--wrap", "true").strip()
            wait_until(lambda s=site, j=job: self.accounted(s, j) == "COMPLETED", "sacct knows it")
            token = site.inside("scontrol", "token", "lifespan=600").strip().removeprefix("SLURM_JWT=")
            request = urllib.request.Request(f"http://{self.network.here}:{site.ports['rest']}/slurm/v0.0.38/nodes", headers={
                "X-SLURM-USER-NAME": "root", "X-SLURM-USER-TOKEN": token})
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.assertEqual(sorted(n["name"] for n in json.load(answer)["nodes"]), site.names)

    def test_2_a_job_notices_nothing_of_what_changes_around_it(self):
        site = self.sites[0]
        shared = site.directory / "shared"
        program = build_program(shared)
        job = site.run("sbatch", "--parsable", "-N2", "-n4", "--overcommit", f"--nodelist={','.join(site.names[:2])}",
                       f"--output={shared}/out", "--wrap", f"srun --mpi=pmi2 --overcommit {program} product {SIZE} {shared}/enough").strip()
        wait_until(lambda: site.inside("squeue", "-hj", job, "-o", "%T").strip() == "RUNNING", "the job runs")

        site.document["spec"]["slurmConf"]["scheduler"] = "SchedulerParameters=bf_interval=17\n"
        site.document["spec"]["partitions"].append({"name": "night", "parameters": {"MaxTime": "01:00:00"}})
        self.server.apply(site.document)
        wait_until(lambda: "bf_interval=17" in site.inside("scontrol", "show", "config") and
                   "MaxTime=01:00:00" in site.inside("scontrol", "show", "partition", "night"), "the new configuration is in effect")

        for component in "controller", "accounting", "database":
            self.server.kubectl("delete", "pod", f"{site.name}-{component}-0", "--wait=false")
        first, last = site.names[0], site.names[-1]
        epoch = site.epoch(first, "slurmd")
        site.run("pkill", "-x", "munged", on=first)  # it is started again, and slurmd asked again whether it is well
        wait_until(lambda: site.epoch(first, "slurmd") > epoch, "slurmd was gated again", 120)
        site.restart(first, "munged", "1")
        site.restart(first, "slurmd", "1")

        site.label(last, "htc")
        site.run("pkill", "-KILL", "-x", "sluice", on=last, check=False)  # its agent goes on where it was
        wait_until(lambda: site.features(last) == "htc" and "InPool" in str(self.condition(last, "InPool", "True")),
                   f"{last} has changed its pool", 180)
        self.assertEqual(site.run("srun", "-p", "htc", "hostname").strip(), last)
        site.wait_ready()

        conf = {site.node(name)["metadata"]["annotations"]["sluice.dev/slurm-conf"] for name in site.names}
        self.assertEqual(len(conf), 1, "ready says that all nodes have it")
        site.document["spec"]["slurmConf"]["nodes"] = "CoreSpecPlugin=core_spec/none\n"  # slurmd read it when they start
        self.server.apply(site.document)
        site.wait_ready()
        for name in site.names:
            notes = site.node(name)["metadata"]["annotations"]
            self.assertEqual(notes["restarted.sluice.dev/slurmd"], notes["restart.sluice.dev/slurmd"])
            self.assertNotIn(notes["sluice.dev/slurm-conf"], conf)

        started = site.inside("squeue", "-hj", job, "-o", "%M %T").split()
        self.assertEqual(started[1], "RUNNING", "it goes on all the time")
        wait_until(lambda: self.seconds(site, job) >= JOB_SECONDS, "it has run for long enough", JOB_SECONDS + 60)
        (shared / "enough").touch()
        wait_until(lambda: self.accounted(site, job) == "COMPLETED", "it has ended and is accounted for", 120)
        self.assertEqual((shared / "out").read_text(), f"ranks 4 sum {expected(SIZE)}\n")
        self.assertEqual(self.sites[1].features(self.sites[1].names[-1]), "batch", "the other cluster is another one")

    def seconds(self, site, job):
        parts = site.inside("squeue", "-hj", job, "-o", "%M").strip().split(":")
        return sum(int(p) * 60 ** i for i, p in enumerate(reversed(parts))) if parts[0].isdigit() else 0

    def condition(self, node, kind, status):
        return [c for c in self.sites[0].node(node)["status"]["conditions"] if c["type"] == kind and c["status"] == status]


if __name__ == "__main__":
    unittest.main()
