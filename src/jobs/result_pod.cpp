// SPDX-License-Identifier: Apache-2.0
#include "jobs/result_pod.h"

#include "api/meta.h"
#include "jobs/job_pod.h"
#include "jobs/job_spec.h"
#include "jobs/job_status.h"

namespace sluice::jobs {
namespace {

constexpr const char* kCredentials = "/run/slurmjob/credentials";
constexpr const char* kKnownHosts = "/run/slurmjob/known-hosts";

// Where the output is, and with what to log in there.
struct Login {
  std::string host;
  std::uint16_t port = 22;
  std::string secret_name;
  json::Value known_hosts;  // a ConfigMap's name and key, or null
};

Result<Login> login_of(const json::Value& job, const json::Value& connection) {
  TRY_ASSIGN(const JobConnection named, read_connection(job));
  if (const auto* own = std::get_if<InlineConnection>(&named)) {
    return Login{own->host, own->port, own->secret_name, {}};
  }
  const auto& ref = std::get<ConnectionRef>(named);
  const json::Value& ssh = connection.at("spec", "ssh");
  if (ref.kind == kClusterConnectionKind || ssh.is_null() || !ssh.at("jump").is_null()) {
    return fail(Code::kUnsupported,
                "a pod cannot fetch the output: expected a connection of the job's own, or a "
                "SlurmConnection by SSH without a host between");
  }
  TRY_ASSIGN(const std::uint16_t port, read_port(ssh.at("port"), "spec.ssh.port"));
  return Login{ssh.at("host").as_string(), port, ssh.at("secretName").as_string(),
               ssh.at("knownHostsConfigMap")};
}

// What the strictest of the Pod Security Standards takes. Whatever user the image has: the group
// makes the Secret readable.
json::Value as_nobody() {
  constexpr std::int64_t kNobody = 65534;
  return json::Object{{"runAsNonRoot", true},
                      {"runAsUser", kNobody},
                      {"runAsGroup", kNobody},
                      {"fsGroup", kNobody},
                      {"seccompProfile", json::Object{{"type", "RuntimeDefault"}}}};
}

json::Value mount(const char* name, const char* path) {
  return json::Object{{"name", name}, {"mountPath", path}, {"readOnly", true}};
}

json::Value container(const json::Value& job, const std::string& name, const std::string& image,
                      const Login& login) {
  json::Array words{"sluice",
                    "job",
                    "output",
                    "--host=" + login.host,
                    "--port=" + std::to_string(login.port),
                    "--uid=" + api::uid(job),
                    "--run=" + std::to_string(run_number(job)),
                    std::string("--credentials-dir=") + kCredentials};
  if (const Task task = task_of(name)) {
    words.emplace_back("--task=" + std::to_string(*task));
  }
  json::Array mounts{mount("credentials", kCredentials)};
  if (!login.known_hosts.is_null()) {
    words.emplace_back(std::string("--known-hosts=") + kKnownHosts + "/" +
                       login.known_hosts.at("key").as_string());
    mounts.push_back(mount("known-hosts", kKnownHosts));
  }
  return json::Object{{"name", name},
                      {"image", image},
                      {"imagePullPolicy", "IfNotPresent"},
                      {"command", std::move(words)},
                      {"securityContext",
                       json::Object{{"allowPrivilegeEscalation", false},
                                    {"capabilities", json::Object{{"drop", json::Array{"ALL"}}}}}},
                      {"volumeMounts", std::move(mounts)}};
}

}  // namespace

Result<json::Value> make_result_pod(const json::Value& job, const std::string& image,
                                    const json::Value& connection) {
  TRY_ASSIGN(const Login login, login_of(job, connection));
  json::Array containers;
  for (const std::string& name : pod_containers(job)) {
    containers.push_back(container(job, name, image, login));
  }
  json::Array volumes{json::Object{
      {"name", "credentials"},
      {"secret", json::Object{{"secretName", login.secret_name}, {"defaultMode", 0440}}}}};
  if (!login.known_hosts.is_null()) {
    volumes.push_back(
        json::Object{{"name", "known-hosts"},
                     {"configMap", json::Object{{"name", login.known_hosts.at("name")}}}});
  }
  return json::Value(json::Object{{"apiVersion", "v1"},
                                  {"kind", "Pod"},
                                  {"metadata", pod_metadata(job)},
                                  {"spec", json::Object{{"restartPolicy", "OnFailure"},
                                                        {"automountServiceAccountToken", false},
                                                        {"enableServiceLinks", false},
                                                        {"securityContext", as_nobody()},
                                                        {"containers", std::move(containers)},
                                                        {"volumes", std::move(volumes)}}}});
}

}  // namespace sluice::jobs
