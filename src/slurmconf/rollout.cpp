// SPDX-License-Identifier: Apache-2.0
//
// check -> save -> apply -> verify -> done. A refusal ends it before anything was touched. What
// must have no jobs is closed to new ones before it is looked at for the last time. A failure of
// apply or verify leads to the way back: the old files, slurmctld where it does not answer or was
// restarted, reconfigure, the slurmd that were asked to restart, a look at what nodes run with;
// then it is rolled back.
#include "slurmconf/rollout.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::slurmconf {
namespace {

constexpr std::array<std::string_view, 9> kPhases{
    "Check", "Save", "Apply", "Verify", "RollBack", "Done", "Refused", "RolledBack", "Broken"};

void begin_phase(Rollout& rollout, Phase phase) {
  rollout.phase = phase;
  rollout.step = 0;
  rollout.tries = 0;
  rollout.differing = 0;
  if (phase == Phase::kRollBack) {
    rollout.skipped.clear();  // they are asked again
  }
}

class Advance {
 public:
  Advance(Rollout& rollout, const Plan& plan, Cluster& cluster, const RolloutOptions& options)
      : rollout_(rollout), plan_(plan), cluster_(cluster), options_(options) {}

  void run() {
    switch (rollout_.phase) {
      case Phase::kCheck:
        return check();
      case Phase::kSave:
        return settle(
            cluster_.save(), "saving the files in effect", [&] { enter(Phase::kApply); },
            Phase::kRefused);
      case Phase::kApply:
        return apply();
      case Phase::kVerify:
        return settle(verify(), "verifying", [&] { enter(Phase::kDone); });
      case Phase::kRollBack:
        return roll_back();
      case Phase::kDone:
      case Phase::kRefused:
      case Phase::kRolledBack:
      case Phase::kBroken:
        return;
    }
  }

 private:
  void enter(Phase phase) {
    begin_phase(rollout_, phase);
    if (phase == Phase::kDone) {
      rollout_.message.clear();
    }
    if (phase == Phase::kRefused) {
      rollout_.jobs.clear();
      // Not here and now: whoever tries again, or goes another way, opens them then.
      (void)open_unguarded(rollout_.closed, Plan(), cluster_);
    }
  }

  // Where `result` leads: on, to another try, or to `otherwise`.
  template <class Next>
  void settle(const Result<void>& result, std::string_view doing, const Next& next,
              Phase otherwise = Phase::kRollBack) {
    if (result) {
      rollout_.tries = 0;
      return next();
    }
    const bool again = result.error().code == Code::kUnavailable &&
                       (++rollout_.tries <= options_.patience || cluster_.is_at_work());
    const Error why = with_context(result.error(), doing);
    if (!again && otherwise != Phase::kRefused) {
      return fall_back(rollout_, plan_, options_, why);
    }
    if (otherwise != Phase::kBroken) {  // else the message keeps why we go back
      rollout_.message = why.message;
    }
    if (!again) {
      enter(otherwise);
    }
  }

  void check() {
    if (plan_.needs == Class::kRefused) {
      rollout_.message = refusals(plan_);
      return enter(Phase::kRefused);
    }
    const bool guarded = endangers_jobs(plan_);
    if (plan_.needs == Class::kNoop && !guarded && rollout_.closed.empty()) {
      return enter(Phase::kDone);
    }
    const bool waits = guarded && options_.waits_for_jobs && !rollout_.message.empty();
    const auto looked = look();
    if (!looked && looked.error().code == Code::kUnavailable) {
      if (waits) {
        return;  // it was busy when it answered last
      }
      if (!guarded && rollout_.tries >= options_.asks) {
        rollout_.jobs.clear();
        rollout_.closed.partitions.clear();  // a slurmctld that starts has forgotten that, too
        return begin();
      }
    }
    settle(
        looked ? Result<void>() : tl::unexpected(looked.error()), "looking at the cluster",
        [&] {
          if (*looked == View::kBusy) {
            return options_.waits_for_jobs ? void() : enter(Phase::kRefused);
          }
          if (*looked == View::kFree) {
            begin();
          }
        },
        Phase::kRefused);
  }

