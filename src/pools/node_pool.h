// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/cron_schedule.h"
#include "base/result.h"
#include "base/zone.h"
#include "json/value.h"
#include "pools/waiting_work.h"

namespace sluice::pools {

// How many machines a member may have.
struct Limits {
  std::int64_t min = 0;
  std::int64_t max = 0;

  friend bool operator==(const Limits&, const Limits&) = default;
};

// Other limits for a while, again and again.
struct Window {
  CronSchedule start;
  Zone zone;
  Duration length{};
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
};

// A MachineDeployment of the pool.
struct Member {
  std::string name;
  std::string machine_deployment;
  std::string node_class;                          // of Slurm's machines; empty: Kubernetes' own
  std::vector<std::string> partitions;             // of Slurm, whose jobs count; empty: all
  std::set<std::string> features = {};             // of Slurm's nodes, beside those of the class
  std::map<std::string, std::string> node_labels;  // of Kubernetes: pods that select others do
                                                   // not count
  Shape machine;
  Limits limits;
  std::int64_t weight = 1;
  std::vector<Window> schedule;  // the last that is open counts
  std::set<std::string> unhelped = {};  // work, as its kin, that does not count (unhelped.h)

  bool is_slurm() const { return !node_class.empty(); }
  Limits limits_at(WallTime now) const;

  // When limits may be other ones next; nothing: never.
  std::optional<WallTime> next_change(WallTime after) const;
};

// Machines that move between Slurm and Kubernetes, as a NodePool says.
struct Pool {
  std::vector<Member> members;
  std::optional<std::int64_t> machines;  // of all; nothing: as many as the limits allow
  Duration cooldown{};                   // between moves for what waits
  bool dry_run = false;
};

// Invalid names the field. What the definition's schema checks is not checked again.
Result<Pool> read_pool(const json::Value& object);

}  // namespace sluice::pools
