// SPDX-License-Identifier: Apache-2.0
#include "agent/agent.h"

#include <functional>
#include <mutex>
#include <set>

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

// Units of systemd, and what probes them.
class Units final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command& command) override {
    const std::scoped_lock lock(mutex_);
    if (command.argv.front() == "probe") {
      const bool well = running_.contains(command.argv.back()) && command.argv.back() != ill_;
      return CommandOutput{.exit_code = well ? 0 : 1};
    }
    running_.insert(command.argv.back());
    return CommandOutput{};
  }
  bool runs(const std::string& unit) {
    const std::scoped_lock lock(mutex_);
    return running_.contains(unit);
  }
  void kill(const std::string& unit) {
    const std::scoped_lock lock(mutex_);
    running_.erase(unit);
  }
  void fall_ill(const std::string& unit) {  // empty: all are well
    const std::scoped_lock lock(mutex_);
    ill_ = unit;
  }

 private:
  std::mutex mutex_;
  std::set<std::string> running_;
  std::string ill_;
};

// A server that may be away.
class Server final : public client::ForwardingClient {
 public:
  using ForwardingClient::ForwardingClient;

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    return answer([&] { return client_.get(kind, key); });
  }
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override {
    return answer([&] { return client_.create(kind, object); });
  }
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override {
    return answer([&] { return client_.patch(kind, key, patch, part); });
  }

  std::atomic<bool> away = false;
  std::atomic<int> refused = 0;

 private:
  Result<client::ObjectPtr> answer(const std::function<Result<client::ObjectPtr>()>& ask) {
    if (away) {
      ++refused;
      return fail(Code::kUnavailable, "connection refused");
    }
    return ask();
  }
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

  std::string renewal() {
    const auto lease = client_.get(api::kinds::lease(), {"kube-node-lease", "w"});
    return lease ? (*lease)->at("spec", "renewTime").as_string() : "";
  }
  bool is_ready() {
    const auto node = client_.get(api::kinds::node(), {"", "w"});
    return node && api::has_condition(**node, "Ready");
  }
  std::string shown_address() {
    const auto node = client_.get(api::kinds::node(), {"", "w"});
    return node ? address_of(**node) : "";
  }

  TemporaryDirectory scratch_{"agent"};
  NoPrograms runner_;
  detach::FakeSlurmNodes slurm_;
  CountingClient counting_{client_};
  std::mutex mutex_;  // guards address_
  std::string address_ = "127.0.0.1";
  agent::Agent::Parts parts_{[this] {
                               const std::scoped_lock lock(mutex_);
                               return address_;
                             },
                             &counting_, runner_, slurm_, clock_};
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

// At the start of a machine its route may come after its agent, and a lease may bring another.
TEST_F(AgentNodes, ANodeShowsTheAddressThatTheMachineHasNow) {
  agent::Agent ours(config("a://ours"), parts_);
  ASSERT_TRUE(ours.start().has_value());
  EXPECT_TRUE(wait_until(seconds(60), [&] { return shown_address() == "127.0.0.1"; }));
  {
    const std::scoped_lock lock(mutex_);
    address_ = "10.0.0.7";
  }
  EXPECT_TRUE(wait_until(seconds(60), [&] { return shown_address() == "10.0.0.7"; }));
  const auto version = api::resource_version(**client_.get(api::kinds::node(), {"", "w"}));
  const int looks = counting_.looks;
  EXPECT_TRUE(wait_until(seconds(60), [&] { return counting_.looks > looks + 1; }));
  EXPECT_EQ(api::resource_version(**client_.get(api::kinds::node(), {"", "w"})), version);
  ours.request_stop();
  EXPECT_TRUE(ours.await_stopped(clock_.steady() + seconds(60)));
}

TEST_F(AgentNodes, AnAgentGoesOnWhileTheServerIsAway) {
  Units units;
  Server server(client_);
  server.away = true;
  agent::Config with_services = config("a://ours");
  with_services.services = {{.name = "munge", .unit = "m", .readiness = {"probe", "m"}},
                            {.name = "slurmd", .unit = "s", .readiness = {"probe", "s"}}};
  units.fall_ill("s");
  agent::Agent ours(with_services, {[] { return "10.0.0.1"; }, &server, units, slurm_, clock_});
  ASSERT_TRUE(ours.start().has_value());  // so it starts when its machine does
  EXPECT_TRUE(wait_until(seconds(60), [&] { return units.runs("m") && server.refused > 1; }));
  units.kill("m");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return units.runs("m"); }));
  EXPECT_FALSE(has_lease());
  server.away = false;
  EXPECT_TRUE(wait_until(seconds(60), [&] { return has_lease(); }));
  EXPECT_FALSE(is_ready());

  server.away = true;
  const std::string renewed = renewal();
  const int refused = server.refused;
  units.fall_ill("");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return server.refused > refused + 2; }));
  EXPECT_FALSE(is_ready());
  server.away = false;
  EXPECT_TRUE(wait_until(seconds(60), [&] { return renewal() != renewed && is_ready(); }));
  ours.request_stop();
  EXPECT_TRUE(ours.await_stopped(clock_.steady() + seconds(60)));
}

}  // namespace
}  // namespace sluice::machines
