// SPDX-License-Identifier: Apache-2.0
#include "machines/name_holder.h"

#include <utility>

namespace sluice::machines {
namespace {

bool is_older(const client::Object& one, const client::Object& other) {
  const auto age = [](const client::Object& machine) {
    return std::pair(machine.at("metadata", "creationTimestamp").as_string(), api::name(machine));
  };
  return age(one) < age(other);
}

bool is_same_node(const Fleet& fleet, const client::Object& other, const SlurmMachine& slurm) {
  const auto its = fleet.slurm(other);
  if (!its || (its->node != slurm.node && power_saved_node(other) != slurm.node)) {
    return false;
  }
  const client::ObjectPtr ours = fleet.node_class(slurm.node_class);
  const client::ObjectPtr theirs = fleet.node_class(its->node_class);
  return slurm.node_class == its->node_class ||
         (ours != nullptr && theirs != nullptr && is_same_cluster(*ours, *theirs));
}

}  // namespace

client::ObjectPtr holder_of_name(const Fleet& fleet, const client::Object& machine,
                                 const SlurmMachine& slurm) {
  if (slurm.node.empty()) {
    return nullptr;
  }
  // Machines have names of their own: who goes by his can only be taken for one that was given it.
  const bool is_given = slurm.node != api::name(machine);
  for (client::ObjectPtr& other :
       is_given ? fleet.machines() : fleet.with_hostname(api::ns(machine), slurm.node)) {
    if (api::ns(*other) == api::ns(machine) && api::uid(*other) != api::uid(machine) &&
        (can_have_started(*other) || is_older(*other, machine)) &&
        is_same_node(fleet, *other, slurm)) {
      return std::move(other);
    }
  }
  return nullptr;
}

}  // namespace sluice::machines
