// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli_parse.h"

#include <pwd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "slurm/job_state.h"
#include "slurm/refusal.h"

namespace sluice::slurm {
namespace {

constexpr char kField = '\x1f';
constexpr char kRecord = '\x1e';

constexpr std::array<std::string_view, 18> kJobFields{
    "JobID",   "Name",      "Comment",   "Partition",    "UserName",   "State",
    "Reason",  "NodeList",  "exit_code", "PriorityLong", "SubmitTime", "StartTime",
    "EndTime", "BatchFlag", "TimeLimit", "RestartCnt",   "ArrayJobID", "ArrayTaskID"};
constexpr std::array<std::string_view, 15> kAccountFields{
    "JobIDRaw", "JobName",  "Comment", "Partition", "User", "State",        "Reason", "NodeList",
    "ExitCode", "Priority", "Submit",  "Start",     "End",  "TimelimitRaw", "JobID"};
constexpr std::array<std::string_view, 7> kNodeFields{
    "NodeList", "PartitionName", "StateComplete", "CPUs", "Memory", "Reason", "Gres"};

// Width 0 prints a field in full; what follows it is printed behind it.
template <std::size_t N>
std::string format(const std::array<std::string_view, N>& fields) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    text += (i == 0 ? "" : ",") + std::string(fields[i]) + ":0" + (i + 1 == N ? kRecord : kField);
  }
  return text;
}

std::vector<std::vector<std::string_view>> records(std::string_view text, std::size_t width) {
  std::vector<std::vector<std::string_view>> result;
  for (std::string_view record : split(text, kRecord)) {
    if (record.starts_with('\n')) {
      record.remove_prefix(1);
    }
    auto fields = split(record, kField);
    if (fields.size() == width) {
      result.push_back(std::move(fields));
    }
  }
  return result;
}

std::string text_of(std::string_view field) {
  return field == "(null)" ? std::string() : std::string(field);
}

// A size of the machine; bounded, so that sums cannot overflow.
std::int64_t amount_of(std::string_view field) {
  return std::clamp<std::int64_t>(parse_int(field).value_or(0), 0, 1'000'000'000'000);
}

// Seconds since the epoch; Slurm's words for "none" become 0.
std::int64_t time_of(std::string_view field) {
  return parse_int(field).value_or(0);
}

// A number as people write it to a user's name, where she has one.
std::string user_name(std::string_view id) {
  const auto number = parse_int(id);
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  const bool known = number && *number >= 0 && *number < std::numeric_limits<uid_t>::max() &&
                     ::getpwuid_r(static_cast<uid_t>(*number), &entry, buffer.data(), buffer.size(),
                                  &found) == 0 &&
                     found != nullptr;
  return known ? std::string(found->pw_name) : std::string(id);
}

// As wait(2) tells it, or "code:signal" from Slurm 24.11 on.
Exit exit_of(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) {
    return decode_exit(static_cast<std::uint32_t>(parse_int(field).value_or(0)));
  }
  return {static_cast<int>(parse_int(field.substr(0, colon)).value_or(0) & 0xff),
          static_cast<int>(parse_int(field.substr(colon + 1)).value_or(0) & 0x7f)};
}

// Tasks that wait are in brackets in accounting: "[4-9%2]".
void set_array(Job& job, std::string_view array, std::string_view tasks) {
  const auto id = parse_int(array);
  if (!id || *id <= 0 || *id > std::numeric_limits<JobId>::max()) {
    return;
  }
  if (tasks.starts_with('[') && tasks.ends_with(']')) {
    tasks = tasks.substr(1, tasks.size() - 2);
  }
  job.array_job = static_cast<JobId>(*id);
  job.array_tasks = std::string(tasks);
}

// "PartitionName=main State=UP ..." in one line, values without blanks.
std::string_view value_of(std::string_view line, std::string_view key) {
  for (const std::string_view word : split(line, ' ')) {
    if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
      return word.substr(key.size() + 1);
    }
  }
  return {};
}

}  // namespace

std::string jobs_format() {
  return format(kJobFields);
}
std::string nodes_format() {
  return format(kNodeFields);
}

