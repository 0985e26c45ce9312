// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "registry/registry.h"

namespace sluice::registry {

// What is known of the objects of some kinds, always current: a `State` that takes in objects with
// put(object) and erase(object) and is default-constructed to begin with. It watches the kinds; who
// reads it first takes in what was written since the last look, so that whoever has seen a write
// succeed also sees it here. Readers share a lock. Thread-safe. The registry must outlive it.
//
// Why nothing can slip through: the store makes a write readable, puts it into the watches' buffers
// and calls set_ready, all before the writer is answered. So `behind_` is set before anybody can
// know of the write, and whoever reads after that empties the watches first.
template <class State>
class Followed {
 public:
  Followed(const Registry& registry, std::vector<const api::Kind*> kinds)
      : registry_(registry), kinds_(std::move(kinds)) {}

  // The state and the lock that keeps it as it is.
  class View {
   public:
    View(std::shared_lock<std::shared_mutex> lock, const State& state)
        : lock_(std::move(lock)), state_(&state) {}
    const State* operator->() const { return state_; }
    const State& operator*() const { return *state_; }

   private:
    std::shared_lock<std::shared_mutex> lock_;
    const State* state_;
  };

  Result<View> current() const {
    if (behind_->load()) {
      const std::unique_lock lock(mutex_);
      auto caught_up = catch_up();
      if (!caught_up) {
        // Too slow for the changes: begin again from the state there is.
        watches_.clear();
        caught_up = catch_up();
      }
      if (!caught_up) {
        watches_.clear();
        behind_->store(true);
        return tl::unexpected(std::move(caught_up).error());
      }
    }
    return View(std::shared_lock(mutex_), state_);
  }

 private:
  Result<void> watch_everything() const {
    watches_.clear();
    state_ = State();
    for (const api::Kind* kind : kinds_) {
      TRY_ASSIGN(auto watch, registry_.watch(*kind, {}));
      watch->set_ready([behind = behind_] { behind->store(true); });
      watches_.push_back(std::move(watch));
    }
    return {};
  }

  // With the lock held alone.
  Result<void> catch_up() const {
    if (watches_.empty()) {
      TRY(watch_everything());
    }
    behind_->store(false);
    for (const auto& watch : watches_) {
      while (true) {
        TRY_ASSIGN(const std::optional<Event> event, watch->try_next());
        if (!event) {
          break;
        }
        TRY_ASSIGN(const json::Value object, event->object.decode());
        event->type == client::EventType::kDeleted ? state_.erase(object) : state_.put(object);
      }
    }
    return {};
  }

  const Registry& registry_;
  const std::vector<const api::Kind*> kinds_;
  mutable std::shared_mutex mutex_;
  mutable State state_;
  mutable std::vector<std::unique_ptr<Watch>> watches_;
  // Something was written since the last look. Shared with the watches' callbacks, which may run
  // once more while this ends.
  const std::shared_ptr<std::atomic<bool>> behind_ = std::make_shared<std::atomic<bool>>(true);
};

}  // namespace sluice::registry
