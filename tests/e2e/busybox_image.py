"""A small image made of Debian's busybox-static, as an archive that `sluice image import` takes."""
import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tarfile

BUSYBOX = pathlib.Path("/bin/busybox")


def add(archive, name, content=b"", mode=0o644, link=None, directory=False):
    info = tarfile.TarInfo(name)
    info.mode = mode
    if link:
        info.type, info.linkname = tarfile.SYMTYPE, link
    elif directory:
        info.type = tarfile.DIRTYPE
    else:
        info.size = len(content)
    archive.addfile(info, io.BytesIO(content) if not link and not directory else None)


def layer(files=()):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name in ("bin", "etc", "tmp", "root", "home", "var", "usr"):
            add(archive, name, mode=0o1777 if name == "tmp" else 0o755, directory=True)
        add(archive, "bin/busybox", BUSYBOX.read_bytes(), mode=0o755)
        for applet in subprocess.run([BUSYBOX, "--list"], capture_output=True, text=True, check=True).stdout.split():
            if applet != "busybox":
                add(archive, f"bin/{applet}", link="busybox")
        add(archive, "etc/passwd", b"root:x:0:0:root:/root:/bin/sh\nweb:x:1000:1000::/home:/bin/sh\n")
        add(archive, "etc/group", b"root:x:0:\nweb:x:1000:\n")
        for name, content, *mode in files:
            add(archive, name, content, *mode)
    return out.getvalue()


def write(path, *names, config=None, files=()):
    """A docker archive at `path` whose image has these names."""
    data = layer(files)
    image = json.dumps({"architecture": "amd64", "os": "linux",
                        "config": {"Cmd": ["sh"], "Env": ["PATH=/bin", "FROM_IMAGE=yes"], **(config or {})},
                        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(data).hexdigest()]},
                        }).encode()
    with tarfile.open(path, "w") as archive:
        add(archive, "config.json", image)
        add(archive, "layer.tar", data)
        add(archive, "manifest.json", json.dumps(
            [{"Config": "config.json", "RepoTags": list(names), "Layers": ["layer.tar"]}]).encode())
    return path


if __name__ == "__main__":  # where to write it, then its names
    write(sys.argv[1], *sys.argv[2:])
