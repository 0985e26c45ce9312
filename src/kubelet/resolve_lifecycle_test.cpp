// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve_lifecycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

using pod::ActionKind;
using testing::ElementsAre;

pod::Lifecycle resolve(std::string_view text) {
  const auto container = json::parse(text);
  EXPECT_TRUE(container.has_value());
  return resolve_lifecycle(*container);
}

TEST(ResolveLifecycle, AContainerWithoutAnythingHasTheUsualLife) {
  EXPECT_EQ(pod::to_json(resolve(R"({"name":"c"})")), pod::to_json(pod::Lifecycle{}));
}

TEST(ResolveLifecycle, ProbesComeWithTheirNumbers) {
  const auto life = resolve(R"({"livenessProbe":{"exec":{"command":["a"]},"initialDelaySeconds":1,
      "periodSeconds":2,"timeoutSeconds":3,"successThreshold":4,"failureThreshold":5,
      "terminationGracePeriodSeconds":6},"readinessProbe":{"grpc":{"port":7,"service":"s"}}})");
  ASSERT_TRUE(life.liveness && life.readiness && !life.startup);
  EXPECT_EQ(life.liveness->initial_delay_seconds, 1);
  EXPECT_EQ(life.liveness->period_seconds, 2);
  EXPECT_EQ(life.liveness->timeout_seconds, 3);
  EXPECT_EQ(life.liveness->success_threshold, 4);
  EXPECT_EQ(life.liveness->failure_threshold, 5);
  EXPECT_EQ(life.liveness->grace_period_seconds, 6);
  EXPECT_EQ(life.readiness->action.kind, ActionKind::kGrpc);
  EXPECT_EQ(life.readiness->action.service, "s");
  EXPECT_FALSE(life.readiness->grace_period_seconds.has_value());
}

TEST(ResolveLifecycle, PortsAreFoundByName) {
  const auto port = [](const std::string& text) {
    return resolve(R"({"ports":[{"name":"web","containerPort":8080}],
        "readinessProbe":{"httpGet":{"path":"/x","scheme":"HTTPS","host":"h","port":)" +
                   text + R"(,"httpHeaders":[{"name":"A","value":"b"}]}}})")
        .readiness->action;
  };
  EXPECT_EQ(port("\"web\"").port, 8080);
  EXPECT_EQ(port("81").port, 81);
  EXPECT_EQ(port("\"82\"").port, 82);
  EXPECT_TRUE(port("81").tls);
  EXPECT_EQ(port("81").host, "h");
  EXPECT_EQ(port("81").headers[0].value, "b");
  EXPECT_EQ(port("\"none\"").error, "strconv.Atoi: parsing \"none\": invalid syntax");
  EXPECT_EQ(port("70000").error, "invalid port number: 70000");
}

TEST(ResolveLifecycle, OnlyProbesExpandTheirCommandsAndOnlyByWhatStandsThere) {
  const auto life = resolve(R"json({"env":[{"name":"A","value":"1"},
      {"name":"S","valueFrom":{"secretKeyRef":{"name":"x","key":"y"}}}],
      "startupProbe":{"exec":{"command":["$(A)","$(S)","$(NONE)"]}},
      "lifecycle":{"postStart":{"exec":{"command":["$(A)"]}}}})json");
  EXPECT_THAT(life.startup->action.command, ElementsAre("1", "", "$(NONE)"));
  EXPECT_THAT(life.post_start.command, ElementsAre("$(A)"));
}

TEST(ResolveLifecycle, HooksOfEveryKind) {
  const auto life = resolve(R"({"lifecycle":{"stopSignal":"SIGUSR1",
      "postStart":{"httpGet":{"port":80}},"preStop":{"sleep":{"seconds":3}}}})");
  EXPECT_EQ(life.post_start.kind, ActionKind::kHttp);
  EXPECT_EQ(life.pre_stop.seconds, 3);
  EXPECT_EQ(life.stop_signal, SIGUSR1);
  EXPECT_EQ(resolve(R"({"lifecycle":{"preStop":{"tcpSocket":{"port":80}}}})").pre_stop.error,
            "invalid handler");
}

TEST(ResolveLifecycle, RestartRulesAndMessages) {
  const auto life = resolve(R"({"restartPolicy":"Never","restartPolicyRules":[
      {"action":"Restart","exitCodes":{"operator":"In","values":[42]}},
      {"action":"Restart","exitCodes":{"operator":"NotIn","values":[0,1]}},
      {"action":"RestartAllContainers","exitCodes":{"operator":"In","values":[9]}}],
      "terminationMessagePath":"/dev/x","terminationMessagePolicy":"FallbackToLogsOnError"})");
  EXPECT_EQ(life.restart_policy, "Never");
  ASSERT_EQ(life.restart_rules.size(), 2u);
  EXPECT_THAT(life.restart_rules[0].codes, ElementsAre(42));
  EXPECT_TRUE(life.restart_rules[1].negated);
  EXPECT_EQ(life.termination_message_path, "/dev/x");
  EXPECT_TRUE(life.message_from_log);
}

}  // namespace
}  // namespace sluice::kubelet
