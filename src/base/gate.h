// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/result.h"

namespace sluice {

// Counts work in flight so that a stop can wait for it: enter() before, leave() after; close()
// refuses newcomers and returns when the last one has left. Thread-safe. Must outlive its passes.
class Gate {
 public:
  // Held while work is in flight; empty when the gate was already closed.
  class Pass {
   public:
    Pass() = default;
    explicit Pass(Gate* gate) : gate_(gate) {}
    Pass(Pass&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Pass& operator=(Pass&& other) noexcept {
      std::swap(gate_, other.gate_);
      return *this;
    }
    ~Pass() {
      if (gate_ != nullptr) {
        gate_->leave();
      }
    }
    explicit operator bool() const { return gate_ != nullptr; }

   private:
    Gate* gate_ = nullptr;
  };

  Pass enter() {
    const std::scoped_lock lock(mutex_);
    if (closed_) {
      return Pass();
    }
    ++inside_;
    return Pass(this);
  }

  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    empty_.wait(lock, [&] { return inside_ == 0; });
  }

 private:
  void leave() {
    const std::scoped_lock lock(mutex_);
    CHECK(inside_ > 0);
    if (--inside_ == 0) {
      empty_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable empty_;
  int inside_ = 0;
  bool closed_ = false;
};

}  // namespace sluice
