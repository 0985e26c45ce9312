// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/rules.h"
#include "registry/keys.h"
#include "registry/stored_object.h"

namespace sluice::registry {

Result<std::vector<json::Value>> stored(const store::Store& store, const api::Kind& kind,
                                        const std::string& ns) {
  TRY_ASSIGN(const store::RangeResult range, store.range(kind_prefix(kind, ns), "", 0, 0));
  std::vector<json::Value> objects;
  for (const store::RecordPtr& record : range.records) {
    TRY_ASSIGN(json::Value object, StoredObject{record}.decode());
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace sluice::registry
