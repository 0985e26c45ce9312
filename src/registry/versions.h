// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// Asks the webhook of a definition ({clientConfig, conversionReviewVersions}) to convert objects
// to another apiVersion. Gives as many back, in the same order.
using ConvertObjects = std::function<Result<json::Array>(
    const json::Value& webhook, const std::string& api_version, json::Array objects)>;

// Objects of a custom kind are stored in one version and served in several; and their schema may
// have changed since they were stored. Built-in kinds pass through untouched. Thread-safe.
class Versions {
 public:
  // Before anything else is called. Without it, definitions that need a webhook are unavailable.
  void convert_with(ConvertObjects convert) { convert_ = std::move(convert); }

  // As the kind's version shows them: converted, pruned and defaulted by its schema.
  Result<void> present(const api::Kind& kind, std::span<StoredObject> objects) const;
  Result<StoredObject> present(const api::Kind& kind, StoredObject object) const;

  // The text to store it as: in the version that the definition wants stored.
  Result<store::Encode> to_storage(const api::Kind& kind, const json::Value& object) const;

  // Whether it is stored in another version than new writes are.
  static bool is_outdated(const api::Kind& kind, const StoredObject& stored);

 private:
  Result<void> convert(const api::Kind& kind, const std::string& api_version,
                       json::Array& objects) const;

  ConvertObjects convert_;
};

}  // namespace sluice::registry
