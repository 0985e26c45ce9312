// SPDX-License-Identifier: Apache-2.0
#include "detach/queue.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>

#include "base/text.h"

namespace sluice::detach {
namespace {

// Slurm's words, of which some go on: "ReqNodeNotAvail, UnavailableNodes:n1". Jobs with
// BadConstraints are held by Slurm, whatever nodes come.
constexpr std::array<std::string_view, 6> kForNodes{
    "Resources",          "Priority",        "ReqNodeNotAvail",
    "PartitionNodeLimit", "PartitionConfig", "Nodes required for job are DOWN"};

std::optional<std::int64_t> positive(std::string_view text) {
  const auto number = parse_int(text);
  return number && *number > 0 ? std::optional(*number) : std::nullopt;
}

// "0", "500M", "1.50G": mebibytes, rounded up; Slurm leaves the M out of nothing.
std::optional<std::int64_t> memory(std::string_view text) {
  if (text.empty()) {
    return std::nullopt;
  }
  double unit = 1;
  if (const std::size_t at = std::string_view("KMGT").find(text.back());
      at != std::string_view::npos) {
    constexpr std::array kUnits{1.0 / 1024, 1.0, 1024.0, 1024.0 * 1024};
    unit = kUnits.at(at);
    text.remove_suffix(1);
  }
  const std::size_t dot = text.find('.');
  const auto whole = parse_int(text.substr(0, dot));
  double value = 0;
  if (!whole || *whole < 0 || *whole > (std::int64_t{1} << 40)) {
    return std::nullopt;
  }
  value = static_cast<double>(*whole);
  if (dot != std::string_view::npos) {
    const std::string_view digits = text.substr(dot + 1);
    const auto part = parse_int(digits);
    if (!part || *part < 0 || digits.size() > 9) {
      return std::nullopt;
    }
    double scale = 1;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      scale *= 10;
    }
    value += static_cast<double>(*part) / scale;
  }
  const auto rounded = static_cast<std::int64_t>(value * unit);
  return static_cast<double>(rounded) < value * unit ? rounded + 1 : rounded;
}

// "cpu=8,mem=800M,node=2,billing=8": of each node; nothing is said of memory where it is not
// counted.
std::optional<std::int64_t> memory_of_each(std::string_view asked) {
  std::optional<std::int64_t> all = 0;
  std::int64_t nodes = 1;
  for (const std::string_view one : split(asked, ',')) {
    if (one.starts_with("mem=")) {
      all = memory(one.substr(4));
    } else if (one.starts_with("node=")) {
      nodes = positive(one.substr(5)).value_or(1);
    }
  }
  return all ? std::optional(*all / nodes + (*all % nodes == 0 ? 0 : 1)) : std::nullopt;
}

// "2", "4G" as Slurm counts; nothing: it is a word.
std::optional<std::int64_t> amount(std::string_view text) {
  std::int64_t unit = 1;
  if (const std::size_t at = text.empty() ? std::string_view::npos
                                          : std::string_view("KMGT").find(text.back());
      at != std::string_view::npos) {
    unit = std::int64_t{1} << (10 * (at + 1));
    text.remove_suffix(1);
  }
  const auto number = parse_int(text);
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  return number && *number >= 0 ? std::optional(std::min(*number, kMost / unit) * unit)
                                : std::nullopt;
}

std::string without_brackets(std::string_view text) {
  std::string kept;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) {
      kept += c;
    }
    depth -= c == ')' && depth > 0 ? 1 : 0;
  }
  return kept;
}

// What each of so many nodes must have at least.
void add_gres(Gres& each, std::string_view text, std::int64_t nodes) {
  for (const auto& [name, wanted] : parse_gres(text)) {
    each[name] = std::max(each[name], wanted / nodes + (wanted % nodes == 0 ? 0 : 1));
  }
}

// The rest of the line, but for what ends it.
std::string constraint_at(const std::vector<std::string_view>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i + 1 < words.size(); ++i) {
    text += (i == first ? "" : "|") + std::string(words[i]);
  }
  return text == "(null)" || text == "N/A" ? "" : text;
}

Error wrong(const std::string& field, const std::string& expected) {
  return {Code::kInvalid, "jobs." + field + ": " + expected + " is expected"};
}

