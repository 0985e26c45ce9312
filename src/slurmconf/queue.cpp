// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/queue.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "slurm/host_list.h"

namespace sluice::slurmconf {
namespace {

// Of what else squeue says, some words stand before PENDING or RUNNING and take their place
// (REQUEUE_HOLD, SIGNALING), and later releases have more: such a job is not over.
constexpr std::array<std::string_view, 10> kOver{
    "COMPLETED", "CANCELLED",     "FAILED",   "TIMEOUT",   "NODE_FAIL",
    "PREEMPTED", "OUT_OF_MEMORY", "DEADLINE", "BOOT_FAIL", "REVOKED"};

bool is_live(std::string_view state) {
  return std::find(kOver.begin(), kOver.end(), state) == kOver.end();
}

constexpr std::size_t kMostIds = 1'000'000;

}  // namespace

Queue read_queue(std::string_view text) {
  Queue queue;
  std::set<std::string, std::less<>> seen;
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, '|');
    if (words.size() < 4) {
      continue;
    }
    if (seen.emplace(words[0]).second) {
      queue.jobs.emplace_back(words[0]);
    }
    if (words[1] == "NODE_FAIL") {
      queue.dead.emplace_back(words[0]);
    }
    if (!is_live(words[1])) {
      continue;
    }
    for (const std::string_view partition : split(words[2], ',')) {
      ++queue.usage.jobs_of_partition[std::string(partition)];
    }
    queue.usage.jobs_on_nodes += words[3].empty() ? 0 : 1;
    for (const std::string& node : slurm::expand_host_list(words[3])) {
      ++queue.usage.jobs_of_node[node];
    }
  }
  return queue;
}

std::string to_ranges(std::vector<std::string> ids) {
  std::vector<std::int64_t> numbers;
  for (const std::string& id : ids) {
    if (const auto number = parse_int(id)) {
      numbers.push_back(*number);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] <= numbers[last] + 1) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (numbers[last] != numbers[i]) {
      text += "-" + std::to_string(numbers[last]);
    }
    i = last + 1;
  }
  return text;
}

std::vector<std::string> from_ranges(std::string_view text) {
  std::vector<std::string> ids;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_int(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_int(part.substr(dash + 1));
    for (std::int64_t id = first.value_or(1); id <= last.value_or(0) && ids.size() < kMostIds;
         ++id) {
      ids.push_back(std::to_string(id));
    }
  }
  return ids;
}

}  // namespace sluice::slurmconf
