// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/meta.h"
#include "api/quota/pod_amounts.h"
#include "base/text.h"
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

using Lines = std::vector<std::string>;

void append(Lines& lines, const Lines& more) {
  for (const std::string& line : more) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) {
      lines.push_back(line);
    }
  }
}

// What counts is what the pod asks for: not what it has, nor what it costs to run any pod.
json::Value as_asked(const json::Value& pod) {
  json::Value asked = pod;
  asked.erase("status");
  asked["spec"].erase("overhead");
  return asked;
}

Lines broken_by_pod(const json::Value& item, const json::Value& pod) {
  Lines lines;
  const std::string& type = item.at("type").as_string();
  if (type == "Pod") {
    const json::Value asked = as_asked(pod);
    return broken_bounds(item, api::quota::to_json(api::quota::pod_requests(asked)),
                         api::quota::to_json(api::quota::pod_limits(asked)));
  }
  if (type == "Container") {
    for (const char* list : {"containers", "initContainers"}) {
      for (const json::Value& container : pod.at("spec", list).as_array()) {
        append(lines, broken_bounds(item, container.at("resources", "requests"),
                                    container.at("resources", "limits")));
      }
    }
  }
  return lines;
}

Lines broken_by_claim(const json::Value& item, const json::Value& claim) {
  return item.at("type").as_string() == "PersistentVolumeClaim"
             ? broken_bounds(item, claim.at("spec", "resources", "requests"), {})
             : Lines();
}

Lines broken(const json::Value& range, const Attributes& request) {
  Lines lines;
  for (const json::Value& item : range.at("spec", "limits").as_array()) {
    append(lines, &request.kind == &api::kinds::pod() ? broken_by_pod(item, *request.object)
                                                      : broken_by_claim(item, *request.object));
  }
  return lines;
}

// Updates of a pod cannot change what is bounded, except of one that shrinks or grows in place.
bool concerns(const Attributes& request) {
  if (request.old != nullptr && api::is_being_deleted(*request.old)) {
    return false;
  }
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
  for (const json::Value& range : ranges) {
    const Lines lines = broken(range, request);
    if (!lines.empty()) {
      const std::string text = join(lines, ", ");
      return tl::unexpected(refused(request, lines.size() == 1 ? text : "[" + text + "]"));
    }
  }
  return {};
}

}  // namespace sluice::registry
