// SPDX-License-Identifier: Apache-2.0
//
// No watch slips through: whoever adds one looks at the catalog afterwards, and whoever changes the
// catalog looks at the watches afterwards, so that one of them sees the other.
#include "registry/custom_watches.h"

#include <algorithm>
#include <set>

#include "api/crd/custom_resource.h"

namespace sluice::registry {
namespace {

std::set<std::size_t> current_shapes(const api::Catalog& catalog) {
  std::set<std::size_t> shapes;
  const auto now = catalog.snapshot();
  for (const api::KindPtr& kind : now->custom) {
    shapes.insert(kind->custom->shape);
  }
  return shapes;
}

}  // namespace

void CustomWatches::add(const api::Kind& kind, const std::shared_ptr<store::Watcher>& watch) {
  {
    const std::scoped_lock lock(mutex_);
    if (entries_.size() >= sweep_at_) {
      std::erase_if(entries_, [](const Entry& entry) { return entry.watch.expired(); });
      sweep_at_ = std::max<std::size_t>(64, 2 * entries_.size());
    }
    entries_.push_back({kind.custom->shape, watch});
  }
  if (!current_shapes(catalog_).contains(kind.custom->shape)) {
    watch->finish();
  }
}

void CustomWatches::end_outdated() {
  const std::set<std::size_t> current = current_shapes(catalog_);
  std::vector<Entry> outdated;
  {
    const std::scoped_lock lock(mutex_);
    const auto first = std::partition(entries_.begin(), entries_.end(), [&](const Entry& entry) {
      return current.contains(entry.shape);
    });
    outdated.assign(first, entries_.end());
    entries_.erase(first, entries_.end());
  }
  for (const Entry& entry : outdated) {
    if (const auto watch = entry.watch.lock()) {
      watch->finish();
    }
  }
}

std::size_t CustomWatches::open() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.watch.expired(); }));
}

}  // namespace sluice::registry
