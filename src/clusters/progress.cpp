// SPDX-License-Identifier: Apache-2.0
#include "clusters/progress.h"

#include "api/meta.h"
#include "slurmconf/queue.h"

namespace sluice::clusters {

std::string Progress::token() const {
  const bool back = rollout.phase == slurmconf::Phase::kRollBack;
  return to + "-" + std::to_string(started) + (back ? "-back" : "");
}

std::optional<Progress> read_progress(const json::Value& status) {
  const json::Value& kept = status.at("rollout");
  const auto phase = slurmconf::phase_of(kept.at("phase").as_string());
  if (!phase) {
    return std::nullopt;
  }
  Progress progress{.from = kept.at("from").as_string(),
                    .to = kept.at("to").as_string(),
                    .started = kept.at("startedSeconds").as_int(),
                    .since = kept.at("sinceSeconds").as_int()};
  progress.rollout.phase = *phase;
  progress.rollout.step = static_cast<std::size_t>(kept.at("step").as_int());
  progress.rollout.message = kept.at("message").as_string();
  progress.rollout.jobs = slurmconf::from_ranges(kept.at("jobs").as_string());
  for (const json::Value& node : kept.at("restarted").as_array()) {
    progress.rollout.restarted.push_back(node.as_string());
  }
  return progress;
}

json::Value progress_json(const Progress& progress, const slurmconf::Plan& plan) {
  json::Array steps;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    steps.push_back(std::string(slurmconf::to_string(plan.steps[i])));
  }
  json::Array restarted;
  for (const std::string& node : progress.rollout.restarted) {
    restarted.push_back(node);
  }
  return json::Object{{"from", progress.from},
                      {"to", progress.to},
                      {"phase", std::string(slurmconf::to_string(progress.rollout.phase))},
                      {"step", static_cast<std::int64_t>(progress.rollout.step)},
                      {"steps", std::move(steps)},
                      {"message", progress.rollout.message},
                      {"jobs", slurmconf::to_ranges(progress.rollout.jobs)},
                      {"restarted", std::move(restarted)},
                      {"startedSeconds", progress.started},
                      {"sinceSeconds", progress.since}};
}

std::int64_t seconds_of(WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace sluice::clusters
