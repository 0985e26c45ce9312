// SPDX-License-Identifier: Apache-2.0
#include "pod/tasks.h"

#include "base/files.h"
#include "base/log.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

fs::path failure_file(const fs::path& attempt_dir, const std::string& container) {
  return attempt_dir / (container + ".failure.json");
}

fs::path stop_file(const fs::path& attempt_dir, const std::string& container) {
  return attempt_dir / (container + ".stop");
}

}  // namespace

std::string rank_name(const std::string& container, std::int64_t rank) {
  return container + ".rank-" + std::to_string(rank);
}

void tell_failure(const fs::path& attempt_dir, const std::string& container,
                  const TaskFailure& failure) {
  const json::Value document = json::Object{{"rank", failure.rank},
                                            {"exitCode", failure.exit_code},
                                            {"signal", failure.signal},
                                            {"reason", failure.reason},
                                            {"message", failure.message}};
  const auto told =
      create_file_exclusive(failure_file(attempt_dir, container), json::write(document));
  if (!told && told.error().code != Code::kAlreadyExists) {
    log::warning("a task could not tell its failure", {{"error", told.error().message}});
  }
}

std::optional<TaskFailure> told_failure(const fs::path& attempt_dir, const std::string& container) {
  const auto text = read_file(failure_file(attempt_dir, container));
  const auto document = text ? json::parse(*text) : Result<json::Value>(json::Value());
  if (!text || !document) {
    return std::nullopt;
  }
  return TaskFailure{.rank = document->at("rank").as_int(),
                     .exit_code = static_cast<int>(document->at("exitCode").as_int()),
                     .signal = static_cast<int>(document->at("signal").as_int()),
                     .reason = document->at("reason").as_string(),
                     .message = document->at("message").as_string()};
}

fs::path message_file(const fs::path& attempt_dir, const std::string& container) {
  return attempt_dir / (container + ".message");
}

void ask_tasks_to_stop(const fs::path& attempt_dir, const std::string& container) {
  const auto asked = write_file_replacing(stop_file(attempt_dir, container), "");
  if (!asked) {
    log::warning("tasks cannot be asked to stop", {{"error", asked.error().message}});
  }
}

bool are_tasks_to_stop(const fs::path& attempt_dir, const std::string& container) {
  std::error_code none;
  return fs::exists(stop_file(attempt_dir, container), none);
}

void forget_tasks(const fs::path& attempt_dir, const std::string& container) {
  std::error_code none;
  for (const fs::path& file :
       {failure_file(attempt_dir, container), stop_file(attempt_dir, container),
        message_file(attempt_dir, container)}) {
    fs::remove(file, none);
  }
}

std::vector<std::string> srun_command(const Tasks& tasks, const TaskCommand& command) {
  std::vector<std::string> words{"srun", "--quiet", "--kill-on-bad-exit=1"};
  if (!command.cpus_per_task.empty()) {
    words.push_back("--cpus-per-task=" + command.cpus_per_task);
  }
  if (tasks.all_output) {
    words.emplace_back("--label");
  } else {
    words.insert(words.end(), {"--output=0", "--error=0"});
  }
  words.emplace_back("--input=0");
  words.insert(words.end(), tasks.flags.begin(), tasks.flags.end());
  words.insert(words.end(), {command.sluice.string(), "pod", "--dir", command.attempt_dir.string(),
                             "--task", tasks.container});
  return words;
}

}  // namespace sluice::pod
