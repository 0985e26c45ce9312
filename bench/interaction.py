"""How quickly a running pod answers: a command in it, and a line of its log."""
import statistics
import subprocess
import time

from harness import Cluster, pod
from report import line


def interaction(directory, lab):
    """`kubectl exec pod -- true`, and from a line's writing to its arrival at `kubectl logs -f`."""
    cluster = Cluster(directory / "interaction", lab)
    cluster.up()
    script = "import time\nfor _ in range(100): print(time.time(), flush=True); time.sleep(0.1)"
    cluster.apply(pod("clock", ["python3", "-c", script]))
    cluster.apply(pod("idle", ["sleep", "1000"], terminationGracePeriodSeconds=0))
    cluster.wait_phase("clock", "Running")
    reader = subprocess.Popen([cluster.kubectl_path, "logs", "-f", "clock"], env=cluster.environment(), text=True,
                              stdout=subprocess.PIPE)
    late = [time.time() - float(text) for text in reader.stdout][30:]  # the first ones were there before us
    reader.wait()
    cluster.wait_phase("idle", "Running")
    seconds = []
    for _ in range(20):
        start = time.monotonic()
        cluster.kubectl("exec", "idle", "--", "true")
        seconds.append(time.monotonic() - start)
    cluster.kubectl("delete", "pod", "--all", "--now")
    cluster.down()
    line("kubectl exec pod -- true", statistics.median(seconds) * 1000, "ms", 150.0)
    line("a line written until kubectl logs -f shows it, at worst", max(late) * 1000, "ms", 100.0)
