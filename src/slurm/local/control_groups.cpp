// SPDX-License-Identifier: Apache-2.0
// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/ of the kernel have the files.
#include "slurm/local/control_groups.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "base/unique_fd.h"

namespace sluice::slurm {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> kControllers{"memory", "cpu", "pids"};
constexpr const char* kProcesses = "cgroup.procs";
constexpr const char* kOurs = "sluice";    // the group of this process, with version 2
constexpr std::int64_t kPeriod = 100'000;  // of processor time, in microseconds
constexpr std::int64_t kThousand = 1000;
constexpr int kRemovals = 200;
constexpr int kAgainInMilliseconds = 10;

Result<void> write_to(const fs::path& file, const std::string& text) {
  const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd.valid() || ::write(fd.get(), text.data(), text.size()) < 0) {
    return tl::unexpected(errno_error("writing " + file.string()));
  }
  return {};
}

bool is_writable(const fs::path& directory) {
  return ::access(directory.c_str(), W_OK) == 0 &&
         ::access((directory / kProcesses).c_str(), W_OK) == 0;
}

std::set<std::string> words_in(const fs::path& file) {
  const std::string text = read_file(file).value_or("");
  std::set<std::string> all;
  for (const std::string_view word : split(trim(text), ' ')) {
    all.emplace(trim(word));
  }
  return all;
}

bool is_shared(const fs::path& group) {
  const std::string members = read_file(group / kProcesses).value_or("");
  const auto lines = split(trim(members), '\n');
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const auto process = parse_int(line);
    return process && *process != ::getpid();
  });
}

// This process goes into a group of its own; then those beside it get their controllers.
Result<void> make_room(const fs::path& own) {
  ::mkdir((own / kOurs).c_str(), 0755);
  if (const auto moved = write_to(own / kOurs / kProcesses, std::to_string(::getpid())); !moved) {
    ::rmdir((own / kOurs).c_str());
    return moved;
  }
  return {};
}

// Controllers that groups below this one have afterwards.
std::set<std::string> hand_on(const fs::path& parent) {
  std::set<std::string> all = words_in(parent / "cgroup.controllers");
  std::erase_if(all, [&](const std::string& controller) {
    return !write_to(parent / "cgroup.subtree_control", "+" + controller);
  });
  return all;
}

std::string remedy() {
  return std::string("; `systemd-run ") + (::geteuid() == 0 ? "" : "--user ") +
         "--scope -p Delegate=yes sluice up --foreground` gives it one of its own";
}

// Why no groups can be made in this one; nothing: they can.
std::optional<std::string> obstacle(const fs::path& own, const fs::path& parent, bool take) {
  if (!is_writable(parent)) {
    return "the control group " + parent.string() + " is not this user's";
  }
  if (parent == own && is_shared(own)) {
    return "others are in the control group " + own.string();
  }
  if (const auto room = take && parent == own ? make_room(own) : Result<void>(); !room) {
    return room.error().message;
  }
  return std::nullopt;
}

GroupPlace unified_place(const fs::path& own, bool take) {
  const fs::path parent = own.filename() == kOurs ? own.parent_path() : own;
  const auto why = obstacle(own, parent, take);
  const std::set<std::string> handed = why    ? std::set<std::string>()
                                       : take ? hand_on(parent)
                                              : words_in(parent / "cgroup.controllers");
  GroupPlace place{.parent = {.unified = true}};
  for (const char* controller : kControllers) {
    if (handed.contains(controller)) {
      place.parent.directories[controller] = parent;
    } else {
      place.missing[controller] =
          why.value_or("the control group " + parent.string() + " lacks this controller") +
          remedy();
    }
  }
  return place;
}

GroupPlace separate_places(const ControlGroupFiles& files) {
  GroupPlace place;
  for (const char* controller : kControllers) {
    const auto directory = own_control_group(controller, files);
    if (directory && is_writable(*directory)) {
      place.parent.directories[controller] = *directory;
    } else {
      place.missing[controller] =
          directory ? "the control group " + directory->string() + " is not this user's"
                    : "this machine has no control groups for it";
    }
  }
  return place;
}

GroupPlace find_place(const ControlGroupFiles& files, bool take) {
  return control_groups_are_unified(files)
             ? unified_place(own_control_group("", files).value_or(files.mounts), take)
             : separate_places(files);
}

