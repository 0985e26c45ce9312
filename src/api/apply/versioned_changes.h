// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "api/apply/compare.h"
#include "api/apply/other_versions.h"
#include "api/apply/tracking.h"
#include "json/value.h"

namespace sluice::api {

// The versions that managers of one object wrote it in, as one request needs them. Used by one
// thread; the writer outlives it.
class ManagerVersions {
 public:
  explicit ManagerVersions(const FieldWriter& writer) : writer_(writer) {}

  // The writer's kind in that version. Null: it is not served any more, and what its managers owned
  // is nobody's.
  const Kind* find(const std::string& api_version);

  // From one version that find() knows to another.
  Result<json::Value> convert(const json::Value& object, const std::string& from,
                              const std::string& to);

 private:
  const FieldWriter& writer_;
  std::map<std::string, KindPtr> found_;
};

// What a write makes of an object, in the words of each version it has managers of. What the writer
// cannot change that way, and what nobody owns, is left out. Refers to all it is given.
class VersionedChanges {
 public:
  VersionedChanges(const FieldWriter& writer, const json::Value& live, const json::Value& object);

  const Comparison& own() const { return *by_version_.at(writer_.kind.api_version()); }

  // Null: the version is not served any more.
  const Comparison* in(const std::string& api_version);

 private:
  std::optional<Comparison> compared(const std::string& api_version);

  const FieldWriter& writer_;
  const json::Value& live_;
  const json::Value& object_;
  ManagerVersions versions_;
  std::map<std::string, std::optional<Comparison>> by_version_;
};

}  // namespace sluice::api
