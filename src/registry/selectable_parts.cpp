// SPDX-License-Identifier: Apache-2.0
#include "registry/selectable_parts.h"

#include <utility>

#include "api/selector.h"

namespace sluice::registry {
namespace {

// A weak pointer keeps the address from being taken by another record, so this cannot be mistaken.
bool is_of(const std::weak_ptr<const store::Record>& kept, const store::RecordPtr& record) {
  return !kept.owner_before(record) && !record.owner_before(kept);
}

}  // namespace

Result<SelectableParts::PartPtr> SelectableParts::of(const api::Kind& kind,
                                                     const StoredObject& object) {
  Slot& slot = slots_[object.record->modified % kSlots];
  {
    const std::scoped_lock lock(mutex_);
    if (slot.kind == &kind && is_of(slot.record, object.record)) {
      return slot.part;
    }
  }
  TRY_ASSIGN(const json::Value document, object.decode());
  PartPtr part = std::make_shared<const json::Value>(api::selectable_part(kind, document));
  const std::scoped_lock lock(mutex_);
  slot = {object.record, &kind, part};
  return part;
}

}  // namespace sluice::registry
