"""Who may do what: service-account tokens, roles, impersonation and reviews, through kubectl."""
import base64
import json
import subprocess

from harness import OnSlurm, pod, wait_until


class Access(OnSlurm):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.audit = cls.directory / "audit.log"
        cls.cluster.down()
        cls.cluster.up("--audit-log", str(cls.audit))

    def account(self, name):
        """A service account and a way to call kubectl as it, with nothing but its token."""
        self.cluster.kubectl("create", "serviceaccount", name)
        token = self.cluster.kubectl("create", "token", name, "--duration=20m").strip()
        admin = json.loads(self.cluster.kubectl("config", "view", "--raw", "-o", "json"))
        config = {"apiVersion": "v1", "kind": "Config", "current-context": name,
                  "clusters": admin["clusters"], "users": [{"name": name, "user": {"token": token}}],
                  "contexts": [{"name": name, "context": {"cluster": admin["clusters"][0]["name"], "user": name}}]}
        path = self.directory / f"{name}.kubeconfig"
        path.write_text(json.dumps(config))
        path.chmod(0o600)

        def kubectl(*argv, check=True):
            return self.cluster.kubectl("--kubeconfig", str(path), *argv, check=check)
        return kubectl, token

    def test_a_service_account_may_what_its_roles_say(self):
        robot, _ = self.account("robot")
        refused = robot("get", "pods", check=False)
        self.assertIn('pods is forbidden: User "system:serviceaccount:default:robot" cannot list resource "pods" in '
                      'API group "" in the namespace "default"', refused.stderr)
        self.cluster.kubectl("create", "rolebinding", "robot", "--clusterrole=view", "--serviceaccount=default:robot")
        self.assertEqual(robot("get", "pods", "-o", "name"), "")
        self.assertIn("yes", robot("auth", "can-i", "list", "pods"))
        self.assertIn("no", robot("auth", "can-i", "delete", "pods", check=False).stdout)
        self.assertIn("no", robot("auth", "can-i", "list", "pods", "-A", check=False).stdout)
        self.assertIn("pods", robot("auth", "can-i", "--list"))
        self.assertIn("system:serviceaccount:default:robot", robot("auth", "whoami"))
        refused = robot("delete", "pod", "x", check=False)
        self.assertIn('pods "x" is forbidden', refused.stderr)
        self.cluster.kubectl("delete", "rolebinding", "robot")
        self.assertIn("forbidden", robot("get", "pods", check=False).stderr)

    def test_nobody_grants_what_they_do_not_have(self):
        builder, _ = self.account("builder")
        self.cluster.kubectl("create", "rolebinding", "builder", "--clusterrole=admin", "--serviceaccount=default:builder")
        builder("create", "role", "reader", "--verb=get,list", "--resource=pods")
        refused = builder("create", "role", "scaler", "--verb=get", "--resource=nodes", check=False)
        self.assertIn('roles.rbac.authorization.k8s.io "scaler" is forbidden: user '
                      '"system:serviceaccount:default:builder"', refused.stderr)
        self.assertIn('{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}', refused.stderr)
        refused = builder("create", "rolebinding", "root", "--clusterrole=cluster-admin", "--user=me", check=False)
        self.assertIn("is attempting to grant RBAC permissions not currently held", refused.stderr)

    def test_acting_as_somebody_else(self):
        k = self.cluster.kubectl
        self.assertIn('User "jane" cannot list resource "pods"', k("get", "pods", "--as=jane", check=False).stderr)
        k("create", "clusterrolebinding", "dev", "--clusterrole=view", "--group=dev")
        self.assertEqual(k("get", "pods", "--as=jane", "--as-group=dev", "-o", "name"), "")
        self.assertIn("yes", k("auth", "can-i", "list", "pods", "--as=jane", "--as-group=dev"))
        robot, _ = self.account("actor")
        self.assertIn('cannot impersonate resource "users"', robot("get", "pods", "--as=jane", check=False).stderr)

    def test_tokens_end_with_what_they_are_bound_to(self):
        k = self.cluster.kubectl
        robot, token = self.account("mortal")
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        self.assertEqual(claims["exp"] - claims["iat"], 1200)
        self.assertIn("mortal", robot("auth", "whoami"))
        k("delete", "serviceaccount", "mortal")
        self.assertIn("Unauthorized", robot("auth", "whoami", check=False).stderr)
        k("create", "serviceaccount", "bound")
        self.cluster.apply(pod("holder", ["sleep", "300"], serviceAccountName="bound"))
        token = k("create", "token", "bound", "--bound-object-kind=Pod", "--bound-object-name=holder").strip()
        review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": token}}

        def status():
            answer = k("create", "-o", "json", "-f", "-", input=json.dumps(review))
            return json.loads(answer)["status"]
        self.assertTrue(status()["authenticated"])
        k("delete", "pod", "holder", "--now")
        wait_until(lambda: not status().get("authenticated"), "the token is refused")
        self.assertIn("invalidated", status()["error"])

    def test_short_tokens_are_refused(self):
        self.cluster.kubectl("create", "serviceaccount", "brief")
        refused = self.cluster.kubectl("create", "token", "brief", "--duration=1m", check=False)
        self.assertIn("may not specify a duration less than 10 minutes", refused.stderr)

    def test_issuer_discovery_for_service_accounts(self):
        robot, token = self.account("verifier")
        config = json.loads(robot("get", "--raw", "/.well-known/openid-configuration"))
        self.assertEqual(config["issuer"], "https://kubernetes.default.svc.cluster.local")
        keys = json.loads(robot("get", "--raw", "/openid/v1/jwks"))["keys"]
        header = json.loads(base64.urlsafe_b64decode(token.split(".")[0] + "=="))
        self.assertEqual(header["kid"], keys[0]["kid"])

    def test_nobody_sees_health_only(self):
        server = json.loads(self.cluster.kubectl("config", "view", "-o", "json"))["clusters"][0]["cluster"]["server"]

        def get(path):
            return subprocess.run(["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", server + path],
                                  capture_output=True, text=True).stdout
        self.assertEqual([get(path) for path in ("/healthz", "/readyz", "/livez", "/version")], ["200"] * 4)
        self.assertEqual([get(path) for path in ("/api", "/api/v1/pods", "/openid/v1/jwks")], ["403"] * 3)

    def test_every_request_is_recorded_without_secrets(self):
        robot, token = self.account("recorded")
        robot("get", "pods", check=False)
        text = self.audit.read_text()
        self.assertEqual(self.audit.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(token, text)
        events = [json.loads(line) for line in text.splitlines()]
        mine = [e for e in events if e["user"]["username"] == "system:serviceaccount:default:recorded"]
        refused = next(e for e in mine if e.get("objectRef", {}).get("resource") == "pods")
        self.assertEqual((refused["verb"], refused["responseStatus"]["code"]), ("list", 403))
        self.assertEqual(refused["annotations"]["authorization.k8s.io/decision"], "forbid")
