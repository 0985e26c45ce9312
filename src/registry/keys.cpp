// SPDX-License-Identifier: Apache-2.0
#include "registry/keys.h"

#include "api/forms/form.h"

namespace sluice::registry {

std::string kind_prefix(const api::Kind& kind, const std::string& ns) {
  const std::string_view group = api::stored_kind(kind).group;
  std::string prefix = "/registry/";
  prefix += group.empty() ? "core" : group;
  prefix += '/';
  prefix += kind.plural;
  prefix += '/';
  if (kind.namespaced && !ns.empty()) {
    prefix += ns;
    prefix += '/';
  }
  return prefix;
}

std::string object_key(const api::Kind& kind, const api::Key& key) {
  return kind_prefix(kind, key.ns) + key.name;
}

}  // namespace sluice::registry
