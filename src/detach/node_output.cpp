// SPDX-License-Identifier: Apache-2.0
#include "detach/node_output.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/utf8.h"
#include "slurm/host_list.h"

namespace sluice::detach {
namespace {

// In "NodeName=n1 Arch=x86_64 ... State=IDLE ..."; values without blanks.
std::string_view value_of(std::string_view line, std::string_view key) {
  for (const std::string_view word : split(line, ' ')) {
    if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
      return word.substr(key.size() + 1);
    }
  }
  return {};
}

// The last of the line: "Reason=not well [root@1900000000]".
std::string reason_in(std::string_view line) {
  constexpr std::string_view kKey = " Reason=";
  const std::size_t start = line.find(kKey);
  if (start == line.npos) {
    return {};
  }
  std::string_view reason = trim(line.substr(start + kKey.size()));
  const std::size_t who = reason.rfind(" [");
  if (who != reason.npos && reason.find('@', who) != reason.npos) {
    reason = reason.substr(0, who);
  }
  return json::to_utf8(reason);
}

// Seconds since the epoch, of a time that can be; Slurm has words for others.
std::optional<WallTime> time_of(std::string_view text) {
  constexpr std::int64_t kLast = 9'000'000'000;  // in 2255: a WallTime counts nanoseconds
  const auto seconds = parse_int(text);
  return seconds && *seconds > 0 && *seconds <= kLast
             ? std::optional(WallTime(std::chrono::seconds(*seconds)))
             : std::nullopt;
}

}  // namespace

std::vector<SlurmNode> parse_nodes(std::string_view scontrol_output) {
  std::vector<SlurmNode> nodes;
  for (const std::string_view line : split(scontrol_output, '\n')) {
    SlurmNode node{.name = std::string(value_of(line, "NodeName")),
                   .state = std::string(value_of(line, "State")),
                   .reason = reason_in(line),
                   .cpus_in_use = parse_int(value_of(line, "CPUAlloc"))};
    if (!node.name.empty() && !node.state.empty()) {
      nodes.push_back(std::move(node));
    }
  }
  return nodes;
}

// Whatever else a job in the queue may be: it may hold a part of a node.
bool QueuedJob::waits() const {
  constexpr std::array<std::string_view, 5> kWaiting{"PENDING", "REQUEUE_HOLD", "REQUEUE_FED",
                                                     "RESV_DEL_HOLD", "SPECIAL_EXIT"};
  return std::find(kWaiting.begin(), kWaiting.end(), state) != kWaiting.end();
}

std::vector<QueuedJob> parse_queue(std::string_view squeue_output) {
  std::vector<QueuedJob> jobs;
  for (const std::string_view line : split(squeue_output, '\n')) {
    const auto fields = split(line, '|');
    if (fields.size() == 5 && parse_int(fields[0]).value_or(0) > 0 && !fields[1].empty()) {
      jobs.push_back({.id = std::string(fields[0]),
                      .state = std::string(fields[1]),
                      .end = time_of(fields[2]),
                      .there = std::string(fields[3]),
                      .wants = std::string(fields[4])});
    }
  }
  return jobs;
}

std::vector<std::string> reservations_of(std::string_view scontrol_output, std::string_view node) {
  std::vector<std::string> names;
  for (const std::string_view line : split(scontrol_output, '\n')) {
    const std::string_view name = value_of(line, "ReservationName");
    const auto nodes = slurm::expand_host_list(value_of(line, "Nodes"));
    if (!name.empty() && std::find(nodes.begin(), nodes.end(), node) != nodes.end()) {
      names.emplace_back(name);
    }
  }
  return names;
}

// "Slurmctld(primary) at head-0 is UP"
std::vector<ControllerHost> parse_ping(std::string_view scontrol_output) {
  std::vector<ControllerHost> controllers;
  for (const std::string_view line : split(scontrol_output, '\n')) {
    const auto words = split(trim(line), ' ');
    if (words.size() == 5 && words[0].starts_with("Slurmctld(") && words[1] == "at" &&
        words[3] == "is") {
      controllers.push_back({.host = std::string(words[2]), .up = words[4] == "UP"});
    }
  }
  return controllers;
}

}  // namespace sluice::detach
