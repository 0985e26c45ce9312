"""`sluice image`: images from Debian's docker-registry and from files, seen, used and removed."""
import base64
import contextlib
import gzip
import hashlib
import http.server
import io
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile
import threading
import urllib.request

from harness import SLUICE, Scratch

ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def tar(files):
    """A tar file with these files; a name that ends with a slash is a directory."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
            info.mode = 0o555 if name.endswith("/") else 0o644
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


class Image:
    """An image of several layers, each a dictionary of files."""

    def __init__(self, *layers):
        self.layers = [tar(layer) for layer in layers]
        self.config = json.dumps({
            "architecture": ARCHITECTURE, "os": "linux", "config": {"Cmd": ["/bin/true"]},
            "rootfs": {"type": "layers", "diff_ids": [digest(layer) for layer in self.layers]}}).encode()
        self.id = digest(self.config)
        packed = [gzip.compress(layer, mtime=0) for layer in self.layers]
        self.blobs = {digest(content): content for content in [self.config, *packed]}
        self.manifest = json.dumps({
            "schemaVersion": 2, "mediaType": MANIFEST,
            "config": self.descriptor(self.config, "container.image.v1+json"),
            "layers": [self.descriptor(layer, "image.rootfs.diff.tar.gzip") for layer in packed]}).encode()

    @staticmethod
    def descriptor(content, kind):
        return {"mediaType": f"application/vnd.docker.{kind}", "digest": digest(content), "size": len(content)}

    def save(self, path, *tags):
        """As `docker save` does."""
        files = {"config.json": self.config}
        files.update({f"{i}/layer.tar": layer for i, layer in enumerate(self.layers)})
        files["manifest.json"] = json.dumps([{
            "Config": "config.json", "RepoTags": tags,
            "Layers": [f"{i}/layer.tar" for i in range(len(self.layers))]}]).encode()
        pathlib.Path(path).write_bytes(tar(files))


class Registry:
    """Debian's docker-registry on a free port."""

    def __init__(self, directory):
        directory.mkdir()
        config = directory / "config.yml"
        config.write_text(f"version: 0.1\nlog: {{level: info}}\nhttp: {{addr: '127.0.0.1:0'}}\n"
                          f"storage: {{filesystem: {{rootdirectory: {directory}/data}}}}\n")
        self.process = subprocess.Popen(["docker-registry", "serve", str(config)], text=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if found := re.search(r"listening on (127\.0\.0\.1:\d+)", line):
                self.host = found[1]
                break
        self.reader = threading.Thread(target=self.process.stderr.read)  # a full pipe would stop it
        self.reader.start()

    def request(self, method, target, body=b"", **headers):
        url = target if target.startswith("http") else f"http://{self.host}{target}"
        request = urllib.request.Request(url, data=body, method=method, headers=headers)
        with contextlib.closing(urllib.request.urlopen(request, timeout=30)) as answer:
            return answer.headers

    def push(self, image, repository, tag):
        for content in image.blobs.values():
            place = self.request("POST", f"/v2/{repository}/blobs/uploads/")["Location"]
            self.request("PUT", f"{place}&digest={digest(content)}", content,
                         **{"Content-Type": "application/octet-stream"})
        self.request("PUT", f"/v2/{repository}/manifests/{tag}", image.manifest,
                     **{"Content-Type": MANIFEST})

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stderr.close()


class StallingRegistry:
    """A registry with one image that stops in the middle of every layer until it is released."""

    def __init__(self, image):
        registry = self
        self.stalled, self.released = threading.Event(), threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.rsplit("/", 1)[1]
                content = image.manifest if "/manifests/" in self.path else image.blobs[name]
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                half = len(content) // 2 if "/blobs/" in self.path and name != image.id else len(content)
                with contextlib.suppress(OSError):  # whoever asked may have been killed
                    self.wfile.write(content[:half])
                    if half < len(content):
                        registry.stalled.set()
                        registry.released.wait(60)
                    self.wfile.write(content[half:])

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self):
        self.released.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Images(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.registry = Registry(cls.directory / "registry")
        cls.addClassCleanup(cls.registry.stop)

    def setUp(self):
        self.home = self.directory / "home"
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)

    def environment(self):
        return {**os.environ, "SLUICE_HOME": str(self.home), "HOME": str(self.directory)}

    def image(self, *argv):
        return subprocess.run([SLUICE, "image", *argv], env=self.environment(), text=True,
                              capture_output=True, timeout=120)

    def good(self, *argv):
        done = self.image(*argv)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def root(self, image):
        return self.home / "images" / image.id.replace(":", "-") / "root"

    def test_pull_list_prune(self):
        image = Image({"etc/": b"", "etc/a": b"1", "etc/b": b"1"}, {"etc/.wh.a": b"", "etc/c": b"2"})
        self.registry.push(image, "team/app", "v1")
        name = f"{self.registry.host}/team/app:v1"
        done = self.image("pull", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"pulled {name} ({image.id}, ", done.stdout)
        self.assertIn("layer 2 of 2", done.stderr)
        self.assertEqual(sorted(os.listdir(self.root(image) / "etc")), ["b", "c"])
        rows = [line.split() for line in self.good("list").splitlines()]
        self.assertEqual(rows[0], ["REPOSITORY", "TAG", "IMAGE", "ID", "SIZE"])
        self.assertEqual([row[:3] for row in rows[1:]],
                         [[f"{self.registry.host}/team/app", "v1", image.id[7:19]]])
        self.assertIn("0 images removed", self.good("prune"))
        attempt = self.home / "pods/uid/1"
        attempt.mkdir(parents=True)
        (attempt / "spec.json").write_text(json.dumps({"root": str(self.root(image))}))
        self.assertIn("0 images removed", self.good("prune", "--all"))
        shutil.rmtree(attempt)
        self.assertIn("1 images removed", self.good("prune", "--all"))
        self.assertEqual(len(self.good("list").splitlines()), 1)
        self.assertFalse(self.root(image).exists())

    def test_import_under_its_names_or_another(self):
        image = Image({"f": b"1"})
        archive = self.directory / "saved.tar"
        image.save(archive, "busybox:1")
        self.assertIn("imported docker.io/library/busybox:1 ", self.good("import", str(archive)))
        with gzip.open(f"{archive}.gz", "wb") as packed:
            packed.write(archive.read_bytes())
        self.assertIn("imported docker.io/team/x:2 ",
                      self.good("import", "--name", "team/x:2", f"{archive}.gz"))
        self.assertEqual(len(self.good("list").splitlines()), 3)
        self.assertEqual((self.root(image) / "f").read_bytes(), b"1")

    def test_errors_name_the_image_and_the_reason(self):
        host = self.registry.host
        for name, reason in {
                f"{host}/no/such": f"{host}/no/such:latest: not found at registry {host}",
                "127.0.0.1:1/x": "127.0.0.1:1/x:latest: registry 127.0.0.1:1 cannot be reached",
                "Bad/Name": "couldn't parse image name \"Bad/Name\": invalid reference format",
                "docker-archive:/nonexistent": "/nonexistent"}.items():
            done = self.image("pull", name)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
        self.assertEqual(self.image("import", "/nonexistent").returncode, 1)
        self.assertEqual(self.image("prune", "--unused-for", "soon").returncode, 2)
        self.assertEqual(self.image("polish").returncode, 2)
        self.assertEqual(len(self.good("list").splitlines()), 1)

    def test_a_layer_that_leads_outside_is_refused(self):
        self.registry.push(Image({"../../evil": b"1"}), "team/evil", "v1")
        done = self.image("pull", f"{self.registry.host}/team/evil:v1")
        self.assertEqual(done.returncode, 1)
        self.assertIn('the path "../../evil"', done.stderr)
        self.assertEqual(os.listdir(self.home / "images/tmp"), [])

    def test_a_pull_that_dies_leaves_no_image_and_no_lock(self):
        image = Image({"f": os.urandom(1 << 20)})
        registry = StallingRegistry(image)
        self.addCleanup(registry.stop)
        argv = [SLUICE, "image", "pull", "--quiet", f"{registry.host}/a:v1"]

        def start():
            return subprocess.Popen(argv, env=self.environment(), text=True, stdout=subprocess.PIPE)
        first = start()
        self.assertTrue(registry.stalled.wait(60))
        second = start()
        self.assertEqual(len(self.good("list").splitlines()), 1)
        first.kill()
        first.communicate()
        registry.released.set()
        self.assertIn(image.id, second.communicate(timeout=60)[0])
        self.assertEqual((self.root(image) / "f").stat().st_size, 1 << 20)
        self.assertEqual(len(self.good("list").splitlines()), 2)
        self.assertEqual(os.listdir(self.home / "images/tmp"), [])

    def test_passwords_come_from_the_file_of_docker_login(self):
        self.registry.push(Image({"f": b"1"}), "team/app", "v2")
        secret = base64.b64encode(b"u:hunter2").decode()
        auths = self.directory / "auths.json"
        auths.write_text(json.dumps({"auths": {self.registry.host: {"auth": secret}}}))
        done = self.image("pull", "--auth-file", str(auths), f"{self.registry.host}/team/app:v2")
        self.assertEqual(done.returncode, 0, done.stderr)
        auths.write_text("hunter2")
        done = self.image("pull", "--auth-file", str(auths), f"{self.registry.host}/team/app:v2")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("hunter2", done.stderr)
