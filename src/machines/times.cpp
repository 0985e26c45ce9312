// SPDX-License-Identifier: Apache-2.0
#include "machines/times.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "api/meta.h"
#include "base/exposition.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "machines/machine_conditions.h"
#include "machines/slurm_machine.h"

namespace sluice::machines {
namespace {

constexpr std::string_view kHeadings = "machine,role,phase,end,seconds";

constexpr const char* kFirstReady = "sluice.dev/first-ready";  // agent/machine_node.cpp

constexpr double kLongest = 1e9;  // seconds; nothing that has a name takes longer

using Moment = std::optional<WallTime>;

Moment moment(const json::Value& text) {
  const auto time = parse_rfc3339(text.as_string());
  return time ? Moment(*time) : std::nullopt;
}

Moment turned_true(const json::Value* condition) {
  return condition != nullptr && condition->at("status").as_string() == "True"
             ? moment(condition->at("lastTransitionTime"))
             : std::nullopt;
}

// That Slurm came to know it again says nothing about when it first did.
Moment registered(const json::Value& machine) {
  const json::Value* condition = machine_condition(machine, kRegistered);
  return condition != nullptr && condition->at("reason").as_string() == "Registered"
             ? turned_true(condition)
             : std::nullopt;
}

// Services fail and recover, and stacks change: the agent has noted the first time.
Moment first_ready(const json::Value& node) {
  const Moment noted = moment(node.at("metadata", "annotations").at(kFirstReady));
  return noted ? noted : turned_true(api::condition(node, "Ready"));
}

// The config goes before its Machine, whose annotation anybody may have written: only our words
// come to stand in a line.
std::string role_of(const json::Value& machine, const json::Value& config) {
  const json::Value noted =
      json::Object{{"spec", json::Object{{"role", api::annotation(machine, kRole)}}}};
  const auto role = read_role(config.is_null() ? noted : config);
  return role ? std::string(to_string(*role)) : "other";
}

struct Chain {
  std::vector<PhaseTime> times;
  std::string machine;
  std::string role;
  Moment since;

  // What did not happen, or is not told, belongs to the next.
  void add(std::string_view phase, const Moment& end) {
    if (!since || !end) {
      return;
    }
    // Two objects may have been written in the other order.
    const WallTime until = std::max(*since, *end);
    times.push_back({machine, role, std::string(phase), until,
                     std::chrono::duration<double>(until - *since).count()});
    since = until;
  }
};

}  // namespace

std::vector<PhaseTime> phase_times(const Lives& lives) {
  const json::Value& machine = lives.machine;
  const Moment known = registered(machine);
  Chain chain{.machine = api::to_string(api::key(machine)),
              .role = role_of(machine, lives.config),
              .since = moment(machine.at("metadata", "creationTimestamp"))};
  const std::array coming{turned_true(api::condition(lives.config, "Ready")),
                          turned_true(api::condition(machine, "InfrastructureReady")),
                          moment(lives.node.at("metadata", "creationTimestamp")),
                          first_ready(lives.node),
                          known,
                          known ? turned_true(machine_condition(machine, kUsed)) : std::nullopt};
  const std::array going{turned_true(machine_condition(machine, kDrained)),
                         turned_true(machine_condition(machine, kDetached)), lives.gone};
  for (std::size_t i = 0; i < coming.size(); ++i) {
    chain.add(kPhases[i], coming[i]);
  }
  chain.since = moment(machine.at("metadata", "deletionTimestamp"));
  for (std::size_t i = 0; i < going.size(); ++i) {
    chain.add(kPhases[coming.size() + i], going[i]);
  }
  return chain.times;
}

std::string to_csv(const std::vector<PhaseTime>& times, bool headings) {
  std::string text = headings ? std::string(kHeadings) + "\n" : "";
  for (const PhaseTime& time : times) {
    text += time.machine + "," + time.role + "," + time.phase + "," + format_rfc3339(time.end) +
            "," + number_text(time.seconds) + "\n";
  }
  return text;
}

Result<std::vector<PhaseTime>> read_csv(std::string_view text) {
  std::vector<PhaseTime> times;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty() || line == kHeadings) {
      continue;
    }
    const std::vector<std::string_view> cells = split(line, ',');
    const auto end = cells.size() == 5 ? parse_rfc3339(cells[3]) : fail(Code::kInvalid, "");
    double seconds = 0;
    const char* last = line.data() + line.size();
    const bool good =
        end && std::find(std::begin(kPhases), std::end(kPhases), cells[2]) != std::end(kPhases) &&
        std::from_chars(cells[4].data(), last, seconds).ptr == last && seconds >= 0 &&
        seconds <= kLongest;
    if (!good) {
      return fail(Code::kInvalid, "line " + std::to_string(number) + ": expected " +
                                      std::string(kHeadings) + ", as `sluice times --csv` writes");
    }
    times.push_back(
        {std::string(cells[0]), std::string(cells[1]), std::string(cells[2]), *end, seconds});
  }
  return times;
}

}  // namespace sluice::machines