std::string memory_file(const ControlGroup& group) {
  return group.unified ? "memory.max" : "memory.limit_in_bytes";
}

Result<void> limit_memory(const ControlGroup& group, const fs::path& directory,
                          std::int64_t bytes) {
  TRY(write_to(directory / memory_file(group), std::to_string(bytes)));
  const fs::path swap =
      directory / (group.unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
  std::error_code ignored;
  return fs::exists(swap, ignored) ? write_to(swap, group.unified ? "0" : std::to_string(bytes))
                                   : Result<void>();
}

Result<void> limit_processors(const ControlGroup& group, const fs::path& directory,
                              std::int64_t thousandths) {
  const std::string quota = std::to_string(std::max(thousandths * kPeriod / kThousand, kThousand));
  if (group.unified) {
    return write_to(directory / "cpu.max", quota + " " + std::to_string(kPeriod));
  }
  TRY(write_to(directory / "cpu.cfs_period_us", std::to_string(kPeriod)));
  return write_to(directory / "cpu.cfs_quota_us", quota);
}

// All its directories once; with version 2 they are one.
std::vector<fs::path> places_of(const ControlGroup& group) {
  std::vector<fs::path> all;
  for (const auto& [controller, directory] : group.directories) {
    if (std::find(all.begin(), all.end(), directory) == all.end()) {
      all.push_back(directory);
    }
  }
  return all;
}

void kill_members(const fs::path& directory) {
  if (write_to(directory / "cgroup.kill", "1")) {
    return;
  }
  for (const std::string_view word :
       split(trim(read_file(directory / kProcesses).value_or("")), '\n')) {
    if (const auto process = parse_int(word); process && *process > 1) {
      ::kill(static_cast<pid_t>(*process), SIGKILL);
    }
  }
}

}  // namespace

GroupPlace take_group_place(const ControlGroupFiles& files) {
  return find_place(files, /*take=*/true);
}

GroupPlace look_for_group_place(const ControlGroupFiles& files) {
  return find_place(files, /*take=*/false);
}

ControlGroup group_below(const ControlGroup& parent, const std::string& name) {
  ControlGroup group = parent;
  for (auto& [controller, directory] : group.directories) {
    directory /= name;
  }
  return group;
}

Result<void> make_group(const ControlGroup& group, const JobLimits& limits) {
  for (const fs::path& directory : places_of(group)) {
    if (::mkdir(directory.c_str(), 0755) != 0 && errno != EEXIST) {
      return tl::unexpected(errno_error("making the control group " + directory.string()));
    }
  }
  for (const auto& [controller, directory] : group.directories) {
    if (controller == "memory" && limits.memory_bytes > 0) {
      TRY(limit_memory(group, directory, limits.memory_bytes));
    } else if (controller == "cpu" && limits.cpu_thousandths > 0) {
      TRY(limit_processors(group, directory, limits.cpu_thousandths));
    } else if (controller == "pids" && limits.processes > 0) {
      TRY(write_to(directory / "pids.max", std::to_string(limits.processes)));
    }
  }
  return {};
}

Result<void> enter_group(const ControlGroup& group) {
  for (const fs::path& directory : places_of(group)) {
    TRY(write_to(directory / kProcesses, "0"));
  }
  return {};
}

bool ran_out_of_memory(const ControlGroup& group) {
  const auto found = group.directories.find("memory");
  return found != group.directories.end() && out_of_memory_kills(found->second, group.unified) > 0;
}

// A group goes when the last of its processes has been reaped, by whoever is its parent.
void remove_group(const ControlGroup& group) {
  for (const fs::path& directory : places_of(group)) {
    int removed = -1;
    for (int i = 0; i < kRemovals && removed != 0; ++i) {
      kill_members(directory);
      removed = ::rmdir(directory.c_str());
      if (removed != 0 && errno == ENOENT) {
        removed = 0;
      } else if (removed != 0) {
        ::poll(nullptr, 0, kAgainInMilliseconds);
      }
    }
    if (removed != 0) {
      log::warning("a control group is left over", {{"directory", directory.string()}});
    }
  }
}

}  // namespace sluice::slurm
