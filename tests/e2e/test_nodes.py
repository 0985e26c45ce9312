"""A virtual node for each partition of a real Slurm."""
from harness import Cluster, OnSlurm, pod, wait_until


class PartitionNodes(OnSlurm):
    lab_options = ("--nodes", "2", "--gres", "gpu:a100:2,fpga:1")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster.down()
        cls.cluster = Cluster(cls.directory / "home", cls.lab, "--nodes", "per-partition", "--executor", "both")
        cls.cluster.up()

    def nodes(self):
        return {item["metadata"]["name"]: item for item in self.cluster.get("nodes")["items"]}

    def taints(self, node):
        return [taint["key"] for taint in self.nodes()[node]["spec"].get("taints", [])]

    def test_pods_go_to_the_partition_of_their_node(self):
        wait_until(lambda: {"slurm-main", "slurm-debug"} <= self.nodes().keys(), "there are nodes for the partitions")
        self.cluster.apply(pod("anywhere", ["true"]))
        self.cluster.apply(pod("chosen", ["echo", "from there"], nodeSelector={"sluice.dev/partition": "debug"}))
        self.cluster.apply(pod("named", ["true"], metadata={"annotations": {"sluice.dev/partition": "debug"}}))
        self.cluster.apply(pod("here", ["true"], runtimeClassName="local"))
        self.assertEqual(self.cluster.wait_phase("here", "Succeeded")["spec"]["nodeName"], "local")
        for name, node in (("anywhere", "slurm-main"), ("chosen", "slurm-debug"), ("named", "slurm-debug")):
            done = self.cluster.wait_phase(name, "Succeeded")
            self.assertEqual(done["spec"]["nodeName"], node)
            # An allocation that was declined leaves a record too.
            partitions = self.lab.run("squeue", "--noheader", "--states=all", f"--name=default/{name}", "--format=%P").stdout
            self.assertEqual(set(partitions.split()), {node.removeprefix("slurm-")})
        self.assertEqual(self.cluster.kubectl("logs", "chosen"), "from there\n")

    def test_generic_resources_are_slurms(self):
        capacity = self.nodes()["slurm-main"]["status"]["capacity"]
        self.assertEqual([capacity.get(name) for name in (
            "nvidia.com/gpu", "gres.sluice.dev/fpga", "gres.sluice.dev/gpu.a100")], ["4", "2", "4"])
        for name, limits, asked in (("gpus", {"nvidia.com/gpu": "2"}, "gpu:2"),
                                    ("fpgas", {"gres.sluice.dev/fpga": "1", "gres.sluice.dev/gpu.a100": "1"}, "fpga:1")):
            self.cluster.apply(pod(name, ["sleep", "1000"], container={"resources": {"limits": limits}}))
            self.cluster.wait_phase(name, "Running")
            job = self.cluster.get("pod", name)["metadata"]["annotations"]["sluice.dev/job-id"]
            self.assertIn(asked, self.lab.run("squeue", "--noheader", f"--jobs={job}", "-O", "tres-per-node:100").stdout)
        self.cluster.apply(pod("third", ["true"], container={"resources": {"limits": {"nvidia.com/gpu": "2"}}}))
        wait_until(lambda: "Resources" in self.cluster.get("pod", "third")["status"].get("message", ""), "it waits for GPUs")
        self.cluster.kubectl("delete", "pod", "gpus", "--grace-period=1")
        self.cluster.wait_phase("third", "Succeeded")
        self.cluster.kubectl("delete", "pod", "fpgas", "--grace-period=1")

    def test_a_pod_that_contradicts_its_node_is_told_so(self):
        self.cluster.apply(pod("torn", ["true"], nodeName="slurm-debug",
                               metadata={"annotations": {"slurm-job.hpk.io/flags": "-p main"}}))
        done = self.cluster.wait_phase("torn", "Failed")
        self.assertIn("node slurm-debug, which stands for partition \"debug\"", done["status"]["message"])

    def test_nodes_follow_their_partitions_and_machines(self):
        wait_until(lambda: "slurm-debug" in self.nodes(), "there are nodes for the partitions")
        self.lab.run("scontrol", "create", "partitionname=late", "nodes=n1")
        self.addCleanup(self.lab.run, "scontrol", "delete", "partitionname=late", check=False)
        wait_until(lambda: "slurm-late" in self.nodes(), "a new partition has a node")
        self.assertEqual(self.nodes()["slurm-late"]["status"]["capacity"]["cpu"], "16")
        self.assertEqual(self.taints("slurm-late"), ["sluice.dev/partition"])
        self.lab.run("scontrol", "update", "partitionname=late", "state=down")
        self.lab.run("scontrol", "update", "nodename=n1", "state=drain", "reason=test")
        self.addCleanup(self.lab.run, "scontrol", "update", "nodename=n1", "state=resume", check=False)
        wait_until(lambda: "sluice.dev/partition-down" in self.taints("slurm-late"), "the node says that it is down")
        wait_until(lambda: self.nodes()["slurm-main"]["status"]["allocatable"]["cpu"] == "16",
                   "a drained machine cannot be allocated")
        self.assertEqual(self.nodes()["slurm-main"]["status"]["capacity"]["cpu"], "32")
        self.lab.run("scontrol", "delete", "partitionname=late")
        wait_until(lambda: "slurm-late" not in self.nodes(), "the node goes with its partition")