  void begin() { enter(plan_.needs == Class::kNoop ? Phase::kDone : Phase::kSave); }

  enum class View { kFree, kBusy, kNoted };  // the last: look again, somebody may have come

  // Whether something is in the way, which the message says then; once nothing may come that could
  // be. Who does not wait closes nothing that is busy.
  Result<View> look() {
    TRY(open_unguarded(rollout_.closed, plan_, cluster_));
    if (endangers_jobs(plan_)) {
      if (rollout_.closed.empty() && !options_.waits_for_jobs) {
        TRY_ASSIGN(const bool busy, is_busy());
        if (busy) {
          return View::kBusy;
        }
      }
      TRY_ASSIGN(const bool closed, close_guarded(rollout_.closed, plan_, cluster_));
      if (!closed) {
        return View::kNoted;
      }
    }
    TRY_ASSIGN(const bool busy, is_busy());
    return busy ? View::kBusy : View::kFree;
  }

  // What was said of the same things stays: the number of their jobs is no news.
  Result<bool> is_busy() {
    TRY_ASSIGN(const Usage usage, cluster_.usage());
    const std::string message = refusals(with_usage(plan_, usage));
    if (message.empty() || !same_refusals(message, rollout_.message)) {
      rollout_.message = message;
    }
    if (message.empty()) {
      TRY_ASSIGN(rollout_.jobs, cluster_.live_jobs());
    }
    return !message.empty();
  }

  void apply() {
    if (rollout_.step >= plan_.steps.size()) {
      return enter(Phase::kVerify);
    }
    const Step step = plan_.steps[rollout_.step];
    if (step == Step::kVerify) {
      return enter(Phase::kVerify);
    }
    settle(take(step), to_string(step), [&] {
      if (step != Step::kRestartSlurmd || all_restarted_) {
        ++rollout_.step;
      }
    });
  }

  Result<void> take(Step step) {
    switch (step) {
      case Step::kWriteFiles:
        return cluster_.write();
      case Step::kRestartSlurmdbd:
        return cluster_.restart_slurmdbd();
      case Step::kRestartSlurmctld:
        return cluster_.restart_slurmctld();
      case Step::kReconfigure:
        return cluster_.reconfigure();
      case Step::kRestartSlurmd:
        return restart_batch();
      case Step::kVerify:
        return {};
    }
    return {};
  }

  // The nodes that are asked are noted before, for the way back has to ask them too.
  Result<void> restart_batch() {
    if (!rollout_.restarting.empty()) {
      TRY_ASSIGN(const std::vector<std::string> down, cluster_.restart_slurmd(rollout_.restarting));
      TRY(cluster_.ping());
      rollout_.skipped.insert(rollout_.skipped.end(), down.begin(), down.end());
      rollout_.restarted.insert(rollout_.restarted.end(), rollout_.restarting.begin(),
                                rollout_.restarting.end());
      rollout_.restarting.clear();
    }
    TRY_ASSIGN(const std::vector<std::string> nodes, cluster_.nodes());
    for (const std::string& node : nodes) {
      if (rollout_.restarting.size() < std::max<std::size_t>(options_.batch, 1) &&
          std::find(rollout_.restarted.begin(), rollout_.restarted.end(), node) ==
              rollout_.restarted.end()) {
        rollout_.restarting.push_back(node);
      }
    }
    all_restarted_ = rollout_.restarting.empty();
    return {};
  }

  std::vector<std::string> asked_to_restart() const {
    std::vector<std::string> all = rollout_.restarted;
    all.insert(all.end(), rollout_.restarting.begin(), rollout_.restarting.end());
    return all;
  }

  Result<void> verify() {
    TRY(cluster_.ping());
    TRY_ASSIGN(const std::vector<std::string> lost, cluster_.lost_jobs(rollout_.jobs));
    if (!lost.empty()) {
      return fail(Code::kConflict, "jobs were lost: " + join(lost, ","));
    }
    return verify_nodes();
  }

