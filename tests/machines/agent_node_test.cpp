// SPDX-License-Identifier: Apache-2.0
#include "agent/agent.h"
#include "base/files.h"
#include "detach/fake_slurm_nodes.h"
#include "management_cluster.h"

namespace sluice::machines {
namespace {

class NoPrograms final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command&) override { return CommandOutput{}; }
};

// Tells how often somebody has read a Node.
class CountingClient final : public client::Client {
 public:
  explicit CountingClient(client::Client& client) : client_(client) {}

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    auto found = client_.get(kind, key);
    looks += kind.kind == "Node" ? 1 : 0;
    return found;
  }
  Result<client::ObjectList> list(const api::Kind& kind, const client::ListOptions& how) override {
    return client_.list(kind, how);
  }
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override {
    return client_.create(kind, object);
  }
  Result<client::ObjectPtr> update(const api::Kind& kind, const client::Object& object,
                                   client::Part part) override {
    return client_.update(kind, object, part);
  }
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& change, client::Part part) override {
    return client_.patch(kind, key, change, part);
  }
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const client::DeleteOptions& how) override {
    return client_.remove(kind, key, how);
  }
  Result<client::ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const client::Object& body) override {
    return client_.create_subresource(kind, key, subresource, body);
  }
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& how) override {
    return client_.watch(kind, how);
  }

  std::atomic<int> looks = 0;

 private:
  client::Client& client_;
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
