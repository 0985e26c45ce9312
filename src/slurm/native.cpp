// SPDX-License-Identifier: Apache-2.0
#include "slurm/native.h"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "base/text.h"
#include "slurm/job_state.h"
#include "slurm/native_module/abi.h"
#include "slurm/partition_sums.h"
#include "slurm/refusal.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

void add_job(void* context, const sluice_slurm_job* shown) {
  Job job{.id = shown->id,
          .name = shown->name,
          .comment = shown->comment,
          .partition = shown->partition,
          .user = shown->user,
          .state = parse_job_state(shown->state),
          .reason = shown->reason,
          .nodes = shown->nodes};
  const Exit exit = decode_exit(shown->exit_status);
  job.exit_code = exit.code;
  job.signal = exit.signal;
  job.held = job.state == JobState::kPending && shown->held != 0;
  job.batch = shown->batch != 0;
  job.priority = shown->priority;
  job.time_limit_seconds = shown->time_limit_seconds;
  job.restarts = shown->restarts;
  set_times(job, shown->submit_time, shown->start_time, shown->end_time);
  static_cast<std::vector<Job>*>(context)->push_back(std::move(job));
}

void add_node(void* context, const sluice_slurm_node* shown) {
  Node node{.name = shown->name,
            .state = shown->state,
            .reason = shown->reason,
            .cpus = shown->cpus,
            .memory_mib = shown->memory_mib,
            .gres = parse_gres(shown->gres)};
  for (const std::string_view partition : split(shown->partitions, ',')) {
    if (!partition.empty()) {
      node.partitions.emplace_back(partition);
    }
  }
  static_cast<std::vector<Node>*>(context)->push_back(std::move(node));
}

void add_partition(void* context, const sluice_slurm_partition* shown) {
  static_cast<std::vector<Partition>*>(context)->push_back(
      {.name = shown->name,
       .is_default = shown->is_default != 0,
       .up = shown->up != 0,
       .hidden = shown->hidden != 0,
       .max_time_seconds = shown->max_time_seconds});
}

// It points into the request; output and environment are left out.
sluice_slurm_request in_c(const JobRequest& request) {
  return {.name = request.name.c_str(),
          .comment = request.comment.c_str(),
          .script = request.script.c_str(),
          .partition = request.partition.c_str(),
          .working_directory = request.working_directory.c_str(),
          .output = "",
          .environment = nullptr,
          .environment_size = 0,
          .cpus = static_cast<std::uint32_t>(request.cpus),
          .memory_mib = static_cast<std::uint64_t>(request.memory_mib),
          .time_limit_minutes = static_cast<std::uint32_t>(time_limit_minutes(request))};
}

class NativeSlurm final : public Slurm {
 public:
  NativeSlurm(const sluice_slurm_functions& functions, StepLauncher launch)
      : functions_(functions), launch_(std::move(launch)) {}

  std::string_view adapter() const override { return "native"; }

  Result<ClusterInfo> ping() override {
    TRY(check_answer());
    {
      const std::scoped_lock lock(mutex_);
      if (info_) {
        return *info_;
      }
    }
    sluice_slurm_cluster cluster{};
    TRY(call([&](auto* error) { return functions_.cluster(&cluster, error); }));
    const std::scoped_lock lock(mutex_);
    info_ = ClusterInfo{cluster.name, cluster.version, cluster.control_host,
                        cluster.inactive_limit_seconds};
    return *info_;
  }

  Result<JobId> submit(const JobRequest& request) override {
    TRY(check_sendable(request));
    std::vector<std::string> lines;
    for (const auto& [key, value] : job_environment(request)) {
      lines.push_back(key + "=" + value);
    }
    std::vector<const char*> environment;
    for (const std::string& line : lines) {
      environment.push_back(line.c_str());
    }
    const std::string output = output_pattern(request);
    sluice_slurm_request wanted = in_c(request);
    wanted.output = output.c_str();
    wanted.environment = environment.data();
    wanted.environment_size = static_cast<std::uint32_t>(environment.size());
    JobId id = 0;
    TRY(call([&](auto* error) { return functions_.submit(&wanted, &id, error); }));
    return id;
  }

  Result<std::optional<JobId>> start_now(const JobRequest& request) override {
    if (!launch_) {
      return fail(Code::kUnsupported, "starting at once: only srun can launch a step");
    }
    TRY(check_sendable(request));
    const sluice_slurm_request wanted = in_c(request);
    JobId id = 0;
    const auto granted =
        call([&](auto* error) { return functions_.allocate(&wanted, &id, error); });
    if (!granted) {
      return granted.error().code == Code::kUnavailable
                 ? Result<std::optional<JobId>>(tl::unexpected(granted.error()))
                 : std::nullopt;
    }
    return start_in(*this, id, request, launch_);
  }

