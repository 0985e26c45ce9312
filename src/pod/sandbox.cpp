// SPDX-License-Identifier: Apache-2.0
#include "pod/sandbox.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/clock.h"
#include "base/environment.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "pod/host.h"
#include "pod/termination_message.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

// What of the job's environment concerns the program in a container: its job, its processors, its
// ranks.
constexpr std::array<std::string_view, 8> kFromTheJob{"SLURM_",
                                                      "SLURMD_",
                                                      "PMI_",
                                                      "PMIX_",
                                                      "PMI2_",
                                                      "CUDA_VISIBLE_DEVICES=",
                                                      "ROCR_VISIBLE_DEVICES=",
                                                      "HIP_VISIBLE_DEVICES="};

constexpr const char* kMakerFile = "maker";      // of the sandbox: its process id
constexpr const char* kMembersFile = "members";  // locked by all others in it
constexpr const char* kTaskFile = "task";        // a process id of the container that runs as tasks
constexpr const char* kSharedEmpty = "empty";    // in the attempt's directory, which all nodes see
constexpr Duration kMakerTime = std::chrono::seconds(30);
constexpr Duration kMembersTime = std::chrono::seconds(10);
constexpr int kLookEveryMilliseconds = 5;

constexpr std::array<std::string_view, 3> kHostFiles{"hosts", "hostname", "resolv.conf"};

