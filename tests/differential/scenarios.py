"""Expands the compact descriptions in scenarios/ into requests.

objects.yaml holds one small object of every resource. Every other file is a list of scenarios, each
with a namespace of its own and one of these bodies:
  steps    requests one after the other: {METHOD resource/name?query: body, type:, accept:, as:, stranger:, ...}
  create   {resource: [edits, ...]}: what becomes of the object with each of the edits (a dry run)
  change   {resource: [edits, ...]}: the same for changes of the stored object, as JSON patches
  kinds    [resource, ...]: every verb on each of them
The namespace has the labels that a scenario names.
Edits map a dotted path (or a JSON pointer) to a value; null removes. In a body, {$: resource, ...}
is the object of objects.yaml with edits, and ${N.path} the value at path in the answer to step N."""
import copy
import pathlib

import yaml

from play import REFERENCE

FOLDER = pathlib.Path(__file__).resolve().parent / "scenarios"
TYPES = {"json": "application/json-patch+json", "merge": "application/merge-patch+json",
         "strategic": "application/strategic-merge-patch+json", "apply": "application/apply-patch+yaml",
         "yaml": "application/yaml"}
ACCEPTS = {"table": "application/json;as=Table;v=v1;g=meta.k8s.io",
           "metadata": "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
           "metadatalist": "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"}
SETUP = 2  # steps before those of the scenario
OBJECTS = yaml.safe_load((FOLDER / "objects.yaml").read_text())


def pointer(path):
    return path if path.startswith("/") else "/" + path.replace(".", "/")


def segments(path):
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer(path)[1:].split("/")]


def set_at(document, path, value):
    *parents, last = segments(path)
    for part in parents:
        document = document[int(part)] if isinstance(document, list) else document.setdefault(part, {})
    if isinstance(document, list):
        index = len(document) if last == "-" else int(last)
        document[index:index + 1] = [] if value is None else [value]
    elif value is None:
        document.pop(last, None)
    else:
        document[last] = value


def edited(resource, edits):
    entry = OBJECTS[resource]
    document = copy.deepcopy(entry["object"])
    document = {"apiVersion": entry["api"], "kind": entry["kind"], **document}
    document.setdefault("metadata", {}).setdefault("name", entry.get("name", "a"))
    for path, value in edits.items():
        set_at(document, path, value)
    return document


def body_of(value):
    if isinstance(value, dict) and "$" in value:
        return edited(value["$"], {path: item for path, item in value.items() if path != "$"})
    return value


def collection(resource, namespace):
    entry = OBJECTS[resource]
    root = "/apis/" + entry["api"] if "/" in entry["api"] else "/api/" + entry["api"]
    scope = "" if entry.get("cluster") else f"/namespaces/{namespace}"
    return f"{root}{scope}/{resource.split('.')[0]}"


def full_path(path, namespace):
    if not path.startswith("/"):
        end = min([path.find(mark) for mark in "/?" if mark in path] or [len(path)])
        path = collection(path[:end], namespace) + path[end:]
    return path


def filled(value, namespace):
    if isinstance(value, dict):
        return {key: filled(item, namespace) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, namespace) for item in value]
    if isinstance(value, str):  # references count from the first step after the setup
        return REFERENCE.sub(lambda m: f"${{{int(m[1]) + SETUP}.{m[2]}}}", value.replace("$ns", namespace))
    return value


def request_of(step, namespace):
    options = dict(step)
    line = next(key for key in options if " " in key)
    body = filled(body_of(options.pop(line)), namespace)
    method, path = filled(line, namespace).split(" ", 1)
    headers = filled(dict(options.pop("headers", {})), namespace)
    if "type" in options:
        word = options.pop("type")
        headers["Content-Type"] = TYPES.get(word, word)
    if "accept" in options:
        word = options.pop("accept")
        headers["Accept"] = ACCEPTS.get(word, word)
    if "as" in options:
        headers["Impersonate-User"] = filled(options.pop("as"), namespace)
    if "group" in options:
        headers["Impersonate-Group"] = options.pop("group")
    request = {"method": method, "path": full_path(path, namespace), **options}
    if headers:
        request["headers"] = headers
    if body is not None:
        request["body"] = body
    return request


def create_steps(variants):
    return [{f"POST {resource}?dryRun=All": {"$": resource, **edits}, "ignore": ["metadata.managedFields"]}
            for resource, list_of_edits in variants.items() for edits in list_of_edits]


def operation(path, value):
    numeric = segments(path)[-1].isdigit()
    if value is None:
        return {"op": "remove", "path": pointer(path)}
    return {"op": "replace" if numeric else "add", "path": pointer(path), "value": value}


