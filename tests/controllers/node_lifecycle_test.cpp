// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/node_lifecycle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/timestamp.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

using std::chrono::seconds;

constexpr std::string_view kOnly[] = {"node-lifecycle", "taint-eviction", "ttl"};

bool has_taint(const client::Object& node, std::string_view key, std::string_view effect) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::any_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
    return taint.at("key").as_string() == key && taint.at("effect").as_string() == effect;
  });
}
bool is_evicting(const client::Object& node) {
  return has_taint(node, "node.kubernetes.io/unreachable", "NoExecute");
}
bool is_kept_free(const client::Object& node) {
  return has_taint(node, "node.kubernetes.io/unreachable", "NoSchedule");
}

class NodeLifecycleTest : public RoughWorld {
 protected:
  NodeLifecycleTest() : RoughWorld(kOnly) {
    create_ready_node("quiet");
    fall_silent("quiet");
    let_time_fly(std::chrono::milliseconds(500));
  }

  client::Object await_node(const std::string& name, const Test& test) {
    return await(api::kinds::node(), {"", name}, test);
  }
  client::Object await_pod(const Test& test) {
    return await(api::kinds::pod(), {"default", "p"}, test);
  }
  void create_pod(const std::string& tolerations = "") {
    set_ready(create(api::kinds::pod(),
                     R"({"metadata":{"name":"p"},"spec":{"nodeName":"quiet","tolerations":[)" +
                         tolerations + R"(],"containers":[{"name":"c","image":"i"}]}})"));
  }
  // As its kubelet would.
  void set_node_ready(const std::string& status) {
    const auto body =
        json::parse(R"({"status":{"conditions":[{"type":"Ready","status":")" + status + R"("}]}})");
    const auto patched = client_.patch(api::kinds::node(), {"", "quiet"},
                                       {client::PatchType::kMerge, *body}, client::Part::kStatus);
    ASSERT_TRUE(patched.has_value()) << patched.error().message;
  }
};

INSTANTIATE_TEST_SUITE_P(, NodeLifecycleTest, in_every_weather(), weather_name);

TEST_P(NodeLifecycleTest, ASilentNodeIsUnknownAndGetsNoPods) {
  const WallTime before = clock_.now();
  const auto node = await_node("quiet", is_kept_free);
  EXPECT_GE(clock_.now() - before, seconds(50));
  const json::Value& ready = *api::condition(node, "Ready");
  EXPECT_EQ(ready.at("status").as_string(), "Unknown");
  EXPECT_EQ(ready.at("reason").as_string(), "NodeStatusUnknown");
  EXPECT_EQ(ready.at("message").as_string(), "Kubelet stopped posting node status.");
  EXPECT_EQ(api::condition(node, "PIDPressure")->at("reason").as_string(),
            "NodeStatusNeverUpdated");
}

TEST_P(NodeLifecycleTest, ItsPodsAreNotReady) {
  create_pod();
  const auto pod = await_pod(
      [](const client::Object& object) { return api::has_condition(object, "Ready", "False"); });
  EXPECT_FALSE(api::is_being_deleted(pod));
}

TEST_P(NodeLifecycleTest, TheOnlyNodeKeepsItsPods) {
  create_pod();
  await_node("quiet", is_kept_free);
  await_pod(
      [](const client::Object& object) { return api::has_condition(object, "Ready", "False"); });
  create_ready_node("alive");
  await_node("quiet", is_evicting);
  fall_silent("alive");
  const auto node = await_node("quiet", [](const auto& object) { return !is_evicting(object); });
  EXPECT_TRUE(is_kept_free(node));
}

TEST_P(NodeLifecycleTest, BesideAReadyNodePodsGoWhenTheirPatienceEnds) {
  create_ready_node("alive");
  create_pod(R"({"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",
                 "tolerationSeconds":300})");
  const WallTime before = clock_.now();
  let_time_fly(seconds(2));
  await_pod([](const client::Object& object) { return api::is_being_deleted(object); });
  EXPECT_GE(clock_.now() - before, seconds(350));
  EXPECT_TRUE(api::has_condition(get(api::kinds::node(), {"", "alive"}), "Ready"));
}

TEST_P(NodeLifecycleTest, ANodeThatIsBackIsFreeOfTaints) {
  create_ready_node("alive");
  await_node("quiet", is_evicting);
  set_node_ready("True");
  await_node("quiet", [](const client::Object& node) {
    return node.at("spec", "taints").as_array().empty();
  });
}

TEST_P(NodeLifecycleTest, ANodeThatSaysItIsBrokenIsEmptiedToo) {
  create_ready_node("alive");
  set_node_ready("False");
  const auto node = await_node("quiet", [](const client::Object& object) {
    return has_taint(object, "node.kubernetes.io/not-ready", "NoExecute");
  });
  EXPECT_TRUE(has_taint(node, "node.kubernetes.io/not-ready", "NoSchedule"));
}

TEST_P(NodeLifecycleTest, AfterARestartEveryNodeHasItsTimeAgain) {
  stop_controllers();
  clock_.advance(std::chrono::hours(24 * 30));
  restart_controllers();
  const WallTime before = clock_.now();
  await_node("quiet", is_kept_free);
  EXPECT_GE(clock_.now() - before, seconds(50));
}

TEST_P(NodeLifecycleTest, EveryNodeKnowsHowLongItMayRemember) {
  await_node("quiet", [](const client::Object& node) {
    return api::annotation(node, "node.alpha.kubernetes.io/ttl") == "0";
  });
}

// An event is lost when its author dies.
class NodeEventsTest : public World {
 protected:
  NodeEventsTest() : World(Weather::kFair, kOnly) {}
};

TEST_F(NodeEventsTest, PeopleAreTold) {
  create_ready_node("quiet");
  fall_silent("quiet");
  let_time_fly(std::chrono::milliseconds(500));
  await_all(api::kinds::event(), [](const Objects& events) {
    const auto told = [&](std::string_view reason, std::string_view message) {
      return std::any_of(events.begin(), events.end(), [&](const client::ObjectPtr& event) {
        return event->at("reason").as_string() == reason &&
               event->at("message").as_string() == message;
      });
    };
    return told("RegisteredNode", "Node quiet event: Registered Node quiet in Controller") &&
           told("NodeNotReady", "Node quiet status is now: NodeNotReady");
  });
}

}  // namespace
}  // namespace sluice
