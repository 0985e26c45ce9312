// SPDX-License-Identifier: Apache-2.0
#include "machines/https_agents.h"

#include "http/server.h"
#include "json/text.h"
#include "machines/agent_authority.h"
#include "management_cluster.h"

namespace sluice::machines {
namespace {

class HttpsAgentsTest : public ManagementCluster {
 protected:
  // An agent with the certificate of that Machine, of that class.
  std::unique_ptr<http::Server> serve(const api::Key& machine, const api::Key& node_class,
                                      Duration age = {}) {
    const auto authority = agent_authority(client_, clock_, node_class);
    const auto certificate = detach::issue_agent(
        *authority, detach::agent_name(machine.ns, machine.name), clock_.now() - age);
    return std::move(http::serve({.certificate_pem = certificate->certificate_pem,
                                  .key_pem = certificate->key_pem,
                                  .client_ca_pem = authority->credential().certificate_pem},
                                 [](const http::Request& request) {
                                   const std::vector<detach::NodeView> nodes{
                                       {.name = request.peer.name, .state = "IDLE"}};
                                   http::Response response;
                                   response.body = json::write(to_json(nodes));
                                   return response;
                                 }))
        .value();
  }

  HttpsAgents https_agents_{client_, clock_};
};

TEST_F(HttpsAgentsTest, TheOperatorShowsWhoItIsAndDemandsTheMachine) {
  const auto server = serve({"default", "w"}, {"default", "hpc"});
  const AgentAt agent{"127.0.0.1", server->port(), {"default", "w"}, {"default", "hpc"}};
  for (int i = 0; i < 2; ++i) {
    const auto nodes = https_agents_.nodes(agent);
    ASSERT_TRUE(nodes.has_value()) << nodes.error().message;
    EXPECT_EQ(nodes->front().name, detach::kOperatorName);
  }
  const AgentAt of_other_namespace{"127.0.0.1", server->port(), {"other", "w"}, {"default", "hpc"}};
  EXPECT_EQ(https_agents_.nodes(of_other_namespace).error().code, Code::kUnauthorized);
  EXPECT_TRUE(agent_authority(client_, clock_, {"default", "gpu"}).has_value());
  const AgentAt of_other_class{"127.0.0.1", server->port(), {"default", "w"}, {"default", "gpu"}};
  EXPECT_EQ(https_agents_.nodes(of_other_class).error().code, Code::kUnauthorized);
}

TEST_F(HttpsAgentsTest, AnExpiredCertificateIsSaidToBeOne) {
  const auto server =
      serve({"default", "w"}, {"default", "hpc"}, std::chrono::hours(24) * 365 * 11);
  const AgentAt agent{"127.0.0.1", server->port(), {"default", "w"}, {"default", "hpc"}};
  const auto refused = https_agents_.nodes(agent);
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(is_silence(refused.error()));
  EXPECT_THAT(refused.error().message, HasSubstr("certificate has expired"));
}

TEST_F(HttpsAgentsTest, WhoIsRefusedAsksForTheAuthorityAgain) {
  const auto server = serve({"default", "w"}, {"default", "hpc"});
  const AgentAt agent{"127.0.0.1", server->port(), {"default", "w"}, {"default", "hpc"}};
  const client::Object theirs = get(api::kinds::secret(), "hpc-agents");
  EXPECT_TRUE(agent_authority(client_, clock_, {"default", "other"}).has_value());
  const client::Object other = get(api::kinds::secret(), "other-agents");
  const auto hold = [&](const client::Object& secret) {
    const json::Value body = json::Object{{"data", secret.at("data")}};
    EXPECT_TRUE(
        client_.patch(api::kinds::secret(), {"default", "hpc-agents"}, {.body = body}).has_value());
  };
  hold(other);
  EXPECT_EQ(https_agents_.nodes(agent).error().code, Code::kUnauthorized);
  EXPECT_EQ(https_agents_.order_stack(agent, {}).error().code, Code::kUnauthorized);
  hold(theirs);
  const auto nodes = https_agents_.nodes(agent);
  EXPECT_TRUE(nodes.has_value()) << nodes.error().message;
}

TEST_F(HttpsAgentsTest, AnAuthorityThatHasGoneIsNotMadeAnew) {
  const AgentAt agent{"127.0.0.1", 1, {"default", "w"}, {"default", "hpc"}};
  const auto refused = https_agents_.nodes(agent);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("the Secret default/hpc-agents is gone"));
  EXPECT_FALSE(client_.get(api::kinds::secret(), {"default", "hpc-agents"}).has_value());
}

}  // namespace
}  // namespace sluice::machines
