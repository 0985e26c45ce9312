// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

constexpr std::int64_t kStay = 300;

bool tolerates(const json::Value& toleration, std::string_view taint) {
  const std::string& key = toleration.at("key").as_string();
  const std::string& effect = toleration.at("effect").as_string();
  return (key == taint || key.empty()) && (effect == "NoExecute" || effect.empty());
}

}  // namespace

Result<void> default_toleration_seconds(const store::Store&, Attributes& request) {
  if (!is_for(request, api::kinds::pod())) {
    return {};
  }
  json::Value& object = *request.object;
  json::Array tolerations = object.at("spec", "tolerations").as_array();
  for (const char* taint : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    if (std::none_of(tolerations.begin(), tolerations.end(),
                     [&](const json::Value& given) { return tolerates(given, taint); })) {
      tolerations.push_back(json::Object{{"key", taint},
                                         {"operator", "Exists"},
                                         {"effect", "NoExecute"},
                                         {"tolerationSeconds", kStay}});
    }
  }
  if (!tolerations.empty()) {
    object["spec"]["tolerations"] = std::move(tolerations);
  }
  return {};
}

}  // namespace sluice::registry
