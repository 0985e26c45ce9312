// SPDX-License-Identifier: Apache-2.0
#include "api/printing/pod_status.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

PodSummary summary(const char* pod) {
  return summarize_pod(json::parse(pod).value(), WallTime{} + std::chrono::seconds(100));
}

std::string with_state(const char* phase, const char* state) {
  return std::string(R"({"spec":{"containers":[{"name":"a"}]},"status":{"phase":")") + phase +
         R"(","containerStatuses":[{"name":"a","ready":true,"state":)" + state + "}]}}";
}

TEST(PodStatus, IsThePhaseUnlessAContainerSaysMore) {
  EXPECT_EQ(summary(R"({"spec":{"containers":[{}]},"status":{"phase":"Pending"}})").status,
            "Pending");
  EXPECT_EQ(summary(with_state("Running", R"({"running":{}})").c_str()).status, "Running");
  EXPECT_EQ(summary(with_state("Running", R"({"running":{}})").c_str()).ready, 1);
  EXPECT_EQ(
      summary(with_state("Succeeded", R"({"terminated":{"reason":"Completed"}})").c_str()).status,
      "Completed");
  EXPECT_EQ(summary(with_state("Failed", R"({"terminated":{"exitCode":3}})").c_str()).status,
            "ExitCode:3");
  EXPECT_EQ(summary(with_state("Failed", R"({"terminated":{"signal":9}})").c_str()).status,
            "Signal:9");
  EXPECT_EQ(
      summary(with_state("Running", R"({"waiting":{"reason":"CrashLoopBackOff"}})").c_str()).status,
      "CrashLoopBackOff");
  EXPECT_EQ(summary(R"({"status":{"phase":"Failed","reason":"Evicted"}})").status, "Evicted");
}

TEST(PodStatus, ShowsInitialization) {
  const char* pod = R"({"spec":{"initContainers":[{"name":"i"},{"name":"j"}],
    "containers":[{"name":"a"}]},"status":{"phase":"Pending","initContainerStatuses":[
    {"name":"i","state":{"terminated":{"exitCode":0}}},{"name":"j","state":{"running":{}}}]}})";
  EXPECT_EQ(summary(pod).status, "Init:1/2");
  EXPECT_EQ(summary(R"({"spec":{"initContainers":[{"name":"i"}]},"status":{"initContainerStatuses":[
    {"name":"i","state":{"terminated":{"exitCode":2,"reason":"Error"}}}]}})")
                .status,
            "Init:Error");
}

TEST(PodStatus, DeletionShowsUntilThePodHasEnded) {
  EXPECT_EQ(
      summary(R"({"metadata":{"deletionTimestamp":"x"},"status":{"phase":"Running"}})").status,
      "Terminating");
  EXPECT_EQ(
      summary(R"({"metadata":{"deletionTimestamp":"x"},"status":{"phase":"Succeeded"}})").status,
      "Succeeded");
}

TEST(PodStatus, CountsRestartsAndSaysWhen) {
  const PodSummary result = summary(R"({"status":{"phase":"Running","containerStatuses":[
    {"restartCount":2,"lastState":{"terminated":{"finishedAt":"1970-01-01T00:01:00Z"}},
     "state":{"running":{}}}]}})");
  EXPECT_EQ(result.restarts, "2 (40s ago)");
  EXPECT_EQ(summary("{}").restarts, "0");
}

}  // namespace
}  // namespace sluice::api
