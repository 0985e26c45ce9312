"""What the agent adds when an idle node leaves Slurm, beyond draining and deleting it by hand: the real agent and a real Slurm."""
import http.client
import json
import os
import socket
import ssl
import statistics
import subprocess
import time

from harness import SLUICE, wait_until
from report import line
from upstream import free_port

EACH = 5


def leaving(directory):
    place = directory / "leaving"
    place.mkdir()
    lab = place / "lab"
    subprocess.run([SLUICE, "lab", "up", "--dir", lab, "--nodes", str(2 * EACH), "--dynamic"], check=True, capture_output=True)
    try:
        environment = {**os.environ, "SLURM_CONF": str(lab / "etc/slurm.conf")}
        certify(place)
        by_hand = [timed(lambda: leave_by_hand(f"n{i + 1}", environment)) for i in range(EACH)]
        by_agent = [leave_by_agent(f"n{EACH + i + 1}", place, environment) for i in range(EACH)]
    finally:
        subprocess.run([SLUICE, "lab", "down", "--dir", lab], check=True, capture_output=True)
    beyond = statistics.median(by_agent) - statistics.median(by_hand)
    line("an idle node leaves: its agent, beyond scontrol by hand", beyond * 1000, "ms", 300.0)


def timed(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


def leave_by_hand(node, environment):
    for words in ["update", f"NodeName={node}", "State=DRAIN", "Reason=by hand"], ["delete", f"NodeName={node}"]:
        subprocess.run(["scontrol", *words], env=environment, check=True)


def certify(place):
    """An authority, and for each side a certificate of it."""
    openssl = lambda *words: subprocess.run(["openssl", *words], cwd=place, check=True, capture_output=True)
    key = "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=agents", "-days", "1")
    for name, extension in ("agent", "subjectAltName=DNS:agent\nextendedKeyUsage=serverAuth"), ("operator", "extendedKeyUsage=clientAuth"):
        (place / "extension").write_text(extension)
        openssl("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "1",
                "-extfile", "extension", "-out", f"{name}.crt")


def leave_by_agent(node, place, environment):
    port, config = free_port(), place / f"{node}.yaml"
    config.write_text(json.dumps({
        "kind": "AgentConfig", "role": "slurm-worker", "node": {"name": node}, "slurm": {"node": node},
        "stateDirectory": str(place / node), "listen": {
            "address": "127.0.0.1", "port": port, "certificate": str(place / "agent.crt"), "key": str(place / "agent.key"),
            "authority": str(place / "ca.crt"), "orderers": ["operator"], "requestsPerSecond": 1000}}))
    log = place / f"{node}.log"
    with open(log, "w") as out:
        agent = subprocess.Popen([SLUICE, "agent", "--config", config], env=environment, stderr=out)
    try:
        wait_until(lambda: "takes orders" in log.read_text(), "the agent listens")
        return timed(lambda: order(node, port, place))
    finally:
        agent.terminate()
        agent.wait()


def order(node, port, place):
    context = ssl.create_default_context(cafile=place / "ca.crt")
    context.load_cert_chain(place / "operator.crt", place / "operator.key")
    connection = http.client.HTTPConnection("agent")
    connection.sock = context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="agent")

    def ask(method, body=None):
        connection.request(method, f"/v1/nodes/{node}/detachment", body)
        return json.load(connection.getresponse())
    ask("PUT", "{}")
    wait_until(lambda: ask("GET")["phase"] == "Detached", f"{node} has left", 60, 0.01)
    connection.close()