UniqueFd open_members(const fs::path& place) {
  return UniqueFd(
      ::open((place / kMembersFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

// Nodes of Slurm may share a machine, and a job that was requeued begins anew.
std::string place_of_tasks(const std::vector<std::string>& environment) {
  return std::string(find_variable(environment, "SLURMD_NODENAME").value_or("")) + "-" +
         std::string(find_variable(environment, "SLURM_RESTART_COUNT").value_or(""));
}

std::string with_host_address(std::string text) {
  for (std::size_t at = 0; (at = text.find(kHostAddress, at)) != std::string::npos;) {
    const std::string address = host_address();
    text.replace(at, kHostAddress.size(), address);
    at += address.size();
  }
  return text;
}

bool has_mount(const std::vector<containers::Mount>& mounts, const std::string& target) {
  return std::any_of(mounts.begin(), mounts.end(),
                     [&](const containers::Mount& mount) { return mount.target == target; });
}

}  // namespace

fs::path temporary_directory(const std::vector<std::string>& environment) {
  return find_variable(environment, "TMPDIR").value_or("/tmp");
}

Sandbox::Sandbox(const PodSpec& spec, containers::Runtime& runtime, Options options)
    : spec_(spec),
      runtime_(runtime),
      options_(std::move(options)),
      isolated_(!spec.containers.empty() && !spec.containers.front().isolation.root.empty()),
      place_(Scratch::place(temporary_directory(options_.environment), spec.attempt,
                            has_tasks() ? place_of_tasks(options_.environment) : "")) {
  if (isolated_) {
    volumes_.emplace(spec_.sharing.volumes, options_.attempt_dir, place_,
                     has_tasks() ? options_.attempt_dir / kSharedEmpty : place_ / "volumes");
  }
}

Result<std::unique_ptr<Sandbox>> Sandbox::enter(const PodSpec& spec, containers::Runtime& runtime,
                                                Options options) {
  std::unique_ptr<Sandbox> sandbox(new Sandbox(spec, runtime, std::move(options)));
  sandbox->is_runners_ = true;
  if (sandbox->isolated_) {
    TRY_ASSIGN(Scratch scratch, Scratch::make_anew(sandbox->place_));
    TRY(sandbox->make(std::move(scratch)));
  }
  return sandbox;
}

Result<std::unique_ptr<Sandbox>> Sandbox::share(const PodSpec& spec, containers::Runtime& runtime,
                                                Options options) {
  std::unique_ptr<Sandbox> sandbox(new Sandbox(spec, runtime, std::move(options)));
  if (!sandbox->isolated_) {
    return sandbox;
  }
  auto scratch = Scratch::make(sandbox->place_);
  if (scratch) {
    TRY(sandbox->make(std::move(*scratch)));
  } else if (scratch.error().code == Code::kAlreadyExists) {
    TRY(sandbox->join());
  } else {
    return tl::unexpected(scratch.error());
  }
  return sandbox;
}

containers::Sandbox Sandbox::description() const {
  std::optional<containers::Identity> users;
  for (const ContainerSpec& container : spec_.containers) {
    if (has_tasks() && container.name == spec_.tasks.container) {
      users = container.isolation.identity;
    }
  }
  return {.hostname = spec_.names.hostname,
          .scratch = place_ / "runtime",
          .share_processes = spec_.sharing.processes || has_tasks(),
          .host_processes = spec_.sharing.host_processes,
          .host_ipc = spec_.sharing.host_ipc,
          .max_processes = static_cast<std::uint64_t>(spec_.sharing.max_processes),
          .memory = volumes_->memory(),
          .users = users,
          .sysctls = spec_.sharing.sysctls};
}

// Directories first, for they are mounted on; owners last, for users are known only inside.
Result<void> Sandbox::make(Scratch scratch) {
  scratch_.emplace(std::move(scratch));
  TRY(volumes_->make());
  TRY(write_host_files());
  TRY(make_directory(place_ / "runtime"));
  TRY_ASSIGN(notes_, runtime_.enter(description()));
  volumes_->own();
  if (has_tasks()) {
    announce();
  }
  if (is_runners_) {
    Scratch::sweep(place_.parent_path());
  }
  return {};
}

// Whoever knows it may enter, if it is the same user's: namespaces cannot be entered by their
// name.
void Sandbox::announce() const {
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  const auto written =
      write_file_replacing(place_ / kMakerFile, std::to_string(::getpid()) + "\n", 0600);
  if (!written) {
    log::warning("the pod cannot be shared on this node", {{"error", written.error().message}});
  }
}

Result<pid_t> Sandbox::await_maker() const {
  const RealClock clock;
  const SteadyTime deadline = clock.steady() + kMakerTime;
  while (clock.steady() < deadline) {
    const auto pid = parse_int(trim(read_file(place_ / kMakerFile).value_or("")));
    if (pid && *pid > 1) {
      return static_cast<pid_t>(*pid);
    }
    ::poll(nullptr, 0, kLookEveryMilliseconds);
  }
  return fail(Code::kUnavailable, "nobody has made the pod's sandbox on this node: " +
                                      place_.string() + " has no " + kMakerFile);
}

// The lock before the entrance: who made it does not leave any more.
Result<void> Sandbox::join() {
  TRY_ASSIGN(const pid_t maker, await_maker());
  membership_ = open_members(place_);
  if (!membership_.valid() || ::flock(membership_.get(), LOCK_SH) != 0) {
    return tl::unexpected(errno_error("entering the pod on this node"));
  }
  return runtime_.join(description(), maker);
}

// The runner has seen the end of all tasks: what is still there hangs.
void Sandbox::await_members() const {
  const UniqueFd members = open_members(place_);
  const RealClock clock;
  const SteadyTime deadline = clock.steady() + kMembersTime;
  while (members.valid() && ::flock(members.get(), LOCK_EX | LOCK_NB) != 0 &&
         (!is_runners_ || clock.steady() < deadline)) {
    ::poll(nullptr, 0, kLookEveryMilliseconds);
  }
}

void Sandbox::leave() {
  membership_.reset();
  if (scratch_ && has_tasks()) {
    await_members();
  }
  if (scratch_ && has_tasks() && is_runners_) {
    std::error_code ignored;
    fs::remove_all(options_.attempt_dir / kSharedEmpty, ignored);
  }
  scratch_.reset();
}

void Sandbox::note_task(pid_t process) const {
  if (!isolated_) {
    return;  // bare processes are entered everywhere
  }
  const auto written =
      write_file_replacing(place_ / kTaskFile, std::to_string(process) + "\n", 0600);
  if (!written) {
    log::warning("the task cannot be entered", {{"error", written.error().message}});
  }
}

pid_t Sandbox::noted_task() const {
  const auto pid = parse_int(trim(read_file(place_ / kTaskFile).value_or("")));
  return static_cast<pid_t>(pid.value_or(0));
}

Result<void> Sandbox::write_host_files() const {
  const fs::path etc = place_ / "etc";
  TRY(make_directory(etc, 0755));
  const std::string node_hosts = read_file("/etc/hosts").value_or("");
  const std::string node_resolver = read_file("/etc/resolv.conf").value_or("");
  TRY(write_file_replacing(etc / "hosts", hosts_file(spec_.names, host_address(), node_hosts),
                           0644));
  TRY(write_file_replacing(etc / "hostname", spec_.names.hostname + "\n", 0644));
  return write_file_replacing(etc / "resolv.conf", resolver_file(spec_.names, node_resolver), 0644);
}

Result<std::vector<containers::Mount>> Sandbox::mounts_of(const ContainerSpec& container) const {
  std::vector<containers::Mount> mounts;
  for (const VolumeMount& wish : container.isolation.mounts) {
    TRY_ASSIGN(containers::Mount mount, volumes_->mount(wish));
    mounts.push_back(std::move(mount));
  }
  for (const std::string_view file : kHostFiles) {
    const std::string target = "/etc/" + std::string(file);
    if (!has_mount(mounts, target)) {
      mounts.push_back({.source = place_ / "etc" / file, .target = target});
    }
  }
  if (const auto file = termination_log(container)) {
    TRY(make_message_file(*file));
    mounts.push_back({.source = *file, .target = container.lifecycle.termination_message_path});
  }
  return mounts;
}

std::vector<std::string> Sandbox::environment_of(const ContainerSpec& container) const {
  std::vector<std::string> all;
  std::copy_if(options_.environment.begin(), options_.environment.end(), std::back_inserter(all),
               [&](const std::string& entry) {
                 return !isolated_ || std::any_of(kFromTheJob.begin(), kFromTheJob.end(),
                                                  [&](std::string_view prefix) {
                                                    return entry.starts_with(prefix);
                                                  });
               });
  for (const EnvVar& variable : container.environment) {
    std::erase_if(all, [&](const std::string& entry) { return is_variable(entry, variable.name); });
    all.push_back(variable.name + "=" + with_host_address(variable.value));
  }
  return all;
}

std::optional<fs::path> Sandbox::termination_log(const ContainerSpec& container) const {
  if (!isolated_ || container.lifecycle.termination_message_path.empty()) {
    return std::nullopt;
  }
  return place_ / "etc" / (container.name + ".termination-log");
}

containers::Launch Sandbox::process(const ContainerSpec& container) const {
  containers::Launch launch{.name = container.name,
                            .environment = environment_of(container),
                            .working_directory = container.working_directory};
  for (const std::string& argument : container.argv) {
    launch.argv.push_back(with_host_address(argument));
  }
  if (isolated_) {
    launch.identity = container.isolation.identity;
    launch.privileges = container.isolation.privileges;
  }
  return launch;
}

Result<containers::Launch> Sandbox::launch(const ContainerSpec& container) const {
  containers::Launch launch = process(container);
  if (!isolated_) {
    return launch;
  }
  launch.root = container.isolation.root;
  launch.scratch = place_ / "containers" / container.name;
  launch.read_only_root = container.isolation.read_only_root;
  TRY_ASSIGN(launch.mounts, mounts_of(container));
  TRY(make_directory(launch.scratch));
  return launch;
}

}  // namespace sluice::pod
