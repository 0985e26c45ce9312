// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>

#include "api/crd/custom_resource.h"
#include "api/scale.h"
#include "json/text.h"

namespace sluice::api {
namespace {

void check_replicas(const json::Value& object, std::string_view path, Faults& faults) {
  const FieldPath root;
  const std::string dotted = "." + std::string(path);
  const FieldPath at = root.child(dotted);
  const json::Value* value = value_at(object, path);
  if (value == nullptr) {
    return;
  }
  if (!value->is_int()) {
    faults.invalid(at, 0,
                   dotted + " accessor error: " + json::write(*value) + " is of the type " +
                       std::string(json::to_string(value->type())) + ", expected int64");
  } else if (value->as_int() < 0) {
    faults.invalid(at, *value, "should be a non-negative integer");
  } else if (value->as_int() > std::numeric_limits<std::int32_t>::max()) {
    faults.invalid(at, *value, "should be less than or equal to 2147483647");
  }
}

}  // namespace

std::vector<std::string> check_custom(const Kind& kind, const json::Value& object,
                                      const json::Value* old, Faults& faults) {
  std::vector<std::string> warnings;
  const std::size_t before = faults.causes().size();
  kind.custom->check.run(object, old, FieldPath(), faults);
  if (faults.causes().size() == before && !kind.custom->rules.empty()) {
    warnings = kind.custom->rules.check(object, old, faults).warnings;
  }
  if (kind.scale != nullptr) {
    check_replicas(object, kind.scale->spec_replicas, faults);
    check_replicas(object, kind.scale->status_replicas, faults);
  }
  return warnings;
}

}  // namespace sluice::api
