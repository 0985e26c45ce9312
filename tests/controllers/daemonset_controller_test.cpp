// SPDX-License-Identifier: Apache-2.0
#include "controllers/daemonset/daemonset_controller.h"

#include <gtest/gtest.h>

#include <set>

#include "world.h"

namespace sluice {
namespace {

class DaemonSetControllerTest : public RoughWorld {
 protected:
  const api::Kind& sets_ = api::kinds::daemon_set();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key d_{"default", "d"};

  void create_set(const std::string& spec = "") {
    create(sets_, R"({"metadata":{"name":"d"},"spec":{)" + spec +
                      R"("selector":{"matchLabels":{"app":"d"}},
      "template":{"metadata":{"labels":{"app":"d"}},
                  "spec":{"containers":[{"name":"c","image":"one"}]}}}})");
  }
  // Plays kubelet until every node has one ready pod with that image and nothing else.
  void settle(std::size_t nodes, const std::string& wanted) {
    await_all(pods_, [&](const Objects& all) {
      std::set<std::string> done;
      for (const auto& pod : all) {
        if (api::is_being_deleted(*pod)) {
          finish_deletion(*pod);
        } else if (controllers::owned::is_active(*pod) && !controllers::owned::is_ready(*pod) &&
                   !pod->at("spec", "nodeName").as_string().empty()) {
          set_ready(*pod);
        } else if (controllers::owned::is_ready(*pod) && image(*pod) == wanted) {
          done.insert(pod->at("spec", "nodeName").as_string());
        }
      }
      return done.size() == nodes && all.size() == nodes;
    });
    await(sets_, d_, [&](const client::Object& set) {
      const auto count = static_cast<std::int64_t>(nodes);
      return set.at("status", "numberAvailable").as_int() == count &&
             set.at("status", "updatedNumberScheduled").as_int() == count &&
             set.at("status", "observedGeneration") == set.at("metadata", "generation");
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, DaemonSetControllerTest, in_every_weather(), weather_name);

TEST_P(DaemonSetControllerTest, FollowsTheNodes) {
  create_ready_node("a");
  create_ready_node("b");
  create_set();
  settle(2, "one");
  create_ready_node("c");
  settle(3, "one");
  ASSERT_TRUE(client_.remove(api::kinds::node(), {"", "b"}, {}));
  settle(2, "one");
}

TEST_P(DaemonSetControllerTest, RollsForwardAndBackThroughRevisions) {
  create_ready_node("a");
  create_ready_node("b");
  create_set();
  settle(2, "one");
  set_image(sets_, d_, "two");
  settle(2, "two");
  set_image(sets_, d_, "one");
  settle(2, "one");
  const auto revisions = list(api::kinds::controller_revision());
  ASSERT_EQ(revisions.size(), 2U);
  EXPECT_EQ(std::max(revisions[0]->at("revision").as_int(), revisions[1]->at("revision").as_int()),
            3);
}

TEST_P(DaemonSetControllerTest, SurgeKeepsTheOldPodUntilTheNewOneIsReady) {
  create_ready_node("a");
  create_set(R"("updateStrategy":{"type":"RollingUpdate",
                "rollingUpdate":{"maxSurge":1,"maxUnavailable":0}},)");
  settle(1, "one");
  set_image(sets_, d_, "two");
  await_all(pods_, [](const Objects& all) { return all.size() == 2; });
  settle(1, "two");
}

}  // namespace
}  // namespace sluice
