// SPDX-License-Identifier: Apache-2.0
#include "pools/node_pool.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/earliest.h"
#include "json/quantity.h"

namespace sluice::pools {
namespace {

constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;

std::int64_t seconds_of(WallTime time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

WallTime time_of(std::int64_t seconds) {
  return WallTime(std::chrono::seconds(seconds));
}

bool is_open(const Window& window, WallTime now) {
  const std::int64_t length =
      std::chrono::duration_cast<std::chrono::seconds>(window.length).count();
  const auto start = window.start.next(seconds_of(now) - length, window.zone);
  return start && *start <= seconds_of(now);
}

Result<std::int64_t> amount(const json::Value& shape, const char* name, std::int64_t unit,
                            const std::string& field) {
  const auto quantity = json::Quantity::from(shape.at(name));
  if (!quantity || quantity->sign() <= 0) {
    return fail(Code::kInvalid,
                field + "." + name + ": expected a quantity of more than nothing");
  }
  return unit == 0 ? quantity->milli_value() : quantity->value() / unit;
}

std::optional<std::int64_t> number(const json::Value& value) {
  return value.is_int() ? std::optional(value.as_int()) : std::nullopt;
}

Result<Window> read_window(const json::Value& value, const std::string& field) {
  const auto start = CronSchedule::parse(value.at("start").as_string());
  if (!start) {
    return fail(Code::kInvalid, field + ".start: " + start.error().message);
  }
  const auto zone = Zone::find(value.at("timeZone").as_string());
  if (!zone) {
    return fail(Code::kInvalid, field + ".timeZone: " + zone.error().message);
  }
  return Window{.start = *start,
                .zone = *zone,
                .length = std::chrono::minutes(value.at("minutes").as_int()),
                .min = number(value.at("min")),
                .max = number(value.at("max"))};
}

Result<Member> read_member(const json::Value& value, const std::string& field) {
  Member member{.name = value.at("name").as_string(),
                .machine_deployment = value.at("machineDeployment").as_string(),
                .node_class = value.at("slurm", "nodeClass").as_string(),
                .limits = {value.at("min").as_int(), value.at("max").as_int()},
                .weight = value.at("weight").as_int(1)};
  for (const json::Value& partition : value.at("slurm", "partitions").as_array()) {
    member.partitions.push_back(partition.as_string());
  }
  for (const json::Value& feature : value.at("slurm", "features").as_array()) {
    member.features.insert(feature.as_string());
  }
  for (const auto& [label, wanted] : value.at("kubernetes", "nodeLabels").as_object()) {
    member.node_labels[label] = wanted.as_string();
  }
  TRY_ASSIGN(member.machine.cpu_thousandths,
             amount(value.at("machine"), "cpu", 0, field + ".machine"));
  TRY_ASSIGN(member.machine.memory_mib,
             amount(value.at("machine"), "memory", kMebibyte, field + ".machine"));
  for (const json::Member& one : value.at("machine", "resources").as_object()) {
    TRY_ASSIGN(member.machine.others[one.key],
               amount(value.at("machine", "resources"), one.key.c_str(), 1,
                      field + ".machine.resources"));
  }
  for (const json::Value& window : value.at("schedule").as_array()) {
    TRY_ASSIGN(Window read, read_window(window, field + ".schedule[" +
                                                    std::to_string(member.schedule.size()) + "]"));
    member.schedule.push_back(std::move(read));
  }
  return member;
}

}  // namespace

Limits Member::limits_at(WallTime now) const {
  Limits counts = limits;
  for (const Window& window : schedule) {
    if (is_open(window, now)) {
      counts.min = window.min.value_or(limits.min);
      counts.max = window.max.value_or(limits.max);
    }
  }
  counts.max = std::max(counts.max, counts.min);
  return counts;
}

std::optional<WallTime> Member::next_change(WallTime after) const {
  std::optional<WallTime> next;
  for (const Window& window : schedule) {
    const std::int64_t length =
        std::chrono::duration_cast<std::chrono::seconds>(window.length).count();
    for (const std::int64_t ends_after : {std::int64_t{0}, length}) {
      const auto start = window.start.next(seconds_of(after) - ends_after, window.zone);
      if (start) {
        next = earlier<WallTime>(next, time_of(*start + ends_after));
      }
    }
  }
  return next;
}

Result<Pool> read_pool(const json::Value& object) {
  const json::Value& spec = object.at("spec");
  Pool pool{.members = {},
            .machines = number(spec.at("machines")),
            .cooldown = std::chrono::seconds(spec.at("cooldownSeconds").as_int()),
            .dry_run = spec.at("dryRun").as_bool()};
  std::set<std::string> deployments;
  for (const json::Value& value : spec.at("members").as_array()) {
    const std::string field = "spec.members[" + std::to_string(pool.members.size()) + "]";
    TRY_ASSIGN(Member member, read_member(value, field));
    if (!deployments.insert(member.machine_deployment).second) {
      return fail(Code::kInvalid, field + ".machineDeployment: another member has \"" +
                                      member.machine_deployment + "\" already");
    }
    pool.members.push_back(std::move(member));
  }
  return pool;
}

}  // namespace sluice::pools
