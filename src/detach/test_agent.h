// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/files.h"
#include "detach/detachments.h"

namespace sluice::detach {

// What of an agent's machine outlives the agent, and an agent that can be killed. For tests only.
class TestAgent {
 public:
  TestAgent(SlurmNodes& slurm, Clock& clock, std::string own_node, bool answers_for_all = false)
      : slurm_(slurm),
        clock_(clock),
        own_node_(std::move(own_node)),
        answers_for_all_(answers_for_all) {
    restart();
  }

  Detachments& operator*() { return *detachments_; }
  Detachments* operator->() { return detachments_.get(); }

  void restart() {
    detachments_ = std::make_unique<Detachments>(Detachments::Parts{
        .own_node = own_node_,
        .answers_for_all = answers_for_all_,
        .machine = {.controller_host = controller_host,
                    .hold = [this]() -> Result<void> {
                      held = true;
                      return {};
                    },
                    .release = [this]() -> Result<void> {
                      held = false;
                      slurmd_runs = running && !stopping;
                      return {};
                    },
                    .stop_slurmd = [this] {
                      slurmd_runs = false;
                      return true;
                    },
                    .stop = [this]() -> Result<void> {
                      stopping = true;
                      slurmd_runs = false;
                      running = running && stops_slowly;
                      return {};
                    },
                    .stops = [this] { return stopping; },
                    .has_stopped = [this] { return !running; },
                    .start = [this]() -> Result<void> {
                      stopping = false;
                      slurmd_runs = running = true;
                      return {};
                    }},
        .file = scratch_.path() / "detachments.json",
        .slurm = slurm_,
        .clock = clock_,
    });
    const auto resumed = detachments_->resume();
    ASSERT_TRUE(resumed.has_value()) << resumed.error().message;
  }

  Progress order(const Order& order = {}) {
    const auto progress = detachments_->order(own_node_, order);
    EXPECT_TRUE(progress.has_value()) << progress.error().message;
    return progress.value_or(Progress{});
  }
  Progress progress() const {
    const auto progress = detachments_->progress(own_node_);
    EXPECT_TRUE(progress.has_value()) << progress.error().message;
    return progress.value_or(Progress{});
  }
  Progress step() {
    EXPECT_TRUE(detachments_->step().has_value());
    return progress();
  }

  bool held = false;    // its slurmd does not start again
  bool running = true;  // its services
  bool stopping = false;
  bool slurmd_runs = true;
  bool stops_slowly = false;
  std::string controller_host = {};  // for the next restart

 private:
  SlurmNodes& slurm_;
  Clock& clock_;
  const std::string own_node_;
  const bool answers_for_all_;
  TemporaryDirectory scratch_{"detach"};
  std::unique_ptr<Detachments> detachments_;
};

}  // namespace sluice::detach
