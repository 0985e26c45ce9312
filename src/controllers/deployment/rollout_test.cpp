// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/rollout.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::deployment {
namespace {

client::Object deployment(int replicas, const std::string& surge, const std::string& unavailable,
                          int version = 2) {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"name":"web","uid":"u"},
    "spec":{"replicas":)" +
                     std::to_string(replicas) + R"(,"revisionHistoryLimit":1,
      "strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":)" +
                     surge + ",\"maxUnavailable\":" + unavailable +
                     R"(}},"selector":{"matchLabels":{"app":"web"}},
      "template":{"metadata":{"labels":{"app":"web"}},"spec":{"v":)" +
                     std::to_string(version) + "}}}}")
      .value();
}

// The replica set of that version of the template.
client::ObjectPtr set_of(int version, int replicas, int available, int desired, int most) {
  client::Object set = new_replica_set(deployment(1, "1", "0", version));
  set["metadata"]["uid"] = std::to_string(version);
  set["metadata"]["creationTimestamp"] = "2030-01-0" + std::to_string(version) + "T00:00:00Z";
  set["metadata"]["annotations"] = json::Object{{kRevision.data(), std::to_string(version)},
                                                {kDesiredReplicas.data(), std::to_string(desired)},
                                                {kMaxReplicas.data(), std::to_string(most)}};
  set["spec"]["replicas"] = replicas;
  set["status"] = json::Object{{"replicas", replicas}, {"availableReplicas", available}};
  return std::make_shared<const client::Object>(set);
}

std::string sizes(const Rollout& rollout) {
  std::string text;
  for (const ReplicaSet& set : rollout.sets()) {
    text += (text.empty() ? "" : " ") + std::to_string(set.replicas());
  }
  return text;
}

TEST(Rollout, FirstSetGetsAllReplicasAndRevisionOne) {
  const auto owner = deployment(3, "1", "0");
  Rollout rollout(owner, {});
  rollout.ensure_current(false);
  EXPECT_TRUE(rollout.sets().empty());
  rollout.ensure_current(true);
  EXPECT_EQ(sizes(rollout), "3");
  EXPECT_EQ(rollout.current()->number(kRevision), 1);
  EXPECT_FALSE(rollout.current()->is_stored());
  ASSERT_EQ(rollout.notes().size(), 1U);
  EXPECT_EQ(rollout.notes()[0].message,
            "Scaled up replica set " + rollout.current()->name() + " from 0 to 3");
}

TEST(Rollout, NewTemplateStartsWithTheSurge) {
  const auto owner = deployment(3, "1", "1");
  Rollout rollout(owner, {set_of(1, 3, 3, 3, 4)});
  rollout.ensure_current(true);
  EXPECT_EQ(sizes(rollout), "3 1");
  EXPECT_EQ(rollout.current()->number(kRevision), 2);
  EXPECT_TRUE(rollout.roll());
  EXPECT_EQ(sizes(rollout), "2 1") << "one may be unavailable";
}

TEST(Rollout, OldPodsGoOnlyAsNewOnesBecomeAvailable) {
  const auto owner = deployment(3, "1", "0");
  Rollout waiting(owner, {set_of(1, 3, 3, 3, 4), set_of(2, 1, 0, 3, 4)});
  EXPECT_FALSE(waiting.roll());
  EXPECT_EQ(sizes(waiting), "3 1");
  Rollout going(owner, {set_of(1, 3, 3, 3, 4), set_of(2, 1, 1, 3, 4)});
  EXPECT_TRUE(going.roll());
  EXPECT_EQ(sizes(going), "2 1");
  Rollout growing(owner, {set_of(1, 2, 2, 3, 4), set_of(2, 1, 1, 3, 4)});
  EXPECT_TRUE(growing.roll());
  EXPECT_EQ(sizes(growing), "2 2");
}

// A set that was told to shrink: so many pods it has still.
client::ObjectPtr with_pods(const client::ObjectPtr& set, int pods) {
  client::Object changed = *set;
  changed["status"] = json::Object{{"replicas", pods}, {"availableReplicas", pods}};
  return std::make_shared<const client::Object>(changed);
}

