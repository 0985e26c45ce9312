// SPDX-License-Identifier: Apache-2.0
#include "pod/lifecycle_spec.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::pod {
namespace {

TEST(Lifecycle, SurvivesTheWayThroughJson) {
  Lifecycle lifecycle;
  lifecycle.startup = ProbeSpec{.action = {.kind = ActionKind::kExec, .command = {"a", "b c"}},
                                .period_seconds = 3};
  lifecycle.liveness = ProbeSpec{.action = {.kind = ActionKind::kHttp,
                                            .tls = true,
                                            .host = "h",
                                            .port = 80,
                                            .path = "/p?q",
                                            .headers = {{"X", "y"}}},
                                 .initial_delay_seconds = 5,
                                 .timeout_seconds = 2,
                                 .success_threshold = 4,
                                 .failure_threshold = 6,
                                 .grace_period_seconds = 7};
  lifecycle.readiness =
      ProbeSpec{.action = {.kind = ActionKind::kGrpc, .error = "e", .port = 1, .service = "s"}};
  lifecycle.post_start = {.kind = ActionKind::kSleep, .seconds = 9};
  lifecycle.pre_stop = {.kind = ActionKind::kTcp, .port = 65535};
  lifecycle.restart_policy = "Never";
  lifecycle.restart_rules = {{.negated = true, .codes = {1, 42}}};
  lifecycle.termination_message_path = "/dev/termination-log";
  lifecycle.message_from_log = true;
  lifecycle.stop_signal = SIGUSR1;
  const Lifecycle back = lifecycle_from_json(*json::parse(json::write(to_json(lifecycle))));
  EXPECT_EQ(to_json(back), to_json(lifecycle));
  EXPECT_EQ(back.liveness->action.headers[0].value, "y");
  EXPECT_EQ(back.liveness->grace_period_seconds, 7);
  EXPECT_EQ(back.restart_rules[0].codes, (std::vector<int>{1, 42}));
  EXPECT_EQ(back.pre_stop.kind, ActionKind::kTcp);
}

TEST(Lifecycle, TheUsualOneSaysNothing) {
  EXPECT_EQ(to_json(Lifecycle{}), json::Value(json::Object{}));
  const Lifecycle back = lifecycle_from_json(json::Object{});
  EXPECT_EQ(back.stop_signal, SIGTERM);
  EXPECT_FALSE(back.liveness.has_value());
  EXPECT_EQ(back.post_start.kind, ActionKind::kNone);
}

TEST(SignalNumber, KnowsNamesAndNumbers) {
  EXPECT_EQ(signal_number("SIGTERM"), SIGTERM);
  EXPECT_EQ(signal_number("USR1"), SIGUSR1);
  EXPECT_EQ(signal_number("3"), SIGQUIT);
  EXPECT_EQ(signal_number("SIGRTMIN+3"), SIGRTMIN + 3);
  EXPECT_EQ(signal_number("RTMAX-1"), SIGRTMAX - 1);
  EXPECT_EQ(signal_number("SIGRTMIN"), SIGRTMIN);
  for (const char* wrong : {"", "SIGNOTHING", "0", "999", "-1", "RTMIN+99", "RTMIN+x"}) {
    EXPECT_FALSE(signal_number(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace sluice::pod
