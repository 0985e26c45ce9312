// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/validate.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/text.h"
#include "slurm/host_list.h"
#include "slurmconf/expected_value.h"
#include "slurmconf/facts.h"

namespace sluice::slurmconf {
namespace {

// How many letters have to be changed, added or left out.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

std::string hint(File file, std::string_view kind, std::string_view name) {
  if (name.size() > 64) {
    return "";
  }
  std::size_t best = name.size() / 3 + 1;
  std::string_view nearest;
  for (const Fact& fact : facts()) {
    if (fact.file != file || fact.kind != kind) {
      continue;
    }
    const std::size_t far = distance(to_lower(name), to_lower(fact.name));
    if (far < best) {
      best = far;
      nearest = fact.name;
    }
  }
  return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

class Validation {
 public:
  Validation(const Config& config, const ValidateOptions& options)
      : config_(config), options_(options) {}

  std::vector<Finding> run() {
    for (const Line& line : config_.lines) {
      check_line(line);
    }
    if (config_.file == File::kSlurm) {
      check_nodes();
      check_partitions();
    }
    return std::move(findings_);
  }

 private:
  void error(const std::string& source, std::string message) {
    findings_.push_back({true, source, std::move(message)});
  }
  void note(const std::string& source, std::string message) {
    findings_.push_back({false, source, std::move(message)});
  }

  void check_line(const Line& line) {
    const std::string_view kind = entity_kind(config_.file, line.name());
    std::set<std::string> seen;
    for (std::size_t i = kind.empty() ? 0 : 1; i < line.settings.size(); ++i) {
      const Setting& setting = line.settings[i];
      check_setting(kind, setting, line.source);
      if (!kind.empty() && !seen.insert(to_lower(setting.name)).second) {
        error(line.source, setting.name + " is given twice for " + line.value());
      }
    }
    if (kind.empty() && config_.file != File::kPlugstack) {
      check_once(line);
    }
  }

  void check_setting(std::string_view kind, const Setting& setting, const std::string& source) {
    const std::string what = kind.empty() ? setting.name : std::string(kind) + " " + setting.name;
    const Fact* fact = find_fact(config_.file, kind, setting.name);
    const std::string release = "Slurm " + to_string(options_.release);
    if (fact == nullptr) {
      return error(source, what + " is no parameter of " + std::string(file_name(config_.file)) +
                               hint(config_.file, kind, setting.name));
    }
    if (options_.release < fact->since) {
      return error(source, what + " came with Slurm " + to_string(fact->since) + ", this is " +
                               to_string(options_.release));
    }
    if (options_.release > fact->until) {
      return fact->ignored
                 ? note(source, what + " does nothing since Slurm " + to_string(fact->until))
                 : error(source, what + " is unknown to " + release + ": " +
                                     to_string(fact->until) + " was the last to have it");
    }
    if (fact->type == Type::kSecret && !options_.secrets_allowed) {
      return error(source, what +
                               " is a password in the clear: leave it out here and keep it in a "
                               "Secret, from where it goes into a file that only Slurm reads");
    }
    if (const auto wanted = expected(*fact, setting.value, options_.release)) {
      return error(source, what + "=" + setting.value + ": expected " + *wanted);
    }
    if (const std::string doubt = doubt_of(*fact, setting.value, options_.release);
        !doubt.empty()) {
      note(source, what + ": " + doubt);
    }
  }

  // The parameters that may stand there several times are lines of their own kind, but for this.
  void check_once(const Line& line) {
    static const std::set<std::string> kMany{"slurmctldhost", "prolog", "epilog", "prologslurmctld",
                                             "epilogslurmctld"};
    const std::string key = to_lower(line.name());
    const auto [at, is_new] = first_.emplace(key, &line);
    if (is_new || kMany.contains(key)) {
      return;
    }
    const Line& before = *at->second;
    const Fact* fact = find_fact(config_.file, "", line.name());
    const bool secret = fact != nullptr && fact->type == Type::kSecret;
    if (before.value() == line.value()) {
      note(line.source, line.name() + " is said before, at " + before.source);
    } else {
      error(line.source, secret ? line.name() + " contradicts " + before.source
                                : line.name() + "=" + line.value() + " contradicts " +
                                      before.source + ", which says " + before.value());
    }
  }

  void check_nodes() {
    for (const Entity& node : entities(config_, "NodeName")) {
      const auto [at, is_new] = nodes_.emplace(node.name, node.source);
      if (!is_new) {
        error(node.source, "node " + node.name + " is already defined at " + at->second);
      }
    }
    for (const Entity& set : entities(config_, "NodeSet")) {
      if (!sets_.insert(set.name).second || nodes_.contains(set.name)) {
        error(set.source, "NodeSet=" + set.name + ": a node or set of this name is there already");
      }
      check_names(set, "NodeSet " + set.name);
      if (set.find("Nodes") == nullptr && set.find("Feature") == nullptr) {
        error(set.source, "NodeSet=" + set.name + ": expected Nodes= or Feature=");
      }
    }
    for (const Entity& down : entities(config_, "DownNodes")) {
      for (const std::string& name : slurm::expand_host_list(down.name)) {
        check_name(name, "DownNodes", down.source);
      }
    }
  }

  void check_partitions() {
    std::map<std::string, std::string> seen;
    for (const Entity& partition : entities(config_, "PartitionName")) {
      const auto [at, is_new] = seen.emplace(partition.name, partition.source);
      if (!is_new) {
        error(partition.source,
              "partition " + partition.name + " is already defined at " + at->second);
      }
      check_names(partition, "partition " + partition.name);
    }
    for (const Entity& partition : entities(config_, "PartitionName")) {
      const std::string* other = partition.find("Alternate");
      if (other != nullptr && !seen.contains(*other)) {
        error(partition.source,
              "partition " + partition.name + ": Alternate=" + *other + " is no partition");
      }
    }
    if (seen.empty()) {
      error(std::string(file_name(config_.file)),
            "no PartitionName: slurmctld does not start without a partition");
    }
  }

  void check_names(const Entity& entity, const std::string& what) {
    if (const std::string* names = entity.find("Nodes")) {
      for (const std::string& name : slurm::expand_host_list(*names)) {
        check_name(name, what, entity.source);
      }
    }
  }

  void check_name(const std::string& name, const std::string& what, const std::string& source) {
    const bool known = nodes_.contains(name) || sets_.contains(name) || same_name(name, "ALL") ||
                       name == "\"\"" || name.empty();
    if (!known) {
      error(source, what + " names " + name + ", which is neither a node nor a NodeSet");
    }
  }

  const Config& config_;
  const ValidateOptions& options_;
  std::vector<Finding> findings_;
  std::map<std::string, const Line*> first_;
  std::map<std::string, std::string> nodes_;  // name to place
  std::set<std::string> sets_;
};

const Line* find_line(const Config& config, std::string_view name) {
  const auto found = std::find_if(config.lines.begin(), config.lines.end(),
                                  [&](const Line& line) { return same_name(line.name(), name); });
  return found == config.lines.end() ? nullptr : &*found;
}

bool says(const Config& config, std::string_view name, std::string_view word) {
  const Line* line = find_line(config, name);
  return line != nullptr && to_lower(line->value()).find(word) != std::string::npos;
}

Result<void> check_findings(std::vector<Finding> findings) {
  std::erase_if(findings, [](const Finding& finding) { return !finding.is_error; });
  if (findings.empty()) {
    return {};
  }
  return fail(Code::kInvalid, std::string(trim(to_text(findings))));
}

}  // namespace

bool is_sent_to_nodes(std::string_view parameter, std::string_view value) {
  const Fact* fact = find_fact(File::kSlurm, "", parameter);
  return fact != nullptr && sent_since(*fact) && !value.starts_with('/') &&
         !same_name(value, "none");
}

std::vector<Finding> validate(const Config& config, const ValidateOptions& options) {
  return Validation(config, options).run();
}

std::vector<Finding> validate_together(const Config& slurm, const Config& cgroup) {
  constexpr std::array<std::string_view, 2> kConstrains{"ConstrainRAMSpace", "ConstrainSwapSpace"};
  constexpr std::array<std::string_view, 4> kYes{"yes", "true", "up", "1"};
  std::vector<Finding> findings;
  const bool kills = says(slurm, "JobAcctGatherParams", "overmemorykill") &&
                     !says(slurm, "JobAcctGatherParams", "nooverm") &&
                     says(slurm, "TaskPlugin", "cgroup");
  for (const std::string_view name : kConstrains) {
    const Line* line = find_line(cgroup, name);
    if (kills && line != nullptr &&
        std::find(kYes.begin(), kYes.end(), to_lower(line->value())) != kYes.end()) {
      findings.push_back({true, find_line(slurm, "JobAcctGatherParams")->source,
                          "JobAcctGatherParams=OverMemoryKill contradicts " + line->name() + "=" +
                              line->value() + " of " + line->source +
                              " with TaskPlugin=task/cgroup: expected one of them, for slurmctld "
                              "does not start with both"});
    }
  }
  return findings;
}

std::string to_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += finding.source + ": " + (finding.is_error ? "" : "note: ") + finding.message + "\n";
  }
  return text;
}

Result<void> check(const Config& config, const ValidateOptions& options) {
  return check_findings(validate(config, options));
}

Result<void> check_together(const Config& slurm, const Config& cgroup) {
  return check_findings(validate_together(slurm, cgroup));
}

}  // namespace sluice::slurmconf