Result<std::int64_t> number(const json::Value& job, const char* field, std::int64_t least) {
  const json::Value& value = job.at(field);
  if (!value.is_int() || value.as_int() < least) {
    return tl::unexpected(wrong(field, "a number of at least " + std::to_string(least)));
  }
  return value.as_int();
}

}  // namespace

json::Value to_json(const std::vector<WaitingJob>& jobs) {
  json::Array all;
  for (const WaitingJob& job : jobs) {
    all.push_back(json::Object{{"id", job.id},
                               {"partition", job.partition},
                               {"reason", job.reason},
                               {"nodes", job.nodes},
                               {"cpus", job.cpus},
                               {"memoryMiB", job.memory_mib}});
    for (const auto& [name, wanted] : job.gres) {
      all.back()["gres"][name] = wanted;
    }
    if (!job.constraint.empty()) {
      all.back()["constraint"] = job.constraint;
    }
  }
  return json::Object{{"jobs", std::move(all)}};
}

Result<std::vector<WaitingJob>> read_waiting_jobs(const json::Value& value) {
  if (!value.at("jobs").is_array()) {
    return fail(Code::kInvalid, "jobs: a list is expected");
  }
  std::vector<WaitingJob> jobs;
  for (const json::Value& one : value.at("jobs").as_array()) {
    WaitingJob job{.id = one.at("id").as_string(),
                   .partition = one.at("partition").as_string(),
                   .reason = one.at("reason").as_string()};
    TRY_ASSIGN(job.nodes, number(one, "nodes", 1));
    TRY_ASSIGN(job.cpus, number(one, "cpus", 1));
    TRY_ASSIGN(job.memory_mib, number(one, "memoryMiB", 0));
    for (const json::Member& wanted : one.at("gres").as_object()) {
      TRY_ASSIGN(job.gres[wanted.key], number(one.at("gres"), wanted.key.c_str(), 0));
    }
    job.constraint = one.at("constraint").as_string();
    jobs.push_back(std::move(job));
  }
  return jobs;
}

bool waits_for_nodes(std::string_view reason) {
  return std::any_of(kForNodes.begin(), kForNodes.end(), [&](std::string_view word) {
    return reason.starts_with(word) && (reason.size() == word.size() || reason[word.size()] == ',');
  });
}

Gres parse_gres(std::string_view text) {
  // Of a trackable resource that is no generic one there is enough where there are machines.
  constexpr std::array<std::string_view, 5> kOthers{"cpu", "mem", "node", "license", "bb"};
  Gres all;
  std::string plain = without_brackets(text);
  std::replace(plain.begin(), plain.end(), '=', ':');
  for (std::string_view one : split(plain, ',')) {
    if (one.starts_with("gres:") || one.starts_with("gres/")) {
      one.remove_prefix(5);
    }
    const auto words = split(one, ':');
    const std::string name(words.front());
    const auto number = words.size() > 1 ? amount(words.back()) : std::nullopt;
    const bool has_type = words.size() > (number ? 2U : 1U);
    if (name.empty() || name == "N/A" || number == 0 ||
        std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end()) {
      continue;
    }
    all["gres/" + name] += number.value_or(1);
    if (has_type) {
      all["gres/" + name + ":" + std::string(words[1])] += number.value_or(1);
    }
  }
  return all;
}

std::vector<WaitingJob> parse_waiting(std::string_view squeue_output) {
  std::vector<WaitingJob> jobs;
  for (const std::string_view line : split(squeue_output, '\n')) {
    const auto words = split(line, '|');
    if (words.size() < 12) {
      continue;
    }
    const auto nodes = positive(words[3]);
    const auto cpus = positive(words[4]);
    const auto each = memory_of_each(words[5]);
    if (!nodes || !cpus || !each || words[0].empty()) {
      continue;
    }
    WaitingJob job{std::string(words[0]), std::string(words[1]), std::string(words[2]), *nodes,
                   *cpus,                 *each};
    add_gres(job.gres, words[6], 1);
    add_gres(job.gres, words[7], *nodes);
    add_gres(job.gres, words[8], 1);  // of a task, of which each node has one at least
    add_gres(job.gres, words[9], 1);
    job.constraint = constraint_at(words, 10);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace sluice::detach
