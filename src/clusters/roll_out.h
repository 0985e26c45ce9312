// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster.h"
#include "clusters/keys.h"
#include "clusters/progress.h"
#include "runtime/event_recorder.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// Brings a SlurmCluster that works from the spec in effect to the one it is to have, step by step
// (slurmconf/rollout.h), and back when that fails. How far it came is in the object's status, which
// is written before each next step: whoever comes later goes on.
class RollOut {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::EventRecorder& events;
    client::PodCommands& commands;
    const api::Kind& kind;
  };
  explicit RollOut(const Parts& parts) : parts_(parts) {}

  // What the object says it wants, read.
  struct Wanted {
    const Cluster& cluster;
    const Keys& keys;
  };

  struct Outcome {
    client::ObjectPtr object;  // as it is stored now
    bool in_effect = false;    // what the object wants is what is there
    Cluster shown;             // whose components are there
    Cluster machines;          // what machines are told to run
    Duration again{};
    // Else why not, for the condition Config.
    std::string reason = {};
    std::string message = {};
    slurmconf::Plan plan = {};  // of a rollout
  };

  // Goes on as far as it gets without waiting. `object` has a `status.applied`.
  Result<Outcome> run(const client::ObjectPtr& object, const Wanted& wanted);

 private:
  struct Way;  // from and to, with everything made of them

  Result<client::ObjectPtr> write(const client::Object& object, json::Value status);
  Result<Cluster> read_revision(const client::Object& object, const std::string& name);
  Result<std::string> password(const Cluster& cluster, const Wanted& wanted);
  Result<Way> way(const client::Object& object, const Wanted& wanted, const Progress& progress);
  Result<client::ObjectPtr> advance(const client::ObjectPtr& object, const Way& way,
                                    Progress& progress);
  Result<Outcome> rest(const client::ObjectPtr& object, const Wanted& wanted,
                       std::optional<Progress> progress);

  const Parts parts_;
};

}  // namespace sluice::clusters
