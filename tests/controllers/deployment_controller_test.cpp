// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/deployment_controller.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "controllers/owned/pods.h"
#include "world.h"

namespace sluice {
namespace {

class DeploymentControllerTest : public RoughWorld {
 protected:
  const api::Kind& deployments_ = api::kinds::deployment();
  const api::Kind& sets_ = api::kinds::replica_set();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key web_{"default", "web"};

  void create_deployment(int replicas, const std::string& spec = "") {
    create(deployments_, R"({"metadata":{"name":"web"},"spec":{"replicas":)" +
                             std::to_string(replicas) + spec +
                             R"(,"selector":{"matchLabels":{"app":"web"}},
      "template":{"metadata":{"labels":{"app":"web"}},
                  "spec":{"containers":[{"name":"c","image":"one"}]}}}})");
  }
  // Plays kubelet until the deployment is complete with that image, and checks that never more
  // than `most` pods are active.
  void roll_out(int replicas, const std::string& wanted, std::size_t most = 100) {
    await_all(pods_, [&](const Objects& all) {
      std::size_t active = 0;
      int done = 0;
      for (const auto& pod : all) {
        active += controllers::owned::is_active(*pod) ? 1U : 0U;
        if (controllers::owned::is_active(*pod) && !controllers::owned::is_ready(*pod)) {
          set_ready(*pod);
        } else if (controllers::owned::is_active(*pod) && image(*pod) == wanted) {
          ++done;
        }
      }
      EXPECT_LE(active, most);
      return done == replicas && static_cast<int>(all.size()) == replicas;
    });
    await(deployments_, web_, [&](const client::Object& object) {
      const json::Value* progress = api::condition(object, "Progressing");
      return progress != nullptr &&
             progress->at("reason").as_string() == "NewReplicaSetAvailable" &&
             object.at("status", "updatedReplicas").as_int() == replicas &&
             object.at("status", "availableReplicas").as_int() == replicas &&
             object.at("status", "replicas").as_int() == replicas &&
             object.at("status", "observedGeneration") == object.at("metadata", "generation");
    });
  }
  void await_revision(const char* revision) {
    await(deployments_, web_, [&](const client::Object& object) {
      return api::annotation(object, "deployment.kubernetes.io/revision") == revision;
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, DeploymentControllerTest, in_every_weather(), weather_name);

TEST_P(DeploymentControllerTest, RollsForwardAndBack) {
  create_deployment(3);
  roll_out(3, "one");
  await_revision("1");
  set_image(deployments_, web_, "two");
  roll_out(3, "two", 4);
  await_revision("2");
  EXPECT_EQ(list(sets_).size(), 2U);
  set_image(deployments_, web_, "one");
  roll_out(3, "one", 4);
  await_revision("3");
  EXPECT_EQ(list(sets_).size(), 2U) << "the old replica set is used again";
}

TEST_P(DeploymentControllerTest, PausedDeploymentScalesButDoesNotRoll) {
  create_deployment(1);
  roll_out(1, "one");
  patch_spec(deployments_, web_, {{"paused", true}});
  set_image(deployments_, web_, "two");
  patch_spec(deployments_, web_, {{"replicas", 3}});
  await_all(pods_, [](const Objects& all) { return all.size() == 3; });
  EXPECT_EQ(list(sets_).size(), 1U);
  patch_spec(deployments_, web_, {{"paused", false}});
  roll_out(3, "two");
}

TEST_P(DeploymentControllerTest, RecreateNeverRunsTwoVersions) {
  create_deployment(2, R"(,"strategy":{"type":"Recreate"})");
  roll_out(2, "one");
  set_image(deployments_, web_, "two");
  roll_out(2, "two", 2);
}

TEST_P(DeploymentControllerTest, HistoryHasALimit) {
  create_deployment(1, R"(,"revisionHistoryLimit":1)");
  for (const char* next : {"one", "two", "three", "four"}) {
    set_image(deployments_, web_, next);
    roll_out(1, next);
  }
  await_all(sets_, [](const Objects& all) { return all.size() == 2; });
}

TEST_P(DeploymentControllerTest, NameTakenBySomeoneElseIsAvoided) {
  create_deployment(0);  // a pod of this one might come late and be taken for one of the other
  const std::string name =
      api::name(*await_all(sets_, [](const Objects& all) { return all.size() == 1; }).front());
  ASSERT_TRUE(client_.remove(deployments_, web_, {.propagation_policy = "Background"}));
  await_gone(deployments_, web_);
  await_all(sets_, [](const Objects& all) { return all.empty(); });
  create(sets_, R"({"metadata":{"name":")" + name + R"("},"spec":{"replicas":0,
      "selector":{"matchLabels":{"app":"other"}},
      "template":{"metadata":{"labels":{"app":"other"}},
                  "spec":{"containers":[{"name":"c","image":"x"}]}}}})");
  create_deployment(1);
  await(deployments_, web_, [](const client::Object& object) {
    return object.at("status", "collisionCount").as_int() > 0;
  });
  roll_out(1, "one");
}

TEST_P(DeploymentControllerTest, RolloutWithoutProgressIsReported) {
  create_deployment(1, R"(,"progressDeadlineSeconds":30)");
  await(deployments_, web_, [](const client::Object& object) {
    return object.at("status", "updatedReplicas").as_int() == 1;
  });
  clock_.advance(std::chrono::seconds(60));
  await(deployments_, web_, [&](const client::Object& object) {
    const json::Value* progress = api::condition(object, "Progressing");
    return progress != nullptr && progress->at("reason").as_string() == "ProgressDeadlineExceeded";
  });
}

TEST_P(DeploymentControllerTest, DeletionTakesEverythingAlong) {
  create_deployment(2);
  roll_out(2, "one");
  ASSERT_TRUE(client_.remove(deployments_, web_, {.propagation_policy = "Foreground"}));
  await_gone(deployments_, web_);
  EXPECT_TRUE(list(sets_).empty());
  EXPECT_TRUE(list(pods_).empty());
}

}  // namespace
}  // namespace sluice
