// SPDX-License-Identifier: Apache-2.0
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/registry.h"
#include "registry/revision.h"

namespace sluice::registry {

Result<StoredObject> Registry::get(const api::Kind& kind, const api::Key& key,
                                   const std::string& not_older_than) const {
  if (!not_older_than.empty()) {
    TRY_ASSIGN(const store::Revision wanted, parse_revision(not_older_than));
    TRY(check_happened(wanted, store_.revision()));
  }
  if (Measurements::tells(kind)) {
    return measurements_.get(kind, key);
  }
  TRY_ASSIGN(StoredObject stored, get_stored(kind, key));
  return versions_.present(kind, std::move(stored));
}

Result<StoredObject> Registry::get_stored(const api::Kind& kind, const api::Key& key) const {
  // A name with a separator, or a missing namespace, must not reach another object's place.
  const bool addressable =
      key.name.find('/') == std::string::npos && (!kind.namespaced || !key.ns.empty());
  auto record = store_.get(object_key(kind, key));
  if (!addressable || !record.has_value()) {
    return tl::unexpected(not_found(kind, key.name));
  }
  return StoredObject{std::move(*record)};
}

}  // namespace sluice::registry
