// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "slurm/gres.h"

namespace sluice::slurm {

// Given out by slurmctld and, after a crash of slurmctld, possibly given out again to another job:
// never an identity by itself. `JobRequest::comment` is.
using JobId = std::uint32_t;

// What Slurm::adapter() says of jobs that are processes of this machine (slurm/local).
inline constexpr std::string_view kLocalAdapter = "local";

// What the processes of a job may use together; 0: no limit.
struct JobLimits {
  std::int64_t cpu_thousandths = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t processes = 0;  // and threads

  friend bool operator==(const JobLimits&, const JobLimits&) = default;
};

// A batch job to submit. Zero and empty mean "the site's default". Slurm may requeue it: one that
// could not be launched is then held with that reason, where otherwise it would look cancelled by a
// person. A script that must not run twice makes sure of that itself.
struct JobRequest {
  std::string name;
  std::string comment;  // the submitter's own identity for this job; found again in Job::comment
  std::string script;   // complete text, starting with #!
  std::string partition;
  std::string working_directory = "/";
  std::string output;  // file for the script's own output; empty: /dev/null
  std::vector<std::pair<std::string, std::string>> environment;
  std::int64_t cpus = 1;  // of one task
  // What of them it really asks for, where somebody counts finer than Slurm; nothing: all.
  std::optional<std::int64_t> cpu_thousandths;
  std::int64_t memory_mib = 0;
  std::int64_t time_limit_seconds = 0;  // rounded up to minutes, Slurm's grain
  std::vector<std::string>
      flags;  // further sbatch flags from the user, as typed: slurm/flags.h splits and checks them
  std::string array =
      {};  // its tasks, as sbatch takes them: "0-9%2"; each has an output of its own
  // Kept where jobs are processes of this machine; Slurm goes by what is asked for, as its site has
  // it.
  JobLimits limits = {};
};

// What to change about a job that waits.
struct JobChange {
  std::optional<bool> held = {};
  std::optional<std::int64_t> priority = {};
};

enum class JobState {
  kPending,
  kConfiguring,
  kRunning,
  kSuspended,
  kCompleting,
  // final states
  kCompleted,
  kFailed,
  kCancelled,
  kTimeout,
  kOutOfMemory,
  kNodeFail,
  kPreempted,
  kBootFail,
  kDeadline,
  kRevoked,  // another cluster of the federation has it
  kUnknown,  // a state this program does not know; never guessed
};
std::string_view to_string(JobState state);  // Slurm's word: "PENDING"
bool is_final(JobState state);

struct Job {
  JobId id = 0;
  std::string name;
  std::string comment;
  std::string partition;
  std::string user;
  JobState state = JobState::kUnknown;
  std::string reason;  // Slurm's word: "Resources", "Priority", "None"
  std::string nodes;   // host list: "n[1-2]"
  int exit_code = 0;   // of the batch script
  int signal = 0;
  bool held = false;  // will not start without a release (also "launch failed requeued held")
  bool batch = true;  // false: an allocation, which goes on when its steps have ended
  std::optional<WallTime> submitted;
  std::optional<WallTime> expected_start;
  std::optional<WallTime> started;
  std::optional<WallTime> must_end;  // of one that has started: its time limit
  std::optional<WallTime> ended;
  std::int64_t priority = 0;
  std::int64_t time_limit_seconds = 0;  // 0: none
  std::int64_t restarts = 0;            // how often Slurm took it back into the queue
  std::string cancelled_by = {};        // a user's name; only accounting knows it
  JobId array_job = 0;                  // the array it is of; 0: none, or the adapter does not tell
  std::string array_tasks = {};         // which of its tasks: "3"; of those that wait: "4-9%2"
  bool local = false;                   // of this machine: no Slurm knows it
};

// An opaque position in the cluster's history of job changes.
struct Cursor {
  std::int64_t position = 0;
};

struct JobChanges {
  bool unchanged = false;  // nothing happened since the cursor: `jobs` is empty and says nothing
  std::vector<Job> jobs;   // otherwise every job slurmctld still knows of this user
  Cursor cursor;
};

// What nodes have.
struct Amounts {
  std::int64_t cpus = 0;
  std::int64_t memory_mib = 0;
  Gres gres = {};

