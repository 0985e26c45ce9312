// SPDX-License-Identifier: Apache-2.0
#include "registry/replacement.h"

#include <algorithm>
#include <utility>

#include "api/strategy.h"
#include "api/validate.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

Result<void> check_place(const api::Key& key, const json::Value& object) {
  const std::string& name = api::name(object);
  if (!name.empty() && name != key.name) {
    return fail(Code::kBadRequest, "the name of the object (" + name +
                                       ") does not match the name on the URL (" + key.name + ")");
  }
  const std::string& ns = api::ns(object);
  if (!ns.empty() && ns != key.ns) {
    return fail(Code::kBadRequest, "the namespace of the object (" + ns +
                                       ") does not match the namespace on the request (" + key.ns +
                                       ")");
  }
  return {};
}

void keep_server_fields(json::Value& metadata, const json::Value& current) {
  for (const char* member : {"name", "namespace", "uid", "creationTimestamp", "deletionTimestamp",
                             "deletionGracePeriodSeconds"}) {
    if (const json::Value* value = current.find("metadata", member)) {
      metadata[member] = *value;
    } else {
      metadata.erase(member);
    }
  }
}

// A deletion under way could otherwise be held up for ever.
Result<void> check_no_new_finalizers(const api::Kind& kind, const json::Value& object,
                                     const json::Value& current) {
  if (!api::is_being_deleted(current)) {
    return {};
  }
  const json::Array& old = current.at("metadata", "finalizers").as_array();
  for (const json::Value& finalizer : object.at("metadata", "finalizers").as_array()) {
    if (std::find(old.begin(), old.end(), finalizer) == old.end()) {
      return tl::unexpected(invalid(
          kind, api::name(current),
          {"FieldValueForbidden",
           "Forbidden: no new finalizers can be added if the object is being deleted, found new "
           "finalizers []string{\"" +
               finalizer.as_string() + "\"}",
           "metadata.finalizers"}));
    }
  }
  return {};
}

}  // namespace

Result<void> check_identity(const api::Kind& kind, const api::Key& key, const json::Value& object,
                            const json::Value& current) {
  TRY(check_place(key, object));
  if (!api::uid(object).empty() && api::uid(object) != api::uid(current)) {
    return tl::unexpected(
        precondition_failed(kind, key.name, {"UID", api::uid(object), api::uid(current)}));
  }
  const std::string& version = api::resource_version(object);
  if (!version.empty() && version != "0" && version != api::resource_version(current)) {
    return tl::unexpected(modified(kind, key.name));
  }
  return {};
}

Result<json::Value> replacement(const api::Kind& kind, client::Part part, json::Value object,
                                const json::Value& current) {
  keep_server_fields(object["metadata"], current);
  if (part == client::Part::kStatus) {
    api::prepare_status_update(kind, object, current);
  } else {
    api::prepare_update(kind, object, current);
  }
  TRY(check_no_new_finalizers(kind, object, current));
  TRY(api::validate_update(kind, object, current));
  return object;
}

}  // namespace sluice::registry
