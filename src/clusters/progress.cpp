// SPDX-License-Identifier: Apache-2.0
#include "clusters/progress.h"

#include "api/meta.h"
#include "json/strings.h"
#include "slurmconf/queue.h"

namespace sluice::clusters {

std::string Progress::token() const {
  return mark() + (rollout.phase == slurmconf::Phase::kRollBack ? "-back" : "");
}

std::string Progress::mark() const {
  return to + "-" + std::to_string(started);
}

std::string restart_asked(const json::Value& cluster) {
  const std::string& word = api::annotation(cluster, kRestartAnnotation);
  return word == cluster.at("status", "restarts", "asked").as_string() ? "" : word;
}

Restarts read_restarts(const json::Value& status) {
  return {.accounting = status.at("restarts", "accounting").as_string(),
          .controller = status.at("restarts", "controller").as_string()};
}

void note_restarts(json::Value& status, const Restarts& restarts, const std::string& asked) {
  const auto note = [&](const char* field, const std::string& word) {
    if (!word.empty()) {
      status["restarts"][field] = word;
    }
  };
  note("asked", asked);
  note("accounting", restarts.accounting);
  note("controller", restarts.controller);
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
                    .since = kept.at("sinceSeconds").as_int(),
                    .restart = kept.at("restart").as_string()};
  progress.rollout.phase = *phase;
  progress.rollout.step = static_cast<std::size_t>(kept.at("step").as_int());
  progress.rollout.message = kept.at("message").as_string();
  progress.rollout.jobs = slurmconf::from_ranges(kept.at("jobs").as_string());
  progress.rollout.restarted = json::to_strings(kept.at("restarted"));
  progress.rollout.restarting = json::to_strings(kept.at("restarting"));
  progress.rollout.skipped = json::to_strings(kept.at("skipped"));
  progress.rollout.differing = static_cast<std::size_t>(kept.at("differing").as_int());
  for (const auto& [name, state] : kept.at("closed").as_object()) {
    progress.rollout.closed.partitions.emplace(name, state.as_string());
  }
  for (std::string& node : json::to_strings(kept.at("drained"))) {
    progress.rollout.closed.nodes.insert(std::move(node));
  }
  return progress;
}

json::Value progress_json(const Progress& progress, const slurmconf::Plan& plan) {
  json::Array steps;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    steps.push_back(std::string(slurmconf::to_string(plan.steps[i])));
  }
  json::Value value =
      json::Object{{"from", progress.from},
                   {"to", progress.to},
                   {"phase", std::string(slurmconf::to_string(progress.rollout.phase))},
                   {"step", static_cast<std::int64_t>(progress.rollout.step)},
                   {"steps", std::move(steps)},
                   {"message", progress.rollout.message},
                   {"jobs", slurmconf::to_ranges(progress.rollout.jobs)},
                   {"restarted", json::from_strings(progress.rollout.restarted)},
                   {"startedSeconds", progress.started},
                   {"sinceSeconds", progress.since}};
  if (!progress.restart.empty()) {
    value["restart"] = progress.restart;
  }
  if (!progress.rollout.restarting.empty()) {
    value["restarting"] = json::from_strings(progress.rollout.restarting);
  }
  if (!progress.rollout.skipped.empty()) {
    value["skipped"] = json::from_strings(progress.rollout.skipped);
  }
  if (progress.rollout.differing != 0) {
    value["differing"] = static_cast<std::int64_t>(progress.rollout.differing);
  }
  note_closed(value, progress.rollout.closed);
  return value;
}

void note_closed(json::Value& rollout, const slurmconf::Closed& closed) {
  rollout.erase("closed");
  rollout.erase("drained");
  for (const auto& [name, state] : closed.partitions) {
    rollout["closed"][name] = state;
  }
  if (!closed.nodes.empty()) {
    rollout["drained"] = json::from_strings({closed.nodes.begin(), closed.nodes.end()});
  }
}

std::int64_t seconds_of(WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace sluice::clusters
