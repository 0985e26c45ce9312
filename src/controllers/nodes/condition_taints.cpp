// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/condition_taints.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice::controllers::nodes {
namespace {

struct Reason {
  std::string_view condition;
  std::string_view status;
  std::string_view taint;
};
constexpr std::array<Reason, 6> kReasons{{
    {"Ready", "False", "node.kubernetes.io/not-ready"},
    {"Ready", "Unknown", "node.kubernetes.io/unreachable"},
    {"MemoryPressure", "True", "node.kubernetes.io/memory-pressure"},
    {"DiskPressure", "True", "node.kubernetes.io/disk-pressure"},
    {"NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"},
    {"PIDPressure", "True", "node.kubernetes.io/pid-pressure"},
}};
constexpr std::string_view kUnschedulable = "node.kubernetes.io/unschedulable";
constexpr std::string_view kEffect = "NoSchedule";

bool is_ours(const json::Value& taint) {
  const std::string& key = taint.at("key").as_string();
  return taint.at("effect").as_string() == kEffect &&
         (key == kUnschedulable ||
          std::any_of(kReasons.begin(), kReasons.end(),
                      [&](const Reason& reason) { return reason.taint == key; }));
}

bool is_wanted(const client::Object& node, std::string_view key) {
  if (key == kUnschedulable) {
    return node.at("spec", "unschedulable").as_bool();
  }
  return std::any_of(kReasons.begin(), kReasons.end(), [&](const Reason& reason) {
    return reason.taint == key && api::has_condition(node, reason.condition, reason.status);
  });
}

// A node that has not said yet how it is keeps the taint it was born with.
bool may_stay(const client::Object& node, std::string_view key) {
  return is_wanted(node, key) ||
         (key == kReasons.front().taint && api::condition(node, "Ready") == nullptr);
}

bool has(const json::Array& taints, std::string_view key) {
  return std::any_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
    return is_ours(taint) && taint.at("key").as_string() == key;
  });
}

void add_if_wanted(json::Array& taints, const client::Object& node, std::string_view key) {
  if (is_wanted(node, key) && !has(taints, key)) {
    taints.push_back(json::Object{{"key", std::string(key)}, {"effect", std::string(kEffect)}});
  }
}

}  // namespace

json::Array condition_taints(const client::Object& node) {
  json::Array taints;
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    if (!is_ours(taint) || may_stay(node, taint.at("key").as_string())) {
      taints.push_back(taint);
    }
  }
  for (const Reason& reason : kReasons) {
    add_if_wanted(taints, node, reason.taint);
  }
  add_if_wanted(taints, node, kUnschedulable);
  return taints;
}

}  // namespace sluice::controllers::nodes
