// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "detach/protocol.h"
#include "detach/slurm_nodes.h"

namespace sluice::detach {

// What becomes of the machine whose node leaves. All may be repeated.
struct Machine {
  std::string controller_host;  // where slurmctld runs on it: its host name; else empty

  // Slurm's daemons must not be started on it any more, also after a restart of it; or may again,
  // and slurmd is, where it alone was stopped.
  std::function<Result<void>()> hold;
  std::function<Result<void>()> release;

  // slurmd alone, so that Slurm can still be asked; whether it has stopped, or there is none. Held
  // before.
  std::function<bool()> stop_slurmd;

  std::function<Result<void>()> stop;  // all services, from now on
  std::function<bool()> stops;         // it was told to
  std::function<bool()> has_stopped;
  std::function<Result<void>()> start;
};

// One node on its way out, as it is kept on disk.
struct Detachment {
  std::string node;
  Order order;
  WallTime since{};      // from when on deadlines count
  bool returns = false;  // the machine stays and may bring it back
  bool handed_over = false;  // another slurmctld has taken over from that of the machine
  Progress progress = {};

  bool is_forced(WallTime now) const;
  friend bool operator==(const Detachment&, const Detachment&) = default;
};

// Does what can be done next, having looked at everything anew: it may have been done before, by a
// process that did not come to say so. Whatever goes wrong is in the message, and tried again by
// the next step. `machine` is null where another machine is the node. Returns whether to save and
// step again at once.
bool step(Detachment& detachment, SlurmNodes& slurm, const Machine* machine, WallTime now);

// Undoes what was done. Conflict: too late, Slurm does not know the node any more.
Result<void> give_up(Detachment& detachment, SlurmNodes& slurm, const Machine* machine);

}  // namespace sluice::detach
