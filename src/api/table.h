// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "api/kind.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// One column of `kubectl get`, as data. The cell comes from a path into the object, or from a
// function where a path cannot say it.
struct Column {
  using Cell = json::Value (*)(const json::Value& object, WallTime now);

  std::string_view name;
  std::string_view type = "string";  // "string", "integer"
  std::string_view format = "";      // "name" for the column that names the object
  int priority = 0;                  // 1: only with -o wide
  std::string_view description = "";
  std::string_view path = "";  // "spec.type"; a missing value reads as ""
  Cell cell = nullptr;
};

// What of each object a Table row carries besides its cells (includeObject=…).
enum class IncludeObject { kNone, kMetadata, kObject };

// The rows of `objects` as a meta.k8s.io/v1 Table. `list_metadata` becomes the table's metadata.
// Kinds without columns of their own show NAME and AGE.
json::Value make_table(const Kind& kind, const std::vector<const json::Value*>& objects,
                       const json::Value& list_metadata, IncludeObject include, WallTime now);

}  // namespace sluice::api
