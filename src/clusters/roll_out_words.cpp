// SPDX-License-Identifier: Apache-2.0
#include "clusters/roll_out_words.h"

#include "base/text.h"

namespace sluice::clusters {

using slurmconf::Phase;

namespace {

// Of those who were down.
std::string without(const Progress& progress) {
  const std::vector<std::string>& skipped = progress.rollout.skipped;
  return skipped.empty() ? ""
                         : "; not on " + join(skipped, ",") +
                               ", down: slurmd is restarted there when the machine is back";
}

}  // namespace

Words words_of(const Progress& progress, bool can_go_back) {
  const std::string& why = progress.rollout.message;
  switch (progress.rollout.phase) {
    case Phase::kRefused:
      return {"ChangeRefused", why};
    case Phase::kRolledBack:
      return {"RolledBack", "the change to " + progress.to + " was taken back: " + why +
                                without(progress) + "; " + progress.from +
                                " is in effect, and this spec is not tried again: correct it, or "
                                "go back with sluice rollback"};
    case Phase::kBroken:
      return {"RolloutFailed",
              why + (can_go_back ? "; somebody has to look"
                                 : "; all stays as it is, for an older Slurm cannot read what a "
                                   "newer one has stored: correct the spec, and it goes on from "
                                   "here")};
    case Phase::kCheck:
      return {why.empty() ? "RollingOut" : "Waiting", why};
    default:
      return {"RollingOut", std::string(slurmconf::to_string(progress.rollout.phase)) +
                                (why.empty() ? "" : ": " + why)};
  }
}

std::optional<runtime::Note> event_of(const slurmconf::Plan& plan, const Progress& progress) {
  using runtime::Note;
  const std::string& why = progress.rollout.message;
  switch (progress.rollout.phase) {
    case Phase::kSave:
      return Note{.reason = "ConfigurationChanged", .message = slurmconf::to_text(plan)};
    case Phase::kRollBack:
      return Note{.type = "Warning", .reason = "RollingBack", .message = why};
    case Phase::kRolledBack:
      return Note{.type = "Warning",
                  .reason = "RolledBack",
                  .message = progress.from + " is in effect again: " + why + without(progress)};
    case Phase::kBroken:
      return Note{.type = "Warning", .reason = "RolloutFailed", .message = why};
    case Phase::kRefused:
      return Note{.type = "Warning", .reason = "ChangeRefused", .message = why};
    case Phase::kDone:
      return Note{.type = progress.rollout.skipped.empty() ? "Normal" : "Warning",
                  .reason = "ConfigurationInEffect",
                  .message = progress.to + " is in effect" + without(progress) +
                             (plan.by_hand.empty() ? "" : "; " + plan.by_hand)};
    default:
      return std::nullopt;
  }
}

}  // namespace sluice::clusters
