// SPDX-License-Identifier: Apache-2.0
#include "registry/versions.h"

#include <memory>
#include <utility>

#include "api/crd/custom_resource.h"
#include "api/defaults.h"
#include "api/forms/form.h"
#include "api/validate.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

std::string storage_api_version(const api::Kind& kind) {
  return kind.custom == nullptr ? api::stored_kind(kind).api_version()
                                : std::string(kind.group) + "/" + kind.custom->storage_version;
}

StoredObject with_text(const StoredObject& object, std::string text) {
  auto record = std::make_shared<store::Record>(*object.record);
  record->value = std::move(text);
  return {std::move(record)};
}

}  // namespace

bool Versions::passes(const api::Kind& kind) {
  return kind.custom == nullptr && kind.form == nullptr;
}

bool Versions::converts(const api::Kind& kind) {
  return !passes(kind) && kind.api_version() != storage_api_version(kind);
}

bool Versions::may_wait(const api::Kind& kind) {
  return kind.custom != nullptr && !kind.custom->webhook.is_null();
}

bool Versions::is_outdated(const api::Kind& kind, const StoredObject& stored) {
  if (kind.custom == nullptr) {
    return false;
  }
  const auto document = stored.decode();
  return document && document->at("apiVersion").as_string() != storage_api_version(kind);
}

Result<void> Versions::convert(const api::Kind& kind, const std::string& api_version,
                               json::Array& objects) const {
  if (passes(kind)) {
    return {};
  }
  if (kind.form != nullptr) {
    const bool shown = api_version == kind.api_version();
    for (json::Value& object : objects) {
      object = shown ? api::from_stored_form(kind, std::move(object))
                     : api::to_stored_form(kind, std::move(object));
    }
    return {};
  }
  json::Array others;
  for (const json::Value& object : objects) {
    if (object.at("apiVersion").as_string() != api_version) {
      others.push_back(object);
    }
  }
  if (others.empty()) {
    return {};
  }
  if (kind.custom->webhook.is_null()) {
    for (json::Value& object : objects) {
      object["apiVersion"] = api_version;
    }
    return {};
  }
  if (!convert_) {
    return fail(Code::kUnavailable, "no conversion webhooks can be called here");
  }
  TRY_ASSIGN(json::Array converted, convert_(kind.custom->webhook, api_version, std::move(others)));
  std::size_t next = 0;
  for (json::Value& object : objects) {
    if (object.at("apiVersion").as_string() != api_version && next < converted.size()) {
      object = std::move(converted[next++]);
    }
  }
  return {};
}

Result<void> Versions::present(const api::Kind& kind, std::span<StoredObject> objects) const {
  if (passes(kind) || objects.empty()) {
    return {};
  }
  json::Array documents;
  documents.reserve(objects.size());
  for (const StoredObject& object : objects) {
    TRY_ASSIGN(json::Value document, object.decode());
    documents.push_back(std::move(document));
  }
  json::Array shown = documents;
  TRY(convert(kind, kind.api_version(), shown));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (kind.custom != nullptr) {
      api::drop_unknown_fields(kind, shown[i]);
      api::apply_defaults(kind, shown[i]);
    }
    if (!(shown[i] == documents[i])) {
      objects[i] = with_text(objects[i], json::write(shown[i]));
    }
  }
  return {};
}

Result<StoredObject> Versions::present(const api::Kind& kind, StoredObject object) const {
  TRY(present(kind, std::span(&object, 1)));
  return object;
}

Result<Encoded> Versions::to_storage(const api::Kind& kind, const json::Value& object) const {
  if (!converts(kind)) {
    return encode(object);
  }
  json::Array one{object};
  TRY(convert(kind, storage_api_version(kind), one));
  return encode(one.front());
}

api::KindPtr Versions::find(const api::Kind& kind, const std::string& api_version) const {
  api::KindPtr found = catalog_.find_kind(api_version, kind.kind);
  return found != nullptr && found->group == kind.group ? found : nullptr;
}

Result<json::Value> Versions::convert(const api::Kind& from, const api::Kind& to,
                                      json::Value object) const {
  json::Array one{std::move(object)};
  TRY(convert(from, storage_api_version(from), one));
  TRY(convert(to, to.api_version(), one));
  return std::move(one.front());
}

}  // namespace sluice::registry
