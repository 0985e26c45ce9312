// SPDX-License-Identifier: Apache-2.0
#include "kubelet/field_values.h"

#include <algorithm>
#include <map>

#include "api/meta.h"
#include "base/go_text.h"
#include "base/text.h"
#include "json/quantity.h"

namespace sluice::kubelet {
namespace {

// metadata.labels['app'] -> app; nothing when `path` is not of that form.
std::optional<std::string> subscript(const std::string& path, const std::string& field) {
  const std::string head = field + "['";
  if (!path.starts_with(head) || !path.ends_with("']")) {
    return std::nullopt;
  }
  return path.substr(head.size(), path.size() - head.size() - 2);
}

std::string lines(const json::Value& values) {
  std::map<std::string, std::string> sorted;
  for (const json::Member& member : values.as_object()) {
    sorted[member.key] = member.value.as_string();
  }
  std::vector<std::string> all;
  for (const auto& [key, value] : sorted) {
    all.push_back(key + "=" + go_quoted(value));
  }
  return join(all, "\n");
}

const json::Value* container_named(const json::Value& pod, const std::string& name) {
  for (const char* list : {"containers", "initContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      if (container.at("name").as_string() == name) {
        return &container;
      }
    }
  }
  return nullptr;
}

Result<json::Quantity> amount(PodObjects& objects, const json::Value& container,
                              const std::string& group, const std::string& resource) {
  if (const json::Value* set = container.find("resources", group, resource)) {
    return json::Quantity::from(*set);
  }
  if (group != "limits") {
    return json::Quantity();
  }
  TRY_ASSIGN(const client::ObjectPtr node,
             objects.find(api::kinds::node(), objects.pod().at("spec", "nodeName").as_string()));
  const json::Value* has =
      node == nullptr ? nullptr : node->find("status", "allocatable", resource);
  return has == nullptr ? Result<json::Quantity>(json::Quantity()) : json::Quantity::from(*has);
}

}  // namespace

std::optional<std::string> field_value(const json::Value& pod, const std::string& path) {
  if (path == "metadata.name") return api::name(pod);
  if (path == "metadata.namespace") return api::ns(pod);
  if (path == "metadata.uid") return api::uid(pod);
  if (path == "metadata.labels") return lines(pod.at("metadata", "labels"));
  if (path == "metadata.annotations") return lines(pod.at("metadata", "annotations"));
  if (path == "spec.nodeName") return pod.at("spec", "nodeName").as_string();
  if (path == "spec.serviceAccountName") return pod.at("spec", "serviceAccountName").as_string();
  if (const auto name = subscript(path, "metadata.labels")) return api::label(pod, *name);
  if (const auto name = subscript(path, "metadata.annotations")) return api::annotation(pod, *name);
  return std::nullopt;
}

Result<std::string> resource_value(PodObjects& objects, const json::Value& reference,
                                   const json::Value& own_container) {
  const std::string& name = reference.at("containerName").as_string();
  const json::Value* container =
      name.empty() ? &own_container : container_named(objects.pod(), name);
  const std::string& resource = reference.at("resource").as_string();
  const std::size_t dot = resource.find('.');
  if (container == nullptr || dot == std::string::npos) {
    return fail(Code::kInvalid,
                "resourceFieldRef: there is no " + resource + " of container \"" + name + "\"");
  }
  TRY_ASSIGN(const json::Quantity value,
             amount(objects, *container, resource.substr(0, dot), resource.substr(dot + 1)));
  const json::Value* asked = reference.find("divisor");
  TRY_ASSIGN(json::Quantity divisor,
             asked == nullptr ? json::Quantity::parse("1") : json::Quantity::from(*asked));
  if (divisor.sign() == 0) {
    divisor = *json::Quantity::parse("1");  // what a cleared field means
  }
  // Memory in thousandths would overflow, CPU in whole units would lose: use what the divisor
  // needs.
  const bool fine = divisor < *json::Quantity::parse("1");
  const std::int64_t unit =
      std::max<std::int64_t>(1, fine ? divisor.milli_value() : divisor.value());
  const std::int64_t total = fine ? value.milli_value() : value.value();
  return std::to_string(total / unit + (total % unit > 0 ? 1 : 0));
}

}  // namespace sluice::kubelet
