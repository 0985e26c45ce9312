// SPDX-License-Identifier: Apache-2.0
// What an agent answers, and to whom, over real TLS.
#include "detach/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detach/door.h"
#include "detach/fake_slurm_nodes.h"
#include "detach/test_agent.h"
#include "detach/trust.h"
#include "http/client.h"
#include "json/text.h"

namespace sluice::detach {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using testing::HasSubstr;

class Endpoints : public testing::Test {
 protected:
  explicit Endpoints(bool of_controller = false)
      : agent_(slurm_, agent_clock_, of_controller ? "head" : "w-1", of_controller),
        endpoint_(
            {.orderers = {kOperatorName}, .requests_per_second = 5}, *agent_, agent_clock_,
            of_controller ? Endpoint::ChangeStack()
                          : [this](const auto& order) { return change_stack(order); }),
        door_(
            {.address = "127.0.0.1",
             .port = 0,
             .certificate = scratch_.path() / "crt",
             .key = scratch_.path() / "key",
             .authority = scratch_.path() / "ca"},
            [this](const http::Request& request) { return endpoint_.answer(request); }, clock_) {
    slurm_.add("w-1");
    write("ca", authority_.credential().certificate_pem);
    certify(clock_.now());
    door_.look();
    EXPECT_EQ(door_.fault(), "");
  }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file_atomic(scratch_.path() / name, text).has_value());
  }
  void certify(WallTime from) {
    const auto credential = issue_agent(authority_, "w-1.agents", from);
    ASSERT_TRUE(credential.has_value());
    write("crt", credential->certificate_pem);
    write("key", credential->key_pem);
  }

  Result<http::ClientResponse> ask_as(const http::Credential& who, const std::string& method,
                                      const std::string& path, const std::string& body = "") {
    agent_clock_.advance(seconds(1));
    return (*http::make_client({.host = "127.0.0.1",
                                .port = door_.port(),
                                .server_name = "w-1.agents",
                                .ca_pem = authority_.credential().certificate_pem,
                                .certificate_pem = who.certificate_pem,
                                .key_pem = who.key_pem}))
        ->send({.method = method, .target = path, .body = body}, seconds(60));
  }
  http::ClientResponse ask(const std::string& method, const std::string& path,
                           const std::string& body = "") {
    const auto answer = ask_as(operator_, method, path, body);
    EXPECT_TRUE(answer.has_value()) << answer.error().message;
    return answer.value_or(http::ClientResponse{});
  }
  Progress progress_in(const http::ClientResponse& answer) {
    EXPECT_EQ(answer.status, 200) << answer.body;
    const auto progress = read_progress(*json::parse(answer.body));
    EXPECT_TRUE(progress.has_value()) << answer.body;
    return progress.value_or(Progress{});
  }

  Result<StackProgress> change_stack(const std::optional<StackOrder>& order) {
    stack_ = order ? order : stack_;
    return StackProgress{.phase = StackPhase::kEvicting, .message = "2 pods left"};
  }

  std::optional<StackOrder> stack_;
  RealClock clock_;
  FakeClock agent_clock_;
  TemporaryDirectory scratch_{"endpoint"};
  http::CertificateAuthority authority_ = std::move(make_authority(clock_.now())).value();
  http::Credential operator_ = *issue_operator(authority_, clock_.now());
  FakeSlurmNodes slurm_;
  TestAgent agent_;
  Endpoint endpoint_;
  Door door_;
};

constexpr const char* kMine = "/v1/nodes/w-1/detachment";

TEST_F(Endpoints, AMachineWithTwoStacksIsToldWhichToRun) {
  const auto answer = ask("PUT", "/v1/stack", R"({"stack": "kubernetes", "mode": "forced"})");
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(*read_stack_progress(*json::parse(answer.body)),
            (StackProgress{.phase = StackPhase::kEvicting, .message = "2 pods left"}));
  EXPECT_EQ(stack_, (StackOrder{Stack::kKubernetes, {.mode = Mode::kForced}}));
  EXPECT_EQ(ask("GET", "/v1/stack").status, 200);
  EXPECT_EQ(stack_->stack, Stack::kKubernetes);  // who only asks orders nothing
  EXPECT_THAT(ask("PUT", "/v1/stack", "{}").body, HasSubstr("stack: expected slurm or kubernetes"));
  EXPECT_EQ(ask("DELETE", "/v1/stack").status, 405);
}

