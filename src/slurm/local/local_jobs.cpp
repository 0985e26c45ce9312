// SPDX-License-Identifier: Apache-2.0
//
// A job waits until it has a claim, runs until it has an end, and both are files that are written
// once: by its keeper or, where there will never be one, by us. Everything here is derived from
// them, so that nothing needs to be written when we start a keeper or die.
#include "slurm/local/local_jobs.h"

#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "base/text.h"
#include "slurm/local/job_processes.h"
#include "slurm/local/local_request.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

// How soon to look at what nobody tells us, in ms: a keeper's claim, jobs on other machines or
// whose start failed, and jobs to forget.
constexpr int kForClaims = 10;
constexpr int kForOthers = 1000;
constexpr int kForOldOnes = 60'000;
constexpr std::size_t kMarkDigits = 32;
constexpr std::int64_t kPriority = 1;  // of all: who came first goes first

tl::unexpected<Error> over(JobId id) {
  return fail(Code::kNotFound, "job " + std::to_string(id) + " is over");
}

std::string user_name() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry == nullptr ? std::to_string(::getuid()) : entry->pw_name;
}

}  // namespace

LocalJobs::LocalJobs(LocalOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      host_(this_host()),
      boot_(this_boot()),
      user_(user_name()),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Result<std::unique_ptr<LocalJobs>> LocalJobs::open(LocalOptions options, const Clock& clock) {
  CHECK(!options.keep_command.empty());
  TRY(make_directory(options.directory));
  if (options.node.empty()) {
    options.node = this_host();
  }
  std::unique_ptr<LocalJobs> jobs(new LocalJobs(std::move(options), clock));
  TRY(jobs->load());
  jobs->thread_ = std::jthread([self = jobs.get()] { self->watch(); });
  return jobs;
}

LocalJobs::~LocalJobs() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake();
}

Result<void> LocalJobs::load() {
  TRY_ASSIGN(const auto names, list_directory(options_.directory));
  const std::scoped_lock lock(mutex_);
  for (const std::string& name : names) {
    const auto id = parse_int(name);
    if (!id) {
      continue;
    }
    JobFiles files(options_.directory / name);
    auto record = files.read();
    if (!record) {
      log::warning("a job that was never submitted is removed",
                   {{"job", name}, {"error", record.error().message}});
      TRY(remove_tree(files.directory()));
      continue;
    }
    const auto job = static_cast<JobId>(*id);
    last_id_ = std::max(last_id_, job);
    entries_.emplace(job, Entry{.record = std::move(*record), .files = std::move(files)});
  }
  for (auto& [id, entry] : entries_) {
    settle(entry);
  }
  launch_waiting();
  return {};
}

Result<ClusterInfo> LocalJobs::ping() {
  return ClusterInfo{.name = "local",
                     .version = "none",
                     .control_host = host_,
                     .not_kept = options_.groups.missing};
}

Result<LocalJobs::Entry*> LocalJobs::enter(const JobRequest& request, bool batch) {
  const JobId id = last_id_ + 1;
  JobRecord record{.id = id,
                   .batch = batch,
                   .mark = random_hex(kMarkDigits),
                   .submitted = clock_.now(),
                   .request = request};
  record.request.time_limit_seconds = 60 * time_limit_minutes(request);
  record.group = group_below(options_.groups.parent, "sluice-job-" + record.mark);
  JobFiles files(options_.directory / std::to_string(id));
  TRY(files.write(record));
  last_id_ = id;
  ++revision_;
  const auto [at, added] =
      entries_.emplace(id, Entry{.record = std::move(record), .files = std::move(files)});
  return &at->second;
}

Result<JobId> LocalJobs::submit(const JobRequest& request) {
  TRY(check_local_request(request, options_.partition, options_.capacity));
  const std::scoped_lock lock(mutex_);
  TRY_ASSIGN(const Entry* entry, enter(request, /*batch=*/true));
  launch_waiting();
  return entry->record.id;
}

