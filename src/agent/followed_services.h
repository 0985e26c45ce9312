// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "agent/absence.h"
#include "agent/installation.h"
#include "agent/pool_decision.h"
#include "agent/supervisor.h"
#include "agent/turn.h"
#include "base/clock.h"
#include "client/client.h"
#include "detach/detachments.h"
#include "services/graph.h"

namespace sluice::agent {

// On a Node: its value is another one than that of the answer: the service is started anew.
constexpr std::string_view kRestartAnnotations = "restart.sluice.dev/";
constexpr std::string_view kRestartedAnnotations = "restarted.sluice.dev/";
constexpr const char* kPoolLabel = "sluice.dev/pool";

// Has a machine run what a NodeServices object says for its pool. The last good one is on disk, so
// that a machine starts without the API server; one that is wrong changes nothing and is told. When
// there is none any more the services are stopped, until there is one again. step() is called by
// one thread, the rest by any.
class FollowedServices {
 public:
  struct Parts {
    std::filesystem::path file;
    std::string pool;  // until its Node says another one
    std::string slurm_node;
    Installation& installation;
    Supervisor& supervisor;
    detach::Detachments& detachments;
    Clock& clock;
    Absence::Ask is_gone;
    // Why a Node of the machine's name is another's, as whose_node() says; empty: it is its own.
    std::function<std::string(const json::Value& node)> whose_node;
  };
  explicit FollowedServices(Parts parts) : parts_(std::move(parts)), absence_(parts_.is_gone) {}

  // Reads the file of an earlier process, if there is one. Before the supervisor does.
  Result<void> resume();

  // As both are now; null: unknown, or not there. `gone`: there is no object, as the server has
  // said. A Node that is another machine's asks for nothing here.
  Result<void> step(const client::ObjectPtr& object, const client::ObjectPtr& node,
                    bool gone = false);

  struct View {
    bool known = false;    // there is something to run
    bool declared = true;  // as far as is known
    std::string fault;     // why what is wanted is not what runs
    std::string pool;
    std::string pool_wait;  // what a change of the pool, or of its features, waits for
    std::string text_wait;  // which service is not as it is declared, since others come first
    // The word with which the Node is to ask for a turn; empty: it asks for none; nothing: as it
    // does.
    std::optional<std::string> asks = std::nullopt;

    friend bool operator==(const View&, const View&) = default;
  };
  View view() const;

 private:
  bool take(const client::ObjectPtr& object);
  Result<void> look_for_absence(bool gone, bool taken);
  Result<void> follow();
  Result<void> start_again();
  client::ObjectPtr own(const client::ObjectPtr& node);
  void look_at_pool(const client::ObjectPtr& node);
  Result<void> change_pool();
  Membership wanted_membership() const;
  void learn_registrations();
  Result<services::NodeServices> own_graph(const services::NodeServices& all) const;
  Result<services::NodeServices> graph_to_run();
  bool is_in_turn(const Membership& wanted) const;
  std::string word() const;  // for its turn
  bool has_turn() const;
  std::optional<std::string> what_to_ask() const;
  Result<Supervisor::Marks> marks_of(const services::NodeServices& graph) const;
  Result<bool> install();
  Result<void> save();

  const Parts parts_;
  client::ObjectPtr taken_;  // the last one that was looked at
  json::Value kept_;         // the last good one
  services::NodeServices all_;
  // The one that services which change in turn are of: `kept_`, unless they wait for their turn.
  json::Value before_;
  services::NodeServices all_before_;
  std::string waiting_;  // services that do
  services::NodeServices installed_;
  Supervisor::Marks tokens_;
  Supervisor::Marks marks_;
  Membership now_;
  std::string wanted_;  // the pool
  std::optional<Turn> turn_;  // nothing: its Node has not been seen
  Absence absence_;
  bool absent_ = false;  // nothing is declared, and services are stopped
  std::string saved_;
  std::string fault_;  // found by this step
  SteadyTime next_install_{};
  mutable std::mutex mutex_;  // guards what follows
  View view_;
};

// The annotations of a Node that answer what it asks for and is so, as a merge patch; nothing:
// nothing.
std::optional<json::Value> restarted_patch(const json::Value& node, const Supervisor& supervisor);

}  // namespace sluice::agent
