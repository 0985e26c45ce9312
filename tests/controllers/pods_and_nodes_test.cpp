// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "controllers/nodes/pod_collector.h"
#include "controllers/nodes/taint_eviction.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kOnly[] = {"podgc", "taint-eviction"};

class PodsAndNodesTest : public RoughWorld {
 protected:
  PodsAndNodesTest() : RoughWorld(kOnly) { create_ready_node("n1"); }

  const api::Key p_{"default", "p"};

  client::Object create_pod(const std::string& metadata = "", const std::string& spec = "") {
    return create(api::kinds::pod(), R"({"metadata":{"name":"p")" + metadata +
                                         R"(},"spec":{"nodeName":"n1",)" + spec +
                                         R"("containers":[{"name":"c","image":"i"}]}})");
  }
  void taint() {
    const auto patched =
        client_.patch(api::kinds::node(), {"", "n1"},
                      {client::PatchType::kMerge,
                       *json::parse(R"({"spec":{"taints":[{"key":"k","effect":"NoExecute"}]}})")});
    ASSERT_TRUE(patched.has_value()) << patched.error().message;
  }
  client::Object await_deletion() {
    return await(api::kinds::pod(), p_,
                 [](const client::Object& pod) { return api::is_being_deleted(pod); });
  }
};

INSTANTIATE_TEST_SUITE_P(, PodsAndNodesTest, in_every_weather(), weather_name);

TEST_P(PodsAndNodesTest, ATaintDrivesPodsAway) {
  create_pod();
  taint();
  const auto pod = await_deletion();
  EXPECT_EQ(api::condition(pod, "DisruptionTarget")->at("reason").as_string(),
            "DeletionByTaintManager");
}

TEST_P(PodsAndNodesTest, ATolerationHoldsForItsTime) {
  taint();
  create_pod(
      "",
      R"("tolerations":[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":60}],)");
  const WallTime before = clock_.now();
  let_time_fly(std::chrono::seconds(1));
  await_deletion();
  EXPECT_GE(clock_.now() - before, std::chrono::seconds(60));
}

TEST_P(PodsAndNodesTest, PodsOfANodeThatIsGoneFailAndGo) {
  create_pod(R"(,"finalizers":["test.example.com/look"])");
  ASSERT_TRUE(client_.remove(api::kinds::node(), {"", "n1"}, {}));
  let_time_fly(std::chrono::seconds(1));
  const auto pod = await_deletion();
  EXPECT_EQ(pod.at("status", "phase").as_string(), "Failed");
  EXPECT_EQ(api::condition(pod, "DisruptionTarget")->at("reason").as_string(), "DeletionByPodGC");
}

TEST_P(PodsAndNodesTest, PodsWithANodeStay) {
  create_pod();
  create(api::kinds::pod(), R"({"metadata":{"name":"lost"},"spec":{"nodeName":"gone",
      "containers":[{"name":"c","image":"i"}]}})");
  let_time_fly(std::chrono::seconds(1));
  await_gone(api::kinds::pod(), {"default", "lost"});
  EXPECT_FALSE(api::is_being_deleted(get(api::kinds::pod(), p_)));
}

}  // namespace
}  // namespace sluice
