// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/random.h"
#include "json/text.h"
#include "registry/admission/pod_account.h"
#include "registry/admission/rules.h"
#include "registry/stored_object.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kVolumePrefix = "kube-api-access-";
constexpr std::string_view kMountPath = "/var/run/secrets/kubernetes.io/serviceaccount";

// The token's lifetime tells TokenRequest that clients may be too old to renew it.
constexpr std::string_view kProjection = R"({"defaultMode":420,"sources":[
    {"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},
    {"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},
    {"downwardAPI":{"items":[{"path":"namespace",
        "fieldRef":{"apiVersion":"v1","fieldPath":"metadata.namespace"}}]}}]})";

// Of what matters here; most accounts say nothing and need not be parsed.
bool says_anything(const std::string& account) {
  return account.find("automountServiceAccountToken") != std::string::npos ||
         account.find("imagePullSecrets") != std::string::npos;
}

bool wants_token(const json::Value& account, const json::Value& pod) {
  const json::Value& own = pod.at("spec", "automountServiceAccountToken");
  return own.is_bool() ? own.as_bool() : account.at("automountServiceAccountToken").as_bool(true);
}

// The access volume that somebody gave the pod before: an earlier round of mutations.
std::string access_volume(const json::Value& spec) {
  for (const json::Value& volume : spec.at("volumes").as_array()) {
    const std::string& name = volume.at("name").as_string();
    if (name.starts_with(kVolumePrefix)) {
      return name;
    }
  }
  return "";
}

// Tells whether the container needs the volume: it has nothing of its own at that path.
bool mount(json::Value& container, const std::string& volume) {
  json::Array mounts = container.at("volumeMounts").as_array();
  if (std::any_of(mounts.begin(), mounts.end(), [](const json::Value& one) {
        return one.at("mountPath").as_string() == kMountPath;
      })) {
    return false;
  }
  mounts.push_back(
      json::Object{{"name", volume}, {"readOnly", true}, {"mountPath", std::string(kMountPath)}});
  container["volumeMounts"] = std::move(mounts);
  return true;
}

void mount_token(json::Value& spec) {
  const std::string given = access_volume(spec);
  const std::string name =
      given.empty() ? std::string(kVolumePrefix) + random_name_suffix() : given;
  bool needed = false;
  for (const char* list : {"initContainers", "containers"}) {
    json::Value* containers = spec.find(list);
    if (containers != nullptr && containers->is_array()) {
      for (json::Value& container : containers->array()) {
        needed = mount(container, name) || needed;
      }
    }
  }
  if (needed && given.empty()) {
    static const json::Value kSource = json::parse(kProjection).value();
    json::Array volumes = spec.at("volumes").as_array();
    volumes.push_back(json::Object{{"name", name}, {"projected", kSource}});
    spec["volumes"] = std::move(volumes);
  }
}

void take_pull_secrets(const json::Value& account, json::Value& spec) {
  json::Array secrets;
  for (const json::Value& secret : account.at("imagePullSecrets").as_array()) {
    secrets.push_back(json::Object{{"name", secret.at("name").as_string()}});
  }
  if (!secrets.empty() && spec.at("imagePullSecrets").as_array().empty()) {
    spec["imagePullSecrets"] = std::move(secrets);
  }
}

}  // namespace

Result<void> service_account_token(const store::Store& store, Attributes& request) {
  if (!is_for(request, api::kinds::pod()) || is_mirror(*request.object)) {
    return {};
  }
  json::Value& spec = (*request.object)["spec"];
  if (account_name(*request.object).empty()) {
    spec["serviceAccountName"] = kDefaultAccount;
    spec["serviceAccount"] = kDefaultAccount;
  }
  TRY_ASSIGN(const store::RecordPtr record,
             find_account(store, request, account_name(*request.object)));
  json::Value account;
  if (says_anything(record->value)) {
    TRY_ASSIGN(account, StoredObject{record}.decode());
  }
  if (wants_token(account, *request.object)) {
    mount_token(spec);
  }
  take_pull_secrets(account, spec);
  return {};
}

}  // namespace sluice::registry
