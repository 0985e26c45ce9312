// SPDX-License-Identifier: Apache-2.0
#include "slurm/fake_slurm.h"

#include <algorithm>

#include "slurm/flags.h"
#include "slurm/partition_sums.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

// Nobody waits so long in a test.
bool begins_later(const JobRequest& request) {
  return std::any_of(request.flags.begin(), request.flags.end(),
                     [](const std::string& flag) { return flag.starts_with("--begin="); });
}

tl::unexpected<Error> unknown(JobId id) {
  return fail(Code::kNotFound, "job " + std::to_string(id) + ": Invalid job id specified");
}

bool occupies(JobState state) {
  return state != JobState::kPending && state != JobState::kUnknown && !is_final(state);
}

}  // namespace

FakeSlurm::FakeSlurm(const Clock& clock)
    : clock_(clock),
      partitions_{{.name = "main", .is_default = true},
                  {.name = "debug", .max_time_seconds = 3600}} {
  for (const char* name : {"n1", "n2", "n3", "n4"}) {
    nodes_.push_back({.name = name,
                      .state = "IDLE",
                      .partitions = {"main", "debug"},
                      .cpus = 16,
                      .memory_mib = 32000});
  }
}

// Runs the hook and the faults; every call goes through here first.
Result<void> FakeSlurm::begin(std::string_view method) {
  std::function<void(std::string_view)> hook;
  {
    const std::scoped_lock lock(mutex_);
    hook = on_call_;
  }
  if (hook) {
    hook(method);
  }
  const std::scoped_lock lock(mutex_);
  if (!failures_.empty()) {
    Error error = std::move(failures_.front());
    failures_.erase(failures_.begin());
    return tl::unexpected(std::move(error));
  }
  if (unavailable_) {
    return fail(Code::kUnavailable, "Unable to contact slurm controller (connect failure)");
  }
  return {};
}

Result<ClusterInfo> FakeSlurm::ping() {
  TRY(begin("ping"));
  const std::scoped_lock lock(mutex_);
  return ClusterInfo{"fake", "22.05.8", "localhost", inactive_limit_, not_kept_};
}

// A request no node can ever fulfil waits with Slurm's reason, like on a cluster that queues it.
Result<void> FakeSlurm::check_resources(const JobRequest& request, Job& job) const {
  const bool known =
      std::any_of(partitions_.begin(), partitions_.end(),
                  [&](const Partition& partition) { return partition.name == request.partition; });
  if (!request.partition.empty() && !known) {
    return fail(Code::kInvalid, "invalid partition specified: " + request.partition +
                                    "; Batch job submission failed: Invalid partition name "
                                    "specified");
  }
  const bool possible = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return node.cpus >= request.cpus && node.memory_mib >= request.memory_mib;
  });
  job.reason = possible ? "None" : "PartitionConfig";
  return {};
}

Result<JobId> FakeSlurm::submit(const JobRequest& request) {
  TRY(begin("submit"));
  TRY(check_request(request));
  std::unique_lock lock(mutex_);
  const auto id = enter(request);
  const auto hook = on_submitted_;
  lock.unlock();
  if (id && hook) {
    hook(*id);
  }
  return id;
}

Result<std::optional<JobId>> FakeSlurm::start_now(const JobRequest& request) {
  TRY(begin("start_now"));
  TRY(check_request(request));
  Entry started;
  std::function<void(const Job&, const JobRequest&)> hook;
  {
    const std::scoped_lock lock(mutex_);
    if (anyone_waits() || !fits(request)) {
      return std::nullopt;
    }
    const auto id = enter(request);
    if (!id) {
      return std::nullopt;
    }
    entries_[*id].job.batch = false;
    start(entries_[*id]);
    started = entries_[*id];
    hook = on_start_;
  }
  if (hook) {
    hook(started.job, request);
  }
  return started.job.id;
}

