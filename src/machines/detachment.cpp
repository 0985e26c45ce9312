// SPDX-License-Identifier: Apache-2.0
//
// A node's own agent stops its services, so that it does not come back to Slurm; the controller's
// cannot. It is therefore asked only when the own one is known to be dead (its Node is Unknown),
// has been silent for a minute, or never was.
#include "machines/detachment.h"

#include <algorithm>

namespace sluice::machines {
namespace {

constexpr Duration kSilent = std::chrono::minutes(1);
constexpr Duration kFresh = std::chrono::milliseconds(500);
constexpr Duration kAway = std::chrono::seconds(5);

// Somebody else at its address is silence, too.
bool is_silence(const Error& error) {
  return error.code == Code::kUnavailable || error.code == Code::kTimeout ||
         error.code == Code::kUnauthorized;
}

tl::unexpected<Error> silence(const std::string& who, const Error& error) {
  return fail(Code::kUnavailable, who + " does not answer: " + error.message);
}

detach::Progress unknown_to_slurm() {
  return {.phase = detach::Phase::kDetached, .message = "Slurm does not know the node"};
}

}  // namespace

Result<detach::Progress> Detachment::order(const client::Object& machine, const SlurmMachine& slurm,
                                           const detach::Order& order) {
  if (slurm.node.empty()) {
    return fail(Code::kUnavailable, "Slurm's name of the machine is not known: it has no Node");
  }
  const auto own = parts_.fleet.agent_of(machine, slurm);
  if (slurm.role == Role::kSlurmWorker && !parts_.fleet.has_node(machine, slurm)) {
    const auto known = is_known(machine, slurm);
    if (known && !*known) {
      return unknown_to_slurm();
    }
  }
  if (!own) {
    return order_controller(machine, slurm, order);
  }
  auto progress = order_own(*own, slurm.node, order);
  if (progress && progress->phase == detach::Phase::kDetached && slurm.role == Role::kSlurmWorker) {
    TRY_ASSIGN(const bool is_back, has_come_back(machine, slurm));
    return is_back ? order_controller(machine, slurm, order) : progress;
  }
  if (progress || !is_silence(progress.error()) || !is_dead(machine, slurm)) {
    return progress;
  }
  auto through_controller = order_controller(machine, slurm, order);
  if (!through_controller) {
    return tl::unexpected(with_context(through_controller.error(), progress.error().message));
  }
  return through_controller;
}

// Only a controller that is gone, or silent for so long that it may be, leaves it to the own agent.
Result<bool> Detachment::has_come_back(const client::Object& machine, const SlurmMachine& slurm) {
  const auto controller = controller_of(slurm);
  if (!controller) {
    return false;
  }
  const auto known = is_known(machine, slurm, parts_.clock.steady());
  if (known || !is_silence(known.error())) {
    return known;
  }
  note_silence(controller->agent.machine);
  return is_silent(controller->agent.machine) ? Result<bool>(false) : known;
}

void Detachment::note_silence(const api::Key& machine) {
  const std::scoped_lock lock(mutex_);
  silent_since_.try_emplace(machine, parts_.clock.steady());
}

bool Detachment::is_silent(const api::Key& machine) {
  const std::scoped_lock lock(mutex_);
  const auto found = silent_since_.find(machine);
  return found != silent_since_.end() && parts_.clock.steady() - found->second >= kSilent;
}

void Detachment::forget(const api::Key& machine) {
  const std::scoped_lock lock(mutex_);
  silent_since_.erase(machine);
  listings_.erase(machine);
}

Result<detach::Progress> Detachment::order_own(const AgentAt& agent, const std::string& node,
                                               const detach::Order& order) {
  auto progress = parts_.agents.order(agent, node, order);
  if (progress || !is_silence(progress.error())) {
    forget(agent.machine);
    return progress;
  }
  note_silence(agent.machine);
  return silence("the agent at " + agent.address, progress.error());
}

bool Detachment::is_dead(const client::Object& machine, const SlurmMachine& slurm) {
  const client::ObjectPtr node = parts_.fleet.node_of(machine, slurm);
  if (node != nullptr && api::has_condition(*node, "Ready", "Unknown")) {
    return true;
  }
  return is_silent(api::key(machine));
}

Result<Detachment::Controller> Detachment::controller_of(const SlurmMachine& slurm) const {
  client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  if (node_class == nullptr) {
    return fail(Code::kUnavailable, "there is no SlurmNodeClass \"" + slurm.node_class.name +
                                        "\" in namespace " + slurm.node_class.ns);
  }
  auto agent = parts_.fleet.controller_agent(*node_class);
  if (!agent) {
    return fail(Code::kUnavailable, "no Machine of its cluster has the role slurm-controller");
  }
  return Controller{*std::move(agent), std::move(node_class)};
}

// It forgets a node that has left, for another may come under its name: what Slurm has counts.
Result<detach::Progress> Detachment::order_controller(const client::Object& machine,
                                                      const SlurmMachine& slurm,
                                                      const detach::Order& order) {
  TRY_ASSIGN(const Controller controller, controller_of(slurm));
  TRY_ASSIGN(const bool known, is_known(machine, slurm));
  if (!known && slurm.role == Role::kSlurmWorker) {
    return unknown_to_slurm();
  }
  auto progress = parts_.agents.order(controller.agent, slurm.node, order);
  if (!progress && is_silence(progress.error())) {
    return silence("the controller's agent at " + controller.agent.address, progress.error());
  }
  return progress;
}

Result<Detachment::Nodes> Detachment::nodes_of(const AgentAt& controller, SteadyTime since) {
  std::shared_ptr<Listing> listing;
  {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<Listing>& known = listings_[controller.machine];
    if (known == nullptr) {
      known = std::make_shared<Listing>();
    }
    listing = known;
  }
  const std::scoped_lock lock(listing->mutex);
  const SteadyTime now = parts_.clock.steady();
  if (now >= listing->until || (listing->nodes && listing->asked < since)) {
    listing->asked = now;
    listing->nodes = parts_.agents.nodes(controller);
    listing->until = parts_.clock.steady() + (listing->nodes ? kFresh : kAway);
    if (listing->nodes || !is_silence(listing->nodes.error())) {
      const std::scoped_lock heard(mutex_);
      silent_since_.erase(controller.machine);
    }
  }
  return listing->nodes;
}

// Nodes that are down, and whose Machines have gone without telling, never come back to leave.
Result<bool> Detachment::is_abandoned(const SlurmMachine& slurm) {
  TRY_ASSIGN(const Controller controller, controller_of(slurm));
  TRY_ASSIGN(const Nodes nodes, nodes_of(controller.agent, {}));
  return std::all_of(nodes.begin(), nodes.end(), [](const detach::NodeView& node) {
    return node.is_switched_off() || (node.jobs == 0 && node.is("DOWN"));
  });
}

// Of two Machines with one name, the node is that of the one which has a Node.
Result<bool> Detachment::is_known(const client::Object& machine, const SlurmMachine& slurm,
                                  SteadyTime since) {
  TRY_ASSIGN(const Controller controller, controller_of(slurm));
  const auto nodes = nodes_of(controller.agent, since);
  if (!nodes) {
    return is_silence(nodes.error())
               ? silence("the controller's agent at " + controller.agent.address, nodes.error())
               : tl::unexpected(nodes.error());
  }
  const bool is_there =
      std::any_of(nodes->begin(), nodes->end(), [&](const detach::NodeView& node) {
        return node.name == slurm.node && !node.is_switched_off();
      });
  if (!is_there || parts_.fleet.has_node(machine, slurm)) {
    return is_there;
  }
  const std::vector<Fleet::Member> members = parts_.fleet.of_cluster(*controller.node_class);
  return std::none_of(members.begin(), members.end(), [&](const Fleet::Member& other) {
    return api::key(*other.machine) != api::key(machine) && other.slurm.node == slurm.node &&
           parts_.fleet.has_node(*other.machine, other.slurm);
  });
}

}  // namespace sluice::machines
