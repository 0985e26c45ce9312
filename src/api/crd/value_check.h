// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "api/validation/faults.h"
#include "json/value.h"

namespace re2 {
class RE2;
}

namespace sluice::api {

// Checks values against an OpenAPI v3 schema, with the paths and words of Kubernetes. What is
// wrong but has not changed since `old` is tolerated ("ratcheting"), so that a tightened schema
// does not stop updates of other parts. Immutable, thread-safe. The schema must outlive it.
class ValueCheck {
 public:
  explicit ValueCheck(const json::Value& schema);
  ~ValueCheck();

  // `old` is null for new values. `at` is where the value stands in its document.
  void run(const json::Value& value, const json::Value* old, const FieldPath& at,
           Faults& faults) const;

 private:
  friend class ValueWalk;
  void compile(const json::Value& schema);

  const json::Value& schema_;
  std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> patterns_;
};

// What is wrong with a regular expression; empty when nothing is.
std::string pattern_fault(const std::string& pattern);

}  // namespace sluice::api
