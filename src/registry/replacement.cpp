// SPDX-License-Identifier: Apache-2.0
#include "registry/replacement.h"

#include <algorithm>
#include <utility>

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
    return fail(Code::kBadRequest,
                "the namespace of the provided object does not match the namespace sent on the "
                "request");
  }
  return {};
}

void keep_server_fields(json::Value& metadata, const json::Value& current) {
  for (const char* member : {"name", "namespace", "creationTimestamp"}) {
    if (const json::Value* value = current.find("metadata", member)) {
      metadata[member] = *value;
    } else {
      metadata.erase(member);
    }
  }
  // what the caller says of these is for the rules to compare
  for (const char* member : {"uid", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
    const json::Value* value = current.find("metadata", member);
    if (value != nullptr && metadata.at(member).is_null()) {
      metadata[member] = *value;
    }
  }
}

// A namespace's own finalizers change through the finalize subresource only.
void keep_namespace_finalizers(const api::Kind& kind, json::Value& object,
                               const json::Value& current) {
  if (&kind != &api::kinds::namespace_()) {
    return;
  }
  if (const json::Value* finalizers = current.find("spec", "finalizers")) {
    object["spec"]["finalizers"] = *finalizers;
  } else if (object.find("spec") != nullptr) {
    object["spec"].erase("finalizers");
  }
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

Result<void> check_served(const api::Kind& kind, const std::string& subresource) {
  const auto& served = kind.subresources;
  if (subresource.empty() || std::find(served.begin(), served.end(), subresource) != served.end()) {
    return {};
  }
  return fail(Code::kNotFound, "the server could not find the requested resource");
}

Result<json::Value> replacement(const api::PartWrite& write, json::Value object,
                                const json::Value& current) {
  keep_server_fields(object["metadata"], current);
  if (write.subresource.empty()) {
    keep_namespace_finalizers(write.kind, object, current);
  }
  api::prepare_part(write, object, current);
  TRY(judged(write.kind, api::name(current), api::validate_part(write, object, current)));
  return object;
}

}  // namespace sluice::registry