TEST(Rollout, PodsThatAreAboutToGoCountUntilTheyAreGone) {
  const auto careful = deployment(3, "1", "0");
  Rollout waiting(careful, {with_pods(set_of(1, 2, 2, 3, 4), 3), set_of(2, 1, 1, 3, 4)});
  EXPECT_FALSE(waiting.roll());
  EXPECT_EQ(sizes(waiting), "2 1");
  const auto bold = deployment(3, "1", "1");
  Rollout going(bold, {with_pods(set_of(1, 2, 2, 3, 4), 3), set_of(2, 1, 1, 3, 4)});
  EXPECT_TRUE(going.roll());
  EXPECT_EQ(sizes(going), "1 1") << "two stay available";
}

TEST(Rollout, UnhealthyOldPodsGoFirst) {
  const auto owner = deployment(3, "0", "1", 3);
  Rollout rollout(owner, {set_of(1, 2, 0, 3, 3), set_of(2, 1, 1, 3, 3), set_of(3, 0, 0, 3, 3)});
  EXPECT_TRUE(rollout.roll());
  EXPECT_EQ(sizes(rollout), "1 1 0");
}

TEST(Rollout, CurrentSetThatIsTooLargeShrinks) {
  const auto owner = deployment(2, "1", "0");
  Rollout rollout(owner, {set_of(2, 5, 5, 2, 3)});
  EXPECT_TRUE(rollout.roll());
  EXPECT_EQ(sizes(rollout), "2");
  EXPECT_FALSE(rollout.roll());
}

TEST(Rollout, ResizedDeploymentSpreadsTheChangeInProportion) {
  const auto owner = deployment(20, "5", "0");
  Rollout rollout(owner, {set_of(1, 8, 8, 10, 15), set_of(2, 4, 4, 10, 15)});
  EXPECT_TRUE(rollout.is_resized());
  rollout.resize();
  EXPECT_EQ(sizes(rollout), "18 7") << "25 in all";
  EXPECT_FALSE(rollout.is_resized());
  const auto none = deployment(0, "5", "0");
  Rollout stopped(none, {set_of(1, 8, 8, 10, 15), set_of(2, 4, 4, 10, 15)});
  stopped.resize();
  EXPECT_EQ(sizes(stopped), "0 0");
}

TEST(Rollout, ResizedDeploymentWithOneActiveSetScalesIt) {
  const auto owner = deployment(7, "1", "0");
  Rollout rollout(owner, {set_of(1, 0, 0, 3, 4), set_of(2, 3, 3, 3, 4)});
  EXPECT_TRUE(rollout.is_resized());
  rollout.resize();
  EXPECT_EQ(sizes(rollout), "0 7");
}

TEST(Rollout, GoingBackReusesTheOldSetAsTheLatestRevision) {
  const auto owner = deployment(3, "1", "0", 1);
  Rollout rollout(owner, {set_of(1, 0, 0, 3, 4), set_of(2, 3, 3, 3, 4)});
  rollout.ensure_current(true);
  EXPECT_EQ(rollout.current()->number(kRevision), 3);
  EXPECT_EQ(api::annotation(rollout.current()->object(), kRevisionHistory), "1");
}

TEST(Rollout, HistoryIsForgottenBeyondItsLimit) {
  const auto owner = deployment(3, "1", "0", 4);
  const Rollout rollout(owner, {set_of(1, 0, 0, 3, 4), set_of(2, 0, 0, 3, 4), set_of(3, 0, 0, 3, 4),
                                set_of(4, 3, 3, 3, 4)});
  const auto gone = rollout.forgettable();
  ASSERT_EQ(gone.size(), 2U);
  EXPECT_EQ(api::uid(gone[0]), "1");
  EXPECT_EQ(api::uid(gone[1]), "2");
}

TEST(Rollout, RecreateStopsTheOldBeforeTheNew) {
  const auto owner = deployment(3, "0", "0");
  Rollout rollout(owner, {set_of(1, 3, 3, 3, 3), set_of(2, 0, 0, 3, 3)});
  EXPECT_TRUE(rollout.stop_old());
  EXPECT_EQ(sizes(rollout), "0 0");
  EXPECT_FALSE(rollout.stop_old());
  rollout.start_current();
  EXPECT_EQ(sizes(rollout), "0 3");
}

}  // namespace
}  // namespace sluice::controllers::deployment
