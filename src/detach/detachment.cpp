// SPDX-License-Identifier: Apache-2.0
//
// Draining -> Waiting -> Deleting -> Stopping -> Detached, with Refused before Deleting. Up to
// Deleting the phase only tells what was seen; the next step looks again. Three rules keep jobs
// alive: a node is deleted only when it was seen drained and, after that, without jobs; slurmd is
// kept from starting again before that, since it would register the node anew, ready for jobs; and
// jobs in the queue that name the node are released from it, since slurmctld fails them when it
// starts and the node is not there. A node that Slurm has miscounted is set down before, with
// nobody on it. A node of Slurm's power saving is not deleted but switched off,
// and has left when Slurm counts on no machine under its name. Whether it has, is seen once more
// when slurmd has stopped: one that was just starting registers after the first look.
#include "detach/detachment.h"

#include <algorithm>
#include <optional>

#include "base/log.h"
#include "base/text.h"

namespace sluice::detach {
namespace {

const std::string kReason = std::string(kOurReasons) + "leaves the cluster";
constexpr const char* kCleansUp = "waits for Slurm to clean up after jobs";

bool tell(Detachment& detachment, Phase phase, std::string message, bool again = false) {
  Progress& progress = detachment.progress;
  if (progress.phase != phase || progress.message != message) {
    log::info("detachment", {{"node", detachment.node},
                             {"phase", std::string(to_string(phase))},
                             {"message", message}});
  }
  progress.phase = phase;
  progress.message = std::move(message);
  if (phase != Phase::kWaiting) {
    progress.jobs_left = 0;
    progress.first_end.reset();
    progress.last_end.reset();
  }
  return again;
}

// The phase stays: it could not be seen whether it changed.
bool tell_error(Detachment& detachment, const Error& error) {
  Progress& progress = detachment.progress;
  const std::string message =
      (error.code == Code::kUnavailable ? "slurmctld does not answer, tried again: " : "") +
      error.message;
  if (progress.message != message) {
    log::warning("detachment", {{"node", detachment.node}, {"message", message}});
  }
  progress.message = message;
  return false;
}

std::string ids(const std::vector<JobInQueue>& jobs) {
  std::vector<std::string> all;
  for (const JobInQueue& job : jobs) {
    all.push_back(job.id);
  }
  return join(all, ", ");
}

std::string in_the_way(const SlurmNode& node, const Order& order, bool forced) {
  if (order.despite_others) {
    return {};
  }
  if (node.is("DRAIN") && !node.is_drained_by_us()) {
    return "somebody else has drained it: " + (node.reason.empty() ? "no reason" : node.reason);
  }
  if (!node.reserved_by.empty()) {
    return "it is reserved: " + join(node.reserved_by, ", ");
  }
  if (!forced && !node.wanted_by.empty() && !node.is_power_saved()) {
    return "jobs in the queue name this very node: " + ids(node.wanted_by);
  }
  return {};
}

// What we have done to a node that may not leave would only harm it.
bool refuse(Detachment& detachment, const SlurmNode& node, SlurmNodes& slurm,
            const Machine* machine, std::string why) {
  if (machine != nullptr) {
    if (const auto done = machine->release(); !done) {
      return tell_error(detachment, done.error());
    }
  }
  if (node.is_drained_by_us()) {
    if (const auto done = slurm.undrain(node.name); !done) {
      return tell_error(detachment, done.error());
    }
  }
  return tell(detachment, Phase::kRefused, std::move(why));
}

// Jobs of a node that does not answer end when Slurm gives the node up, which we only tell it to.
Result<void> end_jobs(const SlurmNode& node, JobsEnd how, SlurmNodes& slurm) {
  bool all_end = true;
  for (const JobThere& job : node.jobs) {
    if (!job.ending) {
      all_end = false;
      TRY(slurm.end_job(job.id, how));
    }
  }
  if (all_end && node.is("NOT_RESPONDING") && !node.is("DOWN")) {
    return slurm.set_down(node.name, kReason);
  }
  return {};
}

bool wait(Detachment& detachment, const SlurmNode& node, SlurmNodes& slurm, bool forced) {
  Progress& progress = detachment.progress;
  progress.jobs_left = static_cast<std::int64_t>(node.jobs.size());
  progress.first_end.reset();
  progress.last_end.reset();
  bool all_end = true;
  for (const JobThere& job : node.jobs) {
    all_end = all_end && job.end;
    if (job.end) {
      progress.first_end = std::min(progress.first_end.value_or(*job.end), *job.end);
      progress.last_end = std::max(progress.last_end.value_or(*job.end), *job.end);
    }
  }
  if (!all_end) {
    progress.last_end.reset();
  }
  if (forced) {
    if (const auto done = end_jobs(node, detachment.order.jobs, slurm); !done) {
      progress.phase = Phase::kWaiting;
      return tell_error(detachment, done.error());
    }
  }
  if (node.jobs.empty()) {
    // Seen so twice: its last job may have ended between the first look and the queue.
    if (!node.is_miscounted() || progress.phase != Phase::kWaiting ||
        progress.message != kCleansUp) {
      return tell(detachment, Phase::kWaiting, kCleansUp);
    }
    const auto done = slurm.set_down(node.name, kReason);
    return done ? tell(detachment, Phase::kWaiting, "was allocated to no job", true)
                : tell_error(detachment, done.error());
  }
  const std::string jobs =
      std::to_string(node.jobs.size()) + (node.jobs.size() == 1 ? " job" : " jobs");
  return tell(detachment, Phase::kWaiting,
              forced ? jobs + " being ended" : "waits for " + jobs + " to end");
}

// Slurm does not know the node.
bool leave(Detachment& detachment, const Machine* machine) {
  if (machine == nullptr) {
    return tell(detachment, Phase::kDetached, "");
  }
  if (const auto held = machine->hold(); !held) {
    return tell_error(detachment, held.error());
  }
  return tell(detachment, Phase::kStopping, "services are being stopped", true);
}

// Nothing: it has. Else what to return.
std::optional<bool> has_stayed_away(Detachment& detachment, SlurmNodes& slurm,
                                    const Machine& machine) {
  if (!machine.stop_slurmd()) {
    return false;
  }
  const auto node = slurm.look(detachment.node);
  if (!node && node.error().code == Code::kUnauthorized) {
    return std::nullopt;  // slurmd itself vouched for who asks here: the operator asks slurmctld
  }
  if (!node && node.error().code != Code::kNotFound) {
    return tell_error(detachment, node.error());
  }
  if (!node || node->is_switched_off()) {
    return std::nullopt;
  }
  const auto released = machine.release();
  return released ? tell(detachment, Phase::kDraining, "slurmd has registered it meanwhile", true)
                  : tell_error(detachment, released.error());
}

// Once services stop, munge may be gone, and Slurm cannot be asked any more. Machines of slurmctld
// have no slurmd, and nobody to ask when it is down.
bool stop(Detachment& detachment, SlurmNodes& slurm, const Machine* machine) {
  if (machine == nullptr) {
    return tell(detachment, Phase::kDetached, "");
  }
  auto done = machine->hold();  // it may have been taken back halfway
  if (done && !machine->stops() && machine->controller_host.empty()) {
    if (const auto waits = has_stayed_away(detachment, slurm, *machine)) {
      return *waits;
    }
  }
  if (done) {
    done = machine->stop();
  }
  if (!done) {
    return tell_error(detachment, done.error());
  }
  return machine->has_stopped() ? tell(detachment, Phase::kDetached, "") : false;
}

// Slurm counts on no machine under the name. Jobs that are to start there wait for another one.
bool leave_switched_off(Detachment& detachment, const SlurmNode& node, SlurmNodes& slurm,
                        const Machine* machine) {
  if (node.is_drained_by_us()) {
    if (const auto done = slurm.undrain(node.name); !done) {
      return tell_error(detachment, done.error());
    }
  }
  return leave(detachment, machine);
}

// It is not shown any more: a drain of ours would keep its next machine from work.
bool leave_unseen(Detachment& detachment, SlurmNodes& slurm, const Machine* machine) {
  if (detachment.progress.phase == Phase::kWaiting) {
    const auto done = slurm.undrain(detachment.node);
    if (!done && done.error().code != Code::kNotFound) {
      return tell_error(detachment, done.error());
    }
  }
  return leave(detachment, machine);
}

bool switch_off(Detachment& detachment, const SlurmNode& node, SlurmNodes& slurm) {
  if (!node.is("POWER_DOWN")) {
    if (const auto done = slurm.power_down(node.name); !done) {
      return tell_error(detachment, done.error());
    }
  }
  return tell(detachment, Phase::kDeleting, "Slurm was told to switch it off");
}

// Nobody vouches for who asks: a slurmd that died while it was held must start again to do so.
bool let_vouch(Detachment& detachment, const Error& error, const Machine& machine) {
  const auto released = machine.release();
  return tell_error(detachment, released ? error : released.error());
}

bool remove(Detachment& detachment, const SlurmNode& node, SlurmNodes& slurm,
            const Machine* machine) {
  if (machine != nullptr) {
    if (const auto held = machine->hold(); !held) {
      return tell_error(detachment, held.error());
    }
  }
  if (node.is_power_saved()) {
    return switch_off(detachment, node, slurm);
  }
  const auto done = slurm.remove(detachment.node);
  if (done || done.error().code == Code::kNotFound) {
    return leave(detachment, machine);
  }
  if (done.error().code != Code::kConflict) {
    return tell_error(detachment, done.error());
  }
  // A job has begun meanwhile: it shall survive a restart of slurmd.
  if (machine != nullptr) {
    if (const auto released = machine->release(); !released) {
      return tell_error(detachment, released.error());
    }
  }
  return tell(detachment, Phase::kWaiting, done.error().message);
}

// Whether the cluster can do without the slurmctld of this machine: nothing, or what to return.
// Deadlines are for jobs: the state of a cluster goes with its only slurmctld by order alone.
std::optional<bool> hand_over(Detachment& detachment, SlurmNodes& slurm, const Machine& machine) {
  const bool forced = detachment.order.mode == Mode::kForced;
  const auto all = slurm.controllers();
  if (!all) {
    return tell_error(detachment, all.error());
  }
  const auto up = std::find_if(all->begin(), all->end(), [](const auto& one) { return one.up; });
  if (up == all->end()) {
    if (forced) {
      return leave(detachment, &machine);
    }
    // Held for one that did not take over, it must be able to start again.
    const auto done = detachment.handed_over ? Result<void>() : machine.release();
    return tell_error(detachment,
                      done ? Error{Code::kUnavailable, "no slurmctld is up"} : done.error());
  }
  if (up->host != machine.controller_host) {
    return std::nullopt;
  }
  detachment.handed_over = false;
  const auto next = std::find_if(up + 1, all->end(), [](const auto& one) { return one.up; });
  if (next == all->end() && forced) {
    return std::nullopt;
  }
  if (next == all->end()) {
    if (const auto released = machine.release(); !released) {  // as above
      return tell_error(detachment, released.error());
    }
    return tell(detachment, Phase::kRefused,
                "this machine runs the only slurmctld of the cluster that is up: only a forced "
                "order ends it (the annotation sluice.dev/detach-mode: forced of its Machine)");
  }
  // It would take the control back when it is started again.
  auto done = machine.hold();
  if (done) {
    done = slurm.take_over(static_cast<std::size_t>(next - all->begin()));
  }
  detachment.handed_over = done.has_value();
  return done ? tell(detachment, Phase::kDraining, next->host + " takes over from this slurmctld")
              : tell_error(detachment, done.error());
}

}  // namespace

bool Detachment::is_forced(WallTime now) const {
  return order.mode == Mode::kForced || (order.deadline && now >= since + *order.deadline);
}

bool step(Detachment& detachment, SlurmNodes& slurm, const Machine* machine, WallTime now) {
  const Phase phase = detachment.progress.phase;
  if (phase == Phase::kDetached || phase == Phase::kStopping) {
    return phase == Phase::kStopping && stop(detachment, slurm, machine);
  }
  const bool forced = detachment.is_forced(now);
  if (machine != nullptr && !machine->controller_host.empty()) {
    if (const auto held_up = hand_over(detachment, slurm, *machine)) {
      return *held_up;
    }
  }
  const auto node = slurm.look(detachment.node);
  if (!node && node.error().code == Code::kUnauthorized && machine != nullptr) {
    return let_vouch(detachment, node.error(), *machine);
  }
  if (!node) {
    return node.error().code == Code::kNotFound ? leave_unseen(detachment, slurm, machine)
                                                : tell_error(detachment, node.error());
  }
  if (node->is_switched_off()) {
    return leave_switched_off(detachment, *node, slurm, machine);
  }
  if (std::string why = in_the_way(*node, detachment.order, forced); !why.empty()) {
    return refuse(detachment, *node, slurm, machine, std::move(why));
  }
  if (!node->is("DRAIN")) {
    const auto drained = slurm.drain(detachment.node, kReason);
    return drained ? tell(detachment, Phase::kWaiting, "drained", true)
                   : tell_error(detachment, drained.error());
  }
  if (node->is_in_use()) {
    return wait(detachment, *node, slurm, forced);
  }
  for (const JobInQueue& job : node->wanted_by) {
    if (node->is_power_saved()) {
      break;  // it stays
    }
    if (const auto released = slurm.release_job(job); !released) {
      return tell_error(detachment, released.error());
    }
  }
  tell(detachment, Phase::kDeleting, "no job is left");
  return remove(detachment, *node, slurm, machine);
}

Result<void> give_up(Detachment& detachment, SlurmNodes& slurm, const Machine* machine) {
  const Phase phase = detachment.progress.phase;
  const auto too_late = fail(Code::kConflict, "too late: Slurm has no node " + detachment.node);
  if (phase == Phase::kStopping || phase == Phase::kDetached) {
    return too_late;
  }
  const auto node = slurm.look(detachment.node);
  if (!node && node.error().code != Code::kNotFound) {
    return tl::unexpected(node.error());
  }
  const bool was_there = phase == Phase::kWaiting || phase == Phase::kDeleting;
  if (!node && was_there) {
    return too_late;
  }
  if (machine != nullptr) {
    TRY(machine->release());
    TRY(machine->start());
  }
  return node && node->is_drained_by_us() ? slurm.undrain(detachment.node) : Result<void>();
}

}  // namespace sluice::detach
