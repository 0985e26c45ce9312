// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "pod/event_log.h"
#include "pod/host_files.h"
#include "pod/isolation_spec.h"
#include "pod/lifecycle_spec.h"

// What kubelet and pod runner agree on. They meet in a directory of the shared file system, one per
// pod and attempt; where the runner can reach the kubelet it rings when there is news (ring.h):
//
//   <home>/pods/<uid>/<attempt>/
//     spec.json        written by the kubelet before submission: the pod, resolved, and where to
//                      ring (0600: it may hold secret values)
//     claim            created exactly once (link(2)): by the runner, before it starts anything,
//                      or by the kubelet, to revoke the attempt. Whoever creates it owns it.
//     claim.1, …       the same once more, when the job was requeued: the last one counts. Nobody
//                      comes after a kubelet
//     status.jsonl     a line appended by the runner whenever something changes: status_file.h
//     stop.json        written by the kubelet when the pod is to end: the grace period. Read by
//                      the runner on SIGTERM and every heartbeat, so it needs no slurmctld
//     changes.json     written by the kubelet: what became different in the pod since it runs
//                      (0600). Read by the runner when it is told to look (ask.h) and every
//                      heartbeat
//     limit.json       written by the kubelet while the job runs, whenever its time limit moves:
//                      when Slurm will end it (time_limit.h). Read by the runner every heartbeat
//     <container>.log  container output in CRI form: time, stream, tag, text; log_files.h
//     <container>.rank-<N>.log  what task N of such a container printed, in the same form; and
//                      other files of its tasks: tasks.h
//     _job.log         what the job script itself printed (no container can have that name)
//
// A Slurm job id is not identity (slurmctld may forget a job and give its id out again), so an
// attempt is submitted, revoked and reported by (pod uid, attempt) alone.
namespace sluice::pod {

// Which run of which pod.
struct Attempt {
  std::string uid;
  std::int64_t number = 1;

  friend auto operator<=>(const Attempt&, const Attempt&) = default;
};

std::filesystem::path attempt_directory(const std::filesystem::path& home, const Attempt& attempt);

// Who owns an attempt.
struct Claim {
  std::string owner;  // "runner" or "kubelet"
  std::string host;   // of the runner
  std::int64_t pid = 0;
  std::uint32_t job_id = 0;
  std::int64_t restarts = 0;  // of the runner's job: how often Slurm had requeued it

  // Of a kubelet's claim. With a reason the pod has failed and gets no further attempt.
  std::string reason;
  std::string message;
  std::int64_t launch_failures = 0;  // attempts so far that Slurm could not start
  bool disruption = false;           // what the pod did is not to blame

