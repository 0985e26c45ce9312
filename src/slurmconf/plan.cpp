// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/plan.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "slurmconf/diff.h"

namespace sluice::slurmconf {
namespace {

constexpr std::array<std::string_view, 6> kSteps{"write the files",
                                                 "restart slurmdbd",
                                                 "restart slurmctld",
                                                 "scontrol reconfigure",
                                                 "restart slurmd on all nodes, in batches",
                                                 "verify: ping, what nodes run with, jobs"};

const Config& config_of(const std::vector<Config>& all, const Config& none) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Config& one) { return one.file == none.file; });
  return found == all.end() ? none : *found;
}

bool any(const std::vector<Change>& changes, Class needs) {
  return std::any_of(changes.begin(), changes.end(),
                     [&](const Change& change) { return change.needs == needs; });
}

// What the changes need together, and the steps of it.
void conclude(Plan& plan) {
  plan.needs = Class::kNoop;
  plan.steps.clear();
  for (const Change& change : plan.changes) {
    plan.needs = std::max(plan.needs, change.needs);
  }
  if (plan.needs == Class::kNoop || plan.needs == Class::kRefused) {
    return;
  }
  const bool all = any(plan.changes, Class::kRestartAll);
  const bool slurmctld = all || any(plan.changes, Class::kRestartSlurmctld);
  const bool slurmd = all || any(plan.changes, Class::kRestartSlurmd);
  if (slurmctld && slurmd) {
    plan.needs = Class::kRestartAll;
  }
  plan.steps = {Step::kWriteFiles};
  if (any(plan.changes, Class::kRestartSlurmdbd)) {
    plan.steps.push_back(Step::kRestartSlurmdbd);
  }
  if (slurmctld) {
    plan.steps.push_back(Step::kRestartSlurmctld);
  }
  // A slurmctld that starts does not tell its nodes of new files.
  if (plan.needs != Class::kRestartSlurmdbd && !(slurmctld && slurmd)) {
    plan.steps.push_back(Step::kReconfigure);
  }
  if (slurmd) {
    plan.steps.push_back(Step::kRestartSlurmd);
  }
  plan.steps.push_back(Step::kVerify);
}

int jobs_behind(const Guard& guard, const Usage& usage) {
  const auto count = [&](const std::map<std::string, int>& jobs) {
    const auto found = jobs.find(guard.name);
    return found == jobs.end() ? 0 : found->second;
  };
  switch (guard.kind) {
    case Guard::Kind::kPartition:
      return count(usage.jobs_of_partition);
    case Guard::Kind::kNode:
      return count(usage.jobs_of_node);
    case Guard::Kind::kMachines:
      return usage.jobs_on_nodes;
    case Guard::Kind::kNothing:
      return 0;
  }
  return 0;
}

std::string_view would_be(Guard::Kind kind) {
  switch (kind) {
    case Guard::Kind::kPartition:
      return " in it and would be cancelled: drain it first";
    case Guard::Kind::kMachines:
      return " on nodes, whose slurmd would stop, and would be lost: let them end first";
    default:
      return " on it and would be lost: drain it first";
  }
}

// "1 job is" and "7 jobs are" become one word.
std::string without_counts(std::string_view text) {
  const std::vector<std::string_view> words = split(text, ' ');
  std::string rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool counts = i + 2 < words.size() && parse_int(words[i]).has_value() &&
                        words[i + 1].starts_with("job");
    rest += counts ? "jobs" : std::string(words[i]);
    rest += " ";
    i += counts ? 2 : 0;
  }
  return rest;
}

std::string shown(const std::string& value) {
  return value.empty() ? "(none)" : value;
}

}  // namespace

std::string_view to_string(Step step) {
  return kSteps[static_cast<std::size_t>(step)];
}

Plan make_plan(const std::vector<Config>& from, const std::vector<Config>& to, Release release) {
  Plan plan{.release = release, .changes = {}, .needs = Class::kNoop, .steps = {}};
  for (const File file : kFiles) {
    const Config none{file, {}};
    const std::vector<Change> changes =
        changes_between(config_of(from, none), config_of(to, none), release);
    plan.changes.insert(plan.changes.end(), changes.begin(), changes.end());
  }
  conclude(plan);
  return plan;
}

Plan with_changes(Plan plan, const std::vector<Change>& more) {
  plan.changes.insert(plan.changes.end(), more.begin(), more.end());
  conclude(plan);
  return plan;
}

Plan without_agents(Plan plan) {
  if (std::find(plan.steps.begin(), plan.steps.end(), Step::kRestartSlurmd) != plan.steps.end()) {
    plan.by_hand =
        "no agent follows this cluster: restart slurmd on its nodes yourself, for until then they "
        "go on as they were";
  }
  return plan;
}

Plan with_usage(Plan plan, const Usage& usage) {
  for (Change& change : plan.changes) {
    const int jobs = jobs_behind(change.guard, usage);
    if (jobs == 0) {
      continue;
    }
    change.needs = Class::kRefused;
    change.why = std::to_string(jobs) + (jobs == 1 ? " job is" : " jobs are") +
                 std::string(would_be(change.guard.kind));
  }
  conclude(plan);
  return plan;
}

std::string to_text(const Plan& plan) {
  if (plan.changes.empty()) {
    return "Nothing changes.\n";
  }
  std::string text = std::string(to_string(plan.needs)) + " for Slurm " + to_string(plan.release) +
                     ", " + std::to_string(plan.changes.size()) +
                     (plan.changes.size() == 1 ? " change:\n" : " changes:\n");
  for (const Change& change : plan.changes) {
    text += "  " + (change.of_cluster ? "" : std::string(file_name(change.file)) + ": ") +
            change.what + ": " + shown(change.from) + " -> " + shown(change.to) + "  [" +
            std::string(to_string(change.needs)) + "]\n";
    if (!change.why.empty()) {
      text += "      " + change.why + "\n";
    }
    if (change.guard.kind != Guard::Kind::kNothing && change.needs != Class::kRefused) {
      text += "      only while no job is there\n";
    }
  }
  if (plan.needs == Class::kRefused) {
    return text + "Refused: no file is written.\n";
  }
  text += plan.steps.empty() ? "No step is needed.\n" : "Steps:\n";
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    text += "  " + std::to_string(i + 1) + ". " + std::string(to_string(plan.steps[i])) + "\n";
  }
  return text + (plan.by_hand.empty() ? "" : "By hand: " + plan.by_hand + "\n");
}

std::string refusals(const Plan& plan) {
  std::string text;
  for (const Change& change : plan.changes) {
    if (change.needs == Class::kRefused) {
      text += (text.empty() ? "" : "; ") + change.what + ": " + change.why;
    }
  }
  return text;
}

bool same_refusals(std::string_view a, std::string_view b) {
  return without_counts(a) == without_counts(b);
}

bool endangers_jobs(const Plan& plan) {
  return std::any_of(plan.changes.begin(), plan.changes.end(), [](const Change& change) {
    return change.guard.kind != Guard::Kind::kNothing;
  });
}

}  // namespace sluice::slurmconf
