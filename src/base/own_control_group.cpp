// SPDX-License-Identifier: Apache-2.0
#include "base/own_control_group.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace sluice {

namespace fs = std::filesystem;

bool control_groups_are_unified(const ControlGroupFiles& files) {
  std::error_code ignored;
  return fs::exists(files.mounts / "cgroup.controllers", ignored);
}

// Lines of /proc/<pid>/cgroup: "4:memory:/a/b", "3:cpu,cpuacct:/", and of version 2 "0::/a/b".
std::optional<fs::path> own_control_group(std::string_view controller,
                                          const ControlGroupFiles& files) {
  const bool unified = control_groups_are_unified(files);
  const std::string text = read_file(files.own).value_or("");
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, ':');
    if (words.size() < 3) {
      continue;
    }
    const std::vector<std::string_view> names = split(words[1], ',');
    const std::string_view wanted = unified ? std::string_view() : controller;
    if (std::find(names.begin(), names.end(), wanted) != names.end()) {
      const fs::path group = line.substr(words[0].size() + words[1].size() + 2);
      const fs::path hierarchy = unified ? files.mounts : files.mounts / controller;
      return (hierarchy / group.relative_path()).lexically_normal();
    }
  }
  return std::nullopt;
}

// "oom_kill 2" in either file.
std::int64_t out_of_memory_kills(const fs::path& group, bool unified) {
  const std::string text =
      read_file(group / (unified ? "memory.events" : "memory.oom_control")).value_or("");
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("oom_kill ")) {
      return parse_int(trim(line.substr(line.find(' ')))).value_or(0);
    }
  }
  return 0;
}

std::int64_t own_out_of_memory_kills(const ControlGroupFiles& files) {
  const auto group = own_control_group("memory", files);
  return group ? out_of_memory_kills(*group, control_groups_are_unified(files)) : 0;
}

}  // namespace sluice
