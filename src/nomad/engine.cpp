// SPDX-License-Identifier: Apache-2.0
#include "nomad/engine.h"

#include <algorithm>

#include "base/text.h"
#include "services/registration.h"

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

// Slurm takes what a node says of itself when it does not know the node, and never again: agents
// have it leave and come back, which nobody does here.
constexpr std::string_view kKeptRecord =
    "Slurm keeps the record of a node that it knows, so the nodes there stay what they registered "
    "as. On each, when it has no jobs any more (scontrol update nodename=NODE state=drain): "
    "scontrol delete nodename=NODE, then start slurmd there anew (nomad alloc restart)";

void warn_of_kept_records(Plan& plan) {
  const std::string variable = "Env[" + std::string(services::kRegistersAs) + "]";
  const bool registers_anew =
      std::any_of(plan.changes.begin(), plan.changes.end(),
                  [&](const std::string& line) { return line.find(variable) != line.npos; });
  if (plan.type == "Edited" && registers_anew) {
    plan.warnings += (plan.warnings.empty() ? "" : "\n  ") + std::string(kKeptRecord);
  }
}

}  // namespace

bool JobStatus::is_up(const Allocation& one) const {
  return one.version == version && one.up;
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
  TRY_ASSIGN(const std::vector<KnownJob> there, client_.jobs(graph.name + "-"));
  for (const KnownJob& job : there) {
    const bool wanted =
        std::any_of(graph.services.begin(), graph.services.end(),
                    [&](const auto& s) { return services::deployed_name(s, graph) == job.id; });
    const bool ours = job.is_of(graph.name, graph.space);
    if (wanted && !ours) {
      return fail(Code::kAlreadyExists, "job " + job.id + " is there already and belongs to " +
                                            job.owner() +
                                            "; rename one of them, or use another namespace of "
                                            "Nomad (--namespace)");
    }
    if (!wanted && ours) {
      steps.push_back({Plan{.job = job.id, .type = "Deleted"}, {}});
    }
  }
  for (const services::Service& service : graph.services) {
    TRY_ASSIGN(json::Value job, services::nomad_job(service, graph, options));
    TRY_ASSIGN(Plan plan, client_.plan(job));
    warn_of_kept_records(plan);
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