  Result<void> verify_nodes() {
    TRY_ASSIGN(const std::vector<std::string> nodes, cluster_.differing_nodes());
    if (!nodes.empty()) {
      if (rollout_.differing == 0 || nodes.size() < rollout_.differing) {
        rollout_.differing = nodes.size();
        rollout_.tries = 0;  // they follow one after the other
      }
      return fail(Code::kUnavailable,
                  "nodes run with another configuration, or do not run: " + join(nodes, ","));
    }
    return {};
  }

  void roll_back() {
    const auto next = [&] { ++rollout_.step; };
    const auto has = [&](Step step) {
      return std::find(plan_.steps.begin(), plan_.steps.end(), step) != plan_.steps.end();
    };
    switch (rollout_.step) {
      case 0:
        return settle(cluster_.restore(), "restoring the files", next, Phase::kBroken);
      case 1:
        return settle(has(Step::kRestartSlurmdbd) ? cluster_.restart_slurmdbd() : Result<void>(),
                      to_string(Step::kRestartSlurmdbd), next, Phase::kBroken);
      case 2: {
        // It may have ended of the change.
        const bool restart = has(Step::kRestartSlurmctld) || !cluster_.ping();
        return settle(restart ? cluster_.restart_slurmctld() : Result<void>(),
                      to_string(Step::kRestartSlurmctld), next, Phase::kBroken);
      }
      case 3:
        return settle(cluster_.reconfigure(), to_string(Step::kReconfigure), next, Phase::kBroken);
      case 4:
        return restart_again(next);
      case 5:
        return settle(verify_nodes(), "verifying", next, Phase::kBroken);
      case 6:
        return settle(cluster_.ping(), "ping", next, Phase::kBroken);
      default:
        return settle(
            open_unguarded(rollout_.closed, Plan(), cluster_), "opening partitions and nodes",
            [&] { enter(Phase::kRolledBack); }, Phase::kBroken);
    }
  }

  // A node that has not obeyed on the way there may be one that nobody gets hold of. It is told of,
  // and those that run have to pass the verification.
  template <class Next>
  void restart_again(const Next& next) {
    const std::vector<std::string> nodes = asked_to_restart();
    auto done = nodes.empty() ? Result<std::vector<std::string>>() : cluster_.restart_slurmd(nodes);
    if (done) {
      rollout_.skipped = std::move(*done);
      return settle(Result<void>(), "", next, Phase::kBroken);
    }
    if (done.error().code == Code::kUnavailable && rollout_.tries >= options_.patience) {
      rollout_.message += "; given up on: " + done.error().message;
      return settle(Result<void>(), "", next);
    }
    settle(tl::unexpected(done.error()), to_string(Step::kRestartSlurmd), next, Phase::kBroken);
  }

  Rollout& rollout_;
  const Plan& plan_;
  Cluster& cluster_;
  const RolloutOptions& options_;
  bool all_restarted_ = false;
};

}  // namespace

std::string_view to_string(Phase phase) {
  return kPhases[static_cast<std::size_t>(phase)];
}

std::optional<Phase> phase_of(std::string_view text) {
  const auto found = std::find(kPhases.begin(), kPhases.end(), text);
  return found == kPhases.end() ? std::nullopt
                                : std::optional(static_cast<Phase>(found - kPhases.begin()));
}

bool is_over(Phase phase) {
  return phase >= Phase::kDone;
}

void fall_back(Rollout& rollout, const Plan& plan, const RolloutOptions& options,
               const Error& why) {
  if (rollout.phase == Phase::kRollBack) {
    rollout.message += "; going back failed too: " + why.message;
    rollout.phase = Phase::kBroken;
    return;
  }
  rollout.message = why.message;
  if (options.can_go_back) {
    return begin_phase(rollout, Phase::kRollBack);
  }
  rollout.step = rollout.phase == Phase::kVerify ? plan.steps.size() : rollout.step;
  rollout.phase = Phase::kBroken;
}

void advance(Rollout& rollout, const Plan& plan, Cluster& cluster, const RolloutOptions& options) {
  Advance(rollout, plan, cluster, options).run();
}

}  // namespace sluice::slurmconf
