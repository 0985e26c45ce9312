// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/apply/field_set.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// One entry of metadata.managedFields: what one manager owns by one way of writing.
struct ManagedEntry {
  std::string manager;
  bool applied = false;     // operation Apply, else Update
  std::string api_version;  // that the fields are of
  std::string subresource;
  std::string time;  // RFC 3339; empty: unknown
  FieldSet fields = {};

  // Whether both are the same manager writing in the same way. Updates are told apart by version
  // too; who applies keeps one entry whatever version he applies.
  bool same_manager(const ManagedEntry& other) const;
};

using ManagedFields = std::vector<ManagedEntry>;

// BadRequest when the list is not one that encode_managed_fields writes.
Result<ManagedFields> decode_managed_fields(const json::Value& list);

// In Kubernetes' order: appliers first, then by time.
json::Value encode_managed_fields(const ManagedFields& managed);

// Whether a client asks to forget all managers: an empty list, or one empty entry.
bool resets_managed_fields(const json::Value& list);

// Whether the lists differ in nothing but times, and do differ.
bool differ_in_time_only(const json::Value& a, const json::Value& b);

}  // namespace sluice::api
