// SPDX-License-Identifier: Apache-2.0
#include "jobs/dependencies.h"

#include <set>

#include "api/meta.h"
#include "base/text.h"
#include "jobs/file_spec.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"
#include "jobs/script_options.h"

namespace sluice::jobs {
namespace {

using Find = std::function<client::ObjectPtr(const std::string&)>;
using Verdict = Dependencies::Verdict;

constexpr std::string_view kDefault = "afterok";

std::string_view condition_of(const json::Value& dependency) {
  const std::string& when = dependency.at("when").as_string();
  return when.empty() ? kDefault : std::string_view(when);
}

bool same_cluster(const json::Value& a, const json::Value& b) {
  return a.at("spec", "connection") == b.at("spec", "connection") &&
         a.at("spec", "connectionRef") == b.at("spec", "connectionRef");
}

// The way back to where it began: "a", "b", "a"; empty: there is none.
std::vector<std::string> find_cycle(const std::string& begin, const client::Object& at,
                                    const Find& find, std::set<std::string>& seen) {
  for (const std::string& name : depended_on(at)) {
    if (name == begin) {
      return {name};
    }
    const client::ObjectPtr next = seen.insert(name).second ? find(name) : nullptr;
    if (next == nullptr) {
      continue;
    }
    std::vector<std::string> rest = find_cycle(begin, *next, find, seen);
    if (!rest.empty()) {
      rest.insert(rest.begin(), name);
      return rest;
    }
  }
  return {};
}

// Of one job that it depends on; `option` without the dashes.
Dependencies judge(const client::Object& job, const json::Value& dependency, const Find& find) {
  const std::string& name = dependency.at("name").as_string();
  const std::string when(condition_of(dependency));
  const client::ObjectPtr other = find(name);
  if (other == nullptr) {
    return {Verdict::kWaits, "", "DependencyUnknown",
            "spec.dependsOn: there is no SlurmJob \"" + name + "\" in this namespace yet"};
  }
  if (!same_cluster(job, *other)) {
    return {Verdict::kNever, "", "DependencyElsewhere",
            "spec.dependsOn: SlurmJob \"" + name +
                "\" is of another cluster: expected the same connection"};
  }
  const std::string state = state_in_slurm(*other);
  if (when != "after" && has_inputs(job) && !is_finished(*other)) {
    return {Verdict::kWaits, "", "Dependency",
            "waits for SlurmJob \"" + name + "\" to be over: the inputs are copied then"};
  }
  if (is_over(state) && !is_to_be_submitted(*other)) {
    const bool good = state == state::kCompleted;
    const bool met = when == "afterok" ? good : when == "afternotok" ? !good : true;
    return met ? Dependencies{}
               : Dependencies{Verdict::kNever, "", "DependencyNeverSatisfied",
                              "spec.dependsOn: SlurmJob \"" + name + "\" is " + state + ", which " +
                                  when + " does not allow"};
  }
  if (when == "after" && state == state::kRunning) {
    return {};
  }
  const bool may_be_another = other->at("spec", "retries", "limit").as_int() > 0;
  if (job_id(*other) == 0 || may_be_another) {
    return {Verdict::kWaits, "", "Dependency",
            "waits for SlurmJob \"" + name + "\" to be " +
                (may_be_another ? "over: it may be launched again" : "submitted")};
  }
  return {Verdict::kReady, when + ":" + std::to_string(job_id(*other)), "", ""};
}

}  // namespace

std::vector<std::string> depended_on(const client::Object& job) {
  std::vector<std::string> names;
  for (const json::Value& dependency : job.at("spec", "dependsOn").as_array()) {
    names.push_back(dependency.at("name").as_string());
  }
  return names;
}

Dependencies judge_dependencies(const client::Object& job, const Find& find) {
  std::set<std::string> seen;
  if (auto cycle = find_cycle(api::name(job), job, find, seen); !cycle.empty()) {
    cycle.insert(cycle.begin(), api::name(job));
    return {Verdict::kNever, "", "DependencyCycle",
            "spec.dependsOn: the jobs wait for each other: " + join(cycle, " → ")};
  }
  std::vector<std::string> options;
  Dependencies waits;
  for (const json::Value& dependency : job.at("spec", "dependsOn").as_array()) {
    Dependencies one = judge(job, dependency, find);
    if (one.verdict == Verdict::kNever) {
      return one;
    }
    if (one.verdict == Verdict::kWaits) {
      waits = std::move(one);
    } else if (!one.option.empty()) {
      options.push_back(std::move(one.option));
    }
  }
  if (waits.verdict == Verdict::kWaits || options.empty()) {
    return waits;
  }
  const std::string& script = job.at("spec", "job", "scriptCode").as_string();
  if (option_value(script, "dependency", 'd')) {
    return {Verdict::kNever, "", "DependencyTwice",
            "spec.dependsOn: the script has a line #SBATCH --dependency, which would replace it: "
            "expected one of them"};
  }
  return {Verdict::kReady, "--dependency=" + join(options, ","), "", ""};
}

}  // namespace sluice::jobs