Result<std::optional<JobId>> LocalJobs::start_now(const JobRequest& request) {
  if (!check_local_request(request, options_.partition, options_.capacity)) {
    return std::nullopt;
  }
  const std::scoped_lock lock(mutex_);
  const bool anyone_waits = std::any_of(entries_.begin(), entries_.end(),
                                        [&](const auto& e) { return is_waiting(e.second); });
  if (anyone_waits || !fits(request)) {
    return std::nullopt;
  }
  TRY_ASSIGN(Entry * entry, enter(request, /*batch=*/false));
  TRY(launch(*entry));
  return entry->record.id;
}

bool LocalJobs::is_waiting(const Entry& entry) const {
  return !entry.end && !entry.claim && !entry.keeper;
}

bool LocalJobs::is_elsewhere(const Entry& entry) const {
  return entry.claim && !entry.end && entry.claim->host != host_;
}

bool LocalJobs::fits(const JobRequest& request) const {
  std::int64_t cpus = cpu_thousandths(request);
  std::int64_t memory = request.memory_mib;
  for (const auto& [id, entry] : entries_) {
    if (!entry.end && !is_waiting(entry) && !is_elsewhere(entry)) {
      cpus += cpu_thousandths(entry.record.request);
      memory += entry.record.request.memory_mib;
    }
  }
  return cpus <= options_.capacity.cpus * kThousandths && memory <= options_.capacity.memory_mib;
}

Result<void> LocalJobs::launch(Entry& entry) {
  std::vector<std::string> argv = options_.keep_command;
  argv.push_back(entry.files.directory().string());
  TRY_ASSIGN(const ProcessId keeper, start_detached({.argv = std::move(argv),
                                                     .environment = {},
                                                     .directory = "/",
                                                     .log = entry.files.log()}));
  entry.keeper = keeper;
  entry.launched = clock_.now();
  settle(entry);
  ++revision_;
  wake();
  return {};
}

// In order: who does not fit yet makes those behind wait too.
void LocalJobs::launch_waiting() {
  for (auto& [id, entry] : entries_) {
    if (!is_waiting(entry)) {
      continue;
    }
    if (!fits(entry.record.request)) {
      return;
    }
    if (const auto launched = launch(entry); !launched) {
      log::error("a local job does not start, trying again",
                 {{"job", std::to_string(id)}, {"error", launched.error().message}});
      return;
    }
  }
}

void LocalJobs::look_at_files(Entry& entry) {
  if (!entry.claim) {
    entry.claim = entry.files.claim();
  }
  if (!entry.end) {
    entry.end = entry.files.end();
    if (entry.end) {
      entry.over_at = clock_.steady();
      ++revision_;
    }
  }
}

// Finds out where the job stands, and whom to watch for the next change.
void LocalJobs::settle(Entry& entry) {
  entry.watch.reset();
  look_at_files(entry);
  if (is_waiting(entry) || is_elsewhere(entry)) {
    return;
  }
  if (!entry.end) {
    const bool ours_to_watch = !entry.claim || entry.claim->boot == boot_;
    if (entry.claim && ours_to_watch) {
      entry.watch = watch_process(entry.claim->keeper);
    }
    if (!entry.claim && entry.keeper) {
      entry.watch = watch_process(*entry.keeper);
    }
    if (entry.claim && ours_to_watch && !entry.watch.valid()) {
      entry.watch = watch_process(entry.claim->script);
    }
    if (entry.watch.valid()) {
      return;
    }
    look_at_files(entry);  // it may have ended since
  }
  if (!entry.end) {
    const auto buried = bury(entry, entry.files.order().value_or(Order{JobState::kNodeFail}));
    if (!buried) {
      log::error("the end of a local job cannot be written",
                 {{"job", std::to_string(entry.record.id)}, {"error", buried.error().message}});
    }
  }
}

