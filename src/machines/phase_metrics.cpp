// SPDX-License-Identifier: Apache-2.0
#include "machines/phase_metrics.h"

#include <algorithm>
#include <array>

#include "machines/machine_conditions.h"

namespace sluice::machines {
namespace {

constexpr const char* kFamily = "sluice_machine_phase_seconds";
constexpr std::array<double, 12> kLimits{0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 3600, 86400};

// What has happened to a Machine by now. Each step ends phases of which some show on other objects
// only; all that came before are over by then.
struct Milestones {
  bool registered = false;
  bool used = false;
  bool detached = false;
  bool gone = false;
};

bool is_true(const client::ObjectPtr& machine, const char* type) {
  const json::Value* condition = machine == nullptr ? nullptr : machine_condition(*machine, type);
  return condition != nullptr && condition->at("status").as_string() == "True";
}

// A node that comes back, as after a change of stacks, has been counted.
bool is_first_registration(const client::ObjectPtr& machine) {
  return machine != nullptr &&
         machine_condition(*machine, kRegistered)->at("reason").as_string() == "Registered";
}

Milestones reached(const runtime::Change& change) {
  const auto turned = [&](const char* type) {
    return is_true(change.after, type) && !is_true(change.before, type);
  };
  return {turned(kRegistered) && is_first_registration(change.after), turned(kUsed),
          turned(kDetached), change.after == nullptr};
}

bool has_ended(const std::string& phase, const Milestones& now) {
  return phase == "first-job"                    ? now.used
         : phase == "drain" || phase == "detach" ? now.detached
         : phase == "deprovision"                ? now.gone
                                                 : now.registered;
}

}  // namespace

void PhaseMetrics::see(const runtime::Change& change) {
  if (change.before == nullptr) {
    return;  // also those that were there before us
  }
  const Milestones now = reached(change);
  const client::Object& machine = change.object();
  const auto slurm = fleet_.slurm(machine);
  if (!slurm || !(now.registered || now.used || now.detached || now.gone)) {
    return;
  }
  const client::ObjectPtr config = fleet_.config_of(machine);
  const client::ObjectPtr node = fleet_.node_of(machine, *slurm);
  const json::Value& none = json::Value::null();
  const std::vector<PhaseTime> times =
      phase_times({machine, config == nullptr ? none : *config, node == nullptr ? none : *node,
                   now.gone ? std::optional(clock_.now()) : std::nullopt});
  const std::scoped_lock lock(mutex_);
  for (const PhaseTime& time : times) {
    if (has_ended(time.phase, now)) {
      by_phase_and_role_.try_emplace({time.phase, time.role}, Histogram(kLimits))
          .first->second.add(time.seconds);
    }
  }
}

void PhaseMetrics::write(Exposition& page) const {
  page.family(kFamily, "histogram", "How long phases in the life of a machine of Slurm took.");
  const std::scoped_lock lock(mutex_);
  for (const auto& [name, histogram] : by_phase_and_role_) {
    histogram.write(kFamily, label_text({{"phase", name.first}, {"role", name.second}}), page);
  }
}

}  // namespace sluice::machines
