// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/apply/managed_fields.h"
#include "api/crd/custom_resource.h"
#include "registry/address_objects.h"
#include "registry/deletion.h"
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/limits.h"
#include "registry/registry.h"
#include "registry/replacement.h"

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

api::FieldWriter Registry::writer(const api::Kind& kind, const std::string& subresource,
                                  const WriteOptions& options) const {
  return {kind, options.field_manager, subresource, clock_.now(), &versions_};
}

Result<Written> Registry::change(const api::Kind& kind, const api::Key& key,
                                 const ChangeOptions& options, const Decide& decide) {
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(const StoredObject stored, get_stored(kind, key));
    TRY_ASSIGN(const StoredObject shown, versions_.present(kind, stored));
    TRY_ASSIGN(const json::Value current, shown.decode());
    TRY_ASSIGN(Outcome outcome, decide(current));
    outcome.object["metadata"]["resourceVersion"] = api::resource_version(current);
    outcome.remove = outcome.remove || deletion_is_due(kind, outcome.object);
    const auto held = addresses_.hold(kind);
    auto allocated = outcome.remove ? Result<void>()
                                    : addresses_.allocate(kind, outcome.object, options.dry_run);
    if (!allocated) {
      refund(key.ns, outcome.charges);
      return tl::unexpected(std::move(allocated).error());
    }
    const bool outdated = Versions::is_outdated(kind, stored);
    if (!outcome.remove && !outdated && changes_nothing(outcome.object, current)) {
      return Written{.object = shown};
    }
    if (options.dry_run) {
      return rehearsed(kind, std::move(outcome), stored);
    }
    const Charges charges = std::move(outcome.charges);
    auto written = commit(kind, key, {stored, current}, std::move(outcome));
    if (!written.has_value()) {
      refund(key.ns, charges);
    }
    if (written.has_value() || written.error().code != Code::kConflict ||
        attempt == options.attempts) {
      return written;
    }
  }
}

Result<Written> Registry::rehearsed(const api::Kind& kind, Outcome outcome,
                                    const StoredObject& current) {
  StoredObject object = unstored(outcome.object);
  if (outcome.limited) {
    TRY(check_size(kind, outcome.object, object.text().size(), current.text().size()));
  }
  return Written{.object = std::move(object), .gone = outcome.remove};
}

Result<Written> Registry::commit(const api::Kind& kind, const api::Key& key, const Current& current,
                                 Outcome outcome) {
  const auto expect = store::Expect::at(current.stored.record->modified);
  TRY_ASSIGN(Encoded encoded, versions_.to_storage(kind, outcome.object));
  if (outcome.limited) {
    TRY(check_size(kind, outcome.object, encoded.bytes, current.stored.text().size()));
  }
  TRY_ASSIGN(AddressObjects addresses,
             AddressObjects::reserve(*this, kind, current.object,
                                     outcome.remove ? json::Value() : outcome.object));
  const std::string place = object_key(kind, key);
  auto record = outcome.remove ? store_.remove(place, expect, std::move(encoded.text))
                               : store_.put(place, expect, std::move(encoded.text));
  if (record.has_value()) {
    addresses.settle();
    return finish(kind, outcome.object, std::move(*record));
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

Written Registry::finish(const api::Kind& kind, const json::Value& object,
                         store::RecordPtr record) {
  const bool gone = record->deleted;
  const bool awaited = gone && kind.custom != nullptr && ending_definitions_.any();
  const bool retry = retry_definitions_.is_set() && retry_definitions_.take(clock_.steady());
  if (&kind == &api::kinds::custom_resource_definition() || awaited || retry) {
    follow_definitions();
  }
  if (Versions::converts(kind)) {
    auto shown = std::make_shared<store::Record>(*record);
    shown->value = encode(object).text(record->modified);
    record = std::move(shown);
  }
  return {.object = {std::move(record)}, .gone = gone};
}

}  // namespace sluice::registry
