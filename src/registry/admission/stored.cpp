// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/rules.h"
#include "registry/keys.h"
#include "registry/stored_object.h"

namespace sluice::registry {

bool is_for(const Attributes& request, const api::Kind& kind) {
  return &request.kind == &kind && request.subresource.empty();
}

Result<std::optional<json::Value>> find_stored(const store::Store& store, const api::Kind& kind,
                                               const api::Key& key, std::string_view mark) {
  auto record = store.get(object_key(kind, key));
  if (!record) {
    return std::nullopt;
  }
  if ((*record)->value.find(mark) == std::string::npos) {
    return json::Value();
  }
  TRY_ASSIGN(json::Value object, StoredObject{std::move(*record)}.decode());
  return object;
}

Result<std::vector<json::Value>> stored(const store::Store& store, const api::Kind& kind,
                                        const std::string& ns, std::string_view mark) {
  TRY_ASSIGN(const store::RangeResult range, store.range(kind_prefix(kind, ns), "", 0, 0));
  std::vector<json::Value> objects;
  for (const store::RecordPtr& record : range.records) {
    if (record->value.find(mark) != std::string::npos) {
      TRY_ASSIGN(json::Value object, StoredObject{record}.decode());
      objects.push_back(std::move(object));
    }
  }
  return objects;
}

}  // namespace sluice::registry
