// SPDX-License-Identifier: Apache-2.0
#include "base/child_processes.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "base/files.h"
#include "base/text.h"

namespace sluice {

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code error;
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator thread(tasks, error), end; !error && thread != end;
       thread.increment(error)) {
    const std::string listed = read_file(thread->path() / "children").value_or("");
    for (const std::string_view word : split(trim(listed), ' ')) {
      if (const auto child = parse_int(word)) {
        children.push_back(static_cast<pid_t>(*child));
      }
    }
  }
  return children;
}

}  // namespace sluice