// Nobody runs it or ever will. AlreadyExists: a keeper has it after all.
Result<void> LocalJobs::bury(Entry& entry, const Order& order) {
  if (entry.claim) {
    kill_marked(entry.record.mark);
    remove_group(entry.record.group);
  } else {
    TRY(entry.files.claim({.host = host_, .boot = boot_, .started = clock_.now()}));
  }
  const auto written =
      entry.files.end({.state = order.state, .exit_code = order.exit_code, .ended = clock_.now()});
  if (!written && written.error().code != Code::kAlreadyExists) {
    return written;
  }
  look_at_files(entry);
  return {};
}

Result<JobChanges> LocalJobs::jobs(Cursor since) {
  const std::scoped_lock lock(mutex_);
  if (since.position == revision_) {
    return JobChanges{.unchanged = true, .cursor = since};
  }
  JobChanges changes{.cursor = {revision_}};
  bool first_in_line = true;
  for (const auto& [id, entry] : entries_) {
    changes.jobs.push_back(describe(entry, first_in_line));
    first_in_line = first_in_line && !is_waiting(entry);
  }
  return changes;
}

Result<std::vector<Job>> LocalJobs::remembered_jobs(const std::vector<JobId>&) {
  return fail(Code::kUnsupported, "without Slurm nobody keeps accounts");
}

Job LocalJobs::describe(const Entry& entry, bool first_in_line) const {
  Job job{.id = entry.record.id,
          .name = entry.record.request.name,
          .comment = entry.record.request.comment,
          .partition = options_.partition,
          .user = user_,
          .state = JobState::kRunning,
          .reason = "None",
          .nodes = entry.claim ? entry.claim->host : options_.node,
          .batch = entry.record.batch,
          .submitted = entry.record.submitted,
          .priority = kPriority,
          .time_limit_seconds = entry.record.request.time_limit_seconds,
          .local = true};
  if (!is_waiting(entry)) {
    job.started = entry.claim ? entry.claim->started : entry.launched;
    if (job.time_limit_seconds > 0) {
      job.must_end = *job.started + std::chrono::seconds(job.time_limit_seconds);
    }
  }
  if (is_waiting(entry)) {
    job.state = JobState::kPending;
    job.reason = first_in_line ? "Resources" : "Priority";
    job.nodes.clear();
  }
  if (entry.end) {
    job.state = entry.end->state;
    job.exit_code = entry.end->exit_code;
    job.signal = entry.end->signal;
    job.ended = entry.end->ended;
  }
  return job;
}

Result<LocalJobs::Entry*> LocalJobs::find(JobId id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) {
    return fail(Code::kNotFound, "job " + std::to_string(id) + ": Invalid job id specified");
  }
  look_at_files(found->second);
  if (is_elsewhere(found->second)) {
    return fail(Code::kUnavailable, "job " + std::to_string(id) + " runs on " +
                                        found->second.claim->host + ", not here");
  }
  return &found->second;
}

Result<void> LocalJobs::signal(JobId id, int signal_number) {
  const std::scoped_lock lock(mutex_);
  TRY_ASSIGN(const Entry* entry, find(id));
  if (entry->end) {
    return over(id);
  }
  if (!entry->claim) {
    return fail(Code::kConflict, "job " + std::to_string(id) + " has not started yet");
  }
  return send_signal(entry->claim->script, signal_number) ? Result<void>() : over(id);
}

Result<void> LocalJobs::signal_steps(JobId id, int signal_number) {
  const std::scoped_lock lock(mutex_);
  TRY_ASSIGN(const Entry* entry, find(id));
  if (entry->end) {
    return over(id);
  }
  if (entry->record.batch || !entry->claim || !is_running(entry->claim->keeper)) {
    return {};
  }
  for (const pid_t process : descendants(entry->claim->keeper.pid)) {
    ::kill(process, signal_number);
  }
  return {};
}

Result<void> LocalJobs::finish(Entry& entry, const Order& order) {
  if (entry.end) {
    return {};
  }
  const bool waits = is_waiting(entry);
  if (const auto ordered = entry.files.order(order);
      !ordered && ordered.error().code != Code::kAlreadyExists) {
    return ordered;
  }
  if (waits) {
    if (const auto buried = bury(entry, order)) {
      launch_waiting();
      return {};
    }
    settle(entry);  // a keeper that we do not know of was faster
  }
  const ProcessId keeper = entry.claim ? entry.claim->keeper : entry.keeper.value_or(ProcessId{});
  if (!send_signal(keeper, SIGTERM) && entry.claim) {
    send_signal(entry.claim->script, SIGKILL);
  }
  return {};
}

