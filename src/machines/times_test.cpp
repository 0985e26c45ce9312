// SPDX-License-Identifier: Apache-2.0
#include "machines/times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/yaml.h"
#include "machines/seen_times.h"
#include "machines/times_plot.h"

namespace sluice::machines {
namespace {

using testing::HasSubstr;

json::Value yaml(const std::string& text) {
  return json::parse_yaml(text)->front();
}

std::string at(int second) {
  return "\"2030-01-01T00:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second) +
         "Z\"";
}

std::string condition(const std::string& type, int second, const std::string& reason = "X") {
  return "{type: " + type + ", status: \"True\", reason: " + reason +
         ", message: x, lastTransitionTime: " + at(second) + "}";
}

const json::Value kMachine = yaml(
    "{apiVersion: cluster.x-k8s.io/v1beta2, metadata: {name: w, namespace: default, "
    "creationTimestamp: " +
    at(0) + ", deletionTimestamp: " + at(40) + "}, status: {conditions: [" +
    condition("InfrastructureReady", 5) + ", " + condition("SlurmRegistered", 19, "Registered") +
    ", " + condition("SlurmUsed", 30) + ", " + condition("SlurmDrained", 42) + ", " +
    condition("SlurmDetached", 43) + "]}}");
const json::Value kConfig =
    yaml("{spec: {role: slurm-worker}, status: {conditions: [" + condition("Ready", 1) + "]}}");
const json::Value kNode = yaml("{metadata: {creationTimestamp: " + at(15) +
                               "}, status: {conditions: [" + condition("Ready", 20) + "]}}");

TEST(Times, EachPhaseEndsWhereAnObjectSaysSo) {
  const auto times =
      phase_times({kMachine, kConfig, kNode, parse_rfc3339("2030-01-01T00:00:50Z").value()});
  std::vector<std::pair<std::string, double>> seconds;
  for (const PhaseTime& time : times) {
    EXPECT_EQ(time.machine, "default/w");
    EXPECT_EQ(time.role, "slurm-worker");
    seconds.emplace_back(time.phase, time.seconds);
  }
  const std::vector<std::pair<std::string, double>> expected{
      {"requested", 1},      {"provisioned", 4}, {"bootstrapped", 10},
      {"services-ready", 5}, {"registered", 0},  {"first-job", 10},
      {"drain", 2},          {"detach", 1},      {"deprovision", 7}};
  EXPECT_EQ(seconds, expected);
}

TEST(Times, WhatIsNotToldIsPartOfTheNext) {
  const json::Value machine =
      yaml("{metadata: {name: k, namespace: a, creationTimestamp: " + at(0) + "}}");
  const auto times = phase_times({machine, json::Value::null(), kNode});
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].phase, "bootstrapped");
  EXPECT_EQ(times[0].seconds, 15);
  EXPECT_EQ(times[0].role, "other");
}

TEST(Times, OnlyOurWordsForRolesStandInALine) {
  const auto role = [](const std::string& noted) {
    const json::Value machine =
        yaml("{metadata: {name: k, namespace: a, annotations: {sluice.dev/role: \"" + noted +
             "\"}, creationTimestamp: " + at(0) + "}}");
    return phase_times({machine, json::Value::null(), kNode}).front().role;
  };
  EXPECT_EQ(role("slurm-controller"), "slurm-controller");
  EXPECT_EQ(role("a,b\\n=c"), "other");
}

TEST(Times, ARegistrationAgainIsNotTheFirst) {
  const json::Value machine =
      yaml("{apiVersion: cluster.x-k8s.io/v1beta2, metadata: {creationTimestamp: " + at(0) +
           "}, status: {conditions: [" + condition("SlurmRegistered", 9, "RegisteredAgain") + ", " +
           condition("SlurmUsed", 10) + "]}}");
  EXPECT_TRUE(phase_times({machine, json::Value::null(), json::Value::null()}).empty());
}

