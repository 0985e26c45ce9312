// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "api/meta.h"
#include "base/text.h"
#include "json/quantity.h"
#include "registry/admission/resource_bounds.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr std::array kContainerLists = {"initContainers", "containers"};

std::vector<json::Value> items_of(const std::vector<json::Value>& ranges, std::string_view type) {
  std::vector<json::Value> items;
  for (const json::Value& range : ranges) {
    for (const json::Value& item : range.at("spec", "limits").as_array()) {
      if (item.at("type").as_string() == type) {
        items.push_back(item);
      }
    }
  }
  return items;
}

// Fills in what is missing of requests or limits and tells what that was: "cpu, memory".
std::string fill(json::Value& container, const char* which, const json::Value& defaults) {
  std::vector<std::string> filled;
  for (const json::Member& entry : defaults.as_object()) {
    if (container.find("resources", which, entry.key) == nullptr) {
      container["resources"][which][entry.key] = entry.value;
      filled.push_back(entry.key);
    }
  }
  std::sort(filled.begin(), filled.end());
  return join(filled, ", ");
}

void give_defaults(const std::vector<json::Value>& items, json::Value& pod) {
  std::vector<std::string> notes;
  for (const char* list : kContainerLists) {
    json::Array containers = pod.at("spec", list).as_array();
    for (json::Value& container : containers) {
      for (const json::Value& item : items) {
        const std::string whose = std::string(" for ") +
                                  (list == kContainerLists[0] ? "init container " : "container ") +
                                  container.at("name").as_string();
        if (const auto names = fill(container, "requests", item.at("defaultRequest"));
            !names.empty()) {
          notes.push_back(names + " request" + whose);
        }
        if (const auto names = fill(container, "limits", item.at("default")); !names.empty()) {
          notes.push_back(names + " limit" + whose);
        }
      }
    }
    if (!containers.empty()) {
      pod["spec"][list] = std::move(containers);
    }
  }
  if (!notes.empty()) {
    pod["metadata"]["annotations"]["kubernetes.io/limit-ranger"] =
        "LimitRanger plugin set: " + join(notes, "; ");
  }
}

// What all containers have together; init containers run one after the other, the largest counts.
json::Value total(const json::Value& pod, const char* which) {
  std::map<std::string, json::Quantity> sums;
  const auto each = [&](const char* list, const auto& combine) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      for (const json::Member& entry : container.at("resources", which).as_object()) {
        json::Quantity& sum = sums[entry.key];
        sum = combine(sum, json::Quantity::from(entry.value).value_or(json::Quantity()));
      }
    }
  };
  each("containers", [](const auto& a, const auto& b) { return a + b; });
  each("initContainers", [](const auto& a, const auto& b) { return std::max(a, b); });
  json::Object result;
  for (const auto& [resource, sum] : sums) {
    result[resource] = sum.to_string();
  }
  return result;
}

std::vector<std::string> broken_by_pod(const std::vector<json::Value>& ranges,
                                       const json::Value& pod) {
  std::vector<std::string> lines;
  const auto add = [&](std::vector<std::string> more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  for (const json::Value& item : items_of(ranges, "Container")) {
    for (const char* list : {"containers", "initContainers"}) {
      for (const json::Value& container : pod.at("spec", list).as_array()) {
        add(broken_bounds(item, container.at("resources", "requests"),
                          container.at("resources", "limits")));
      }
    }
  }
  for (const json::Value& item : items_of(ranges, "Pod")) {
    add(broken_bounds(item, total(pod, "requests"), total(pod, "limits")));
  }
  return lines;
}

std::vector<std::string> broken_by_claim(const std::vector<json::Value>& ranges,
                                         const json::Value& claim) {
  std::vector<std::string> lines;
  for (const json::Value& item : items_of(ranges, "PersistentVolumeClaim")) {
    for (std::string& line : broken_bounds(item, claim.at("spec", "resources", "requests"), {})) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

// Updates of a pod cannot change what is bounded, except of one that shrinks or grows in place.
bool concerns(const Attributes& request) {
  const bool resizes = &request.kind == &api::kinds::pod() && request.subresource == "resize";
  return resizes || is_for(request, api::kinds::persistent_volume_claim()) ||
         (is_for(request, api::kinds::pod()) && request.operation == Operation::kCreate);
}

}  // namespace

Result<void> limit_ranger_defaults(const store::Store& store, Attributes& request) {
  if (!is_for(request, api::kinds::pod())) {
    return {};
  }
  TRY_ASSIGN(const std::vector<json::Value> ranges,
             stored(store, api::kinds::limit_range(), request.key.ns));
  if (!ranges.empty()) {
    give_defaults(items_of(ranges, "Container"), *request.object);
  }
  return {};
}

Result<void> limit_ranger(const store::Store& store, Attributes& request) {
  if (!concerns(request)) {
    return {};
  }
  TRY_ASSIGN(const std::vector<json::Value> ranges,
             stored(store, api::kinds::limit_range(), request.key.ns));
  const std::vector<std::string> broken = &request.kind == &api::kinds::pod()
                                              ? broken_by_pod(ranges, *request.object)
                                              : broken_by_claim(ranges, *request.object);
  if (broken.empty()) {
    return {};
  }
  const std::string text = join(broken, ", ");
  return tl::unexpected(refused(request, broken.size() == 1 ? text : "[" + text + "]"));
}

}  // namespace sluice::registry
