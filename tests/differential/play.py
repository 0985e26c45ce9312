"""Plays scenarios against a Kubernetes API server and writes down what it answers, with everything
that differs from run to run replaced by placeholders. The recorder and the replayer share it, so
both servers are asked and read in the same way."""
import http.client
import json
import re
import ssl
import urllib.parse

TIMEOUT = 30
REFERENCE = re.compile(r"\$\{(\d+)\.([^}]+)\}")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Scenarios write times of 2020 only, and those stay.
TIME = re.compile(r"(?!2020-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
MICRO_TIME = re.compile(r"(?!2020-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
CLUSTER_IP = re.compile(r"\b10\.(0\.0|96\.\d+)\.\d+\b(?!/)")
AGE = re.compile(r"\d{1,2}s|\d+y\d+d")
FINGERPRINT = re.compile(r"X509SHA256=[0-9a-f]{64}")
ACCESS_VOLUME = re.compile(r"kube-api-access-[a-z0-9]{5}\b")
REVISION_IN_DOCUMENT = re.compile(r'(resourceVersion\\*"?:\s*\\*")\d+')
REVISION_IN_TEXT = re.compile(r"(resource version: |current: |\()\d+")
NODE_PORTS = range(30000, 32768)  # beyond that: made up in dry runs


class Server:
    """A server by its port and the files ca.crt, admin.crt and admin.key in a directory; to a stranger it is one whom
    no certificate is shown."""

    def __init__(self, port, directory, stranger=False):
        self.port, self.directory = port, directory
        self.tls = ssl.create_default_context(cafile=f"{directory}/ca.crt")
        if not stranger:
            self.tls.load_cert_chain(f"{directory}/admin.crt", f"{directory}/admin.key")
        self.tls.check_hostname = False
        self.connection = None

    def send(self, method, path, headers, body):
        if self.connection is None:
            self.connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=TIMEOUT,
                                                          context=self.tls)
        self.connection.request(method, path, body, headers)
        return self.connection.getresponse()

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


def find(document, path):
    for part in path.split("."):
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document


def substitute(value, bodies):
    """Fills in ${step.path.in.its.answer}, in texts however deep."""
    if isinstance(value, dict):
        return {substitute(key, bodies): substitute(item, bodies) for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, bodies) for item in value]
    if isinstance(value, str):
        return REFERENCE.sub(lambda m: str(find(bodies[int(m[1])], m[2])), value)
    return value


def normal_text(text):
    text = MICRO_TIME.sub("<microtime>", UUID.sub("<uid>", text))
    text = FINGERPRINT.sub("X509SHA256=<hash>", text)
    text = ACCESS_VOLUME.sub("kube-api-access-<random>", TIME.sub("<time>", text))
    if "resource version" in text or "ResourceVersion" in text:
        text = REVISION_IN_TEXT.sub(r"\1<rv>", text)
    return CLUSTER_IP.sub("<ip>", REVISION_IN_DOCUMENT.sub(r"\1<rv>", text))


def normal_item(key, value):
    if key == "columnDefinitions" and isinstance(value, list):  # their descriptions are prose
        return [{name: item for name, item in column.items() if name != "description"} for column in value]
    if key == "resourceVersion" and isinstance(value, str) and value.isdigit() and value != "0":
        return "<rv>"
    if key == "cells" and isinstance(value, list):
        return ["<age>" if isinstance(cell, str) and AGE.fullmatch(cell) else normal(cell) for cell in value]
    if key in ("continue", "token", "hash") and isinstance(value, str) and value:
        return f"<{key}>"
    if key == "nodePort" and value in NODE_PORTS and value != 30080:
        return "<port>"
    return normal(value)


def normal(value):
    """The value with placeholders."""
    if isinstance(value, dict):
        return without_repetition({normal_text(key): normal_item(key, item) for key, item in value.items()})
    if isinstance(value, list):
        return [normal(item) for item in value]
    return normal_text(value) if isinstance(value, str) else value


FAILURE = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}


def without_repetition(value):
    """What every failure says is said once; of causes that its message repeats word for word, the reasons remain."""
    if FAILURE.items() <= value.items():
        value = {"kind": "<failure>", **{key: item for key, item in value.items() if key not in FAILURE}}
    causes = value.get("details", {}).get("causes") if isinstance(value.get("details"), dict) else None
    if causes and all({"reason", "message", "field"} == cause.keys() for cause in causes):
        texts = [f"{cause['field']}: {cause['message']}" for cause in causes]
        if value.get("message", "").endswith(f": {texts[0]}" if len(texts) == 1 else f"[{', '.join(texts)}]"):
            value["details"]["causes"] = [cause["reason"] for cause in causes]
    return value


def without_suffix(value, body):
    """What the server appended to a generateName is random."""
    metadata = body.get("metadata") if isinstance(body, dict) else None
    prefix = metadata.get("generateName") if isinstance(metadata, dict) else None
    if not prefix:
        return value
    return json.loads(re.sub(re.escape(prefix[:58]) + r"[a-z0-9]{5}\b", prefix[:58] + "<random>", json.dumps(value)))


def in_order(document, paths):
    """The document with lists sorted that have no order."""
    for path in paths:
        find(document, path).sort(key=json.dumps)
    return document


def read_events(response, count):
    """The first events of a watch."""
    events = []
    while len(events) < count:
        line = response.readline()
        if not line:
            break
        events.append(json.loads(line))
    return events


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def without(document, paths):
    """The document without what no two servers share, such as a build date."""
    for path in paths:
        *parents, last = path.split(".")
        try:
            find(document, ".".join(parents)).pop(last, None) if parents else document.pop(last, None)
        except (KeyError, IndexError, TypeError, AttributeError):
            pass
    return document


def ask(server, request, bodies):
    """Sends one request; returns what it answered, as read and as written down."""
    method, path, headers, body = substitute(
        [request["method"], request["path"], request.get("headers", {}), request.get("body")], bodies)
    headers = {"Accept": "application/json", "User-Agent": "differential/1", **headers}
    if isinstance(body, str):
        body = body.encode() * request.get("times", 1)
    elif body is not None:
        body = json.dumps(body).encode()
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
    if request.get("stranger"):
        server = Server(server.port, server.directory, stranger=True)
    response = server.send(method, urllib.parse.quote(path, safe="/?&=%:,+;!()$*~"), headers, body)
    if request.get("events") and response.status == 200:
        read = read_events(response, request["events"])
        server.close()
    else:
        read = parsed(response.read().decode(errors="replace"))
    answer = {"code": response.status, "type": response.getheader("Content-Type", "")}
    warnings = response.headers.get_all("Warning")
    if warnings:
        answer["warnings"] = sorted(normal_text(text) for text in warnings)
    for name in request.get("show", []):
        answer[name] = response.getheader(name)
    if response.will_close or request.get("stranger"):
        server.close()
    normalised = in_order(normal(without_suffix(read, request.get("body"))), request.get("unordered", []))
    answer["body"] = without(normalised, request.get("ignore", []))
    return read, answer


def play(server, requests):
    """The answers to the requests of one scenario, in their order."""
    bodies, answers = [], []
    for request in requests:
        try:
            read, answer = ask(server, request, bodies)
        except (KeyError, IndexError, TypeError, ValueError, OSError, http.client.HTTPException) as error:
            server.close()
            read, answer = {}, {"error": f"{type(error).__name__}: {error}"}
        bodies.append(read)
        answers.append(answer)
    return answers
