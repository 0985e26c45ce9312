// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/pod_volumes.h"

#include <gtest/gtest.h>

#include <map>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class PodVolumesTest : public testing::Test {
 protected:
  PodVolumes read(const std::string& volumes) {
    return read_volumes(make_pod("p", R"({"volumes":[)" + volumes + "]}"), sources_);
  }
  PodVolumes read_claim(const std::string& claim) {
    claims_["c"] = shared(parse(claim));
    return read(kClaim);
  }
  static client::ObjectPtr volume(const std::string& name, const std::string& zone) {
    return shared(parse(R"({"metadata":{"name":")" + name + R"("},"spec":{"storageClassName":"late",
      "capacity":{"storage":"1Gi"},"nodeAffinity":{"required":{"nodeSelectorTerms":[
      {"matchExpressions":[{"key":"zone","operator":"In","values":[")" +
                        zone + R"("]}]}]}}}})"));
  }

  static constexpr const char* kClaim = R"({"persistentVolumeClaim":{"claimName":"c"}})";
  static constexpr const char* kLate =
      R"({"metadata":{"name":"c","namespace":"default","uid":"1"},"spec":{"storageClassName":"late"}})";

  std::map<std::string, client::ObjectPtr> claims_;
  std::map<std::string, client::ObjectPtr> volumes_;
  client::ObjectPtr class_ =
      shared(parse(R"({"provisioner":"x","volumeBindingMode":"WaitForFirstConsumer"})"));
  std::vector<client::ObjectPtr> of_class_;
  VolumeSources sources_{
      .claim = [this](const api::Key& key) { return claims_[key.name]; },
      .volume = [this](const std::string& name) { return volumes_[name]; },
      .storage_class =
          [this](const std::string& name) { return name == "late" ? class_ : nullptr; },
      .volumes_of_class = [this](const std::string&) { return of_class_; }};
};

TEST_F(PodVolumesTest, FaultsOfClaimsAreNamed) {
  EXPECT_EQ(read(R"({"emptyDir":{}})").fault, "");
  EXPECT_EQ(read(kClaim).fault, "persistentvolumeclaim \"c\" not found");
  EXPECT_EQ(read(R"({"name":"v","ephemeral":{}})").fault,
            "waiting for ephemeral volume controller to create the persistentvolumeclaim \"p-v\"");
  EXPECT_EQ(read_claim(R"({"status":{"phase":"Lost"},"spec":{"volumeName":"pv"}})").fault,
            "persistentvolumeclaim \"c\" bound to non-existent persistentvolume \"pv\"");
  EXPECT_EQ(read_claim(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"}})").fault,
            "persistentvolumeclaim \"c\" is being deleted");
  EXPECT_EQ(read_claim(R"({"metadata":{"name":"c"}})").fault,
            "pod has unbound immediate PersistentVolumeClaims");
}

TEST_F(PodVolumesTest, AnEphemeralClaimMustBeThePodsOwn) {
  claims_["p-v"] = shared(parse(R"({"metadata":{"name":"p-v","namespace":"default"}})"));
  EXPECT_EQ(read(R"({"name":"v","ephemeral":{}})").fault,
            "PVC default/p-v was not created for pod default/p (pod is not owner)");
}

TEST_F(PodVolumesTest, BoundClaimsBringTheirVolumes) {
  const std::string bound = R"({"metadata":{"name":"c","annotations":{
    "pv.kubernetes.io/bind-completed":"yes"}},"spec":{"volumeName":"pv",
    "accessModes":["ReadWriteOncePod"]}})";
  EXPECT_TRUE(read_claim(bound).lost);
  EXPECT_EQ(plan_volumes(read_claim(bound), make_node("n")).objections,
            std::vector<std::string>{
                "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"});
  volumes_["pv"] = volume("pv", "a");
  const PodVolumes volumes = read_claim(bound);
  EXPECT_EQ(volumes.bound.size(), 1U);
  EXPECT_EQ(volumes.exclusive, std::vector<std::string>{"c"});
  EXPECT_TRUE(plan_volumes(volumes, make_node("n", R"({"zone":"a"})")).objections.empty());
  EXPECT_EQ(plan_volumes(volumes, make_node("n")).objections,
            std::vector<std::string>{"node(s) didn't match PersistentVolume's node affinity"});
}

TEST_F(PodVolumesTest, AWaitingClaimTakesAVolumeThatTheNodeCanUse) {
  of_class_ = {volume("far", "b"), volume("near", "a")};
  const VolumePlan plan = plan_volumes(read_claim(kLate), make_node("n", R"({"zone":"a"})"));
  EXPECT_TRUE(plan.objections.empty());
  ASSERT_EQ(plan.bindings.size(), 1U);
  EXPECT_EQ(api::name(*plan.bindings[0].volume), "near");
  EXPECT_TRUE(plan.provisions.empty());
}

TEST_F(PodVolumesTest, AWaitingClaimGetsANewVolumeWhereThatIsPossible) {
  EXPECT_EQ(plan_volumes(read_claim(kLate), make_node("n")).provisions.size(), 1U);
  class_ = shared(parse(R"({"provisioner":"x","volumeBindingMode":"WaitForFirstConsumer",
    "allowedTopologies":[{"matchLabelExpressions":[{"key":"zone","values":["a"]}]}]})"));
  const std::vector<std::string> none{"node(s) didn't find available persistent volumes to bind"};
  EXPECT_EQ(plan_volumes(read_claim(kLate), make_node("n")).objections, none);
  EXPECT_TRUE(
      plan_volumes(read_claim(kLate), make_node("n", R"({"zone":"a"})")).objections.empty());
  class_ = shared(parse(R"({"provisioner":"kubernetes.io/no-provisioner",
    "volumeBindingMode":"WaitForFirstConsumer"})"));
  EXPECT_EQ(plan_volumes(read_claim(kLate), make_node("n")).objections, none);
}

TEST_F(PodVolumesTest, AClaimWhoseNodeIsSelectedStaysWithIt) {
  const PodVolumes volumes = read_claim(
      R"({"metadata":{"name":"c","annotations":{"volume.kubernetes.io/selected-node":"n"}},
          "spec":{"storageClassName":"late"}})");
  EXPECT_TRUE(plan_volumes(volumes, make_node("n")).objections.empty());
  EXPECT_FALSE(plan_volumes(volumes, make_node("m")).objections.empty());
}

TEST_F(PodVolumesTest, AVolumeMayBeInSeveralZones) {
  PodVolumes volumes;
  volumes.bound.push_back(
      shared(parse(R"({"metadata":{"labels":{"topology.kubernetes.io/zone":"a__b"}}})")));
  EXPECT_TRUE(zones_match(volumes, make_node("n", R"({"topology.kubernetes.io/zone":"b"})")));
  EXPECT_FALSE(zones_match(volumes, make_node("n", R"({"topology.kubernetes.io/zone":"c"})")));
  EXPECT_TRUE(zones_match(volumes, make_node("n")));
}

}  // namespace
}  // namespace sluice::controllers::scheduler
