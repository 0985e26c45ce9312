// SPDX-License-Identifier: Apache-2.0
#include "machines/controllers.h"

#include <algorithm>

namespace sluice::machines {
namespace {

constexpr Duration kFresh = std::chrono::milliseconds(500);
constexpr Duration kAway = std::chrono::seconds(5);

}  // namespace

Result<Controllers::Word> Controllers::ask(const client::Object& node_class, SteadyTime since) {
  const std::vector<AgentAt> agents = parts_.fleet.controller_agents(node_class);
  if (agents.empty()) {
    return fail(Code::kUnavailable,
                "no Machine of its cluster has the role slurm-controller, and it is no "
                "SlurmCluster");
  }
  return first_answer(agents, [&](const AgentAt& agent) -> Result<Word> {
    auto nodes = nodes_of(agent, since);
    if (!nodes) {
      return is_silence(nodes.error())
                 ? fail(Code::kUnavailable,
                        agent.controller() + " does not answer: " + nodes.error().message)
                 : tl::unexpected(std::move(nodes.error()));
    }
    return Word{agent, *std::move(nodes)};
  });
}

bool Controllers::are_gone(const client::Object& node_class) const {
  const std::vector<AgentAt> agents = parts_.fleet.controller_agents(node_class);
  return !agents.empty() && std::all_of(agents.begin(), agents.end(), [&](const AgentAt& agent) {
    return silences_.last(agent.machine);
  });
}

bool Controllers::are_elsewhere(const client::Object& node_class) const {
  return parts_.fleet.controller_agents(node_class).empty();
}

void Controllers::forget(const api::Key& machine) {
  silences_.heard(machine);
  const std::scoped_lock lock(mutex_);
  listings_.erase(machine);
}

Result<Controllers::Nodes> Controllers::nodes_of(const AgentAt& controller, SteadyTime since) {
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
    if (!listing->nodes && is_silence(listing->nodes.error())) {
      silences_.missed(controller.machine);
    } else {
      silences_.heard(controller.machine);
    }
  }
  return listing->nodes;
}

}  // namespace sluice::machines
