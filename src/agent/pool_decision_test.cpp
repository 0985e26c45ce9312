// SPDX-License-Identifier: Apache-2.0
#include "agent/pool_decision.h"

#include <gtest/gtest.h>

namespace sluice::agent {
namespace {

detach::Detachment leaving(detach::Phase phase, bool returns = true) {
  return {.node = "n", .order = {}, .returns = returns, .progress = {.phase = phase}};
}

TEST(PoolDecision, WhatIsDoneNextFollowsFromWhatIsSeen) {
  struct Row {
    PoolView view;
    PoolAct act;
  };
  const Membership batch{"batch", {{"slurmd", "Feature=batch"}}};
  const Membership fast{"batch", {{"slurmd", "Feature=batch,fast"}}};
  const Membership mute{"batch"};
  const Membership htc{"htc", {{"slurmd", "Feature=htc"}}};
  const std::vector<Row> table{
      {{batch, {}}, PoolAct::kSwitch},
      {{batch, batch}, PoolAct::kNothing},
      {{htc, batch}, PoolAct::kLeave},
      {{htc, batch, leaving(detach::Phase::kWaiting)}, PoolAct::kNothing},
      {{htc, batch, leaving(detach::Phase::kRefused)}, PoolAct::kNothing},
      {{htc, batch, leaving(detach::Phase::kDetached)}, PoolAct::kSwitch},
      {{htc, htc, leaving(detach::Phase::kDetached)}, PoolAct::kTakeBack},
      {{batch, batch, leaving(detach::Phase::kWaiting)}, PoolAct::kGiveUp},
      {{htc, batch, leaving(detach::Phase::kDetached, false)}, PoolAct::kNothing},
      {{batch, batch, leaving(detach::Phase::kWaiting, false)}, PoolAct::kNothing},
      // Other features of the same pool are another membership.
      {{fast, batch}, PoolAct::kLeave},
      {{fast, batch, leaving(detach::Phase::kWaiting)}, PoolAct::kNothing},
      {{batch, batch, leaving(detach::Phase::kWaiting)}, PoolAct::kGiveUp},
      {{fast, batch, leaving(detach::Phase::kDetached)}, PoolAct::kSwitch},
      {{mute, batch}, PoolAct::kLeave},
      {{batch, mute}, PoolAct::kNothing},
      // Whose turn it is not stays, and comes back as long as it can.
      {{fast, batch, {}, false, false}, PoolAct::kAwaitTurn},
      {{fast, batch, leaving(detach::Phase::kWaiting), false, true}, PoolAct::kNothing},
      {{fast, batch, leaving(detach::Phase::kWaiting), false, false}, PoolAct::kGiveUp},
      {{fast, batch, leaving(detach::Phase::kRefused), false, false}, PoolAct::kNothing},
      {{fast, batch, leaving(detach::Phase::kDeleting), false, false}, PoolAct::kNothing},
      {{fast, batch, leaving(detach::Phase::kDetached), false, false}, PoolAct::kSwitch},
      {{batch, {}, {}, false, false}, PoolAct::kSwitch}};
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ(decide_pool(table[i].view), table[i].act) << "row " << i;
  }
}

}  // namespace
}  // namespace sluice::agent
