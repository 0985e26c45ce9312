// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pods.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::owned {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T01:00:00Z").value();

client::ObjectPtr from(const std::string& text) {
  return std::make_shared<const client::Object>(json::parse(text).value());
}

client::ObjectPtr running(const std::string& name, const std::string& metadata = "",
                          const std::string& ready_since = "2030-01-01T00:00:00Z") {
  return from(R"({"metadata":{"name":")" + name + R"(","uid":")" + name +
              R"(","creationTimestamp":"2030-01-01T00:00:00Z")" + metadata +
              R"(},"spec":{"nodeName":")" + name +
              R"("},"status":{"phase":"Running","conditions":[
                {"type":"Ready","status":"True","lastTransitionTime":")" +
              ready_since + R"("}]}})");
}

std::string first_to_go(Pods pods) {
  sort_for_deletion(pods, kNow);
  return api::name(*pods.front());
}

TEST(OwnedPods, ActiveTerminatingAndFinishedAreToldApart) {
  EXPECT_TRUE(is_active(*from(R"({"status":{"phase":"Running"}})")));
  const auto going = from(
      R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:30Z"},"status":{"phase":"Running"}})");
  EXPECT_FALSE(is_active(*going));
  EXPECT_TRUE(is_terminating(*going));
  EXPECT_TRUE(is_finished(*from(R"({"status":{"phase":"Failed"}})")));
  EXPECT_TRUE(is_ready(*from(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})")));
}

TEST(OwnedPods, RestartsOfAllContainersCount) {
  EXPECT_EQ(restarts(*from(R"({"status":{"initContainerStatuses":[{"restartCount":1}],
                               "containerStatuses":[{"restartCount":2},{"restartCount":3}]}})")),
            6);
}

TEST(OwnedPods, AvailabilityComesWithTimeAfterReadiness) {
  const auto pod = running("a", "", "2030-01-01T00:59:50Z");
  EXPECT_TRUE(is_available(*pod, 0, kNow));
  EXPECT_EQ(until_available(*pod, 30, kNow), seconds(20));
  EXPECT_FALSE(is_available(*pod, 30, kNow));
  EXPECT_TRUE(is_available(*pod, 10, kNow));
  EXPECT_FALSE(until_available(*from("{}"), 0, kNow).has_value());
}

TEST(OwnedPods, CheapestGoesFirst) {
  const auto good = running("good");
  EXPECT_EQ(first_to_go({good, from(R"({"metadata":{"name":"unassigned"}})")}), "unassigned");
  EXPECT_EQ(first_to_go({good, from(R"({"metadata":{"name":"pending"},"spec":{"nodeName":"n"},
                                        "status":{"phase":"Pending"}})")}),
            "pending");
  EXPECT_EQ(first_to_go({good, from(R"({"metadata":{"name":"unready"},"spec":{"nodeName":"n"},
                                        "status":{"phase":"Running"}})")}),
            "unready");
  const std::string cost = R"(,"annotations":{"controller.kubernetes.io/pod-deletion-cost":"-1"})";
  EXPECT_EQ(first_to_go({good, running("cheap", cost)}), "cheap");
  EXPECT_EQ(first_to_go({good, running("young", "", "2030-01-01T00:59:59Z")}), "young");
}

}  // namespace
}  // namespace sluice::controllers::owned
