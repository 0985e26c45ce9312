// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "json/value.h"
#include "store/store.h"

namespace sluice::registry {

// An object as the store has it: JSON text that carries its own metadata.resourceVersion, so that
// it can be sent as it is. Cheap to copy; immutable.
struct StoredObject {
  store::RecordPtr record;

  const std::string& text() const { return record->value; }
  Result<json::Value> decode() const;  // Internal when the store is damaged
};

// A text that lacks nothing but the revision it is stored at.
struct Encoded {
  store::Encode text;
  std::size_t bytes = 0;  // without the number
};

// The text of `object` with the revision it is stored at as its resourceVersion. All the work but
// putting in the number is done here, not in the store's writer.
Encoded encode(const json::Value& object);

// For answers that are not in the store: results of a dry run, bookmarks.
StoredObject unstored(const json::Value& object);

}  // namespace sluice::registry
