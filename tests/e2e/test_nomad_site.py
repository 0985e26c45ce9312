"""A SlurmCluster whose machines are Nomad's: a real Nomad, whose program $SLUICE_NOMAD names, runs on each of them what the cluster
declares, and jobs survive what is done to slurmd."""
import base64
import json
import os
import subprocess
import unittest

from harness import SLUICE, wait_until
from machine import TRY, Machine, missing
from slurm_clusters import free_ports, slurm_cluster
from slurm_site import OnNetwork

NOMAD = os.environ.get("SLUICE_NOMAD", "")

START = TRY + """mount --rbind /dev dev
mount --rbind /sys sys
mount -t tmpfs none run
ln -sf "$4" usr/local/bin/sluice
rm -rf var/log/munge/* var/lib/munge/* etc/munge/*  # whoever ran munged on this machine
hostname "$(basename "$2")"
mount --bind "$5" etc/hosts
until ip -o address show eth0 2>/dev/null | grep -q inet; do sleep 0.02; done
install -D -m 0755 NOMAD usr/local/bin/nomad
cp "$2/nomad.json" etc/nomad.json
exec chroot . /bin/sh -c 'nomad agent -config /etc/nomad.json >>/run/nomad.log 2>&1 & exec sleep infinity'
""".replace("NOMAD", NOMAD)


class NomadMachine(Machine):
    """A client of Nomad in a pool; the first one is the server too."""

    script = START

    def __init__(self, directory, name, network, pool, server=""):
        directory.mkdir()
        address = f"{network.prefix}.{network.count + 1}"  # it is given next
        config = {"data_dir": "/var/lib/nomad", "bind_addr": address, "plugin": {"raw_exec": {"config": {"enabled": True}}},
                  "client": {"enabled": True, "node_pool": pool, "network_interface": "eth0", "servers": [server or address],
                             "options": {"fingerprint.denylist": "env_aws,env_azure,env_digitalocean,env_gce"}}}
        if not server:
            config["server"] = {"enabled": True, "bootstrap_expect": 1,
                                "default_scheduler_config": {"memory_oversubscription_enabled": True}}
        (directory / "nomad.json").write_text(json.dumps(config))
        super().__init__(directory, name, b"", network=network)

    def put_key(self, key):
        """As whoever looks after the machines does."""
        self.run("sh", "-c", 'install -d -o munge -g munge -m 0700 /etc/munge; umask 077; echo "$0" | base64 -d >/etc/munge/new; '
                 "chown munge:munge /etc/munge/new; mv /etc/munge/new /etc/munge/munge.key", base64.b64encode(key).decode())


@unittest.skipUnless(NOMAD, "SLUICE_NOMAD names no program of Nomad")
@unittest.skipIf(missing() == "not root", "not root")
class TestNomadSite(OnNetwork):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.document = slurm_cluster(
            "hpc", free_ports(1)[0], network={"address": cls.network.here}, accounting={},
            compute={"pools": [{"name": "batch"}, {"name": "htc"}]}, nodeSets=[{"name": "batch"}, {"name": "htc"}],
            partitions=[{"name": "batch", "nodes": ["batch"], "parameters": {"Default": "YES"}}, {"name": "htc", "nodes": ["htc"]}])
        cls.server.apply(cls.document)
        cls.machines = {}
        first = ""
        for name, pool in (("n1", "batch"), ("n2", "htc")):
            machine = cls.machines[name] = NomadMachine(cls.directory / name, name, cls.network, pool, first)
            cls.addClassCleanup(machine.stop)
            first = first or machine.address
        cls.address = f"http://{first}:4646"
        cls.server.kubectl("wait", "--for=condition=Ready", "slurmcluster/hpc", "--timeout=180s", timeout=200)
        key = base64.b64decode(cls.server.get("secret", "hpc-nodes")["data"]["munge.key"])
        for machine in cls.machines.values():
            machine.put_key(key)
        wait_until(lambda: cls.ready() == 2, "both are clients of Nomad", 120, 0.5)

    @classmethod
    def ready(cls):
        shown = cls.machines["n1"].run("nomad", "node", "status", "-address", cls.address, "-json", check=False)
        return sum(node["Status"] == "ready" for node in json.loads(shown)) if shown.startswith("[") else 0

    def nomad(self, verb, expected=0):
        """With the object that the SlurmCluster became, as anybody reads it."""
        file = self.directory / "services.yaml"
        file.write_text(self.server.kubectl("get", "nodeservices", "hpc-nodes", "-o", "yaml"))
        done = subprocess.run([SLUICE, "nomad", verb, "-f", file, "--address", self.address, "--timeout", "120"], text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr + self.log())
        return done.stdout

    def log(self):
        return "".join(f"\n{name}: {machine.run('tail', '-n', '20', '/run/nomad.log', check=False)}" for name, machine in self.machines.items())

    def inside(self, *command):
        return self.server.kubectl("exec", "hpc-controller-0", "-c", "slurmctld", "--", *command, check=False).stdout

    def test_the_cluster_comes_up_and_jobs_survive_a_redeploy_of_slurmd(self):
        planned = self.nomad("plan", 3)
        for job in "hpc-nodes-munged", "hpc-nodes-slurmd-batch", "hpc-nodes-slurmd-htc":
            self.assertIn(f"{job}: added", planned)
        self.nomad("apply")
        wait_until(lambda: self.inside("sinfo", "-hN", "-o", "%N %P %f %t").split("\n")[:-1] ==
                   ["n1 batch* batch idle", "n2 htc htc idle"], "both have registered", 120, 0.5)
        self.assertEqual(self.machines["n1"].run("srun", "-p", "htc", "hostname"), "n2\n")
        self.nomad("plan")  # nothing to do

        job = self.machines["n1"].run("sbatch", "--parsable", "-o", "/dev/null", "--wrap", "until test -e /run/enough; do sleep 0.1; done").strip()
        wait_until(lambda: self.inside("squeue", "-hj", job, "-o", "%T") == "RUNNING\n", "the job runs")
        slurmd = lambda: self.machines["n1"].run("pgrep", "-x", "slurmd").split()
        before = slurmd()
        self.document["spec"]["compute"]["pools"][0]["parameters"] = {"Weight": "10"}
        self.server.apply(self.document)
        wait_until(lambda: "Weight=10" in self.server.kubectl("get", "nodeservices", "hpc-nodes", "-o", "yaml"), "it is declared", 60)
        self.assertIn("hpc-nodes-slurmd-htc: as it is", self.nomad("apply"))
        wait_until(lambda: slurmd() and not set(slurmd()) & set(before), "slurmd was replaced", 120)
        self.machines["n1"].run("pkill", "-x", "munged")  # Nomad starts it again, and slurmd is asked again whether it is well
        wait_until(lambda: self.machines["n1"].run("sh", "-c", "munge -n | unmunge >/dev/null && echo yes", check=False) == "yes\n",
                   "munged is back", 60)
        self.assertEqual(self.inside("squeue", "-hj", job, "-o", "%T"), "RUNNING\n")
        self.machines["n1"].run("touch", "/run/enough")
        wait_until(lambda: self.inside("sacct", "-nXPj", job, "-o", "state,exitcode").strip() == "COMPLETED|0:0", "the job is over", 60, 0.5)
        self.assertIn("Restarts=0", self.inside("scontrol", "show", "job", job))


if __name__ == "__main__":
    unittest.main()
