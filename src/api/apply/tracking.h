// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/apply/managed_fields.h"
#include "api/kind.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

class OtherVersions;  // api/apply/other_versions.h

// Who changes an object, and through what.
struct FieldWriter {
  const Kind& kind;
  std::string manager;      // fieldManager of the request; empty: unknown
  std::string subresource;  // empty: the object itself
  WallTime now;
  const OtherVersions* versions = nullptr;  // null: all managers wrote the same version
};

// Sets metadata.managedFields of an `object` that is created, replaced or patched: the writer comes
// to own what differs from `live` (an empty object when there is none). The list the object itself
// brings may replace the live one. Objects whose managers were forgotten stay untracked.
void track_update(const FieldWriter& writer, const json::Value& live, json::Value& object);

// The part that applying shares: the writer of an update from `live` to `object` takes what he
// changes from all in `managed`.
void record_update(const FieldWriter& writer, const json::Value& live, const json::Value& object,
                   ManagedFields& managed);

// The parts of `set` that are never owned: type, name and what only the server writes.
FieldSet without_identity(FieldSet set);

}  // namespace sluice::api
