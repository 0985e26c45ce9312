// SPDX-License-Identifier: Apache-2.0
#include "api/apply/scale_managers.h"

#include <algorithm>
#include <utility>

#include "api/apply/managed_fields.h"
#include "api/scale.h"
#include "base/text.h"

namespace sluice::api {
namespace {

std::vector<PathElement> replicas_path(const Kind& kind) {
  std::vector<PathElement> path;
  for (const std::string_view name : split(scale_paths(kind).spec_replicas, '.')) {
    path.push_back(PathElement::field(name));
  }
  return path;
}

FieldSet set_of(const std::vector<PathElement>& path) {
  FieldSet set;
  set.insert(path);
  return set;
}

ManagedFields decoded(const json::Value& list) {
  auto managed = decode_managed_fields(list);
  return managed ? std::move(*managed) : ManagedFields();
}

bool same_owner(const ManagedEntry& a, const ManagedEntry& b) {
  return a.manager == b.manager && a.applied == b.applied && a.subresource == b.subresource;
}

ManagedEntry* find_owner(ManagedFields& managed, const ManagedEntry& owner) {
  const auto found = std::find_if(managed.begin(), managed.end(), [&](const ManagedEntry& entry) {
    return same_owner(entry, owner);
  });
  return found == managed.end() ? nullptr : &*found;
}

}  // namespace

json::Value scale_managers(const Kind& kind, const json::Value& managers) {
  const std::vector<PathElement> path = replicas_path(kind);
  ManagedFields result;
  for (ManagedEntry& entry : decoded(managers)) {
    if (entry.fields.has(path)) {
      entry.api_version = scale_kind().api_version();
      entry.fields = field_path({"spec", "replicas"});
      result.push_back(std::move(entry));
    }
  }
  return encode_managed_fields(result);
}

json::Value with_scale_managers(const Kind& kind, const json::Value& managers,
                                const json::Value& scale) {
  const std::vector<PathElement> path = replicas_path(kind);
  ManagedFields owners = decoded(scale);
  ManagedFields result = decoded(managers);
  for (ManagedEntry& entry : result) {
    if (find_owner(owners, entry) == nullptr) {
      entry.fields = difference(std::move(entry.fields), set_of(path));
    }
  }
  for (ManagedEntry& owner : owners) {
    if (ManagedEntry* known = find_owner(result, owner)) {
      known->fields.insert(path);
      continue;
    }
    owner.api_version = kind.api_version();
    owner.time.clear();
    owner.fields = set_of(path);
    result.push_back(std::move(owner));
  }
  std::erase_if(result, [](const ManagedEntry& entry) { return entry.fields.empty(); });
  return encode_managed_fields(result);
}

}  // namespace sluice::api
