// SPDX-License-Identifier: Apache-2.0
#include "machines/contents.h"

#include <array>

#include "api/config_entry.h"
#include "machines/kubeconfig_fault.h"

namespace sluice::machines {
namespace {

// What the machines of a cluster know one another by. As munged has it, and more than auth/slurm
// asks for.
struct TrustKey {
  const char* wanted;
  const char* field;
  const char* usual;
  const char* whose;
};
constexpr std::array kTrustKeys{
    TrustKey{kMungeKey, "mungeKey", "munge.key", "a munge key"},
    TrustKey{kSlurmKey, "slurmKey", "slurm.key", "a key of auth/slurm"}};
constexpr std::size_t kShortestKey = 32;
constexpr std::size_t kLongestKey = 1024;

std::string or_default(const json::Value& text, const char* fallback) {
  return text.is_string() ? text.as_string() : fallback;
}

Wanted wanted(std::string field, bool is_secret, const json::Value& reference) {
  return {std::move(field), is_secret, reference.at("name").as_string(),
          reference.at("key").as_string()};
}

}  // namespace

const api::Kind& kind_of(const Wanted& wanted) {
  return wanted.is_secret ? api::kinds::secret() : api::kinds::config_map();
}

std::vector<Wanted> wanted_by(const json::Value& config, const json::Value& node_class, Role role) {
  std::vector<Wanted> all;
  const json::Array& files = config.at("spec", "files").as_array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const json::Value& from = files[i].at("contentFrom");
    const std::string field = "spec.files[" + std::to_string(i) + "].contentFrom.";
    for (const char* kind : {"secret", "configMap"}) {
      if (from.at(kind).is_object()) {
        all.push_back(wanted(field + kind, kind == std::string_view("secret"), from.at(kind)));
      }
    }
  }
  const json::Array& users = config.at("spec", "users").as_array();
  for (std::size_t i = 0; i < users.size(); ++i) {
    const json::Value& secret = users[i].at("passwdFrom", "secret");
    if (secret.is_object()) {
      all.push_back(
          wanted("spec.users[" + std::to_string(i) + "].passwdFrom.secret", true, secret));
    }
  }
  for (const TrustKey& trust : kTrustKeys) {
    const json::Value& said = node_class.at("spec", trust.field);
    if (is_of_slurm(role) && said.is_object()) {
      all.push_back({trust.wanted, true, said.at("secretName").as_string(),
                     or_default(said.at("key"), trust.usual)});
    }
  }
  const json::Value& kubeconfig = node_class.at("spec", "kubeconfig");
  if (role != Role::kCustom && kubeconfig.is_object()) {
    all.push_back({kKubeconfig, true, kubeconfig.at("secretName").as_string(),
                   or_default(kubeconfig.at("key"), "value"), role});
  }
  const json::Value& power = node_class.at("spec", "powerSaving", "kubeconfig");
  if (role == Role::kSlurmController && power.is_object()) {
    all.push_back({kPowerKubeconfig, true, power.at("secretName").as_string(),
                   or_default(power.at("key"), "value"), role});
  }
  return all;
}

Result<std::string> content_in(const json::Value& object, const Wanted& wanted) {
  const std::string what =
      wanted.field + ": the " + std::string(kind_of(wanted).kind) + " \"" + wanted.name + "\"";
  TRY_ASSIGN(auto content, api::entry_of(kind_of(wanted), object, wanted.key));
  if (!content) {
    return fail(Code::kNotFound, what + " has no key \"" + wanted.key + "\"");
  }
  for (const TrustKey& trust : kTrustKeys) {
    if (wanted.field == trust.wanted &&
        (content->size() < kShortestKey || content->size() > kLongestKey)) {
      return fail(Code::kInvalid, what + " has " + std::to_string(content->size()) +
                                      " bytes under \"" + wanted.key + "\": expected " +
                                      trust.whose + " of " + std::to_string(kShortestKey) + " to " +
                                      std::to_string(kLongestKey) + " random bytes");
    }
  }
  if (wanted.field == kKubeconfig || wanted.field == kPowerKubeconfig) {
    const std::string fault = kubeconfig_fault(*content, is_of_slurm(wanted.role));
    if (!fault.empty()) {
      return fail(Code::kInvalid, what + " holds no kubeconfig under \"" + wanted.key +
                                      "\" that the machine could use: " + fault);
    }
  }
  return *std::move(content);
}

}  // namespace sluice::machines
