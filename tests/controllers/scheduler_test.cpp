// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/scheduler.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class SchedulerTest : public World {
 protected:
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key a_{"default", "a"};
  static constexpr const char* kPod =
      R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]}})";
};

TEST_F(SchedulerTest, WaitingPodIsBoundToAReadyNode) {
  create_ready_node("n1");
  create(pods_, kPod);
  const auto pod = await(pods_, a_, [](const client::Object& object) {
    return !object.at("spec", "nodeName").as_string().empty();
  });
  EXPECT_EQ(pod.at("spec", "nodeName").as_string(), "n1");
  EXPECT_TRUE(api::has_condition(pod, "PodScheduled"));
}

TEST_F(SchedulerTest, PodThatFitsNowhereSaysSoAndIsBoundWhenItFits) {
  create(pods_, kPod);
  const auto waiting = await(pods_, a_, [](const client::Object& object) {
    return api::has_condition(object, "PodScheduled", "False");
  });
  EXPECT_EQ(api::condition(waiting, "PodScheduled")->at("reason").as_string(), "Unschedulable");
  EXPECT_EQ(api::condition(waiting, "PodScheduled")->at("message").as_string(),
            "no nodes available to schedule pods");
  const auto events =
      await_all(api::kinds::event(), [](const Objects& all) { return !all.empty(); });
  EXPECT_EQ(events[0]->at("reason").as_string(), "FailedScheduling");
  create_ready_node("n1");
  await(pods_, a_, [](const client::Object& object) {
    return object.at("spec", "nodeName").as_string() == "n1";
  });
}

TEST_F(SchedulerTest, PodOfAnotherSchedulerIsLeftAlone) {
  create_ready_node("n1");
  create(pods_, R"({"metadata":{"name":"other"},"spec":{"schedulerName":"mine",
                    "containers":[{"name":"c","image":"i"}]}})");
  create(pods_, kPod);
  await(pods_, a_, [](const client::Object& object) {
    return !object.at("spec", "nodeName").as_string().empty();
  });
  EXPECT_EQ(get(pods_, {"default", "other"}).at("spec", "nodeName").as_string(), "");
}

}  // namespace
}  // namespace sluice
