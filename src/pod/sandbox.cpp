// SPDX-License-Identifier: Apache-2.0
#include "pod/sandbox.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/environment.h"
#include "base/files.h"
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

constexpr std::array<std::string_view, 3> kHostFiles{"hosts", "hostname", "resolv.conf"};

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
      isolated_(!spec.containers.empty() && !spec.containers.front().isolation.root.empty()) {}

Result<std::unique_ptr<Sandbox>> Sandbox::enter(const PodSpec& spec, containers::Runtime& runtime,
                                                Options options) {
  std::unique_ptr<Sandbox> sandbox(new Sandbox(spec, runtime, std::move(options)));
  if (sandbox->isolated_) {
    TRY(sandbox->make());
  }
  return sandbox;
}

// Directories first, for they are mounted on; owners last, for users are known only inside.
Result<void> Sandbox::make() {
  const fs::path parent = temporary_directory(options_.environment);
  TRY_ASSIGN(Scratch scratch, Scratch::make(parent, spec_.attempt));
  scratch_.emplace(std::move(scratch));
  volumes_.emplace(spec_.sharing.volumes, options_.attempt_dir, scratch_->path());
  TRY(volumes_->make());
  TRY(write_host_files());
  TRY(make_directory(scratch_->path() / "runtime"));
  TRY_ASSIGN(notes_, runtime_.enter({.hostname = spec_.names.hostname,
                                     .scratch = scratch_->path() / "runtime",
                                     .share_processes = spec_.sharing.processes,
                                     .host_processes = spec_.sharing.host_processes,
                                     .host_ipc = spec_.sharing.host_ipc,
                                     .memory = volumes_->memory()}));
  volumes_->own();
  Scratch::sweep(parent);
  return {};
}

Result<void> Sandbox::write_host_files() const {
  const fs::path etc = scratch_->path() / "etc";
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
      mounts.push_back({.source = scratch_->path() / "etc" / file, .target = target});
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
  return scratch_->path() / "etc" / (container.name + ".termination-log");
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
  launch.scratch = scratch_->path() / "containers" / container.name;
  launch.read_only_root = container.isolation.read_only_root;
  TRY_ASSIGN(launch.mounts, mounts_of(container));
  TRY(make_directory(launch.scratch));
  return launch;
}

}  // namespace sluice::pod
