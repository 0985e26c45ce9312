// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "api/apply/other_versions.h"
#include "api/catalog.h"
#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// Asks the webhook of a definition ({clientConfig, conversionReviewVersions}) to convert objects
// to another apiVersion. Gives as many back, in the same order.
using ConvertObjects = std::function<Result<json::Array>(
    const json::Value& webhook, const std::string& api_version, json::Array objects)>;

// Objects are stored in one version and served in several: by a Form where the kind is built in, as
// their definition says where it is custom; then their schema may have changed since they were
// stored, too. Most built-in kinds pass through untouched. Thread-safe. The catalog outlives it.
class Versions final : public api::OtherVersions {
 public:
  explicit Versions(const api::Catalog& catalog) : catalog_(catalog) {}

  // Before anything else is called. Without it, definitions that need a webhook are unavailable.
  void convert_with(ConvertObjects convert) { convert_ = std::move(convert); }

  // Whether objects of the kind are shown as they are stored, whatever is stored.
  static bool passes(const api::Kind& kind);

  // Whether a webhook may have to be asked before an object can be shown.
  static bool may_wait(const api::Kind& kind);

  // As the kind's version shows them: converted; custom ones pruned and defaulted by its schema.
  Result<void> present(const api::Kind& kind, std::span<StoredObject> objects) const;
  Result<StoredObject> present(const api::Kind& kind, StoredObject object) const;

  // The text to store it as: in the version that is stored.
  Result<Encoded> to_storage(const api::Kind& kind, const json::Value& object) const;

  // Whether it is stored in another version than new writes are.
  static bool is_outdated(const api::Kind& kind, const StoredObject& stored);

  // Whether that version, which the kind is of, is not the one that is stored.
  static bool converts(const api::Kind& kind);

  api::KindPtr find(const api::Kind& kind, const std::string& api_version) const override;
  Result<json::Value> convert(const api::Kind& from, const api::Kind& to,
                              json::Value object) const override;

 private:
  Result<void> convert(const api::Kind& kind, const std::string& api_version,
                       json::Array& objects) const;

  const api::Catalog& catalog_;
  ConvertObjects convert_;
};

}  // namespace sluice::registry
