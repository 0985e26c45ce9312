// SPDX-License-Identifier: Apache-2.0
//
// A node's own agent stops its services, so that it does not come back to Slurm; the controller's
// cannot. It is therefore asked only when the own one is known to be dead (its Node is Unknown),
// has been silent for a minute, or never was. Whether Slurm knows a node is asked anew each time:
// one that registered a moment ago is not in an answer from before, and one that boots registers in
// the next. That one is therefore stopped by its own agent too, if that is there by now.
#include "machines/detachment.h"

#include <algorithm>

#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::machines {
namespace {

constexpr const char* kWayOut =
    "; once Slurm has no node of it, the annotation sluice.dev/detach-release: \"true\" of the "
    "Machine lets it go";
constexpr std::size_t kNamed = 5;  // of nodes, in a message

// For the own agent of a machine that Slurm does not know: it may never come to speak with Slurm.
constexpr Duration kToStop = std::chrono::minutes(1);

detach::Progress unknown_to_slurm() {
  return {.phase = detach::Phase::kDetached, .message = "Slurm does not know the node"};
}

bool is_running(const Controllers::Word& word, const std::string& name) {
  return std::any_of(word.nodes.begin(), word.nodes.end(), [&](const detach::NodeView& node) {
    return node.name == name && !node.is_switched_off();
  });
}

bool had_time_to_stop(const client::Object& machine, WallTime now) {
  const auto since = parse_rfc3339(machine.at("metadata", "deletionTimestamp").as_string());
  return !since || now - *since > kToStop;
}

// Nothing may come of that by itself: who reads it must know what he can do.
template <class T>
Result<T> with_way_out(Result<T> result) {
  if (!result && result.error().code != Code::kTooManyRequests) {
    result.error().message += kWayOut;
  }
  return result;
}

tl::unexpected<Error> unclear(const SlurmMachine& slurm, std::vector<std::string> strays) {
  const std::size_t more = strays.size() - std::min(strays.size(), kNamed);
  strays.resize(strays.size() - more);
  return fail(Code::kUnavailable,
              (slurm.node.empty() ? "Slurm's name of the machine is not known: it has no Node"
                                  : "Slurm has no node " + slurm.node +
                                        ", and nobody has said that this is the machine's name") +
                  ". Nodes of Slurm that are no other Machine's: " + join(strays, ", ") +
                  (more == 0 ? "" : " and " + std::to_string(more) + " more") +
                  ". Name it by the label sluice.dev/slurm-node of the Machine");
}

}  // namespace

