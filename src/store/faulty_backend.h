// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "store/store.h"

namespace sluice::store {

// What a test may do to a backend, from its own thread.
struct Faults {
  std::atomic<bool> full = false;  // appends are refused
  std::atomic<int> appends = 0;    // how many were asked for
  std::mutex disk;                 // held: appends wait, as for a slow disk
  std::atomic<int> waiting = 0;    // appends that reached the disk
};

// A memory backend with faults.
class FaultyBackend final : public Backend {
 public:
  explicit FaultyBackend(std::shared_ptr<Faults> faults) : faults_(std::move(faults)) {}

  Result<Loaded> load() override { return Loaded{}; }
  Result<void> append(const std::vector<RecordPtr>&) override {
    ++faults_->waiting;
    const std::scoped_lock lock(faults_->disk);
    ++faults_->appends;
    if (faults_->full) {
      return fail(Code::kUnavailable, "disk full");
    }
    return {};
  }
  Result<void> compact(Revision) override { return {}; }

 private:
  std::shared_ptr<Faults> faults_;  // shared with the test that turns the knobs
};

}  // namespace sluice::store
