// SPDX-License-Identifier: Apache-2.0
//
// check -> save -> apply -> verify -> done. A refusal ends it before anything was touched. A
// failure of apply or verify leads to the way back: the old files, slurmctld where it does not
// answer or was restarted, reconfigure, the slurmd that were restarted, ping; then it is rolled
// back.
#include "slurmconf/rollout.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::slurmconf {
namespace {

constexpr std::array<std::string_view, 9> kPhases{
    "Check", "Save", "Apply", "Verify", "RollBack", "Done", "Refused", "RolledBack", "Broken"};

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
    rollout_.phase = phase;
    rollout_.step = 0;
    rollout_.tries = 0;
    if (phase == Phase::kDone) {
      rollout_.message.clear();
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
    const bool again =
        result.error().code == Code::kUnavailable && ++rollout_.tries <= options_.patience;
    if (otherwise == Phase::kBroken) {
      if (!again) {
        rollout_.message +=
            "; going back failed too: " + with_context(result.error(), doing).message;
        rollout_.phase = Phase::kBroken;
      }
      return;  // the message keeps why we go back
    }
    rollout_.message = with_context(result.error(), doing).message;
    if (!again && otherwise == Phase::kRollBack && !options_.can_go_back) {
      rollout_.step = rollout_.phase == Phase::kVerify ? plan_.steps.size() : rollout_.step;
      rollout_.phase = Phase::kBroken;
    } else if (!again) {
      enter(otherwise);
    }
  }

  void check() {
    if (plan_.needs == Class::kNoop) {
      return enter(Phase::kDone);
    }
    if (plan_.needs == Class::kRefused) {
      rollout_.message = refusals(plan_);
      return enter(Phase::kRefused);
    }
    const Result<void> looked = look();
    if (!looked && looked.error().code == Code::kUnavailable && !endangers_jobs() &&
        rollout_.tries >= options_.asks) {
      rollout_.jobs.clear();
      return enter(Phase::kSave);
    }
    settle(
        looked, "looking at the cluster",
        [&] {
          if (!rollout_.message.empty()) {
            return options_.waits_for_jobs ? void() : enter(Phase::kRefused);
          }
          enter(Phase::kSave);
        },
        Phase::kRefused);
  }

  bool endangers_jobs() const {
    return std::any_of(plan_.changes.begin(), plan_.changes.end(), [](const Change& change) {
      return change.guard.kind != Guard::Kind::kNothing;
    });
  }

  // Sets the message to what is in the way.
  Result<void> look() {
    TRY_ASSIGN(const Usage usage, cluster_.usage());
    TRY_ASSIGN(rollout_.jobs, cluster_.live_jobs());
    rollout_.message = refusals(with_usage(plan_, usage));
    return {};
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
      if (step != Step::kRestartSlurmd || batch_was_last_) {
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

  // The next nodes whose slurmd was not restarted yet.
  Result<void> restart_batch() {
    TRY_ASSIGN(const std::vector<std::string> nodes, cluster_.nodes());
    std::vector<std::string> left;
    for (const std::string& node : nodes) {
      if (std::find(rollout_.restarted.begin(), rollout_.restarted.end(), node) ==
          rollout_.restarted.end()) {
        left.push_back(node);
      }
    }
    const std::size_t count = std::min(left.size(), std::max<std::size_t>(options_.batch, 1));
    batch_was_last_ = count == left.size();
    left.resize(count);
    if (left.empty()) {
      return {};
    }
    TRY(cluster_.restart_slurmd(left));
    TRY(cluster_.ping());
    rollout_.restarted.insert(rollout_.restarted.end(), left.begin(), left.end());
    return {};
  }

  Result<void> verify() {
    TRY(cluster_.ping());
    TRY_ASSIGN(const std::vector<std::string> lost, cluster_.lost_jobs(rollout_.jobs));
    if (!lost.empty()) {
      return fail(Code::kConflict, "jobs were lost: " + join(lost, ","));
    }
    TRY_ASSIGN(const std::vector<std::string> nodes, cluster_.differing_nodes());
    if (!nodes.empty()) {
      return fail(Code::kUnavailable, "nodes run with another configuration: " + join(nodes, ","));
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
        return settle(rollout_.restarted.empty() ? Result<void>()
                                                 : cluster_.restart_slurmd(rollout_.restarted),
                      to_string(Step::kRestartSlurmd), next, Phase::kBroken);
      default:
        return settle(
            cluster_.ping(), "ping", [&] { enter(Phase::kRolledBack); }, Phase::kBroken);
    }
  }

  Rollout& rollout_;
  const Plan& plan_;
  Cluster& cluster_;
  const RolloutOptions& options_;
  bool batch_was_last_ = false;
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

void advance(Rollout& rollout, const Plan& plan, Cluster& cluster, const RolloutOptions& options) {
  Advance(rollout, plan, cluster, options).run();
}

}  // namespace sluice::slurmconf