Result<detach::Progress> Detachment::order(const client::Object& machine, const SlurmMachine& slurm,
                                           const detach::Order& order) {
  const bool is_worker = slurm.role == Role::kSlurmWorker;
  if (slurm.node.empty() && !is_worker) {
    return with_way_out(Result<detach::Progress>(
        fail(Code::kUnavailable, "Slurm's name of the machine is not known: it has no Node")));
  }
  const auto own = parts_.fleet.agent_of(machine, slurm);
  bool is_unknown = false;
  if (is_worker && !parts_.fleet.has_node(machine, slurm)) {
    const auto known = class_of(slurm)
                           .and_then([&](const client::ObjectPtr& node_class) {
                             return parts_.controllers.ask(*node_class, parts_.clock.steady());
                           })
                           .and_then([&](const Controllers::Word& word) {
                             return is_known(machine, slurm, word);
                           });
    is_unknown = known && !*known;
  }
  if (is_unknown && (!own || slurm.node.empty() || slurm.is_guess ||
                     had_time_to_stop(machine, parts_.clock.now()))) {
    return unknown_to_slurm();
  }
  if (!own || slurm.node.empty()) {
    return order_controller(machine, slurm, order);
  }
  auto progress = order_own(*own, slurm.node, order);
  if (is_unknown && !progress && is_silence(progress.error())) {
    return unknown_to_slurm();
  }
  if (progress && progress->phase == detach::Phase::kDetached && is_worker) {
    TRY_ASSIGN(const bool is_back, with_way_out(has_come_back(machine, slurm)));
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

// Only a controller that is silent for so long that it may be gone leaves it to the own agent, and
// one that is nobody's of ours: there its agent alone asks Slurm, and has, with slurmd stopped.
Result<bool> Detachment::has_come_back(const client::Object& machine, const SlurmMachine& slurm) {
  const auto node_class = class_of(slurm);
  if (!node_class) {
    return false;
  }
  if (parts_.controllers.are_elsewhere(**node_class)) {
    return false;
  }
  SlurmMachine named = slurm;
  named.is_guess = false;  // its own agent answers to that name
  const auto word = parts_.controllers.ask(**node_class, parts_.clock.steady());
  if (!word) {
    return is_silence(word.error()) && parts_.controllers.are_gone(**node_class)
               ? Result<bool>(false)
               : tl::unexpected(word.error());
  }
  return is_known(machine, named, *word);
}

// Whose name another Machine has by now is left alone: the node may be that one's.
Result<bool> Detachment::remove_late(const client::Object& machine, const SlurmMachine& slurm) {
  TRY_ASSIGN(const client::ObjectPtr node_class, class_of(slurm));
  for (const Fleet::Member& other : parts_.fleet.of_cluster(*node_class)) {
    if (api::key(*other.machine) != api::key(machine) && other.slurm.node == slurm.node) {
      return false;
    }
  }
  TRY_ASSIGN(const Controllers::Word word,
             parts_.controllers.ask(*node_class, parts_.clock.steady()));
  if (!is_running(word, slurm.node)) {
    return false;
  }
  TRY(parts_.agents.order(word.from, slurm.node,
                          {.mode = detach::Mode::kForced, .despite_others = true}));
  return true;
}

void Detachment::forget(const api::Key& machine) {
  silences_.heard(machine);
  parts_.controllers.forget(machine);
}

Result<detach::Progress> Detachment::order_own(const AgentAt& agent, const std::string& node,
                                               const detach::Order& order) {
  auto progress = parts_.agents.order(agent, node, order);
  if (progress || !is_silence(progress.error())) {
    silences_.heard(agent.machine);
    return with_way_out(std::move(progress));
  }
  silences_.missed(agent.machine);
  return fail(Code::kUnavailable,
              "the agent at " + agent.address + " does not answer: " + progress.error().message);
}

bool Detachment::is_dead(const client::Object& machine, const SlurmMachine& slurm) const {
  const client::ObjectPtr node = parts_.fleet.node_of(machine, slurm);
  if (node != nullptr && api::has_condition(*node, "Ready", "Unknown")) {
    return true;
  }
  return silences_.last(api::key(machine));
}

Result<client::ObjectPtr> Detachment::class_of(const SlurmMachine& slurm) const {
  client::ObjectPtr node_class = parts_.fleet.node_class(slurm.node_class);
  if (node_class == nullptr) {
    return fail(Code::kUnavailable, "there is no SlurmNodeClass \"" + slurm.node_class.name +
                                        "\" in namespace " + slurm.node_class.ns);
  }
  return node_class;
}

// It forgets a node that has left, for another may come under its name: what Slurm has counts.
Result<detach::Progress> Detachment::order_controller(const client::Object& machine,
                                                      const SlurmMachine& slurm,
                                                      const detach::Order& order) {
  TRY_ASSIGN(const client::ObjectPtr node_class, with_way_out(class_of(slurm)));
  TRY_ASSIGN(const Controllers::Word word,
             with_way_out(parts_.controllers.ask(*node_class, parts_.clock.steady())));
  TRY_ASSIGN(const bool known, with_way_out(is_known(machine, slurm, word)));
  if (!known && slurm.role == Role::kSlurmWorker) {
    return unknown_to_slurm();
  }
  auto progress = parts_.agents.order(word.from, slurm.node, order);
  if (!progress && is_silence(progress.error())) {
    progress = fail(Code::kUnavailable,
                    word.from.controller() + " does not answer: " + progress.error().message);
  }
  return with_way_out(std::move(progress));
}

// Nodes that are down, and whose Machines have gone without telling, never come back to leave.
Result<bool> Detachment::is_abandoned(const SlurmMachine& slurm) {
  TRY_ASSIGN(const client::ObjectPtr node_class, class_of(slurm));
  TRY_ASSIGN(const Controllers::Word word, parts_.controllers.ask(*node_class));
  return std::all_of(word.nodes.begin(), word.nodes.end(), [](const detach::NodeView& node) {
    return node.is_switched_off() || (node.jobs == 0 && node.is("DOWN"));
  });
}

// Of two Machines with one name, the node is that of the one which has a Node.
Result<bool> Detachment::is_known(const client::Object& machine, const SlurmMachine& slurm,
                                  const Controllers::Word& word) const {
  TRY_ASSIGN(const client::ObjectPtr node_class, class_of(slurm));
  if (slurm.node.empty() || slurm.is_guess) {
    std::vector<std::string> may_be = strays(machine, *node_class, word);
    if (std::find(may_be.begin(), may_be.end(), slurm.node) != may_be.end()) {
      return fail(Code::kUnavailable,
                  "that Slurm has the node " + slurm.node + " is to be noted on the Machine first");
    }
    return may_be.empty() ? Result<bool>(false) : unclear(slurm, std::move(may_be));
  }
  const bool is_there = is_running(word, slurm.node);
  if (!is_there || parts_.fleet.has_node(machine, slurm)) {
    return is_there;
  }
  const std::vector<Fleet::Member> members = parts_.fleet.of_cluster(*node_class);
  return std::none_of(members.begin(), members.end(), [&](const Fleet::Member& other) {
    return api::key(*other.machine) != api::key(machine) && other.slurm.node == slurm.node &&
           parts_.fleet.has_node(*other.machine, other.slurm);
  });
}

// The nodes that are no other Machine's.
std::vector<std::string> Detachment::strays(const client::Object& machine,
                                            const client::Object& node_class,
                                            const Controllers::Word& word) const {
  std::vector<std::string> found;
  for (const detach::NodeView& node : word.nodes) {
    if (!node.is_switched_off()) {
      found.push_back(node.name);
    }
  }
  for (const Fleet::Member& other : parts_.fleet.of_cluster(node_class)) {
    if (api::key(*other.machine) != api::key(machine) && !other.slurm.is_guess) {
      std::erase(found, other.slurm.node);
    }
  }
  return found;
}

}  // namespace sluice::machines