Result<JobId> FakeSlurm::enter(const JobRequest& request) {
  TRY_ASSIGN(const auto flags, flag_words(request.flags));
  Entry entry{.job = {.name = request.name,
                      .comment = request.comment,
                      .partition = request.partition.empty() ? "main" : request.partition,
                      .user = "fake",
                      .state = JobState::kPending,
                      .submitted = clock_.now(),
                      .priority = 1},
              .request = request};
  TRY(check_resources(request, entry.job));
  entry.job.held = std::any_of(flags.begin(), flags.end(), [](const std::string& word) {
    return word == "--hold" || word == "-H";
  });
  if (entry.job.held) {
    entry.job.reason = "JobHeldUser";
  }
  if (lost_ids_.empty()) {
    entry.job.id = next_id_++;
  } else {
    entry.job.id = lost_ids_.front();
    lost_ids_.erase(lost_ids_.begin());
  }
  const JobId id = entry.job.id;
  entries_[id] = std::move(entry);
  ++submissions_;
  changed();
  return id;
}

Result<JobChanges> FakeSlurm::jobs(Cursor since) {
  TRY(begin("jobs"));
  const std::scoped_lock lock(mutex_);
  if (since.position == revision_) {
    return JobChanges{.unchanged = true, .cursor = since};
  }
  JobChanges changes{.cursor = {revision_}};
  for (const auto& [id, entry] : entries_) {
    changes.jobs.push_back(entry.job);
  }
  return changes;
}

Result<std::vector<Job>> FakeSlurm::accounts(std::string_view method,
                                             const std::function<bool(const Job&)>& wanted) {
  TRY(begin(method));
  const std::scoped_lock lock(mutex_);
  if (!cancelled_by_) {
    return fail(Code::kUnsupported, "Slurm accounting storage is disabled");
  }
  std::vector<Job> found;
  const auto add = [&](Job job) {
    if (wanted(job)) {
      job.cancelled_by = job.state == JobState::kCancelled ? *cancelled_by_ : "";
      found.push_back(std::move(job));
    }
  };
  std::for_each(remembered_.begin(), remembered_.end(), add);
  for (const auto& [id, entry] : entries_) {
    add(entry.job);
  }
  return found;
}

Result<std::vector<Job>> FakeSlurm::remembered_jobs(const std::vector<JobId>& ids) {
  return accounts("remembered_jobs", [&](const Job& job) {
    return std::find(ids.begin(), ids.end(), job.id) != ids.end();
  });
}

Result<std::vector<Job>> FakeSlurm::remembered_by_name(const std::string& name) {
  return accounts("remembered_by_name", [&](const Job& job) { return job.name == name; });
}

Result<Job> FakeSlurm::job(JobId id) {
  TRY(begin("job"));
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  return found == entries_.end() ? Result<Job>(unknown(id)) : found->second.job;
}

Result<void> FakeSlurm::signal(JobId id, int signal_number) {
  TRY(begin("signal"));
  return tell(id, signal_number);
}

Result<void> FakeSlurm::signal_steps(JobId id, int signal_number) {
  TRY(begin("signal_steps"));
  return tell(id, signal_number);
}

Result<void> FakeSlurm::complete(JobId id, int exit_code) {
  TRY(begin("complete"));
  {
    const std::scoped_lock lock(mutex_);
    if (!entries_.contains(id)) {
      return unknown(id);
    }
  }
  finish(id, exit_code);
  return {};
}

Result<void> FakeSlurm::tell(JobId id, int signal_number) {
  std::function<void(JobId, int)> hook;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(id);
    if (found == entries_.end() || is_final(found->second.job.state)) {
      return unknown(id);
    }
    if (found->second.job.state == JobState::kPending) {
      return fail(Code::kConflict, "job " + std::to_string(id) + " has not started");
    }
    signals_.emplace_back(id, signal_number);
    hook = on_signal_;
  }
  if (hook) {
    hook(id, signal_number);
  }
  return {};
}

