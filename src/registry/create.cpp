// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/apply/tracking.h"
#include "api/strategy.h"
#include "api/validate.h"
#include "api/warnings.h"
#include "base/random.h"
#include "base/timestamp.h"
#include "registry/address_objects.h"
#include "registry/errors.h"
#include "registry/intake.h"
#include "registry/keys.h"
#include "registry/limits.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr int kNamesToTry = 8;
constexpr std::size_t kLongestGeneratedBase = 58;  // leaves room for the suffix in a label

Result<void> settle_namespace(const api::Kind& kind, const std::string& ns, json::Value& metadata) {
  if (!kind.namespaced) {
    metadata.erase("namespace");
    return {};
  }
  const std::string& own = metadata.at("namespace").as_string();
  if (!ns.empty() && !own.empty() && own != ns) {
    return fail(Code::kBadRequest,
                "the namespace of the provided object does not match the namespace sent on the "
                "request");
  }
  if (ns.empty() && own.empty()) {
    return fail(Code::kBadRequest, "an empty namespace may not be set during creation");
  }
  if (own.empty()) {
    metadata["namespace"] = ns;
  }
  return {};
}

bool needs_name(const json::Value& metadata) {
  return metadata.at("name").as_string().empty() &&
         !metadata.at("generateName").as_string().empty();
}

void make_name(json::Value& metadata) {
  const std::string& base = metadata.at("generateName").as_string();
  metadata["name"] = base.substr(0, kLongestGeneratedBase) + random_name_suffix();
}

void begin_life(json::Value& metadata, WallTime now) {
  for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds"}) {
    metadata.erase(member);
  }
  metadata["uid"] = random_uuid();
  metadata["creationTimestamp"] = format_rfc3339(now);
}

// An object that is on its way out keeps its name until it is gone.
Error taken(const api::Kind& kind, const std::string& name, const Result<store::RecordPtr>& by) {
  Error error = already_exists(kind, name);
  const auto object = by ? StoredObject{*by}.decode() : Result<json::Value>();
  if (object && api::is_being_deleted(*object)) {
    return with_context(std::move(error), "object is being deleted");
  }
  return error;
}

}  // namespace

Result<Written> Registry::create(const api::Kind& kind, const std::string& ns, json::Value object,
                                 const WriteOptions& options) {
  TRY_ASSIGN(std::vector<std::string> warnings, take_in(kind, object, options));
  api::track_update({kind, options.field_manager, "", clock_.now()}, json::Object(), object);
  auto written = introduce(kind, ns, std::move(object), options);
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

Result<Written> Registry::introduce(const api::Kind& kind, const std::string& ns,
                                    json::Value object, const WriteOptions& options) {
  if (!api::resource_version(object).empty()) {
    return fail(Code::kInternal, "resourceVersion should not be set on objects to be created");
  }
  TRY(settle_namespace(kind, ns, object["metadata"]));
  const api::Key key = api::key(object);
  Attributes request = attributes(Operation::kCreate, {kind, key, "", options});
  request.object = &object;
  TRY(admission_.mutate(request));
  TRY(check_depth(kind, object));
  begin_life(object["metadata"], clock_.now());
  if (!needs_name(object.at("metadata"))) {
    return insert(kind, std::move(object), options);
  }
  for (int attempt = 1;; ++attempt) {
    json::Value named = object;
    make_name(named["metadata"]);
    auto written = insert(kind, std::move(named), options);
    const bool taken = !written.has_value() && written.error().code == Code::kAlreadyExists;
    if (!taken || attempt == kNamesToTry) {
      return written;
    }
  }
}

Result<Written> Registry::insert(const api::Kind& kind, json::Value object,
                                 const WriteOptions& options) {
  api::prepare_create(kind, object);
  if (options.check) {
    TRY(options.check(object, nullptr));
  }
  const std::string& name = api::name(object);
  TRY(judged(kind, name, api::validate_create(kind, object)));
  if (options.may_create) {
    TRY(options.may_create());
  }
  const api::Key place = api::key(object);
  Attributes request = attributes(Operation::kCreate, {kind, place, "", options});
  request.object = &object;
  TRY_ASSIGN(const auto reserved, addresses_.reserve(kind, object, options.dry_run));
  for (const std::string& warning : api::warnings(kind, object, nullptr)) {
    request.warn(warning);
  }
  TRY(admission_.validate(request));
  TRY_ASSIGN(const Charges charges, charge(request));
  if (options.dry_run) {
    if (const auto there = store_.get(object_key(kind, place))) {
      return tl::unexpected(taken(kind, name, there));
    }
    StoredObject rehearsed = unstored(object);
    TRY(check_size(kind, object, rehearsed.text().size()));
    return Written{.object = std::move(rehearsed), .created = true};
  }
  auto written = put_new(kind, object);
  if (!written.has_value()) {
    refund(place.ns, charges);
  }
  return written;
}

Result<Written> Registry::put_new(const api::Kind& kind, const json::Value& object) {
  const std::string key = object_key(kind, api::key(object));
  TRY_ASSIGN(Encoded encoded, versions_.to_storage(kind, object));
  TRY(check_size(kind, object, encoded.bytes));
  TRY_ASSIGN(AddressObjects addresses, AddressObjects::reserve(*this, kind, {}, object));
  auto record = store_.put(key, store::Expect::absent(), std::move(encoded.text));
  if (!record.has_value()) {
    return tl::unexpected(record.error().code == Code::kAlreadyExists
                              ? taken(kind, api::name(object), store_.get(key))
                              : record.error());
  }
  addresses.settle();
  TRY(keep_if_defined(kind, *record));
  Written written = finish(kind, object, std::move(*record));
  written.created = true;
  return written;
}

}  // namespace sluice::registry
