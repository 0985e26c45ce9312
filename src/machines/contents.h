// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "machines/role.h"

namespace sluice::machines {

// A key of a Secret or ConfigMap whose content is needed, and which field says so.
struct Wanted {
  std::string field;       // "spec.files[2].contentFrom.secret"
  bool is_secret = false;  // else a ConfigMap
  std::string name;
  std::string key;
  Role role = Role::kCustom;  // of the machine
};

// What was found, by field. Never part of a message.
using Contents = std::map<std::string, std::string>;

inline constexpr const char* kMungeKey = "SlurmNodeClass spec.mungeKey";
inline constexpr const char* kSlurmKey = "SlurmNodeClass spec.slurmKey";
inline constexpr const char* kKubeconfig = "SlurmNodeClass spec.kubeconfig";
inline constexpr const char* kPowerKubeconfig = "SlurmNodeClass spec.powerSaving.kubeconfig";

// These are made for the machine (detach/trust.h); without them its agent takes no orders.
inline constexpr const char* kAgentCertificate = "certificate of the agent";
inline constexpr const char* kAgentKey = "key of the agent";
inline constexpr const char* kAgentAuthority = "authority of the agents";

// What a machine of that role needs. `node_class` may be null.
std::vector<Wanted> wanted_by(const json::Value& config, const json::Value& node_class, Role role);

const api::Kind& kind_of(const Wanted& wanted);

// What a Secret or ConfigMap holds under the key. Invalid names the field and what is expected.
Result<std::string> content_in(const json::Value& object, const Wanted& wanted);

}  // namespace sluice::machines
