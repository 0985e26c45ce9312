// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_conditions.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::kubelet {
namespace {

const WallTime kNow = *parse_rfc3339("2030-01-01T00:00:00Z");

class PodConditions : public ::testing::Test {
 protected:
  // "True", or "False reason: message"
  std::string condition(std::string_view type, bool has_sandbox = true) {
    json::Value status = status_;
    set_conditions(pod_, status, has_sandbox, kNow);
    const json::Value holder = json::Object{{"status", status}};
    const json::Value* found = api::condition(holder, type);
    if (found == nullptr) {
      return "(none)";
    }
    std::string text = found->at("status").as_string();
    for (const char* part : {"reason", "message"}) {
      const std::string& more = found->at(part).as_string();
      text += more.empty() ? "" : (part[0] == 'r' ? " " : ": ") + more;
    }
    return text;
  }

  json::Value pod_ = *json::parse(R"({"metadata":{"generation":3},"spec":{
      "initContainers":[{"name":"i"},{"name":"s","restartPolicy":"Always"}],
      "containers":[{"name":"a"},{"name":"b"}]}})");
  json::Value status_ = *json::parse(R"({"phase":"Running",
      "initContainerStatuses":[{"name":"i","ready":true},{"name":"s","ready":true,"started":true}],
      "containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}},
        {"name":"b","ready":true,"state":{"running":{}}}]})");
};

TEST_F(PodConditions, EverythingReadyIsReady) {
  for (const char* type :
       {"PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"}) {
    EXPECT_EQ(condition(type), "True") << type;
  }
  json::Value status = status_;
  set_conditions(pod_, status, true, kNow);
  EXPECT_EQ(status.at("conditions").as_array()[0].at("observedGeneration").as_int(), 3);
}

TEST_F(PodConditions, WhoIsNotReadyIsNamed) {
  status_["initContainerStatuses"].array()[1]["ready"] = false;
  status_["containerStatuses"].array()[1]["ready"] = false;
  const std::string text = "False ContainersNotReady: containers with unready status: [s b]";
  EXPECT_EQ(condition("ContainersReady"), text);
  EXPECT_EQ(condition("Ready"), text);
}

TEST_F(PodConditions, ReadinessGatesAreConditionsOfOthers) {
  pod_["spec"]["readinessGates"] =
      *json::parse(R"([{"conditionType":"x/one"},{"conditionType":"x/two"}])");
  status_["conditions"] = *json::parse(R"([{"type":"x/one","status":"False"}])");
  EXPECT_EQ(condition("ContainersReady"), "True");
  EXPECT_EQ(condition("Ready"),
            "False ReadinessGatesNotReady: the status of pod readiness gate \"x/one\" is not "
            "\"True\", but False, corresponding condition of pod readiness gate \"x/two\" does not "
            "exist.");
  EXPECT_EQ(condition("x/one"), "False");
  status_["conditions"] =
      *json::parse(R"([{"type":"x/one","status":"True"},{"type":"x/two","status":"True"}])");
  EXPECT_EQ(condition("Ready"), "True");
}

TEST_F(PodConditions, InitContainersHaveToBeDoneAndSidecarsUp) {
  status_["phase"] = "Pending";
  for (json::Value& container : status_["containerStatuses"].array()) {
    container["state"] = *json::parse(R"({"waiting":{}})");
  }
  EXPECT_EQ(condition("Initialized"), "True");
  status_["initContainerStatuses"].array()[0]["ready"] = false;
  status_["initContainerStatuses"].array()[1]["started"] = false;
  EXPECT_EQ(condition("Initialized"),
            "False ContainersNotInitialized: containers with incomplete status: [i s]");
}

TEST_F(PodConditions, OnceInitializedASidecarThatRestartsChangesNothing) {
  status_["initContainerStatuses"].array()[1]["started"] = false;
  EXPECT_EQ(condition("Initialized"), "True");
}

TEST_F(PodConditions, TheEndIsAReason) {
  status_["phase"] = "Succeeded";
  EXPECT_EQ(condition("Initialized", false), "True PodCompleted");
  EXPECT_EQ(condition("Ready", false), "False PodCompleted");
  EXPECT_EQ(condition("PodReadyToStartContainers", false), "False");
  status_["phase"] = "Failed";
  EXPECT_EQ(condition("ContainersReady", false), "False PodFailed");
}

}  // namespace
}  // namespace sluice::kubelet
