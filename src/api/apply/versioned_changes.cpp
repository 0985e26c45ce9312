// SPDX-License-Identifier: Apache-2.0
#include "api/apply/versioned_changes.h"

#include <utility>

#include "api/apply/reset_fields.h"
#include "api/meta.h"

namespace sluice::api {
namespace {

Comparison changes(const FieldWriter& writer, const Kind& kind, const json::Value& live,
                   const json::Value& object) {
  Comparison comparison = compare(ValueType::of(*kind.schema), live, object);
  const FieldSet reset = reset_fields(kind, writer.subresource);
  return {without_identity(without(std::move(comparison.written), reset)),
          without_identity(without(std::move(comparison.removed), reset))};
}

json::Value without_managers(json::Value object) {
  drop_managed_fields(object);
  return object;
}

}  // namespace

const Kind* ManagerVersions::find(const std::string& api_version) {
  if (writer_.versions == nullptr || api_version == writer_.kind.api_version()) {
    return &writer_.kind;
  }
  const auto [known, added] = found_.try_emplace(api_version);
  if (added) {
    known->second = writer_.versions->find(writer_.kind, api_version);
  }
  return known->second.get();
}

Result<json::Value> ManagerVersions::convert(const json::Value& object, const std::string& from,
                                             const std::string& to) {
  const Kind* source = find(from);
  const Kind* target = find(to);
  if (source == target || source == nullptr || target == nullptr) {
    return object;
  }
  return writer_.versions->convert(*source, *target, object);
}

VersionedChanges::VersionedChanges(const FieldWriter& writer, const json::Value& live,
                                   const json::Value& object)
    : writer_(writer), live_(live), object_(object), versions_(writer) {
  by_version_[writer.kind.api_version()] = changes(writer, writer.kind, live, object);
}

const Comparison* VersionedChanges::in(const std::string& api_version) {
  if (writer_.versions == nullptr) {
    return &own();
  }
  const auto [known, added] = by_version_.try_emplace(api_version);
  if (added) {
    known->second = compared(api_version);
  }
  return known->second ? &*known->second : nullptr;
}

// A version that objects cannot be converted to is as good as gone.
std::optional<Comparison> VersionedChanges::compared(const std::string& api_version) {
  const Kind* kind = versions_.find(api_version);
  if (kind == nullptr) {
    return std::nullopt;
  }
  const std::string own = writer_.kind.api_version();
  const auto live = versions_.convert(without_managers(live_), own, api_version);
  const auto object = versions_.convert(without_managers(object_), own, api_version);
  if (!live || !object) {
    return std::nullopt;
  }
  return changes(writer_, *kind, *live, *object);
}

}  // namespace sluice::api
