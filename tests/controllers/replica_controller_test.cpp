// SPDX-License-Identifier: Apache-2.0
#include "controllers/replicas/replica_controller.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "world.h"

namespace sluice {
namespace {

class ReplicaControllerTest : public RoughWorld {
 protected:
  const api::Kind& sets_ = api::kinds::replica_set();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key web_{"default", "web"};

  client::Object create_set(int replicas) {
    return create(sets_, R"({"metadata":{"name":"web"},"spec":{"replicas":)" +
                             std::to_string(replicas) +
                             R"(,"selector":{"matchLabels":{"app":"web"}},
      "template":{"metadata":{"labels":{"app":"web"}},
                  "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  }
  Objects await_pods(std::size_t count) {
    return await_all(pods_, [count](const Objects& all) { return all.size() == count; });
  }
  void patch(const api::Kind& kind, const api::Key& key, const json::Object& body) {
    const auto patched = client_.patch(kind, key, {client::PatchType::kMerge, body});
    EXPECT_TRUE(patched.has_value()) << patched.error().message;
  }
  void scale(int replicas) { patch(sets_, web_, {{"spec", json::Object{{"replicas", replicas}}}}); }
  void await_status(const char* field, int count) {
    await(sets_, web_, [&](const client::Object& set) {
      return set.at("status", field).as_int() == count &&
             set.at("status", "observedGeneration") == set.at("metadata", "generation");
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, ReplicaControllerTest, in_every_weather(), weather_name);

TEST_P(ReplicaControllerTest, KeepsTheWantedNumberOfPods) {
  const auto set = create_set(3);
  const auto pods = await_pods(3);
  EXPECT_EQ(api::controller_of(*pods[0])->at("uid").as_string(), api::uid(set));
  EXPECT_EQ(pods[0]->at("metadata", "generateName").as_string(), "web-");
  await_status("replicas", 3);
  ASSERT_TRUE(client_.remove(pods_, api::key(*pods[0]), {.grace_period_seconds = 0}));
  await_gone(pods_, api::key(*pods[0]));
  await_pods(3);
  scale(1);
  await_pods(1);
  await_status("replicas", 1);
}

TEST_P(ReplicaControllerTest, TellsWhatItDoes) {
  if (GetParam() == Weather::kLethal) {
    GTEST_SKIP() << "who dies tells nothing";
  }
  create_set(1);
  await_pods(1);
  scale(0);
  await_all(api::kinds::event(), [](const Objects& all) {
    return std::any_of(all.begin(), all.end(), [](const auto& event) {
      return event->at("reason").as_string() == "SuccessfulDelete" &&
             event->at("source", "component").as_string() == "replicaset-controller";
    });
  });
}

TEST_P(ReplicaControllerTest, ReplacesFailedPodsAndCountsReadyOnes) {
  create_set(1);
  const auto pod = await_pods(1)[0];
  set_phase(*pod, "Failed");
  const auto pods = await_pods(2);
  const auto next = std::find_if(pods.begin(), pods.end(), [&](const auto& other) {
    return api::name(*other) != api::name(*pod);
  });
  set_ready(**next);
  await_status("availableReplicas", 1);
}

TEST_P(ReplicaControllerTest, AdoptsOrphansAndReleasesPodsThatNoLongerMatch) {
  create(pods_, R"({"metadata":{"name":"lone","labels":{"app":"web"}},
                    "spec":{"containers":[{"name":"c","image":"i"}]}})");
  restart_controllers();  // they know the pod before they see the set
  const auto set = create_set(1);
  const api::Key lone{"default", "lone"};
  await(pods_, lone, [&](const client::Object& pod) {
    const json::Value* owner = api::controller_of(pod);
    return owner != nullptr && owner->at("uid").as_string() == api::uid(set);
  });
  await_status("replicas", 1);
  EXPECT_EQ(list(pods_).size(), 1U);
  patch(pods_, lone, {{"metadata", json::Object{{"labels", json::Object{{"app", "other"}}}}}});
  await(pods_, lone, [](const client::Object& pod) { return api::controller_of(pod) == nullptr; });
  await_pods(2);
}

TEST_P(ReplicaControllerTest, OrphanCreatedLaterIsAdoptedAndTheSurplusRemoved) {
  create_set(1);
  await_pods(1);
  create(pods_, R"({"metadata":{"name":"lone","labels":{"app":"web"}},
                    "spec":{"containers":[{"name":"c","image":"i"}]}})");
  await_pods(1);
}

TEST_P(ReplicaControllerTest, RestartsMakeNoPodTooMany) {
  create_set(20);
  for (int i = 0; i < 5; ++i) {
    restart_controllers();
  }
  await_status("replicas", 20);
  EXPECT_EQ(list(pods_).size(), 20U);
}

TEST_P(ReplicaControllerTest, ReplicationControllersWorkTheSame) {
  const auto& controllers = api::kinds::replication_controller();
  create(controllers, R"({"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"app":"web"},
    "template":{"metadata":{"labels":{"app":"web"}},
                "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  const auto pods = await_pods(2);
  EXPECT_EQ(api::controller_of(*pods[0])->at("kind").as_string(), "ReplicationController");
  await(controllers, web_,
        [](const client::Object& object) { return object.at("status", "replicas").as_int() == 2; });
}

TEST_P(ReplicaControllerTest, RefusedPodsAreACondition) {
  create(api::kinds::limit_range(), R"({"metadata":{"name":"small"},"spec":{"limits":[
    {"type":"Container","max":{"cpu":"1m"},"default":{"cpu":"1m"}}]}})");
  create(sets_, R"({"metadata":{"name":"web"},"spec":{"replicas":2,
      "selector":{"matchLabels":{"app":"web"}},
      "template":{"metadata":{"labels":{"app":"web"}},
                  "spec":{"containers":[{"name":"c","image":"i",
                          "resources":{"limits":{"cpu":"1"}}}]}}}})");
  await(sets_, web_, [](const client::Object& set) {
    const json::Value* failure = api::condition(set, "ReplicaFailure");
    return failure != nullptr && failure->at("reason").as_string() == "FailedCreate";
  });
  scale(0);
  await(sets_, web_,
        [](const client::Object& set) { return api::condition(set, "ReplicaFailure") == nullptr; });
}

}  // namespace
}  // namespace sluice