std::vector<Job> parse_jobs(std::string_view squeue_output) {
  std::vector<Job> jobs;
  for (const auto& f : records(squeue_output, kJobFields.size())) {
    const auto id = parse_int(f[0]);
    if (!id || *id <= 0 || *id > std::numeric_limits<JobId>::max()) {
      continue;
    }
    Job job{.id = static_cast<JobId>(*id),
            .name = text_of(f[1]),
            .comment = text_of(f[2]),
            .partition = text_of(f[3]),
            .user = text_of(f[4]),
            .state = parse_job_state(f[5]),
            .reason = text_of(f[6]),
            .nodes = text_of(f[7])};
    const Exit exit = exit_of(f[8]);
    job.exit_code = exit.code;
    job.signal = exit.signal;
    job.held = job.state == JobState::kPending && f[9] == "0";
    job.batch = f[13] != "0";
    job.priority = amount_of(f[9]);
    job.time_limit_seconds = parse_slurm_duration(f[14]);
    job.restarts = amount_of(f[15]);
    set_times(job, time_of(f[10]), time_of(f[11]), time_of(f[12]));
    if (f[17] != "N/A") {
      set_array(job, f[16], f[17]);
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

std::string accounting_format() {
  std::string text;
  for (const std::string_view field : kAccountFields) {
    text += (text.empty() ? "" : ",") + std::string(field);
  }
  return text;
}

std::vector<Job> parse_accounting(std::string_view sacct_output) {
  std::vector<Job> jobs;
  for (const std::string_view line : split(sacct_output, '\n')) {
    const auto f = split(line, kAccountingDelimiter.front());
    const auto id = parse_int(f[0]);
    if (f.size() != kAccountFields.size() || !id || *id <= 0 ||
        *id > std::numeric_limits<JobId>::max()) {
      continue;
    }
    constexpr std::string_view kBy = " by ";  // "CANCELLED by 1000"
    const std::size_t by = f[5].find(kBy);
    Job job{.id = static_cast<JobId>(*id),
            .name = text_of(f[1]),
            .comment = text_of(f[2]),
            .partition = text_of(f[3]),
            .user = text_of(f[4]),
            .state = parse_job_state(f[5].substr(0, by)),
            .reason = text_of(f[6]),
            .nodes = f[7] == "None assigned" ? "" : text_of(f[7])};
    const Exit exit = exit_of(f[8]);
    job.exit_code = exit.code;
    job.signal = exit.signal;
    job.priority = amount_of(f[9]);
    job.time_limit_seconds = amount_of(f[13]) * 60;
    if (const std::size_t task = f[14].find('_'); task != std::string_view::npos) {
      set_array(job, f[14].substr(0, task), f[14].substr(task + 1));
    }
    if (by != std::string_view::npos) {
      job.cancelled_by = user_name(f[5].substr(by + kBy.size()));
    }
    set_remembered_times(job, time_of(f[10]), time_of(f[11]), time_of(f[12]));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

std::vector<Node> parse_nodes(std::string_view sinfo_output) {
  std::vector<Node> nodes;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const auto& f : records(sinfo_output, kNodeFields.size())) {
    if (f[0].empty()) {
      continue;  // a partition without nodes
    }
    const auto [known, is_new] = index.try_emplace(f[0], nodes.size());
    if (is_new) {
      std::string state(f[2]);
      std::transform(state.begin(), state.end(), state.begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      nodes.push_back({.name = std::string(f[0]),
                       .state = std::move(state),
                       .reason = f[5] == "none" ? "" : text_of(f[5]),
                       .cpus = amount_of(f[3]),
                       .memory_mib = amount_of(f[4]),
                       .gres = parse_gres(f[6])});
    }
    if (!f[1].empty()) {
      nodes[known->second].partitions.emplace_back(f[1]);
    }
  }
  return nodes;
}

std::vector<Partition> parse_partitions(std::string_view scontrol_output) {
  std::vector<Partition> partitions;
  for (const std::string_view line : split(scontrol_output, '\n')) {
    const std::string_view name = value_of(line, "PartitionName");
    if (!name.empty()) {
      partitions.push_back({.name = std::string(name),
                            .is_default = value_of(line, "Default") == "YES",
                            .up = value_of(line, "State") == "UP",
                            .hidden = value_of(line, "Hidden") == "YES",
                            .max_time_seconds = parse_slurm_duration(value_of(line, "MaxTime"))});
    }
  }
  return partitions;
}

Result<JobId> parse_submitted(std::string_view sbatch_output) {
  const std::string_view text = trim(sbatch_output);
  const auto id = parse_int(text.substr(0, text.find(';')));
  if (!id || *id <= 0 || *id > std::numeric_limits<JobId>::max()) {
    return fail(Code::kInternal,
                "sbatch printed \"" + std::string(text.substr(0, 200)) + "\" instead of a job id");
  }
  return static_cast<JobId>(*id);
}

std::int64_t parse_slurm_duration(std::string_view text) {
  const std::size_t dash = text.find('-');
  std::int64_t total = 0;
  if (dash != std::string_view::npos) {
    total = parse_int(text.substr(0, dash)).value_or(0);
    text.remove_prefix(dash + 1);
  }
  constexpr std::int64_t kLargest = 1'000'000'000;
  const auto parts = split(text, ':');
  if (total < 0 || total > kLargest || parts.size() > 3) {
    return 0;
  }
  std::int64_t seconds = 0;
  for (const std::string_view part : parts) {
    const auto value = parse_int(part);
    if (!value || *value < 0 || *value > kLargest) {
      return 0;
    }
    seconds = seconds * 60 + *value;
  }
  return total * 86400 + seconds;
}

ClusterInfo parse_config(std::string_view scontrol_output) {
  ClusterInfo info;
  for (const std::string_view line : split(scontrol_output, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      continue;
    }
    const std::string_view key = trim(line.substr(0, equals));
    const std::string value(trim(line.substr(equals + 1)));
    if (key == "ClusterName") {
      info.name = value;
    } else if (key == "SLURM_VERSION") {
      info.version = value;
    } else if (key == "SlurmctldHost[0]") {
      info.control_host = value.substr(0, value.find('('));
    } else if (key == "InactiveLimit") {
      info.inactive_limit_seconds = amount_of(value.substr(0, value.find(' ')));
    }
  }
  return info;
}

}  // namespace sluice::slurm
