// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "api/meta.h"
#include "registry/admission/pod_account.h"
#include "registry/admission/pod_secrets.h"
#include "registry/admission/rules.h"
#include "registry/stored_object.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kEnforce = "kubernetes.io/enforce-mountable-secrets";

Result<void> check_mirror(const Attributes& request, const json::Value& pod) {
  if (!account_name(pod).empty()) {
    return tl::unexpected(refused(request, "a mirror pod may not reference service accounts"));
  }
  if (uses_secrets(pod)) {
    return tl::unexpected(refused(request, "a mirror pod may not reference secrets"));
  }
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    for (const json::Value& source : volume.at("projected", "sources").as_array()) {
      if (source.find("serviceAccountToken") != nullptr) {
        return tl::unexpected(
            refused(request, "a mirror pod may not use ServiceAccountToken volume projections"));
      }
    }
  }
  return {};
}

bool lists(const json::Value& references, const std::string& name) {
  const json::Array& all = references.as_array();
  return std::any_of(all.begin(), all.end(), [&](const json::Value& reference) {
    return reference.at("name").as_string() == name;
  });
}

Error not_listed(const Attributes& request, const std::string& what, const json::Value& account,
                 const char* kind = "secret") {
  return refused(request, what + " is not allowed because service account " + api::name(account) +
                              " does not reference that " + kind);
}

Result<void> check_environment(const Attributes& request, const json::Value& account,
                               std::string_view list) {
  for (const EnvironmentSecret& secret : environment_secrets(*request.object, list)) {
    if (!lists(account.at("secrets"), secret.name)) {
      return tl::unexpected(not_listed(
          request, secret.user + " referencing secret.secretName=\"" + secret.name + "\"",
          account));
    }
  }
  return {};
}

Result<void> check_secrets(const Attributes& request, const json::Value& account) {
  const json::Value& spec = request.object->at("spec");
  for (const json::Value& volume : spec.at("volumes").as_array()) {
    const json::Value* secret = volume.find("secret");
    const std::string& name = volume.at("secret", "secretName").as_string();
    if (secret != nullptr && !lists(account.at("secrets"), name)) {
      return tl::unexpected(
          not_listed(request, "volume with secret.secretName=\"" + name + "\"", account));
    }
  }
  TRY(check_environment(request, account, "initContainers"));
  TRY(check_environment(request, account, "containers"));
  std::size_t index = 0;
  for (const json::Value& secret : spec.at("imagePullSecrets").as_array()) {
    const std::string& name = secret.at("name").as_string();
    if (!lists(account.at("imagePullSecrets"), name)) {
      return tl::unexpected(not_listed(
          request, "imagePullSecrets[" + std::to_string(index) + "].name=\"" + name + "\"", account,
          "imagePullSecret"));
    }
    ++index;
  }
  return {};
}

bool enforces_secrets(const json::Value& account) {
  constexpr std::array<std::string_view, 6> kTrue{"1", "t", "T", "true", "TRUE", "True"};
  const std::string& value = api::annotation(account, kEnforce);
  return std::find(kTrue.begin(), kTrue.end(), value) != kTrue.end();
}

}  // namespace

Result<void> service_account(const store::Store& store, Attributes& request) {
  const bool creates = request.operation == Operation::kCreate;
  if (&request.kind != &api::kinds::pod() ||
      request.subresource != (creates ? "" : "ephemeralcontainers")) {
    return {};
  }
  const json::Value& pod = *request.object;
  if (creates && is_mirror(pod)) {
    return check_mirror(request, pod);
  }
  if (account_name(pod).empty()) {
    return tl::unexpected(refused(
        request, "no service account specified for pod " + request.key.ns + "/" + api::name(pod)));
  }
  TRY_ASSIGN(const store::RecordPtr record, find_account(store, request, account_name(pod)));
  if (record->value.find(kEnforce) == std::string::npos) {
    return {};
  }
  TRY_ASSIGN(const json::Value account, StoredObject{record}.decode());
  if (!enforces_secrets(account)) {
    return {};
  }
  return creates ? check_secrets(request, account)
                 : check_environment(request, account, "ephemeralContainers");
}

}  // namespace sluice::registry