Result<void> FakeSlurm::cancel(JobId id) {
  TRY(begin("cancel"));
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) {
    return unknown(id);
  }
  if (!is_final(found->second.job.state)) {
    found->second.job.signal = found->second.job.state == JobState::kPending ? 0 : 15;
    end(found->second, JobState::kCancelled);
  }
  return {};
}

Result<std::vector<Partition>> FakeSlurm::partitions() {
  TRY(begin("partitions"));
  const std::scoped_lock lock(mutex_);
  std::vector<Partition> result = partitions_;
  add_node_sums(result, nodes_);
  return result;
}

Result<std::vector<Node>> FakeSlurm::nodes() {
  TRY(begin("nodes"));
  const std::scoped_lock lock(mutex_);
  return nodes_;
}

bool FakeSlurm::fits(const JobRequest& request) const {
  std::int64_t cpus = 0;
  std::int64_t memory = 0;
  for (const Node& node : nodes_) {
    cpus += node.cpus;
    memory += node.memory_mib;
  }
  for (const auto& [id, entry] : entries_) {
    if (occupies(entry.job.state)) {
      cpus -= entry.request.cpus;
      memory -= entry.request.memory_mib;
    }
  }
  return request.cpus <= cpus && request.memory_mib <= memory;
}

bool FakeSlurm::anyone_waits() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const auto& entry) {
    const Job& job = entry.second.job;
    return job.state == JobState::kPending && !job.held && job.reason != "PartitionConfig";
  });
}

void FakeSlurm::start(Entry& entry) {
  entry.job.state = JobState::kRunning;
  entry.job.reason = "None";
  entry.job.nodes = nodes_.front().name;
  entry.job.started = clock_.now();
  entry.job.time_limit_seconds = time_limit_minutes(entry.request) * 60;
  if (entry.job.time_limit_seconds > 0) {
    entry.job.must_end = *entry.job.started + std::chrono::seconds(entry.job.time_limit_seconds);
  }
  changed();
}

void FakeSlurm::run() {
  std::vector<Entry> started;
  std::function<void(const Job&, const JobRequest&)> hook;
  {
    const std::scoped_lock lock(mutex_);
    for (auto& [id, entry] : entries_) {
      Job& job = entry.job;
      if (job.state != JobState::kPending || job.held || job.reason == "PartitionConfig" ||
          begins_later(entry.request)) {
        continue;
      }
      if (!fits(entry.request)) {
        job.reason = "Resources";
        changed();
        continue;
      }
      start(entry);
      started.push_back(entry);
    }
    hook = on_start_;
  }
  for (const Entry& entry : started) {
    if (hook) {
      hook(entry.job, entry.request);
    }
  }
}

void FakeSlurm::end(Entry& entry, JobState state) {
  entry.job.state = state;
  entry.job.held = false;
  entry.job.ended = clock_.now();
  changed();
}

void FakeSlurm::finish(JobId id, int exit_code, int signal_number) {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || is_final(found->second.job.state)) {
    return;
  }
  const bool good = exit_code == 0 && signal_number == 0;
  found->second.job.exit_code = exit_code;
  found->second.job.signal = signal_number;
  found->second.job.reason = good ? "None" : "NonZeroExitCode";
  end(found->second, good ? JobState::kCompleted : JobState::kFailed);
}

void FakeSlurm::set_state(JobId id, JobState state, std::string reason) {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  CHECK(found != entries_.end());
  found->second.job.reason = std::move(reason);
  if (is_final(state)) {
    end(found->second, state);
  } else {
    found->second.job.state = state;
    changed();
  }
}

Result<void> FakeSlurm::update(JobId id, const JobChange& wanted) {
  TRY(job(id));
  change(id, [&](Job& job) {
    job.held = wanted.held.value_or(job.held);
    job.reason = job.held ? "JobHeldUser" : "None";
    job.priority = wanted.priority.value_or(job.priority);
  });
  return {};
}

void FakeSlurm::hold(JobId id) {
  change(id, [](Job& job) {
    job.held = true;
    job.reason = "JobHeldAdmin";
  });
}

