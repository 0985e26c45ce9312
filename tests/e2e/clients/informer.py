#!/usr/bin/python3
"""The usual loop of the Python client, list then watch and again after errors, over the ConfigMaps of namespace
default that are labelled watched: informer.py KUBECONFIG. One line of JSON per notification."""
import json
import sys
import time

import kubernetes
import urllib3

kubernetes.config.load_kube_config(sys.argv[1])
core = kubernetes.client.CoreV1Api()
known = {}


def tell(*line):
    print(json.dumps(line), flush=True)


def put(name, version, data):
    if known.get(name) != version:
        tell("update" if name in known else "add", name, (data or {}).get("value", ""))
        known[name] = version


def drop(name):
    if known.pop(name, None):
        tell("delete", name, "")


def relist():
    found = core.list_namespaced_config_map("default", label_selector="watched")
    for name in known.keys() - {item.metadata.name for item in found.items}:
        drop(name)
    for item in found.items:
        put(item.metadata.name, item.metadata.resource_version, item.data)
    return found.metadata.resource_version


def follow(watch, version):
    for event in watch.stream(core.list_namespaced_config_map, "default", label_selector="watched",
                              resource_version=version):
        item = event["object"]
        if event["type"] == "DELETED":
            drop(item.metadata.name)
        else:
            put(item.metadata.name, item.metadata.resource_version, item.data)


version = None
while True:
    watch = kubernetes.watch.Watch()
    try:
        version = version or relist()
        watch.resource_version = version
        follow(watch, version)
    except kubernetes.client.ApiException as error:
        tell("error", str(error.status), str(error.reason))
        version = None if error.status == 410 else watch.resource_version
    except urllib3.exceptions.HTTPError as error:
        tell("error", "", str(error))
        version = watch.resource_version
    time.sleep(0.2)
