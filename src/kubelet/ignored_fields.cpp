// SPDX-License-Identifier: Apache-2.0
#include "kubelet/ignored_fields.h"

#include <array>
#include <span>
#include <string_view>

namespace sluice::kubelet {
namespace {

constexpr std::array<std::string_view, 3> kOfPods{"dnsConfig", "hostAliases", "securityContext"};
constexpr std::array<std::string_view, 1> kOfContainers{"securityContext"};

// Defaults leave empty objects behind; they ask for nothing.
bool is_set(const json::Value& object, std::string_view field) {
  const json::Value* value = object.find(field);
  return value != nullptr && (!value->as_object().empty() || !value->as_array().empty());
}

void collect(const json::Value& object, const std::string& path,
             std::span<const std::string_view> fields, std::vector<std::string>& into) {
  for (const std::string_view field : fields) {
    if (is_set(object, field)) {
      into.push_back(path + "." + std::string(field));
    }
  }
}

}  // namespace

std::vector<std::string> ignored_fields(const json::Value& pod) {
  const json::Value& spec = pod.at("spec");
  std::vector<std::string> result;
  collect(spec, "spec", kOfPods, result);
  for (const std::string list : {"initContainers", "containers"}) {
    for (const json::Value& container : spec.at(list).as_array()) {
      const std::string path = "spec." + list + "[" + container.at("name").as_string() + "]";
      collect(container, path, kOfContainers, result);
    }
  }
  return result;
}

}  // namespace sluice::kubelet
