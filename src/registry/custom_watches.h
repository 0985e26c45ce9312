// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "api/catalog.h"
#include "store/store.h"

namespace sluice::registry {

// The open watches of custom kinds. They end when the definition of their kind says something else
// or goes, after what happened until then: what they show would be wrong from there on, and clients
// come again. Thread-safe. The catalog outlives it.
class CustomWatches {
 public:
  explicit CustomWatches(const api::Catalog& catalog) : catalog_(catalog) {}

  // Ends at once when the kind is no longer as the catalog has it.
  void add(const api::Kind& kind, const std::shared_ptr<store::Watcher>& watch);

  // After a change of the catalog.
  void end_outdated();

  std::size_t open() const;

 private:
  struct Entry {
    std::size_t shape = 0;  // of the kind's definition
    std::weak_ptr<store::Watcher> watch;
  };

  const api::Catalog& catalog_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::size_t sweep_at_ = 64;  // so many entries; most may belong to watches that are over
};

}  // namespace sluice::registry
