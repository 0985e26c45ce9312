// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <stop_token>
#include <string_view>
#include <vector>

#include "api/kind.h"

namespace sluice::api {

// A kind that stays valid while it is held, though a custom one may be redefined meanwhile.
using KindPtr = std::shared_ptr<const Kind>;

// The kinds served now: the built-in ones and, after them, those that CustomResourceDefinitions
// add. Thread-safe. Looking up a built-in kind takes no lock.
class Catalog {
 public:
  // All kinds at one moment, in discovery order: custom ones by group, best version first.
  struct Snapshot {
    std::uint64_t epoch = 0;  // another one means that something changed
    std::vector<Kind> kinds;
    std::vector<KindPtr> custom;  // what the custom ones among `kinds` refer to
  };

  Catalog();

  // Null when not served.
  KindPtr find_resource(std::string_view group, std::string_view version,
                        std::string_view plural) const;
  KindPtr find_kind(std::string_view api_version, std::string_view kind) const;

  std::shared_ptr<const Snapshot> snapshot() const;

  // The kinds as soon as they are others than at `epoch`; null when asked to stop first.
  std::shared_ptr<const Snapshot> await_change(std::uint64_t epoch,
                                               const std::stop_token& stop) const;

  // From now on these are the custom kinds.
  void set_custom(std::vector<KindPtr> kinds);

 private:
  mutable std::shared_mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::shared_ptr<const Snapshot> snapshot_;
};

// Kubernetes' order of versions: v2 before v1, those before v1beta2, v1beta1, v1alpha1, and all of
// them before other words, which go by the alphabet. True when `a` comes before `b`.
bool better_version(std::string_view a, std::string_view b);

}  // namespace sluice::api
