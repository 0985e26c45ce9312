// SPDX-License-Identifier: Apache-2.0
#include "machines/phase_metrics.h"

#include <algorithm>
#include <array>

#include "machines/cluster_api.h"
#include "machines/machine_conditions.h"

namespace sluice::machines {
namespace {

constexpr const char* kFamily = "sluice_machine_phase_seconds";
constexpr std::array<double, 12> kLimits{0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 3600, 86400};

bool is_true(const client::ObjectPtr& machine, const char* type) {
  const json::Value* condition = machine == nullptr ? nullptr : machine_condition(*machine, type);
  return condition != nullptr && condition->at("status").as_string() == "True";
}

// A node that comes back, as after a change of stacks, has been counted.
bool is_first_registration(const client::ObjectPtr& machine) {
  return machine != nullptr &&
         machine_condition(*machine, kRegistered)->at("reason").as_string() == "Registered";
}

bool has_node(const client::Object& machine) {
  return machine.at("status", "nodeRef", "name").is_string();
}

// As core says, whose condition has another name in older versions.
bool has_ready_node(const client::Object& machine) {
  const json::Value* ready = machine_condition(machine, "NodeReady");
  return ready != nullptr ? ready->at("status").as_string() == "True"
                          : api::has_condition(machine, "NodeHealthy");
}

}  // namespace

// What has happened to a Machine by now. Each step ends phases of which some show on other objects
// only; all that came before are over by then.
struct PhaseMetrics::Milestones {
  bool ready = false;  // of one that does not register
  bool registered = false;
  bool used = false;
  bool detached = false;
  bool gone = false;
};

PhaseMetrics::Milestones PhaseMetrics::reached(const runtime::Change& change) {
  const auto turned = [&](const char* type) {
    return is_true(change.after, type) && !is_true(change.before, type);
  };
  return {false, turned(kRegistered) && is_first_registration(change.after), turned(kUsed),
          turned(kDetached), change.after == nullptr};
}

bool PhaseMetrics::has_ended(const std::string& phase, const Milestones& now) {
  return phase == "first-job"                    ? now.used
         : phase == "drain" || phase == "detach" ? now.detached
         : phase == "deprovision"                ? now.gone
                                                 : now.registered || now.ready;
}

void PhaseMetrics::see(const runtime::Change& change) {
  if (change.before == nullptr) {
    return;  // also those that were there before us
  }
  const auto slurm = fleet_.slurm(change.object());
  slurm ? count(change.object(), *slurm, reached(change)) : see_other(change);
  if (change.after == nullptr) {
    const std::scoped_lock lock(mutex_);
    others_.erase(api::uid(change.object()));
  }
}

// Nodes turn ready again and again: the first time counts, of those that came while we looked.
void PhaseMetrics::see_other(const runtime::Change& change) {
  const client::Object& machine = change.object();
  if (!config_of(machine)) {
    return;  // another provider's
  }
  const client::ObjectPtr config = fleet_.config_of(machine);
  Other other;
  Milestones now{.gone = change.after == nullptr};
  {
    const std::scoped_lock lock(mutex_);
    Other& known =
        others_.try_emplace(api::uid(machine), Other{"", !has_node(*change.before)}).first->second;
    if (config != nullptr) {
      known.role = config->at("spec", "role").as_string();
    }
    other = known;
    now.ready = !now.gone && other.is_awaited && has_ready_node(machine);
    known.is_awaited = other.is_awaited && !now.ready;
  }
  if (!other.role.empty()) {
    count(machine, {}, now, other.role);
  }
}

void PhaseMetrics::count(const client::Object& machine, const SlurmMachine& slurm,
                         const Milestones& now, const std::string& role) {
  if (!(now.ready || now.registered || now.used || now.detached || now.gone)) {
    return;
  }
  const client::ObjectPtr config = fleet_.config_of(machine);
  const client::ObjectPtr node = fleet_.node_of(machine, slurm);
  const json::Value& none = json::Value::null();
  const std::vector<PhaseTime> times =
      phase_times({machine, config == nullptr ? none : *config, node == nullptr ? none : *node,
                   now.gone ? std::optional(clock_.now()) : std::nullopt});
  const std::scoped_lock lock(mutex_);
  for (const PhaseTime& time : times) {
    if (has_ended(time.phase, now)) {
      by_phase_and_role_
          .try_emplace({time.phase, role.empty() ? time.role : role}, Histogram(kLimits))
          .first->second.add(time.seconds);
    }
  }
}

void PhaseMetrics::write(Exposition& page) const {
  page.family(kFamily, "histogram", "How long phases in the life of a machine took.");
  const std::scoped_lock lock(mutex_);
  for (const auto& [name, histogram] : by_phase_and_role_) {
    histogram.write(kFamily, label_text({{"phase", name.first}, {"role", name.second}}), page);
  }
}

}  // namespace sluice::machines
