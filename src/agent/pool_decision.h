// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "detach/detachment.h"
#include "services/registration.h"

namespace sluice::agent {

// What a machine is in Slurm, which keeps it until the node is deleted.
struct Membership {
  std::string pool;                   // whose services it has; empty: none yet
  services::Registrations says = {};  // with which features they have registered it

  // A service that says so for the first time has registered all the same.
  bool is(const Membership& wanted) const;
  friend bool operator==(const Membership&, const Membership&) = default;
};

// A machine changes what it is by leaving Slurm and coming back: another pool, or the same one with
// other features.
struct PoolView {
  Membership wanted;
  Membership now;
  std::optional<detach::Detachment> leaving = std::nullopt;
  bool may_leave = true;  // it is its turn, or it needs none
  bool may_go_on = true;  // nobody has taken its turn back
};

enum class PoolAct {
  kNothing,    // it is so, or others have to go on first
  kSwitch,     // become what is wanted
  kAwaitTurn,  // to leave
  kLeave,      // order that the node leaves Slurm, to come back
  kGiveUp,     // it is wanted as it is, or others leave first
  kTakeBack,   // it has left and may come back
};

// Pure: what is on disk is only what the machine is, and how far leaving came, so that a process
// that was killed anywhere goes on.
PoolAct decide_pool(const PoolView& view);

}  // namespace sluice::agent
