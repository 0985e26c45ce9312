// SPDX-License-Identifier: Apache-2.0
#include "jobs/runs_by_requests.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/done_or_gone.h"
#include "base/files.h"
#include "jobs/script_options.h"

namespace sluice::jobs {
namespace {

// What was sent has arrived by then, or never will.
constexpr Duration kSettled = std::chrono::seconds(15);

// Of an array each task has its own, as slurm::JobRequest says.
std::string name_of_output(const Run& run, Task task = {}) {
  return "slurmjob-" + run.uid + "-" + std::to_string(run.number) + ".out" +
         (task ? "-" + std::to_string(*task) : "");
}

slurm::JobId number_of(const slurm::Job& job) {
  return job.array_job != 0 ? job.array_job : job.id;
}

std::optional<slurm::JobId> find_run(const std::vector<slurm::Job>& jobs,
                                     const std::string& comment) {
  const auto found = std::find_if(jobs.begin(), jobs.end(),
                                  [&](const auto& job) { return job.comment == comment; });
  return found == jobs.end() ? std::nullopt : std::optional(number_of(*found));
}

Result<slurm::JobRequest> request_of(const Submission& wanted, const std::string& directory) {
  TRY_ASSIGN(ScriptOptions options, script_options(wanted.batch.script));
  options.flags.push_back("--job-name=" + wanted.run.uid);  // the last one counts
  return slurm::JobRequest{.name = wanted.run.uid,
                           .comment = comment_of(wanted.run),
                           .script = wanted.batch.script,
                           .working_directory = options.working_directory.empty()
                                                    ? directory
                                                    : options.working_directory,
                           .output = directory + "/" + name_of_output(wanted.run),
                           .environment = wanted.batch.environment,
                           .flags = std::move(options.flags),
                           .array = std::move(options.array)};
}

}  // namespace

Result<slurm::JobId> RunsByRequests::submit(const Submission& wanted) {
  const std::string& uid = wanted.run.uid;
  TRY_ASSIGN(const slurm::JobRequest request, request_of(wanted, files_.directory));
  if (!wanted.first) {
    TRY_ASSIGN(const slurm::JobChanges known, slurm_->jobs({}));
    if (const auto number = find_run(known.jobs, request.comment)) {
      return *number;
    }
    TRY(settle(uid));
    const auto remembered = slurm_->remembered_by_name(uid);
    if (!remembered && remembered.error().code != Code::kUnsupported) {
      return tl::unexpected(remembered.error());
    }
    if (const auto number = remembered ? find_run(*remembered, request.comment) : std::nullopt) {
      return *number;
    }
  }
  {
    const std::scoped_lock lock(mutex_);
    unsettled_[uid] = clock_.steady();
  }
  const auto id = slurm_->submit(request).map_error(as_refusal);
  const bool known = id || id.error().code == Code::kInvalid;
  const std::scoped_lock lock(mutex_);
  if (known) {
    unsettled_.erase(uid);
  }
  return id;
}

Result<void> RunsByRequests::settle(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  const auto [since, added] = unsettled_.try_emplace(uid, clock_.steady());
  if (added || clock_.steady() < since->second + kSettled) {
    return fail(Code::kUnavailable, "it is not yet known whether the job was submitted");
  }
  return {};
}

Result<void> RunsByRequests::cancel(const std::string& uid) {
  TRY_ASSIGN(const slurm::JobChanges known, slurm_->jobs({}));
  for (const slurm::Job& job : known.jobs) {
    const auto run = run_of(job.comment);
    if (!run || run->uid != uid || slurm::is_final(job.state)) {
      continue;
    }
    TRY(done_or_gone(slurm_->cancel(job.id)));
  }
  const std::scoped_lock lock(mutex_);
  const auto since = unsettled_.find(uid);
  if (since != unsettled_.end() && clock_.steady() < since->second + kSettled) {
    return fail(Code::kUnavailable, "it is not yet known whether the job was submitted");
  }
  unsettled_.erase(uid);
  return {};
}

Result<void> RunsByRequests::withdraw(const Run& run) {
  return cancel(run.uid);  // which waits for what is under way
}

Result<void> RunsByRequests::remove_files(const std::string& /*uid*/) {
  return {};
}

Result<void> RunsByRequests::tell(slurm::JobId id, const Order& order) {
  switch (order.verb) {
    case Order::Verb::kCancel:
      return slurm_->cancel(id);
    case Order::Verb::kHold:
      return slurm_->update(id, {.held = true});
    case Order::Verb::kRelease:
      return slurm_->update(id, {.held = false});
    case Order::Verb::kPriority:
      return slurm_->update(id, {.priority = order.priority});
    case Order::Verb::kRequeue:
      break;
  }
  return fail(Code::kUnsupported,
              "slurmrestd cannot requeue a job: expected a connection by SSH, or the annotation "
              "slurmjob.dev/restart");
}

Result<void> RunsByRequests::check_output(const Run& run) {
  if (!files_.readable) {
    return fail(Code::kUnsupported,
                "slurmrestd cannot read files: what the job prints is on the cluster, in " +
                    files_.directory + "/" + name_of_output(run) +
                    "; connect by SSH, or with sharedDirectory where this machine has the same "
                    "directory");
  }
  return {};
}

// Whoever runs jobs there may put other things in its place: links are not followed, and a file
// under two names may be another's.
Result<UniqueFd> RunsByRequests::open_output(const Run& run, Task task) const {
  const UniqueFd directory(::open(files_.directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) {
    return tl::unexpected(errno_error("opening " + files_.directory));
  }
  const std::string name = name_of_output(run, task);
  UniqueFd file(
      ::openat(directory.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid()) {
    return tl::unexpected(errno_error("opening " + files_.directory + "/" + name));
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1) {
    return fail(Code::kForbidden, files_.directory + "/" + name + " is no plain file");
  }
  return file;
}

Result<std::string> RunsByRequests::output(const Run& run, Task task, std::int64_t offset,
                                           std::int64_t most) {
  TRY(check_output(run));
  const auto file = open_output(run, task);
  if (!file) {
    return file.error().code == Code::kNotFound ? Result<std::string>("")
                                                : tl::unexpected(file.error());
  }
  std::string text(static_cast<std::size_t>(most), '\0');
  const ssize_t n = ::pread(file->get(), text.data(), text.size(), offset);
  if (n < 0) {
    return tl::unexpected(errno_error("reading the job's output"));
  }
  text.resize(static_cast<std::size_t>(n));
  return text;
}

// From the end back to where one line more than wanted ends.
Result<std::int64_t> RunsByRequests::output_tail(const Run& run, Task task, std::int64_t lines) {
  TRY(check_output(run));
  const auto file = open_output(run, task);
  if (!file) {
    return file.error().code == Code::kNotFound ? Result<std::int64_t>(0)
                                                : tl::unexpected(file.error());
  }
  const off_t size = ::lseek(file->get(), 0, SEEK_END);
  if (lines <= 0) {
    return size;
  }
  std::array<char, 65536> piece{};
  off_t end = size;
  while (end > 0) {
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(piece.size()));
    const ssize_t n =
        ::pread(file->get(), piece.data(), static_cast<std::size_t>(end - begin), begin);
    if (n != end - begin) {
      return tl::unexpected(errno_error("reading the job's output"));
    }
    for (off_t at = end; at-- > begin;) {
      const bool last_line_end = at + 1 == size;
      if (piece[static_cast<std::size_t>(at - begin)] == '\n' && !last_line_end && --lines <= 0) {
        return at + 1;
      }
    }
    end = begin;
  }
  return 0;
}

}  // namespace sluice::jobs
