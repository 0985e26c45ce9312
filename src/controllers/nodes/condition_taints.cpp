// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/condition_taints.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/timestamp.h"

namespace sluice::controllers::nodes {
namespace {

struct Reason {
  std::string_view condition;
  std::string_view status;
  std::string_view taint;
};
constexpr std::array<Reason, 6> kReasons{{
    {"Ready", "False", kNotReady},
    {"Ready", "Unknown", kUnreachable},
    {"MemoryPressure", "True", "node.kubernetes.io/memory-pressure"},
    {"DiskPressure", "True", "node.kubernetes.io/disk-pressure"},
    {"NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"},
    {"PIDPressure", "True", "node.kubernetes.io/pid-pressure"},
}};
constexpr std::string_view kUnschedulable = "node.kubernetes.io/unschedulable";

bool keeps_away(const json::Value& taint) {
  const std::string& key = taint.at("key").as_string();
  return taint.at("effect").as_string() == "NoSchedule" &&
         (key == kUnschedulable ||
          std::any_of(kReasons.begin(), kReasons.end(),
                      [&](const Reason& reason) { return reason.taint == key; }));
}

bool drives_away(const json::Value& taint) {
  const std::string& key = taint.at("key").as_string();
  return taint.at("effect").as_string() == "NoExecute" && (key == kNotReady || key == kUnreachable);
}

bool has_reason(const client::Object& node, std::string_view key) {
  if (key == kUnschedulable) {
    return node.at("spec", "unschedulable").as_bool();
  }
  return std::any_of(kReasons.begin(), kReasons.end(), [&](const Reason& reason) {
    return reason.taint == key && api::has_condition(node, reason.condition, reason.status);
  });
}

class Wish {
 public:
  Wish(const client::Object& node, Eviction eviction) : node_(node) {
    const bool evicting = is_evicting(node.at("spec", "taints").as_array());
    evicts_ = eviction == Eviction::kAllowed || (eviction == Eviction::kPaused && evicting);
  }

  bool wants(std::string_view key, std::string_view effect) const {
    return has_reason(node_, key) && (effect == "NoSchedule" || evicts_);
  }

  // A node that has not said yet how it is keeps the taints it was born with.
  bool may_stay(const json::Value& taint) const {
    const std::string& key = taint.at("key").as_string();
    const bool ours = keeps_away(taint) || drives_away(taint);
    const bool born_with = key == kNotReady && api::condition(node_, "Ready") == nullptr;
    return !ours || born_with || wants(key, taint.at("effect").as_string());
  }

 private:
  const client::Object& node_;
  bool evicts_ = false;
};

bool has(const json::Array& taints, std::string_view key, std::string_view effect) {
  return std::any_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
    return taint.at("key").as_string() == key && taint.at("effect").as_string() == effect;
  });
}

}  // namespace

bool is_evicting(const json::Array& taints) {
  return std::any_of(taints.begin(), taints.end(), drives_away);
}

json::Array condition_taints(const client::Object& node, Eviction eviction, WallTime now) {
  const Wish wish(node, eviction);
  json::Array taints;
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    if (wish.may_stay(taint)) {
      taints.push_back(taint);
    }
  }
  const auto add = [&](std::string_view key, std::string_view effect) {
    if (wish.wants(key, effect) && !has(taints, key, effect)) {
      taints.push_back(json::Object{{"key", std::string(key)},
                                    {"effect", std::string(effect)},
                                    {"timeAdded", format_rfc3339(now)}});
    }
  };
  for (const Reason& reason : kReasons) {
    add(reason.taint, "NoSchedule");
  }
  add(kUnschedulable, "NoSchedule");
  add(kNotReady, "NoExecute");
  add(kUnreachable, "NoExecute");
  return taints;
}

}  // namespace sluice::controllers::nodes
