// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/default_class.h"

#include <tuple>

#include "api/meta.h"

namespace sluice::registry {
namespace {

bool is_better(const json::Value& a, const json::Value& b) {
  const std::string& made_a = a.at("metadata", "creationTimestamp").as_string();
  const std::string& made_b = b.at("metadata", "creationTimestamp").as_string();
  return std::tie(made_b, api::name(a)) < std::tie(made_a, api::name(b));
}

}  // namespace

const json::Value* newest_where(const std::vector<json::Value>& classes,
                                const std::function<bool(const json::Value&)>& passes) {
  const json::Value* best = nullptr;
  for (const json::Value& candidate : classes) {
    if (passes(candidate) && (best == nullptr || is_better(candidate, *best))) {
      best = &candidate;
    }
  }
  return best;
}

}  // namespace sluice::registry
