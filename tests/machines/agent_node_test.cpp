// SPDX-License-Identifier: Apache-2.0
#include "agent/agent.h"
#include "base/files.h"
#include "client/forwarding_client.h"
#include "detach/fake_slurm_nodes.h"
#include "management_cluster.h"

namespace sluice::machines {
namespace {

class NoPrograms final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command&) override { return CommandOutput{}; }
};

// Tells how often somebody has read a Node.
class CountingClient final : public client::ForwardingClient {
 public:
  using ForwardingClient::ForwardingClient;

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    auto found = client_.get(kind, key);
    looks += kind.kind == "Node" ? 1 : 0;
    return found;
  }

  std::atomic<int> looks = 0;
};

class AgentNodes : public ManagementCluster {
 protected:
  agent::Config config(const std::string& id) {
    return {.role = "slurm-worker",
            .node = "w",
            .node_spec = json::Object{{"providerID", id}},
            .state_directory = scratch_.path()};
  }
  bool has_lease() {
    return client_.get(api::kinds::lease(), {"kube-node-lease", "w"}).has_value();
  }

  TemporaryDirectory scratch_{"agent"};
  NoPrograms runner_;
  detach::FakeSlurmNodes slurm_;
  CountingClient counting_{client_};
  agent::Agent::Parts parts_{"10.0.0.1", &counting_, runner_, slurm_, clock_};
};

TEST_F(AgentNodes, OneOfAnotherMachineIsLeftAsItIsUntilItHasGone) {
  const json::Value theirs =
      json::parse_yaml("{metadata: {name: w}, spec: {providerID: 'a://other'}}")->front();
  ASSERT_TRUE(client_.create(api::kinds::node(), theirs).has_value());
  agent::Agent ours(config("a://ours"), parts_);
  ASSERT_TRUE(ours.start().has_value());
  EXPECT_TRUE(wait_until(seconds(60), [&] { return counting_.looks > 2; }));  // in vain
  EXPECT_FALSE(has_lease());
  const auto node = client_.get(api::kinds::node(), {"", "w"});
  ASSERT_TRUE(node.has_value());
  EXPECT_EQ((*node)->at("spec", "providerID").as_string(), "a://other");
  EXPECT_TRUE(api::label(**node, "sluice.dev/machine").empty());
  ASSERT_TRUE(client_.remove(api::kinds::node(), {"", "w"}, {}).has_value());
  EXPECT_TRUE(wait_until(seconds(60), [&] { return has_lease(); }));
  EXPECT_EQ((*client_.get(api::kinds::node(), {"", "w"}))->at("spec", "providerID").as_string(),
            "a://ours");
  ours.request_stop();
  EXPECT_TRUE(ours.await_stopped(clock_.steady() + seconds(60)));
}

}  // namespace
}  // namespace sluice::machines
