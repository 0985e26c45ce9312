// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "slurmconf/closing.h"
#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// What a rollout does to a cluster and asks it. Everything may be asked again after a crash and
// does no harm then. Unavailable: not yet, ask later; any other error: it failed.
class Cluster : public Doors {
 public:
  virtual Result<Usage> usage() = 0;  // of this moment; also says whether slurmctld answers
  // Ids of those that wait or run; may be of the last usage().
  virtual Result<std::vector<std::string>> live_jobs() = 0;
  // Which of these neither wait, run, nor have ended by themselves or by their users.
  virtual Result<std::vector<std::string>> lost_jobs(const std::vector<std::string>& before) = 0;
  virtual Result<std::vector<std::string>> nodes() = 0;  // whose slurmd can be restarted
  // Those whose slurmd runs with another configuration than slurmctld, or was started anew for that
  // and does not run yet.
  virtual Result<std::vector<std::string>> differing_nodes() = 0;

  virtual Result<void> save() = 0;     // keeps the files that are in effect, once
  virtual Result<void> write() = 0;    // the new files
  virtual Result<void> restore() = 0;  // those that were kept
  virtual Result<void> reconfigure() = 0;
  virtual Result<void> restart_slurmdbd() = 0;
  virtual Result<void> restart_slurmctld() = 0;  // done when it answers
  // Which of them are down, by no fault of this rollout: they are told, and not waited for.
  virtual Result<std::vector<std::string>> restart_slurmd(
      const std::vector<std::string>& nodes) = 0;
  virtual Result<void> ping() = 0;

  // Whether what is waited for works on what it has stored, as slurmdbd of another release does on
  // its tables: that takes as long as it takes.
  virtual bool is_at_work() { return false; }
};

enum class Phase {
  kCheck,
  kSave,
  kApply,
  kVerify,
  kRollBack,
  kDone,
  kRefused,
  kRolledBack,
  kBroken
};
std::string_view to_string(Phase phase);  // "RolledBack"
std::optional<Phase> phase_of(std::string_view text);
bool is_over(Phase phase);

// How far a rollout has come: plain data, to be kept between two calls of advance().
struct Rollout {
  Phase phase = Phase::kCheck;
  std::size_t step = 0;                 // of the plan, or of the way back
  int tries = 0;                        // of this step
  std::vector<std::string> jobs;        // that were there before
  std::vector<std::string> restarted;   // nodes whose slurmd has been restarted
  std::vector<std::string> restarting;  // those that were, or are to be, asked for that
  std::vector<std::string> skipped;     // of those: whom nobody waited for, since they are down
  std::size_t differing = 0;            // nodes of another configuration: the fewest so far, or 0
  Closed closed;                        // partitions and nodes, until this is over
  std::string message;                  // what is waited for, or why it was refused or undone
};

struct RolloutOptions {
  std::size_t batch = 10;       // how many slurmd are restarted at once
  int patience = 60;            // how often a step may say "not yet" while nothing gets on
  bool waits_for_jobs = false;  // of what goes, instead of refusing
  // How often a slurmctld that does not answer is asked before a change that endangers no job is
  // made without: it may be what helps.
  int asks = 60;
  bool can_go_back = true;  // else a failure leaves all as it is: older daemons would lose jobs
};

// One step on: check, save, apply, verify; after a failure the way back. Returns quickly where the
// cluster does; never waits. Call it again until is_over(). Both configurations have passed
// check(). What it notes in `rollout` it acts upon in the next call, so that a caller who keeps it
// in between loses nothing in a crash. kBroken: not even the way back worked, or there is none, and
// somebody has to look; `step` says where.
void advance(Rollout& rollout, const Plan& plan, Cluster& cluster, const RolloutOptions& options);

// What advance() does when a step of kApply, kVerify or kRollBack has failed for good: the way
// back, or kBroken. For who sees that without a step.
void fall_back(Rollout& rollout, const Plan& plan, const RolloutOptions& options, const Error& why);

}  // namespace sluice::slurmconf
