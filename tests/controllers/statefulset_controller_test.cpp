// SPDX-License-Identifier: Apache-2.0
#include "controllers/statefulset/statefulset_controller.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

class StatefulSetControllerTest : public RoughWorld {
 protected:
  const api::Kind& sets_ = api::kinds::stateful_set();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Kind& claims_ = api::kinds::persistent_volume_claim();
  const api::Key db_{"default", "db"};

  void create_set(int replicas, const std::string& spec = "") {
    create(sets_, R"({"metadata":{"name":"db"},"spec":{"serviceName":"db","replicas":)" +
                      std::to_string(replicas) + spec +
                      R"(,"selector":{"matchLabels":{"app":"db"}},
      "volumeClaimTemplates":[{"metadata":{"name":"data"},"spec":{"accessModes":["ReadWriteOnce"],
        "resources":{"requests":{"storage":"1Gi"}}}}],
      "template":{"metadata":{"labels":{"app":"db"}},
                  "spec":{"containers":[{"name":"c","image":"one"}]}}}})");
  }
  // Plays kubelet until that many pods are ready with that image and no others are there. A pod
  // may appear only when all lower ones are ready.
  void settle(int replicas, const std::string& wanted) {
    await_all(pods_, [&](const Objects& all) {
      int done = 0;
      int starting = 0;
      for (const auto& pod : all) {
        if (!controllers::owned::is_active(*pod)) {
          continue;
        }
        if (!controllers::owned::is_ready(*pod)) {
          ++starting;
          set_ready(*pod);
        } else if (image(*pod) == wanted) {
          ++done;
        }
      }
      EXPECT_LE(starting, 1);
      return done == replicas && static_cast<int>(all.size()) == replicas;
    });
    await(sets_, db_, [&](const client::Object& set) {
      const json::Value& status = set.at("status");
      return status.at("readyReplicas").as_int() == replicas &&
             status.at("replicas").as_int() == replicas &&
             status.at("observedGeneration") == set.at("metadata", "generation");
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, StatefulSetControllerTest, in_every_weather(), weather_name);

TEST_P(StatefulSetControllerTest, NumberedPodsComeAndGoInOrderWithTheirClaims) {
  create_set(3);
  settle(3, "one");
  EXPECT_TRUE(exists(pods_, {"default", "db-0"}));
  EXPECT_TRUE(exists(pods_, {"default", "db-2"}));
  EXPECT_TRUE(exists(claims_, {"default", "data-db-2"}));
  patch_spec(sets_, db_, {{"replicas", 1}});
  settle(1, "one");
  EXPECT_TRUE(exists(pods_, {"default", "db-0"}));
  EXPECT_TRUE(exists(claims_, {"default", "data-db-2"})) << "claims are kept";
}

TEST_P(StatefulSetControllerTest, RollsForwardAndBackThroughRevisions) {
  create_set(2);
  settle(2, "one");
  set_image(sets_, db_, "two");
  settle(2, "two");
  await(sets_, db_, [](const client::Object& object) {
    return object.at("status", "currentRevision") == object.at("status", "updateRevision");
  });
  EXPECT_EQ(list(api::kinds::controller_revision()).size(), 2U);
  set_image(sets_, db_, "one");
  settle(2, "one");
  EXPECT_EQ(list(api::kinds::controller_revision()).size(), 2U) << "the old one is found again";
}

TEST_P(StatefulSetControllerTest, FailedAndDeletedPodsComeBackUnderTheirNames) {
  create_set(1);
  settle(1, "one");
  const auto first = get(pods_, {"default", "db-0"});
  set_phase(first, "Failed");
  await(pods_, {"default", "db-0"},
        [&](const client::Object& pod) { return api::uid(pod) != api::uid(first); });
  settle(1, "one");
}

TEST_P(StatefulSetControllerTest, ChangedLabelsOfAPodAreSetRight) {
  create_set(1);
  settle(1, "one");
  const api::Key pod{"default", "db-0"};
  const auto name =
      json::parse(R"({"metadata":{"labels":{"statefulset.kubernetes.io/pod-name":"me"}}})");
  ASSERT_TRUE(client_.patch(pods_, pod, {client::PatchType::kMerge, *name}));
  await(pods_, pod, [](const client::Object& object) {
    return api::label(object, "statefulset.kubernetes.io/pod-name") == "db-0";
  });
}

TEST_P(StatefulSetControllerTest, ClaimsGoWhenTheSetWantsIt) {
  create_set(2, R"(,"persistentVolumeClaimRetentionPolicy":
                     {"whenDeleted":"Delete","whenScaled":"Delete"})");
  settle(2, "one");
  patch_spec(sets_, db_, {{"replicas", 1}});
  settle(1, "one");
  await_gone(claims_, {"default", "data-db-1"});
  const auto kept = get(claims_, {"default", "data-db-0"});
  ASSERT_NE(api::controller_of(kept), nullptr);
  EXPECT_EQ(api::controller_of(kept)->at("kind").as_string(), "StatefulSet");
}

}  // namespace
}  // namespace sluice
