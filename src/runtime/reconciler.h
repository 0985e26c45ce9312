// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"

namespace sluice::runtime {

// Requeue{}: done until something changes. Requeue{30s}: come back by then at the latest.
struct Requeue {
  std::optional<Duration> after = std::nullopt;
};

// Level-based: given a key, make the world match the stored object. Called by at most one thread
// per key at a time, several keys at once. An Error is retried with back-off; Invalid and
// Unsupported are not, for the same input would fail again: the next change of the object will
// bring the key back.
class Reconciler {
 public:
  virtual ~Reconciler() = default;
  virtual Result<Requeue> reconcile(const api::Key& key) = 0;
};

}  // namespace sluice::runtime