  std::int64_t place = 0;  // in the order of the attempt's claims; not written
};
// AlreadyExists: somebody else has that place.
Result<void> write_claim(const std::filesystem::path& attempt_dir, const Claim& claim);
Result<std::optional<Claim>> read_claim(const std::filesystem::path& attempt_dir);  // the last one

// Somebody has claimed the attempt after the one in that place.
bool is_superseded(const std::filesystem::path& attempt_dir, std::int64_t place);

// The pod is to end within that many seconds.
Result<void> write_stop(const std::filesystem::path& attempt_dir, std::int64_t grace_seconds);
Result<std::optional<std::int64_t>> read_stop(const std::filesystem::path& attempt_dir);

// Stands in arguments and values for the host's address, known only where the pod runs: the runner
// puts it in.
inline constexpr std::string_view kHostAddress = "\x1Ahost-address\x1A";

struct EnvVar {
  std::string name;
  std::string value;
};

struct ContainerSpec {
  std::string name;
  std::string image;
  std::vector<std::string> argv;  // command and args, $(VAR) expanded
  std::vector<EnvVar> environment;
  std::string working_directory;
  bool input = false;       // its standard input can be attached to
  bool input_once = false;  // and ends with the first that was attached
  bool terminal = false;
  std::string processes_of = {};  // of ephemeral ones: the container whose processes it sees
  Lifecycle lifecycle = {};
  Isolation isolation = {};
};

// The container of a pod that runs once for each task of the Slurm job instead of once: an MPI
// program. Its processes are started by srun; see tasks.h.
struct Tasks {
  std::string container = {};           // empty: there is none
  std::vector<std::string> flags = {};  // of srun: "--mpi=pmi2"
  bool all_output = false;  // its log has what every task prints, each line with the task's number
};

// The pod as the runner needs it: no Kubernetes look-ups are left to do.
struct PodSpec {
  std::string ns;
  std::string name;
  Attempt attempt;
  std::string restart_policy;  // "Never", "OnFailure", "Always"
  std::int64_t grace_period_seconds = 30;
  std::int64_t active_deadline_seconds = 0;  // 0: none
  std::int64_t limit_warning_seconds = 0;    // before the job's time limit; 0: none
  std::string runtime = "host";              // container runtime to use
  std::vector<ContainerSpec> init_containers;
  std::vector<ContainerSpec> containers;
  std::string report_host;  // where to ring when the status file has news; empty: nowhere
  std::uint16_t report_port = 0;
  std::string session_key;  // by which kubelet and runner know each other (session_protocol.h)
  NamesSpec names = {};
  Sharing sharing = {};
  Tasks tasks = {};
};
json::Value to_json(const PodSpec& spec);
Result<PodSpec> pod_spec_from_json(const json::Value& document);

// What became different in a pod since it runs.
struct PodChanges {
  std::vector<ContainerSpec> ephemeral_containers;  // all of them
  std::int64_t active_deadline_seconds = 0;         // 0: none, or as it was
};
Result<void> write_changes(const std::filesystem::path& attempt_dir, const PodChanges& changes);
Result<PodChanges> read_changes(const std::filesystem::path& attempt_dir);

enum class ContainerState { kWaiting, kRunning, kTerminated };

// How a container's run ended.
struct Termination {
  int exit_code = 0;
  int signal = 0;
  std::string reason;
  std::string message;
  std::optional<WallTime> started;
  std::optional<WallTime> finished;
};

// What the processes of a container used over the window that ended at `time`.
struct Usage {
  WallTime time{};
  Duration window{};
  std::int64_t cpu_nanocores = 0;  // on average
  std::int64_t memory_bytes = 0;   // at the end
};

struct ContainerStatus {
  std::string name;
  ContainerState state = ContainerState::kWaiting;
  int exit_code = 0;
  int signal = 0;
  std::string reason;  // "Completed", "Error", "StartError", …
  std::string message;
  std::optional<WallTime> started;
  std::optional<WallTime> finished;
  std::int64_t restarts = 0;
  std::optional<Termination> last = {};  // the run before this one
  std::optional<Usage> usage = {};       // of this run, once it has lasted for a heartbeat
  bool up = false;                       // it runs, and its startup probe, if any, has succeeded
  bool ready = false;                    // and so has its readiness probe
};

// The runner's truth about its attempt. `sequence` grows with every change, also as a heartbeat, so
// that the kubelet can tell a living runner from a dead one without comparing clocks.
struct PodReport {
  Attempt attempt;
  std::int64_t sequence = 0;
  std::uint32_t job_id = 0;
  std::int64_t restarts = 0;  // how often Slurm had requeued the job when this run began
  std::string host;
  std::string host_ip;
  std::string ask_host;  // where it can be asked to open sessions (ask.h); empty: nowhere
  std::uint16_t ask_port = 0;
  bool finished = false;  // nothing will change any more
  std::string reason;     // why the pod as a whole ended: "DeadlineExceeded"; mostly empty
  std::string message;

  // When it began to end although neither the pod nor the kubelet wanted it: Slurm's time limit, or
  // a SIGTERM of Slurm's or a person's, of which only Slurm knows the reason.
  std::optional<WallTime> interrupted = {};
  bool limit_near = false;  // people were warned of the job's time limit
  std::vector<ContainerStatus> init_containers;
  std::vector<ContainerStatus> containers;
  std::vector<ContainerStatus> ephemeral_containers;
  std::vector<PodEvent> events;  // the last ones
};
// It is over, and whatever becomes of its job it will not run again.
bool is_settled(const PodReport& report);
const ContainerStatus* find_status(const PodReport& report, std::string_view container);  // or null
json::Value to_json(const PodReport& report);
Result<PodReport> pod_report_from_json(const json::Value& document);

// Exit codes of the runner that are not the pod's own outcome.
inline constexpr int kExitLostClaim = 75;  // another attempt or the kubelet owns the pod
inline constexpr int kExitBadSpec = 78;

}  // namespace sluice::pod
