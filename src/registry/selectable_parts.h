// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// What selectors look at, of the states that watches asked for last: a change is decoded once for
// all watches, and again for those that come late. Keeps no state alive. For built-in kinds.
// Thread-safe.
class SelectableParts {
 public:
  using PartPtr = std::shared_ptr<const json::Value>;

  Result<PartPtr> of(const api::Kind& kind, const StoredObject& object);

 private:
  static constexpr std::size_t kSlots = 256;

  struct Slot {
    std::weak_ptr<const store::Record> record;
    const api::Kind* kind = nullptr;
    PartPtr part;
  };

  std::mutex mutex_;
  std::array<Slot, kSlots> slots_;  // by revision
};

}  // namespace sluice::registry
