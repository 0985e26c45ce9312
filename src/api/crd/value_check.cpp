// SPDX-License-Identifier: Apache-2.0
#include "api/crd/value_check.h"

#include <re2/re2.h>

#include "api/crd/value_walk.h"

namespace sluice::api {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

ValueCheck::ValueCheck(const json::Value& schema) : schema_(schema) {
  compile(schema);
}

ValueCheck::~ValueCheck() = default;

void ValueCheck::compile(const json::Value& schema) {
  for (const json::Member& member : schema.as_object()) {
    if (member.key == "pattern" && member.value.is_string()) {
      auto& pattern = patterns_[member.value.as_string()];
      pattern = std::make_unique<RE2>(member.value.as_string(), quiet());
    }
    compile(member.value);
  }
  for (const json::Value& item : schema.as_array()) {
    compile(item);
  }
}

void ValueCheck::run(const json::Value& value, const json::Value* old, const FieldPath& at,
                     Faults& faults) const {
  ValueWalk(patterns_, faults).check(schema_, value, old, at);
}

std::string pattern_fault(const std::string& pattern) {
  const RE2 compiled(pattern, quiet());
  return compiled.ok() ? "" : compiled.error();
}

}  // namespace sluice::api
