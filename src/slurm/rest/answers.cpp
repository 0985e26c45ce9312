// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/answers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "json/text.h"
#include "slurm/digest.h"
#include "slurm/host_list.h"
#include "slurm/job_state.h"
#include "slurm/refusal.h"

namespace sluice::slurm::rest {
namespace {

using Places = std::initializer_list<std::string_view>;

const json::Value& below(const json::Value& value, std::string_view path) {
  const json::Value* at = &value;
  for (const std::string_view name : split(path, '/')) {
    at = &at->at(name);
  }
  return *at;
}

// A field by the newest of its names that is there.
const json::Value& field(const json::Value& value, Places places) {
  for (const std::string_view path : places) {
    if (const json::Value& found = below(value, path); !found.is_null()) {
      return found;
    }
  }
  return json::Value::null();
}

// "No number", "no limit" and what is none become 0.
std::int64_t number_of(const json::Value& value) {
  if (value.is_object()) {
    const bool meant = value.at("set").as_bool(true) && !value.at("infinite").as_bool();
    return meant ? value.at("number").as_int() : 0;
  }
  return value.is_string() ? parse_int(value.as_string()).value_or(0) : value.as_int();
}

// A size of the machine; bounded, so that sums cannot overflow.
std::int64_t amount_of(const json::Value& value) {
  return std::clamp<std::int64_t>(number_of(value), 0, 1'000'000'000'000);
}

std::int64_t minutes_of(const json::Value& value) {
  return std::clamp<std::int64_t>(number_of(value), 0, 1'000'000'000);
}

// A word, or a list of words.
std::vector<std::string> words_of(const json::Value& value) {
  std::vector<std::string> words;
  for (const json::Value& word : value.as_array()) {
    words.push_back(word.as_string());
  }
  if (value.is_string()) {
    words.push_back(value.as_string());
  }
  return words;
}

std::string to_upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Flags that Slurm's commands show in place of the base state, the first of them that is set.
constexpr std::array<std::string_view, 12> kShownFirst{
    "COMPLETING",   "STAGE_OUT",    "CONFIGURING", "RESIZING", "REQUEUED",      "REQUEUE_FED",
    "REQUEUE_HOLD", "SPECIAL_EXIT", "STOPPED",     "REVOKED",  "RESV_DEL_HOLD", "SIGNALING"};

JobState state_of(const json::Value& shown) {
  const auto words = words_of(shown);
  for (const std::string_view flag : kShownFirst) {
    if (std::find(words.begin(), words.end(), flag) != words.end()) {
      return parse_job_state(flag);
    }
  }
  return words.empty() ? JobState::kUnknown : parse_job_state(words.front());
}

// As squeue shows it: the free text in one word when there is one.
std::string reason_of(const json::Value& job) {
  std::string text = field(job, {"state_description"}).as_string();
  std::replace(text.begin(), text.end(), ' ', '_');
  return text.empty() ? field(job, {"state_reason"}).as_string() : text;
}

Exit exit_of(const json::Value& code) {
  if (code.find("return_code") == nullptr) {
    return decode_exit(static_cast<std::uint32_t>(number_of(code)));
  }
  return {static_cast<int>(number_of(code.at("return_code")) & 0xff),
          static_cast<int>(number_of(field(code, {"signal/id", "signal/signal_id"})) & 0x7f)};
}

bool belongs_to(const json::Value& job, const Owner& owner) {
  const std::string& name = job.at("user_name").as_string();
  const json::Value& id = job.at("user_id");
  return name.empty() ? owner.id && id.is_int() && id.as_int() == *owner.id : name == owner.name;
}

std::optional<JobId> id_of(const json::Value& value) {
  const std::int64_t id = number_of(value);
  if (id <= 0 || id > std::numeric_limits<JobId>::max()) {
    return std::nullopt;
  }
  return static_cast<JobId>(id);
}

// One task has its index, those that wait together have theirs as text. A job that is no array has
// neither; 22.05 says so with an index that is none.
void set_array(Job& job, const json::Value& array, const json::Value& task,
               const std::string& waiting) {
  const auto id = id_of(array);
  if (!id) {
    return;
  }
  job.array_job = *id;
  job.array_tasks = waiting.empty() ? std::to_string(number_of(task)) : waiting;
}

Job read_job(JobId id, const json::Value& shown, const Owner& owner) {
  Job job{.id = id,
          .name = shown.at("name").as_string(),
          .comment = shown.at("comment").as_string(),
          .partition = shown.at("partition").as_string(),
          .user = owner.name,
          .state = state_of(shown.at("job_state")),
          .reason = reason_of(shown),
          .nodes = shown.at("nodes").as_string()};
  const Exit exit = exit_of(shown.at("exit_code"));
  job.exit_code = exit.code;
  job.signal = exit.signal;
  const json::Value& priority = shown.at("priority");
  const bool has_priority = !priority.is_null() && priority.at("set").as_bool(true);
  job.held = job.state == JobState::kPending && has_priority && number_of(priority) == 0;
  job.batch = shown.at("batch_flag").as_bool(true);
  job.priority = amount_of(priority);
  job.time_limit_seconds = minutes_of(shown.at("time_limit")) * 60;
  job.restarts = amount_of(shown.at("restart_cnt"));
  set_array(job, shown.at("array_job_id"), shown.at("array_task_id"),
            shown.at("array_task_string").as_string());
  set_times(job, number_of(shown.at("submit_time")), number_of(shown.at("start_time")),
            number_of(shown.at("end_time")));
  return job;
}

// Before v0.0.38 the state is a number, by a strange name.
bool is_up(const json::Value& partition) {
  constexpr std::int64_t kSubmitsAndSchedules = 3;
  const auto states = words_of(field(partition, {"partition/state", "state"}));
  if (states.empty()) {
    return partition.at("nodes_online").as_int(kSubmitsAndSchedules) == kSubmitsAndSchedules;
  }
  return states == std::vector<std::string>{"UP"};
}

// Whether a controller answered; "UP" before v0.0.42.
bool responds(const json::Value& ping) {
  return ping.at("responding").as_bool() || field(ping, {"pinged", "ping"}).as_string() == "UP";
}

// Each message once: an "error" is often part of its "description".
std::string words_of_error(const json::Value& error) {
  const std::string& what = error.at("error").as_string();
  const std::string& more = error.at("description").as_string();
  if (more.find(what) != std::string::npos) {
    return more;
  }
  return more.empty() ? what : more + ": " + what;
}

}  // namespace

std::vector<Job> read_jobs(const json::Value& answer, const Owner& owner) {
  std::vector<Job> jobs;
  for (const json::Value& shown : answer.at("jobs").as_array()) {
    const auto id = id_of(shown.at("job_id"));
    if (id && belongs_to(shown, owner)) {
      jobs.push_back(read_job(*id, shown, owner));
    }
  }
  return jobs;
}

std::vector<Job> read_remembered_jobs(const json::Value& answer, const Owner& owner) {
  std::vector<Job> jobs;
  for (const json::Value& shown : answer.at("jobs").as_array()) {
    const auto id = id_of(shown.at("job_id"));
    if (!id || shown.at("user").as_string() != owner.name) {
      continue;
    }
    Job job{.id = *id,
            .name = shown.at("name").as_string(),
            .comment = shown.at("comment", "job").as_string(),
            .partition = shown.at("partition").as_string(),
            .user = owner.name,
            .state = state_of(shown.at("state", "current")),
            .reason = shown.at("state", "reason").as_string(),
            .nodes = shown.at("nodes").as_string()};
    const Exit exit = exit_of(shown.at("exit_code"));
    job.exit_code = exit.code;
    job.signal = exit.signal;
    if (job.state == JobState::kFailed && exit.code == 0 && exit.signal == 0) {
      job.exit_code = 1;  // before v0.0.40 it is not told
    }
    job.priority = amount_of(shown.at("priority"));
    set_array(job, shown.at("array", "job_id"), shown.at("array", "task_id"),
              shown.at("array", "task").as_string());
    job.time_limit_seconds = minutes_of(shown.at("time", "limit")) * 60;
    job.cancelled_by = shown.at("kill_request_user").as_string();
    set_remembered_times(job, number_of(shown.at("time", "submission")),
                         number_of(shown.at("time", "start")), number_of(shown.at("time", "end")));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

std::int64_t fingerprint_of_jobs(const json::Value& answer, const Owner& owner) {
  std::string text;
  for (const json::Value& shown : answer.at("jobs").as_array()) {
    if (belongs_to(shown, owner)) {
      json::Value job = shown;
      job.erase("last_sched_evaluation");  // again and again while it waits
      json::write(job, text);
    }
  }
  return digest(text);
}

std::int64_t read_last_update(const json::Value& answer) {
  return std::max<std::int64_t>(number_of(answer.at("last_update")), 0);
}

std::vector<Node> read_nodes(const json::Value& answer) {
  std::vector<Node> nodes;
  for (const json::Value& shown : answer.at("nodes").as_array()) {
    Node node{.name = shown.at("name").as_string(),
              .reason = shown.at("reason").as_string(),
              .partitions = words_of(shown.at("partitions")),
              .cpus = amount_of(shown.at("cpus")),
              .memory_mib = amount_of(shown.at("real_memory")),
              .gres = parse_gres(shown.at("gres").as_string())};
    if (node.name.empty()) {
      continue;  // a free slot for a dynamic node
    }
    auto states = words_of(shown.at("state"));
    for (std::string& flag : words_of(shown.at("state_flags"))) {
      states.push_back(std::move(flag));
    }
    node.state = to_upper(join(states, "+"));
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void add_memberships(std::vector<Node>& nodes, const json::Value& partitions_answer) {
  std::unordered_map<std::string, Node*> by_name;
  for (Node& node : nodes) {
    by_name[node.name] = &node;
  }
  for (const json::Value& shown : partitions_answer.at("partitions").as_array()) {
    for (const std::string& name : expand_host_list(shown.at("nodes").as_string())) {
      if (const auto found = by_name.find(name); found != by_name.end()) {
        found->second->partitions.push_back(shown.at("name").as_string());
      }
    }
  }
}

std::vector<Partition> read_partitions(const json::Value& answer) {
  std::vector<Partition> partitions;
  for (const json::Value& shown : answer.at("partitions").as_array()) {
    const auto flags = words_of(shown.at("flags"));
    const auto is = [&](const char* flag) {
      return std::any_of(flags.begin(), flags.end(),
                         [&](const std::string& word) { return to_upper(word) == flag; });
    };
    partitions.push_back(
        {.name = shown.at("name").as_string(),
         .is_default = is("DEFAULT"),
         .up = is_up(shown),
         .hidden = is("HIDDEN"),
         .max_time_seconds = minutes_of(field(shown, {"maximums/time", "max_time_limit"})) * 60});
  }
  if (partitions.size() == 1) {
    partitions.front().is_default = true;
  }
  return partitions;
}

Result<ClusterInfo> read_ping(const json::Value& answer) {
  std::vector<std::string> silent;
  for (const json::Value& ping : answer.at("pings").as_array()) {
    const std::string& host = ping.at("hostname").as_string();
    if (!responds(ping)) {
      silent.push_back(host);
      continue;
    }
    const json::Value& slurm = field(answer, {"meta/slurm", "meta/Slurm"});
    const std::string& cluster = slurm.at("cluster").as_string();
    return ClusterInfo{.name = cluster.empty() ? host : cluster,
                       .version = slurm.at("release").as_string(),
                       .control_host = host};
  }
  return fail(Code::kUnavailable,
              "slurmctld does not answer on " + (silent.empty() ? "any host" : join(silent, ", ")));
}

std::optional<JobId> read_submitted(const json::Value& answer) {
  return id_of(field(answer, {"job_id", "result/job_id"}));
}

std::string read_errors(const json::Value& answer) {
  std::vector<std::string> lines;
  for (const json::Value& error : answer.at("errors").as_array()) {
    if (std::string words = words_of_error(error); !words.empty()) {
      lines.push_back(std::move(words));
    }
  }
  for (const json::Value& signalled : answer.at("status").as_array()) {
    const json::Value& error = signalled.at("error");
    if (number_of(error.at("code")) != 0) {
      const std::string& message = error.at("message").as_string();
      lines.push_back(message.empty() ? error.at("string").as_string() : message);
    }
  }
  return join(lines, "\n");
}

}  // namespace sluice::slurm::rest