  friend bool operator==(const Amounts&, const Amounts&) = default;
};

struct Partition {
  std::string name;
  bool is_default = false;
  bool up = true;       // jobs in it are started
  bool hidden = false;  // not shown to users who do not ask for it
  std::int64_t nodes = 0;
  Amounts all = {};                   // sum over its nodes
  Amounts usable = {};                // sum over those that are neither down nor drained
  Amounts per_node = {};              // the most that one node has of each
  std::int64_t max_time_seconds = 0;  // 0: no limit
};

struct Node {
  std::string name;
  std::string state;  // "IDLE", "MIXED", "ALLOCATED", "DOWN", with flags "+DRAIN" as Slurm prints
  std::string reason;
  std::vector<std::string> partitions;
  std::int64_t cpus = 0;
  std::int64_t memory_mib = 0;
  Gres gres = {};
};

struct ClusterInfo {
  std::string name;
  std::string version;
  std::string control_host;

  // After how long slurmctld ends an allocation whose srun does not answer; 0: never.
  std::int64_t inactive_limit_seconds = 0;

  // Limits of jobs that nobody keeps: "memory" and why. Of Slurm, that is its site's affair.
  std::map<std::string, std::string> not_kept = {};
};

// The one interface to a Slurm cluster. Adapters: native (libslurm), cli, and the in-memory fake of
// tests; all pass slurm/slurm_contract.h. Blocking, thread-safe. Unavailable: slurmctld does not
// answer; Invalid: Slurm refused the request, with Slurm's own message.
class Slurm {
 public:
  virtual ~Slurm() = default;
  virtual std::string_view adapter() const = 0;  // "native", "cli", "fake"
  virtual Result<ClusterInfo> ping() = 0;
  virtual Result<JobId> submit(const JobRequest& request) = 0;

  // Starts it at once or not at all: slurmctld grants an allocation inside the request, and /bin/sh
  // runs the script as its one step some 30 ms later. The script outlives us. The allocation does
  // not end with it: it is for the script, or whoever finds the allocation, to complete it. Where
  // slurmctld forgot the allocation in between, the script may find itself in one of another
  // comment. Nothing: it would have to wait, or Slurm refuses it; submit() tells which.
  // Unavailable: nobody knows whether it was granted.
  virtual Result<std::optional<JobId>> start_now(const JobRequest& request) = 0;

  // One query for all jobs of this user; cheap when nothing changed since `since`. A default cursor
  // asks for everything.
  virtual Result<JobChanges> jobs(Cursor since) = 0;

  // What accounting remembers of this user's jobs with these ids, however old: all of them in one
  // query, each as often as its id was given out or it was requeued. Their comments are empty where
  // the site does not store them. Unsupported: the site keeps no accounts. Unavailable: accounting
  // does not answer, whatever slurmctld does.
  virtual Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) = 0;

  // The same of those with this name. Unsupported also by adapters that nobody asks this.
  virtual Result<std::vector<Job>> remembered_by_name(const std::string& name);

  // What slurmctld knows of this one now; NotFound when nothing.
  virtual Result<Job> job(JobId id);

  // Signals the batch script only (the pod runner decides what its containers get). NotFound when
  // the job is unknown or over.
  virtual Result<void> signal(JobId id, int signal_number) = 0;

  // Signals every process of the job's steps, but no batch script. NotFound as above.
  virtual Result<void> signal_steps(JobId id, int signal_number) = 0;

  // Gives an allocation back; the job ends with this exit code where the adapter can say one. A job
  // that is over already is fine; NotFound when unknown.
  virtual Result<void> complete(JobId id, int exit_code) = 0;

  // Cancels, whatever its state. A job that is over already is fine; NotFound when unknown.
  virtual Result<void> cancel(JobId id) = 0;

  // Holds a job, lets it go or sets its priority. NotFound when unknown; Invalid: Slurm refuses.
  // Unsupported by adapters beside which there are Slurm's own commands.
  virtual Result<void> update(JobId id, const JobChange& change);

  virtual Result<std::vector<Partition>> partitions() = 0;
  virtual Result<std::vector<Node>> nodes() = 0;
};

// NotFound unless slurmctld has the job now and under this comment. Who signals, cancels or
// completes a job asks this first: since it learned the job's id, slurmctld may have crashed,
// forgotten the job, and given its id to somebody else's.
Result<void> check_own(Slurm& slurm, JobId id, const std::string& comment);
Result<void> cancel_own(Slurm& slurm, const Job& job);  // as it was seen earlier

}  // namespace sluice::slurm