void FakeSlurm::requeue(JobId id) {
  change(id, [](Job& job) {
    job.state = JobState::kPending;
    job.reason = "BeginTime";
    job.nodes.clear();
    job.started.reset();
    job.must_end.reset();
    ++job.restarts;
  });
}

void FakeSlurm::change(JobId id, const std::function<void(Job&)>& change) {
  change_in_silence(id, change);
  const std::scoped_lock lock(mutex_);
  changed();
}

void FakeSlurm::change_in_silence(JobId id, const std::function<void(Job&)>& change) {
  const std::scoped_lock lock(mutex_);
  change(entries_.at(id).job);
}

void FakeSlurm::keep_accounts(std::string cancelled_by) {
  const std::scoped_lock lock(mutex_);
  cancelled_by_ = std::move(cancelled_by);
}

void FakeSlurm::retire(JobId id) {
  const std::scoped_lock lock(mutex_);
  remembered_.push_back(entries_.at(id).job);
  entries_.erase(id);
  changed();
}

void FakeSlurm::change_accounts(const std::function<void(std::vector<Job>&)>& change) {
  const std::scoped_lock lock(mutex_);
  change(remembered_);
}

void FakeSlurm::release(JobId id) {
  const std::scoped_lock lock(mutex_);
  entries_.at(id).job.held = false;
  entries_.at(id).job.reason = "None";
  changed();
}

void FakeSlurm::forget(JobId id) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = entries_.find(id); found != entries_.end()) {
    remembered_.push_back(found->second.job);
    entries_.erase(found);
    lost_ids_.push_back(id);
    changed();
  }
}

void FakeSlurm::fail_next(Error error, int calls) {
  const std::scoped_lock lock(mutex_);
  failures_.insert(failures_.end(), static_cast<std::size_t>(calls), error);
}

void FakeSlurm::set_unavailable(bool unavailable) {
  const std::scoped_lock lock(mutex_);
  unavailable_ = unavailable;
}

void FakeSlurm::set_not_kept(std::map<std::string, std::string> limits) {
  const std::scoped_lock lock(mutex_);
  not_kept_ = std::move(limits);
}

void FakeSlurm::set_inactive_limit(std::int64_t seconds) {
  const std::scoped_lock lock(mutex_);
  inactive_limit_ = seconds;
}

void FakeSlurm::on_start(std::function<void(const Job&, const JobRequest&)> hook) {
  const std::scoped_lock lock(mutex_);
  on_start_ = std::move(hook);
}

void FakeSlurm::on_signal(std::function<void(JobId, int)> hook) {
  const std::scoped_lock lock(mutex_);
  on_signal_ = std::move(hook);
}

void FakeSlurm::on_submitted(std::function<void(JobId)> hook) {
  const std::scoped_lock lock(mutex_);
  on_submitted_ = std::move(hook);
}

void FakeSlurm::on_call(std::function<void(std::string_view)> hook) {
  const std::scoped_lock lock(mutex_);
  on_call_ = std::move(hook);
}

std::vector<Job> FakeSlurm::all_jobs() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Job> result;
  for (const auto& [id, entry] : entries_) {
    result.push_back(entry.job);
  }
  return result;
}

JobRequest FakeSlurm::request(JobId id) const {
  const std::scoped_lock lock(mutex_);
  return entries_.at(id).request;
}

int FakeSlurm::submissions() const {
  const std::scoped_lock lock(mutex_);
  return submissions_;
}

std::vector<std::pair<JobId, int>> FakeSlurm::signals() const {
  const std::scoped_lock lock(mutex_);
  return signals_;
}

void FakeSlurm::set_nodes(std::vector<Node> nodes) {
  const std::scoped_lock lock(mutex_);
  nodes_ = std::move(nodes);
}

void FakeSlurm::set_partitions(std::vector<Partition> partitions) {
  const std::scoped_lock lock(mutex_);
  partitions_ = std::move(partitions);
  changed();
}

}  // namespace sluice::slurm
