// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "controllers/volumes/claims.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

class ProtectionTest : public RoughWorld {
 protected:
  client::Object await_deletion(const api::Kind& kind, const api::Key& key) {
    return await(kind, key, api::is_being_deleted);
  }

  const api::Kind& claims_ = api::kinds::persistent_volume_claim();
  const api::Key data_{"default", "data"};
};

INSTANTIATE_TEST_SUITE_P(, ProtectionTest, in_every_weather(), weather_name);

TEST_P(ProtectionTest, AClaimStaysForAsLongAsAPodHasIt) {
  create_ready_node("n1");
  create(claims_, R"({"metadata":{"name":"data"},"spec":{"storageClassName":"hand",
      "accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}})");
  create(api::kinds::pod(), R"({"metadata":{"name":"p"},"spec":{"nodeName":"n1",
      "containers":[{"name":"c","image":"i"}],
      "volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}]}})");
  const api::Key pod{"default", "p"};
  ASSERT_TRUE(client_.remove(claims_, data_, {}));
  await_deletion(claims_, data_);
  ASSERT_TRUE(client_.remove(api::kinds::pod(), pod, {}));
  const auto ending = await_deletion(api::kinds::pod(), pod);
  EXPECT_TRUE(exists(claims_, data_));
  finish_deletion(ending);
  await_gone(claims_, data_);
}

TEST_P(ProtectionTest, AVolumeThatNobodyHasGoes) {
  const api::Kind& volumes = api::kinds::persistent_volume();
  create(volumes, R"({"metadata":{"name":"v"},"spec":{"storageClassName":"hand",
      "accessModes":["ReadWriteOnce"],"capacity":{"storage":"2Gi"},
      "hostPath":{"path":"/nowhere"}}})");
  ASSERT_TRUE(client_.remove(volumes, {"", "v"}, {}));
  await_gone(volumes, {"", "v"});
}

TEST_P(ProtectionTest, ANodeIsTaintedUntilItIsReadyAndWhileItIsCordoned) {
  const auto tainted = [](const char* key) {
    return [key](const client::Object& node) {
      const json::Array& taints = node.at("spec", "taints").as_array();
      return key == std::string() ? taints.empty()
                                  : taints.size() == 1 && taints[0].at("key").as_string() == key;
    };
  };
  const api::Key key{"", "n1"};
  create(api::kinds::node(), R"({"metadata":{"name":"n1"}})");
  EXPECT_TRUE(tainted("node.kubernetes.io/not-ready")(get(api::kinds::node(), key)));
  const auto ready = json::parse(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})");
  ASSERT_TRUE(client_.patch(api::kinds::node(), key, {client::PatchType::kMerge, *ready},
                            client::Part::kStatus));
  await(api::kinds::node(), key, tainted(""));
  const auto cordon = json::parse(R"({"spec":{"unschedulable":true}})");
  ASSERT_TRUE(client_.patch(api::kinds::node(), key, {client::PatchType::kMerge, *cordon}));
  await(api::kinds::node(), key, tainted("node.kubernetes.io/unschedulable"));
}

}  // namespace
}  // namespace sluice
