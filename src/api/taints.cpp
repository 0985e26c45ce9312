// SPDX-License-Identifier: Apache-2.0
#include "api/taints.h"

#include <algorithm>
#include <string>

namespace sluice::api {

bool tolerates(const json::Value& toleration, const json::Value& taint) {
  const std::string& effect = toleration.at("effect").as_string();
  const std::string& key = toleration.at("key").as_string();
  if (!effect.empty() && effect != taint.at("effect").as_string()) {
    return false;
  }
  if (!key.empty() && key != taint.at("key").as_string()) {
    return false;
  }
  if (toleration.at("operator").as_string() == "Exists") {
    return true;
  }
  return !key.empty() && toleration.at("value").as_string() == taint.at("value").as_string();
}

std::optional<Duration> patience(const json::Value& pod, const json::Value& node) {
  std::optional<Duration> shortest;
  const json::Array& tolerations = pod.at("spec", "tolerations").as_array();
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    if (taint.at("effect").as_string() != "NoExecute") {
      continue;
    }
    const auto found =
        std::find_if(tolerations.begin(), tolerations.end(),
                     [&](const json::Value& toleration) { return tolerates(toleration, taint); });
    if (found == tolerations.end()) {
      return Duration(0);
    }
    if (const json::Value* seconds = found->find("tolerationSeconds"); seconds != nullptr) {
      const Duration given = std::chrono::seconds(std::max<std::int64_t>(seconds->as_int(), 0));
      shortest = std::min(shortest.value_or(given), given);
    }
  }
  return shortest;
}

}  // namespace sluice::api
