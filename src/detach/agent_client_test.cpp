// SPDX-License-Identifier: Apache-2.0
#include "detach/agent_client.h"

#include <gtest/gtest.h>

#include "http/server.h"
#include "http/test_pki.h"
#include "json/text.h"

namespace sluice::detach {
namespace {

// An agent that answers what it is told to, over real TLS with certificates on both sides.
class AgentClientTest : public testing::Test {
 protected:
  void answer(int status, const std::string& body) {
    server_ =
        std::move(http::serve(pki_.server_options("the-agent"), [this, status, body](
                                                                    const http::Request& request) {
          asked_ = request.peer.name + ": " + request.method + " " + request.target.path + " " +
                   request.body;
          http::Response response;
          response.status = status;
          response.body = body;
          return response;
        })).value();
  }
  std::unique_ptr<AgentClient> connect(const std::string& agent = "the-agent") {
    http::ClientOptions options = pki_.client_options(server_->port(), "operator");
    options.server_name = agent;
    return std::move(AgentClient::connect(std::move(options))).value();
  }

  http::TestPki pki_;
  std::string asked_;
  std::unique_ptr<http::Server> server_;  // last: it uses the rest
};

TEST_F(AgentClientTest, OrdersAndHearsHowFarItIs) {
  answer(200, json::write(to_json(Progress{.phase = Phase::kWaiting, .jobs_left = 2})));
  const auto progress = connect()->order("w-1", {.mode = Mode::kForced});
  ASSERT_TRUE(progress.has_value()) << progress.error().message;
  EXPECT_EQ(*progress, (Progress{.phase = Phase::kWaiting, .jobs_left = 2}));
  EXPECT_EQ(asked_, "operator: PUT /v1/nodes/w-1/detachment " +
                        json::write(to_json(Order{.mode = Mode::kForced})));
}

TEST_F(AgentClientTest, HearsOfAllNodes) {
  const std::vector<NodeView> nodes{{.name = "w-1", .state = "IDLE"}};
  answer(200, json::write(to_json(nodes)));
  const auto heard = connect()->nodes();
  ASSERT_TRUE(heard.has_value()) << heard.error().message;
  EXPECT_EQ(*heard, nodes);
}

TEST_F(AgentClientTest, ARefusalIsNoSilence) {
  answer(403, "not for you");
  const auto refused = connect()->order("w-1", {});
  EXPECT_EQ(refused.error().code, Code::kForbidden);
  EXPECT_EQ(refused.error().message, "the agent answers 403: not for you");
  answer(503, "slurmctld does not answer");
  EXPECT_EQ(connect()->nodes().error().code, Code::kInternal);
  answer(200, "what?");
  EXPECT_FALSE(connect()->nodes().has_value());
}

TEST_F(AgentClientTest, AnotherAgentIsNotAsked) {
  answer(200, "{}");
  EXPECT_EQ(connect("another-agent")->nodes().error().code, Code::kUnauthorized);
  EXPECT_EQ(asked_, "");
}

}  // namespace
}  // namespace sluice::detach
