"""The tree of a system as an image: a directory in OCI's layout, which `sluice image import`, skopeo and podman take."""
import hashlib
import json
import pathlib
import platform
import subprocess

LEFT_OUT = ("./dev/*", "./proc/*", "./sys/*", "./run/*", "./tmp/*", "./usr/share/doc/*", "./usr/share/man/*",
            "./usr/share/locale/*", "./var/cache/*", "./var/lib/apt/*", "./var/lib/mysql/*")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}  # as images call them


def put(directory, content, kind):
    """A blob of the layout, and how others speak of it."""
    digest = hashlib.sha256(content).hexdigest()
    (directory / "blobs/sha256" / digest).write_bytes(content)
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}


def write(directory, tree, name="", tar_options=(), **config):
    """Owners are those of the tree unless `tar_options` say otherwise; `config` is the image's, as User and Entrypoint."""
    directory = pathlib.Path(directory)
    (directory / "blobs/sha256").mkdir(parents=True)
    layer = directory / "layer"
    subprocess.run(["tar", "--numeric-owner", "--sort=name", *tar_options, *(f"--exclude={path}" for path in LEFT_OUT),
                    "-C", str(tree), "-cf", str(layer), "."], check=True)
    with layer.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    size = layer.stat().st_size
    layer.rename(directory / "blobs/sha256" / digest)
    machine = platform.machine()
    about = {"architecture": ARCHITECTURES.get(machine, machine), "os": "linux",
             "config": {"Env": ["PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"], **config},
             "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]}}
    manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                "config": put(directory, json.dumps(about).encode(), "config.v1+json"), "layers": [
                    {"mediaType": "application/vnd.oci.image.layer.v1.tar", "digest": f"sha256:{digest}", "size": size}]}
    described = put(directory, json.dumps(manifest).encode(), "manifest.v1+json")
    if name:
        described["annotations"] = {"org.opencontainers.image.ref.name": name}
    (directory / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [described]}))
    (directory / "oci-layout").write_text('{"imageLayoutVersion":"1.0.0"}')
    return directory