Result<void> LocalJobs::cancel(JobId id) {
  const std::scoped_lock lock(mutex_);
  TRY_ASSIGN(Entry * entry, find(id));
  return finish(*entry, {.state = JobState::kCancelled});
}

Result<void> LocalJobs::complete(JobId id, int exit_code) {
  const std::scoped_lock lock(mutex_);
  TRY_ASSIGN(Entry * entry, find(id));
  return finish(*entry, {.state = exit_code == 0 ? JobState::kCompleted : JobState::kFailed,
                         .exit_code = exit_code});
}

Result<std::vector<Partition>> LocalJobs::partitions() {
  const Amounts all{.cpus = options_.capacity.cpus, .memory_mib = options_.capacity.memory_mib};
  return std::vector{Partition{.name = options_.partition,
                               .is_default = true,
                               .nodes = 1,
                               .all = all,
                               .usable = all,
                               .per_node = all}};
}

Result<std::vector<Node>> LocalJobs::nodes() {
  const std::scoped_lock lock(mutex_);
  const bool idle = std::all_of(entries_.begin(), entries_.end(), [&](const auto& e) {
    return e.second.end || is_waiting(e.second);
  });
  return std::vector{Node{.name = options_.node,
                          .state = idle ? "IDLE" : "MIXED",
                          .partitions = {options_.partition},
                          .cpus = options_.capacity.cpus,
                          .memory_mib = options_.capacity.memory_mib}};
}

// The newest stays, so that its number is not given out again after a restart.
void LocalJobs::forget_old() {
  for (auto at = entries_.begin(); at != entries_.end();) {
    const Entry& entry = at->second;
    if (!entry.end || at->first == last_id_ ||
        clock_.steady() - entry.over_at < options_.remember) {
      ++at;
      continue;
    }
    if (const auto removed = remove_tree(entry.files.directory()); !removed) {
      log::warning("leftover job", {{"error", removed.error().message}});
    }
    at = entries_.erase(at);
    ++revision_;
  }
}

void LocalJobs::wake() {
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
}

int LocalJobs::patience() const {
  int shortest = kForOldOnes;
  for (const auto& [id, entry] : entries_) {
    if (entry.keeper && !entry.claim && !entry.end) {
      return kForClaims;
    }
    if (is_waiting(entry) || is_elsewhere(entry)) {
      shortest = kForOthers;
    }
  }
  return shortest;
}

// What is not told by the end of a process.
void LocalJobs::look_around() {
  for (auto& [id, entry] : entries_) {
    const bool claimed = entry.claim.has_value();
    if (is_elsewhere(entry)) {
      settle(entry);
    } else if (!entry.end && entry.keeper && !claimed) {
      look_at_files(entry);
      revision_ += entry.claim ? 1 : 0;
    }
  }
}

void LocalJobs::watch() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::vector<pollfd> watched{{wake_.get(), POLLIN, 0}};
    std::vector<JobId> ids{0};
    for (const auto& [id, entry] : entries_) {
      if (entry.watch.valid()) {
        watched.push_back({entry.watch.get(), POLLIN, 0});
        ids.push_back(id);
      }
    }
    const int timeout = patience();
    lock.unlock();
    ::poll(watched.data(), watched.size(), timeout);
    std::uint64_t woken = 0;
    (void)!::read(wake_.get(), &woken, sizeof woken);
    lock.lock();
    for (std::size_t i = 1; i < ids.size(); ++i) {
      const auto found = entries_.find(ids[i]);
      if (watched[i].revents != 0 && found != entries_.end()) {
        settle(found->second);
      }
    }
    look_around();
    launch_waiting();
    forget_old();
  }
}

}  // namespace sluice::slurm
