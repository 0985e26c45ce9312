// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// A write to an object, or to the part of it that a subresource stands for.
struct PartWrite {
  const Kind& kind;
  std::string_view subresource;  // "status", "resize"; empty: the object itself
  WallTime now = {};
  std::vector<std::string>* warnings = nullptr;  // where to put what is wrong but was so before
};

// Before `object` replaces `old`: everything that is not the part is as it was. Objects are
// defaulted already.
void prepare_part(const PartWrite& write, json::Value& object, const json::Value& old);

// The rules of writes to such parts; for those without rules of their own, the ones of the kind.
Result<void> validate_part(const PartWrite& write, const json::Value& object,
                           const json::Value& old);

}  // namespace sluice::api
