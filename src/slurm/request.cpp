// SPDX-License-Identifier: Apache-2.0
#include "slurm/request.h"

#include <algorithm>
#include <string_view>

#include "slurm/flags.h"

namespace sluice::slurm {
namespace {

bool has_any(const std::string& text, std::string_view bytes) {
  return text.find_first_of(bytes) != std::string::npos;
}

constexpr std::string_view kZero{"\0", 1};
constexpr std::string_view kSeparators{"\0\x1e\x1f", 3};

}  // namespace

Result<void> check_request(const JobRequest& request) {
  if (!request.script.starts_with("#!")) {
    return fail(Code::kInvalid, "script: expected to start with \"#!\"");
  }
  if (has_any(request.script, kZero)) {
    return fail(Code::kInvalid, "script: must not contain a zero byte");
  }
  if (has_any(request.comment, kSeparators)) {
    return fail(Code::kInvalid, "comment: must not contain the bytes 0, 0x1e or 0x1f");
  }
  if (has_any(request.name, kSeparators) || has_any(request.partition, kSeparators) ||
      has_any(request.array, kSeparators) || has_any(request.working_directory, kZero) ||
      has_any(request.output, kZero)) {
    return fail(Code::kInvalid, "name, partition and paths: must not contain control bytes");
  }
  for (const auto& [key, value] : request.environment) {
    if (key.empty() || has_any(key, std::string_view("=\0", 2)) || has_any(value, kZero)) {
      return fail(Code::kInvalid, "environment: \"" + key + "\" is not a variable");
    }
  }
  constexpr std::int64_t kMost = 1'000'000'000;
  if (request.cpus < 1 || request.cpus > 65000 || request.memory_mib < 0 ||
      request.memory_mib > kMost * 1000 || request.time_limit_seconds < 0 ||
      request.time_limit_seconds > kMost) {
    return fail(Code::kInvalid,
                "cpus: expected 1 to 65000; memory and time limit: expected no negative number");
  }
  return {};
}

Result<std::vector<std::string>> resource_arguments(const JobRequest& request) {
  std::vector<std::string> words{"--job-name=" + request.name,
                                 "--cpus-per-task=" + std::to_string(request.cpus)};
  if (!request.partition.empty()) {
    words.push_back("--partition=" + request.partition);
  }
  if (request.memory_mib > 0) {
    words.push_back("--mem=" + std::to_string(request.memory_mib) + "M");
  }
  if (request.time_limit_seconds > 0) {
    words.push_back("--time=" + std::to_string(time_limit_minutes(request)));
  }
  if (!request.array.empty()) {
    words.push_back("--array=" + request.array);
  }
  TRY_ASSIGN(const auto flags, flag_words(request.flags));
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

std::int64_t time_limit_minutes(const JobRequest& request) {
  return (request.time_limit_seconds + 59) / 60;
}

std::string output_pattern(const JobRequest& request) {
  if (request.output.empty()) {
    return "/dev/null";
  }
  std::string pattern;
  for (const char c : request.output) {
    pattern += c;
    if (c == '%') {
      pattern += c;
    }
  }
  return request.array.empty() ? pattern : pattern + "-%a";
}

std::vector<std::pair<std::string, std::string>> job_environment(const JobRequest& request) {
  auto environment = request.environment;
  const bool has_path = std::any_of(environment.begin(), environment.end(),
                                    [](const auto& entry) { return entry.first == "PATH"; });
  if (!has_path) {
    environment.emplace_back("PATH", "/usr/local/bin:/usr/bin:/bin");
  }
  return environment;
}

}  // namespace sluice::slurm
