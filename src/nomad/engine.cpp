// SPDX-License-Identifier: Apache-2.0
#include "nomad/engine.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::nomad {
namespace {

constexpr int kWritesMemoryLimits = 107;
constexpr Duration kLook =
    std::chrono::seconds(10);  // a blocking query's; changes answer it at once

int number_of(const std::string& version) {
  const auto parts = split(version, '.');
  const auto major = parse_int(parts[0]).value_or(1);
  const auto minor = parts.size() > 1 ? parse_int(parts[1]).value_or(0) : 0;
  return static_cast<int>(std::clamp<std::int64_t>(major, 0, 99) * 100 +
                          std::clamp<std::int64_t>(minor, 0, 99));
}

}  // namespace

bool JobStatus::is_up(const Allocation& one) const {
  return one.version == version && (one.up || (once && one.status == "complete"));
}

bool JobStatus::up() const {
  return !allocations.empty() && std::all_of(allocations.begin(), allocations.end(),
                                             [&](const Allocation& one) { return is_up(one); });
}

Engine::Engine(Client& client, Clock& clock) : client_(client), clock_(clock) {}

Result<std::vector<Step>> Engine::plan(const services::NodeServices& graph,
                                       services::RenderOptions options) {
  TRY(services::require_commands(graph));
  TRY_ASSIGN(const std::string version, client_.version());
  options.nomad_version = number_of(version);
  if (options.nomad_version >= kWritesMemoryLimits) {
    TRY_ASSIGN(const bool lifted, client_.lifts_memory_limits());
    if (!lifted) {
      return fail(
          Code::kInvalid,
          "Nomad " + version +
              " would kill services that use more memory than they asked for, and their "
              "jobs: memory_max counts only with oversubscription. Enable it: nomad operator "
              "scheduler set-config -memory-oversubscription=true");
    }
  }
  std::vector<Step> steps;
  // First those that go: they may hold the ports of others.
  TRY_ASSIGN(const std::vector<std::string> there, client_.jobs_of(graph.name));
  for (const std::string& job : there) {
    const bool ours = std::any_of(graph.services.begin(), graph.services.end(), [&](const auto& s) {
      return services::deployed_name(s, graph) == job;
    });
    if (!ours) {
      steps.push_back({Plan{.job = job, .type = "Deleted"}, {}});
    }
  }
  for (const services::Service& service : graph.services) {
    TRY_ASSIGN(json::Value job, services::nomad_job(service, graph, options));
    TRY_ASSIGN(Plan plan, client_.plan(job));
    steps.push_back({std::move(plan), std::move(job)});
  }
  return steps;
}

Result<void> Engine::apply(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.plan.changes_nothing()) {
      continue;
    }
    auto done = step.job.is_null() ? client_.stop(step.plan.job)
                                   : client_.register_job(step.job, step.plan.job_modify_index);
    if (!done) {
      return tl::unexpected(with_context(std::move(done).error(), "job " + step.plan.job));
    }
  }
  return {};
}

Result<void> Engine::look_at(JobStatus& status, std::int64_t& index, Duration wait) {
  TRY_ASSIGN(auto all, client_.allocations(status.job, index, wait));
  status.allocations = newest_by_node(std::move(all));
  for (const Allocation& one : status.allocations) {
    std::string& last = evaluated_[status.job + " " + one.node];
    if (one.dead() && !status.once && last != one.id) {
      TRY(client_.evaluate(status.job));
      last = one.id;
    }
  }
  return {};
}

Result<std::vector<JobStatus>> Engine::look(const services::NodeServices& graph) {
  std::vector<JobStatus> all;
  for (const services::Service& service : graph.services) {
    JobStatus one{.job = services::deployed_name(service, graph),
                  .once = service.restart == services::Restart::kNever};
    const auto version = client_.job_version(one.job);
    if (version) {
      one.version = *version;
      std::int64_t index = 0;
      TRY(look_at(one, index, {}));
    } else if (version.error().code != Code::kNotFound) {
      return tl::unexpected(version.error());
    }
    all.push_back(std::move(one));
  }
  return all;
}

Result<void> Engine::wait(const services::NodeServices& graph, Duration timeout) {
  const SteadyTime deadline = clock_.steady() + timeout;
  for (const services::Service& service : graph.services) {
    JobStatus now{.job = services::deployed_name(service, graph),
                  .once = service.restart == services::Restart::kNever};
    TRY_ASSIGN(now.version, client_.job_version(now.job));
    std::int64_t index = 0;
    while (true) {
      TRY(look_at(now, index, kLook));
      if (now.up()) {
        break;
      }
      if (clock_.steady() >= deadline) {
        std::string why = now.allocations.empty() ? ": no machine runs it" : "";
        for (const Allocation& one : now.allocations) {
          why += now.is_up(one) ? "" : ": on " + one.node + " " + one.status + " (" + one.why + ")";
        }
        return fail(Code::kTimeout, "job " + now.job + " is not up" + why);
      }
    }
  }
  return {};
}

}  // namespace sluice::nomad