TEST_F(Endpoints, AnOrderIsTakenFollowedAndGivenUp) {
  EXPECT_EQ(ask("GET", kMine).status, 404);
  slurm_.start_job("1", "w-1");
  EXPECT_EQ(progress_in(ask("PUT", kMine, "{}")).phase, Phase::kDraining);
  agent_.step();
  EXPECT_EQ(progress_in(ask("GET", kMine)).jobs_left, 1);
  const auto nodes = read_nodes(*json::parse(ask("GET", "/v1/nodes").body));
  ASSERT_TRUE(nodes.has_value());
  EXPECT_EQ(nodes->front().jobs, 1);
  EXPECT_EQ(ask("DELETE", kMine).status, 200);
  EXPECT_EQ(ask("DELETE", kMine).status, 404);
  slurm_.finish_job("1");
  slurm_.settle();
  ask("PUT", kMine, R"({"mode":"graceful"})");
  agent_.step();
  EXPECT_EQ(progress_in(ask("GET", kMine)).phase, Phase::kDetached);
  EXPECT_EQ(ask("DELETE", kMine).status, 409);
}

TEST_F(Endpoints, TheQueueIsTold) {
  slurm_.queue_job("2", {"w-1"});
  const auto queue = read_waiting_jobs(*json::parse(ask("GET", "/v1/queue").body));
  ASSERT_TRUE(queue.has_value() && queue->size() == 1U);
  EXPECT_EQ(queue->front().id, "2");
  EXPECT_EQ(ask("PUT", "/v1/queue", "{}").status, 405);
}

TEST_F(Endpoints, WhatIsWrongIsNamed) {
  EXPECT_EQ(ask("PUT", "/v1/nodes/w-2/detachment", "{}").status, 404);
  EXPECT_THAT(ask("PUT", kMine, R"({"mode":"soft"})").body, HasSubstr("mode: "));
  EXPECT_EQ(ask("PUT", kMine, R"({"mode":"soft"})").status, 400);
  EXPECT_THAT(ask("PUT", kMine, "{").body, HasSubstr("body: "));
  EXPECT_EQ(ask("POST", kMine, "{}").status, 405);
  EXPECT_EQ(ask("GET", "/v1").status, 404);
  slurm_.set_away(true);
  EXPECT_EQ(ask("GET", "/v1/nodes").status, 503);
}

TEST_F(Endpoints, StrangersGetNothing) {
  const auto refused = [&](const http::Credential& who) {
    const auto answer = ask_as(who, "PUT", kMine, "{}");
    return answer ? answer->status : 0;  // 0: not even let in
  };
  EXPECT_EQ(refused({}), 403);
  const auto authority = make_authority(clock_.now());
  EXPECT_EQ(refused(*issue_operator(*authority, clock_.now())), 0);
  EXPECT_EQ(refused(*issue_operator(authority_, clock_.now() - hours(48))), 0);  // it has expired
  EXPECT_EQ(refused(*issue_agent(authority_, "w-2.agents", clock_.now())), 0);
  EXPECT_EQ(
      refused(*authority_.issue_client({.user = "somebody", .groups = {}}, {.from = clock_.now()})),
      403);
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound);
}

TEST_F(Endpoints, NobodyAsksTooOften) {
  http::Request request{.method = "GET", .target = *http::parse_target(kMine)};
  request.peer.name = kOperatorName;
  int refused = 0;
  for (int i = 0; i < 15; ++i) {
    refused += endpoint_.answer(request).status == 429 ? 1 : 0;
  }
  EXPECT_EQ(refused, 5);
  agent_clock_.advance(seconds(1));
  EXPECT_EQ(endpoint_.answer(request).status, 404);
}

TEST_F(Endpoints, ACertificateThatIsOverIsToldOfAndReplacedWhenAnotherComes) {
  certify(clock_.now() - hours(24 * 366 * 10));
  door_.look();
  EXPECT_THAT(door_.fault(), HasSubstr("expired at "));
  EXPECT_FALSE(ask_as(operator_, "GET", kMine).has_value());
  certify(clock_.now());
  door_.look();
  EXPECT_EQ(door_.fault(), "");
  EXPECT_EQ(ask("GET", kMine).status, 404);
}

class ControllerEndpoints : public Endpoints {
 protected:
  ControllerEndpoints() : Endpoints(true) {}
};

TEST_F(ControllerEndpoints, AnswersForEveryNodeButNotForLists) {
  ask("PUT", kMine, "{}");
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_EQ(progress_in(ask("GET", kMine)).phase, Phase::kDetached);
  EXPECT_EQ(ask("PUT", "/v1/nodes/ALL/detachment", "{}").status, 404);
  EXPECT_EQ(ask("PUT", "/v1/nodes/w-%5B1-9%5D/detachment", "{}").status, 404);
}

}  // namespace
}  // namespace sluice::detach