  Result<JobChanges> jobs(Cursor since) override {
    TRY(check_if_silent());
    JobChanges changes;
    sluice_slurm_listing listing{};
    TRY(call([&](auto* error) {
      return functions_.jobs(since.position, ::getuid(), add_job, &changes.jobs, &listing, error);
    }));
    changes.unchanged = listing.unchanged != 0;
    changes.cursor = {listing.last_update};
    return changes;
  }

  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& /*ids*/) override {
    return fail(Code::kUnsupported, "accounting: only sacct is asked");
  }

  Result<Job> job(JobId id) override {
    TRY(check_if_silent());
    std::vector<Job> found;
    TRY(call([&](auto* error) { return functions_.job(id, add_job, &found, error); }));
    if (found.empty()) {
      return fail(Code::kNotFound, "job " + std::to_string(id) + " is unknown");
    }
    return std::move(found.front());
  }

  Result<void> signal(JobId id, int signal_number) override {
    TRY(check_if_silent());
    return call([&](auto* error) {
      return functions_.signal(id, static_cast<std::uint32_t>(signal_number), error);
    });
  }

  Result<void> signal_steps(JobId id, int signal_number) override {
    TRY(check_if_silent());
    return call([&](auto* error) {
      return functions_.signal_steps(id, static_cast<std::uint32_t>(signal_number), error);
    });
  }

  Result<void> complete(JobId id, int exit_code) override {
    TRY(check_if_silent());
    const auto wait_status = static_cast<std::uint32_t>(exit_code & 0xff) << 8U;
    return call([&](auto* error) { return functions_.complete(id, wait_status, error); });
  }

  Result<void> cancel(JobId id) override {
    TRY(check_if_silent());
    return call([&](auto* error) { return functions_.cancel(id, error); });
  }

  Result<std::vector<Partition>> partitions() override {
    TRY_ASSIGN(const auto all_nodes, nodes());
    std::vector<Partition> result;
    TRY(call([&](auto* error) { return functions_.partitions(add_partition, &result, error); }));
    add_node_sums(result, all_nodes);
    return result;
  }

  Result<std::vector<Node>> nodes() override {
    TRY(check_if_silent());
    std::vector<Node> result;
    TRY(call([&](auto* error) { return functions_.nodes(add_node, &result, error); }));
    return result;
  }

 private:
  template <class Function>
  Result<void> call(Function function) {
    sluice_slurm_error error{};
    if (function(&error) == 0) {
      return {};
    }
    Error refused = refusal(error.message);
    silent_ = silent_ || refused.code == Code::kUnavailable;
    return tl::unexpected(std::move(refused));
  }

  Result<void> check_answer() {
    sluice_slurm_error error{};
    if (functions_.ping(&error) != 0) {
      silent_ = true;
      return fail(Code::kUnavailable, error.message);
    }
    silent_ = false;
    return {};
  }

  Result<void> check_sendable(const JobRequest& request) {
    TRY(check_request(request));
    if (!request.array.empty()) {
      return fail(Code::kUnsupported, "arrays cannot be submitted through libslurm here");
    }
    if (!request.flags.empty()) {
      return fail(Code::kUnsupported, "flags: only Slurm's commands can read them");
    }
    return check_if_silent();
  }

  // libslurm tries for ten seconds before it gives up, except to ping.
  Result<void> check_if_silent() { return silent_ ? check_answer() : Result<void>{}; }

  const sluice_slurm_functions& functions_;
  const StepLauncher launch_;
  std::atomic<bool> silent_ = false;
  std::mutex mutex_;
  std::optional<ClusterInfo> info_;
};

Result<const sluice_slurm_functions*> open_module(const std::filesystem::path& module) {
  // Global: libslurm's plugins look for its symbols in the whole process. Never closed: neither
  // libslurm nor its plugins can be unloaded safely.
  void* handle = ::dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (handle == nullptr) {
    return fail(Code::kNotFound, ::dlerror());
  }
  const auto entry = reinterpret_cast<sluice_slurm_entry>(::dlsym(handle, SLUICE_SLURM_ENTRY));
  const sluice_slurm_functions* functions = entry == nullptr ? nullptr : entry();
  if (functions == nullptr || functions->abi != SLUICE_SLURM_ABI) {
    return fail(Code::kUnsupported, module.string() + " belongs to another version of sluice");
  }
  return functions;
}

// The one configuration libslurm was initialised with; see native.h.
struct Initialised {
  std::mutex mutex;
  std::optional<std::string> slurm_conf;
};
Initialised& initialised() {
  static Initialised state;
  return state;
}

}  // namespace

Result<std::string> native_release(const std::filesystem::path& module) {
  TRY_ASSIGN(const sluice_slurm_functions* functions, open_module(module));
  const std::string minor = std::to_string(functions->minor);
  return std::to_string(functions->major) + (minor.size() < 2 ? ".0" : ".") + minor;
}

Result<std::unique_ptr<Slurm>> load_native(const std::filesystem::path& module,
                                           const std::string& slurm_conf, StepLauncher launch) {
  if (::access(slurm_conf.c_str(), R_OK) != 0) {
    return fail(Code::kNotFound, "Slurm's configuration " + slurm_conf + " is not readable");
  }
  TRY_ASSIGN(const sluice_slurm_functions* functions, open_module(module));
  Initialised& once = initialised();
  const std::scoped_lock lock(once.mutex);
  if (once.slurm_conf && *once.slurm_conf != slurm_conf) {
    return fail(Code::kAlreadyExists, "libslurm serves " + *once.slurm_conf + " in this process");
  }
  if (!once.slurm_conf) {
    sluice_slurm_error error{};
    if (functions->open(slurm_conf.c_str(), &error) != 0) {
      return tl::unexpected(refusal(error.message));
    }
    once.slurm_conf = slurm_conf;
  }
  return std::make_unique<NativeSlurm>(*functions, std::move(launch));
}

}  // namespace sluice::slurm
