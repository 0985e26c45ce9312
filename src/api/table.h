// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

class JsonPath;  // api/crd/json_path.h

// How a value becomes a cell.
enum class Show : std::uint8_t {
  kValue,     // as it is
  kText,      // numbers as text
  kCount,     // the number of items of a list
  kJoined,    // the items of a list, with commas
  kAge,       // the time since
  kSelector,  // a LabelSelector as kubectl writes it
  kLabels,    // a map of labels likewise
};

// One column of `kubectl get`, as data. The cell comes from a path into the object, or from a
// function where a path cannot say it.
struct Column {
  using Cell = json::Value (*)(const json::Value& object, WallTime now);

  std::string_view name;
  std::string_view type = "string";  // "string", "integer", "boolean"
  std::string_view shown_type = "";  // what Kubernetes calls it, where that is something else
  std::string_view format = "";      // "name" for the column that names the object
  int priority = 0;                  // 1: only with -o wide
  std::string_view description = "";
  std::string_view path = "";  // "spec.type"
  Show show = Show::kValue;
  std::string_view missing = "";  // for a value that is not there; numbers are 0, booleans false
  Cell cell = nullptr;
  const JsonPath* json_path = nullptr;  // of custom resources, whose cells have the column's type
};

// What of each object a Table row carries besides its cells (includeObject=…).
enum class IncludeObject { kNone, kMetadata, kObject };

// The rows of `objects` as a meta.k8s.io/v1 Table. `list_metadata` becomes the table's metadata.
// Kinds without columns of their own show NAME and AGE.
json::Value make_table(const Kind& kind, const std::vector<const json::Value*>& objects,
                       const json::Value& list_metadata, IncludeObject include, WallTime now);

}  // namespace sluice::api