def change_steps(variants):
    steps = []
    for resource, list_of_edits in variants.items():
        name = OBJECTS[resource].get("name", "changed")
        steps.append({f"POST {resource}": {"$": resource, "metadata.name": name}, "setup": True})
        steps += [{f"PATCH {resource}/{name}?dryRun=All": [operation(*edit) for edit in edits.items()], "type": "json",
                   "ignore": ["metadata.managedFields"]} for edits in list_of_edits]
        steps.append({f"DELETE {resource}/{name}?gracePeriodSeconds=0": None, "setup": True})
    return steps


def kind_steps(resource):
    """Every verb once, good and bad, on one resource."""
    entry = OBJECTS[resource]
    hidden = ["metadata.managedFields", "items.0.metadata.managedFields"]  # seen often enough in the others
    base, labels = {"$": resource}, {"metadata": {"labels": {"l": "x"}}}
    name = edited(resource, {})["metadata"]["name"]
    it, apply = f"{resource}/{name}", f"{resource}/{name}-applied?fieldManager=m&force=true"
    current = {"metadata.resourceVersion": "${0.metadata.resourceVersion}"}
    steps = [{f"POST {resource}": base}, {f"POST {resource}": base}, {f"GET {it}": None}, {f"GET {it}": None, "accept": "table"},
             {f"GET {resource}?fieldSelector=metadata.name={name}": None, "ignore": hidden},
             {f"GET {resource}?fieldSelector=metadata.name={name}": None, "accept": "table"},
             {f"GET {it}": None, "accept": "metadata"}, {f"GET {resource}/absent": None},
             {f"PUT {it}": {**base, "metadata.labels": {"p": "u"}, **current}},
             {f"PUT {it}": {**base, "metadata.labels": {"p": "v"}, **current}},
             {f"PUT {it}": {**base, "metadata.labels": {"p": "w"}}},
             {f"PATCH {it}": labels, "type": "merge"},
             {f"PATCH {it}": {"metadata": {"labels": {"l": None, "s": "t"}}}, "type": "strategic"},
             {f"PATCH {it}": [{"op": "test", "path": "/metadata/labels/s", "value": "no"}], "type": "json"},
             {f"PATCH {resource}/absent": labels, "type": "merge"}]
    if entry.get("applied", True):
        steps.append({f"PATCH {apply}": {**base, "metadata.name": f"{name}-applied"}, "type": "apply"})
    if entry.get("status"):
        steps += [{f"GET {it}/status": None, "ignore": hidden}, {f"PATCH {it}/status": {"status": entry["status"]}, "type": "merge"}]
    rest = f"fieldSelector=metadata.name={name}-applied&gracePeriodSeconds=0"
    steps += [{f"DELETE {it}?{query}": None, "ignore": hidden} for query in ("dryRun=All", "gracePeriodSeconds=0")]
    steps += [{f"DELETE {it}": None, "ignore": hidden}, {f"DELETE {resource}?{rest}": None, "ignore": hidden}]
    return live(steps) if entry.get("live") else steps


def live(steps):
    """The same for a kind into whose status the server itself writes: what depends on when is left out."""
    hidden = ["status", "metadata.managedFields", "items.0.status", "items.0.metadata.managedFields", "rows"]
    return [{**step, "ignore": hidden} for step in steps if "PUT" not in next(iter(step))]


def setup(namespace, **labels):
    return [{"POST /api/v1/namespaces": {"metadata": {"name": namespace, **labels}}, "setup": True},
            {f"POST /api/v1/namespaces/{namespace}/serviceaccounts": {"metadata": {"name": "default"}}, "setup": True}]


def expand(scenario, namespace):
    if "steps" in scenario:
        steps = scenario["steps"]
    elif "create" in scenario:
        steps = create_steps(scenario["create"])
    else:
        steps = change_steps(scenario["change"])
    labels = {"labels": scenario["labels"]} if "labels" in scenario else {}
    return [request_of(step, namespace) for step in setup(namespace, **labels) + steps]


def scenarios_of(path):
    """Pairs of a name and its requests."""
    for scenario in yaml.safe_load(path.read_text()):
        if "kinds" in scenario:
            for resource in scenario["kinds"] or OBJECTS:
                namespace = f"k-{resource.replace('.', '-')}"
                yield resource, [request_of(step, namespace) for step in setup(namespace) + kind_steps(resource)]
        else:
            yield scenario["name"], expand(scenario, f"{path.stem}-{scenario['name']}")


def files():
    return sorted(path for path in FOLDER.glob("*.yaml") if path.stem != "objects")