TEST(Times, ANodeThatWasReadyBeforeIsNotSlowForItsTrouble) {
  json::Value node = kNode;
  node["metadata"]["annotations"]["sluice.dev/first-ready"] = "2030-01-01T00:00:17Z";
  const auto seconds = [&] {
    for (const PhaseTime& time : phase_times({kMachine, kConfig, node})) {
      if (time.phase == "services-ready") {
        return time.seconds;
      }
    }
    return -1.0;
  };
  EXPECT_EQ(seconds(), 2);
  node["status"]["conditions"].array()[0]["status"] = "False";
  EXPECT_EQ(seconds(), 2);
  node["metadata"]["annotations"]["sluice.dev/first-ready"] = "once";
  EXPECT_EQ(seconds(), -1);
}

TEST(Times, EachLineIsNewOnceAndForgottenWithItsMachine) {
  SeenTimes seen;
  const auto times = [](const std::string& machine) {
    return std::vector<PhaseTime>{{machine, "r", "drain", {}, 1}, {machine, "r", "detach", {}, 2}};
  };
  EXPECT_EQ(seen.news(times("a")), times("a"));
  EXPECT_TRUE(seen.news(times("a")).empty());
  EXPECT_EQ(seen.news({{"a", "r", "drain", {}, 3}}).size(), 1U);
  seen.keep({});  // it may have come after the list was made
  EXPECT_TRUE(seen.news(times("a")).empty());
  seen.keep({"a"});
  seen.keep({});
  EXPECT_TRUE(seen.news(times("a")).empty());
  seen.keep({});
  EXPECT_EQ(seen.size(), 0U);
  EXPECT_EQ(seen.news(times("a")), times("a"));
}

TEST(Times, TheTextReadsBack) {
  const auto times = phase_times({kMachine, kConfig, kNode});
  const std::string text = to_csv(times);
  EXPECT_THAT(text, HasSubstr("machine,role,phase,end,seconds\n"
                              "default/w,slurm-worker,requested,2030-01-01T00:00:01Z,1\n"));
  EXPECT_EQ(read_csv(text + to_csv({}, true)).value(), times);
  for (const char* bad :
       {"a,b", "a,b,drain,now,1", "a,b,drain,2030-01-01T00:00:01Z,x",
        "a,b,nap,2030-01-01T00:00:01Z,1", "a,b,drain,2030-01-01T00:00:01Z,-1",
        "a,b,drain,2030-01-01T00:00:01Z,inf", "a,b,drain,2030-01-01T00:00:01Z,nan"}) {
    EXPECT_THAT(read_csv(bad).error().message, HasSubstr("line 1: expected machine,role"));
  }
}

std::vector<PhaseTime> drains(const std::vector<double>& seconds, const std::string& role = "r") {
  std::vector<PhaseTime> times;
  for (const double each : seconds) {
    times.push_back({"m", role, "drain", {}, each});
  }
  return times;
}

TEST(Times, SpreadsAreQuartilesAndMeans) {
  const auto all = spreads(drains({4, 1, 2, 3, 10}));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].count, 5U);
  EXPECT_EQ(all[0].mean, 4);
  EXPECT_EQ(all[0].least, 1);
  EXPECT_EQ(all[0].lower, 2);
  EXPECT_EQ(all[0].median, 3);
  EXPECT_EQ(all[0].upper, 4);
  EXPECT_EQ(all[0].most, 10);
}

TEST(Times, ThePlotHasABoxForEachAndDotsOutside) {
  const std::string svg = plot(drains({4, 1, 2, 3, 10}, "a<b"));
  EXPECT_THAT(svg, HasSubstr("<svg xmlns"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b"));
  EXPECT_THAT(svg, HasSubstr("n=5"));
  EXPECT_THAT(svg, HasSubstr("<circle"));
  EXPECT_THAT(plot({}), HasSubstr("</svg>"));
  EXPECT_THAT(plot(drains({0})), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace sluice::machines
