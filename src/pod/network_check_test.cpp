// SPDX-License-Identifier: Apache-2.0
#include "pod/network_check.h"

#include <gtest/gtest.h>

#include "pod/answering_server.h"

namespace sluice::pod {
namespace {

CheckResult check(const Action& action) {
  return do_network_check({action, "127.0.0.1", Purpose::kProbe, std::chrono::seconds(20)});
}

TEST(NetworkCheck, AnOpenPortIsASuccessAndAClosedOneIsNot) {
  std::uint16_t port = 0;
  {
    const AnsweringServer server({""});
    port = server.port();
    EXPECT_EQ(check({.kind = ActionKind::kTcp, .port = port}).outcome, Outcome::kSuccess);
    EXPECT_EQ(check({.kind = ActionKind::kTcp, .host = "127.0.0.1", .port = port}).outcome,
              Outcome::kSuccess);
  }
  const CheckResult closed = check({.kind = ActionKind::kTcp, .port = port});
  EXPECT_EQ(closed.outcome, Outcome::kFailure);
  EXPECT_EQ(closed.text,
            "dial tcp 127.0.0.1:" + std::to_string(port) + ": connect: connection refused");
}

TEST(NetworkCheck, SleepingSucceeds) {
  EXPECT_EQ(check({.kind = ActionKind::kSleep, .seconds = 0}).outcome, Outcome::kSuccess);
}

TEST(NetworkCheck, HttpAndGrpcGoTheirWays) {
  const AnsweringServer server({http_answer("200 OK")});
  EXPECT_EQ(check({.kind = ActionKind::kHttp, .port = server.port()}).outcome, Outcome::kSuccess);
  EXPECT_EQ(check({.kind = ActionKind::kGrpc, .port = server.port()}).outcome, Outcome::kFailure);
  EXPECT_EQ(check({.kind = ActionKind::kNone}).outcome, Outcome::kError);
}

TEST(Endpoint, AddressesOfSixHaveBrackets) {
  EXPECT_EQ(endpoint("h", 1), "h:1");
  EXPECT_EQ(endpoint("::1", 1), "[::1]:1");
}

}  // namespace
}  // namespace sluice::pod
