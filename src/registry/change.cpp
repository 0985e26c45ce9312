// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/apply/managed_fields.h"
#include "registry/deletion.h"
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

// A write that changes nothing but the times of its managers is none.
bool changes_nothing(json::Value& next, const json::Value& current) {
  const json::Value& before = current.at("metadata", "managedFields");
  json::Value* managers = next.find("metadata", "managedFields");
  if (managers == nullptr || !api::differ_in_time_only(*managers, before)) {
    return next == current;
  }
  json::Value updated = std::exchange(*managers, before);
  if (next == current) {
    return true;
  }
  *managers = std::move(updated);
  return false;
}

}  // namespace

Result<Written> Registry::change(const api::Kind& kind, const api::Key& key,
                                 const ChangeOptions& options, const Decide& decide) {
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(const StoredObject stored, get(kind, key));
    TRY_ASSIGN(const json::Value current, stored.decode());
    TRY_ASSIGN(Outcome outcome, decide(current));
    if (options.check) {
      TRY(options.check(outcome.object, &current));
    }
    outcome.object["metadata"]["resourceVersion"] = api::resource_version(current);
    outcome.remove = outcome.remove || deletion_is_due(kind, outcome.object);
    if (!outcome.remove && changes_nothing(outcome.object, current)) {
      return Written{.object = stored};
    }
    if (options.dry_run) {
      return Written{.object = unstored(outcome.object), .gone = outcome.remove};
    }
    auto written = commit(kind, key, stored, std::move(outcome));
    if (written.has_value() || written.error().code != Code::kConflict ||
        attempt == options.attempts) {
      return written;
    }
  }
}

Result<Written> Registry::commit(const api::Kind& kind, const api::Key& key,
                                 const StoredObject& current, Outcome outcome) {
  const auto expect = store::Expect::at(current.record->modified);
  const bool remove = outcome.remove;
  auto record = remove ? store_.remove(object_key(kind, key), expect, encode(outcome.object))
                       : store_.put(object_key(kind, key), expect, encode(outcome.object));
  if (record.has_value()) {
    return Written{.object = {std::move(*record)}, .gone = remove};
  }
  switch (record.error().code) {
    case Code::kConflict:
      return tl::unexpected(modified(kind, key.name));
    case Code::kNotFound:
      return tl::unexpected(not_found(kind, key.name));
    default:
      return tl::unexpected(std::move(record).error());
  }
}

}  // namespace sluice::registry
