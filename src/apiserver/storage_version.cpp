// SPDX-License-Identifier: Apache-2.0
#include "apiserver/storage_version.h"

#include "api/crd/custom_resource.h"
#include "api/forms/form.h"
#include "base/text.h"
#include "http/digest.h"

namespace sluice::apiserver {
namespace {

constexpr std::size_t kHashBytes = 8;

// Kinds that the release still stores in a version which it no longer serves. Ours has nothing to
// migrate; its clients compare with what they know.
struct Older {
  std::string_view kind;
  std::string_view version;
};
constexpr Older kOlder[] = {{"CustomResourceDefinition", "v1beta1"},
                            {"VolumeAttributesClass", "v1beta1"}};

std::string_view version_of(const api::Kind& stored) {
  if (stored.custom != nullptr) {
    return stored.custom->storage_version;
  }
  for (const Older& older : kOlder) {
    if (older.kind == stored.kind) {
      return older.version;
    }
  }
  return stored.version;
}

}  // namespace

std::string storage_version_hash(const api::Kind& kind) {
  if (kind.is_virtual) {
    return "";
  }
  const api::Kind& stored = api::stored_kind(kind);
  std::string name(stored.group);
  name.append("/").append(version_of(stored)).append("/").append(stored.kind);
  return base64_encode(http::sha256(name).substr(0, kHashBytes));
}

void add_storage_versions(std::span<const api::Kind> kinds, json::Value& resource_list) {
  const std::string group_version = resource_list.at("groupVersion").as_string();
  for (json::Value& resource : resource_list["resources"].array()) {
    for (const api::Kind& kind : kinds) {
      if (kind.plural == resource.at("name").as_string() && kind.api_version() == group_version) {
        if (std::string hash = storage_version_hash(kind); !hash.empty()) {
          resource["storageVersionHash"] = std::move(hash);
        }
      }
    }
  }
}

}  // namespace sluice::apiserver
