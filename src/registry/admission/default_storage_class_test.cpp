// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class DefaultStorageClass : public testing::Test {
 protected:
  void make_class(const std::string& name, bool is_default) {
    cluster_.create(api::kinds::storage_class(),
                    R"({"metadata":{"name":")" + name +
                        R"(","annotations":{"storageclass.kubernetes.io/is-default-class":")" +
                        (is_default ? "true" : "false") + R"("}},"provisioner":"x.io/y"})");
    cluster_.clock.advance(std::chrono::seconds(1));
  }
  json::Value admitted(std::string_view claim) {
    json::Value object = json_of(claim);
    Attributes request = creation(api::kinds::persistent_volume_claim(), object);
    EXPECT_TRUE(default_storage_class(*cluster_.store, request).has_value());
    return object.at("spec", "storageClassName");
  }

  TestCluster cluster_;
};

TEST_F(DefaultStorageClass, WithoutOneTheClaimStaysAsItIs) {
  make_class("slow", false);
  EXPECT_TRUE(admitted(R"({"spec":{}})").is_null());
}

TEST_F(DefaultStorageClass, OfSeveralTheNewestIsTaken) {
  make_class("old", true);
  make_class("new", true);
  make_class("slow", false);
  EXPECT_EQ(admitted(R"({"spec":{}})").as_string(), "new");
}

TEST_F(DefaultStorageClass, AChoiceIsRespectedEvenAnEmptyOne) {
  make_class("new", true);
  EXPECT_EQ(admitted(R"({"spec":{"storageClassName":""}})").as_string(), "");
  EXPECT_EQ(admitted(R"({"spec":{"storageClassName":"slow"}})").as_string(), "slow");
  EXPECT_TRUE(admitted(R"({"metadata":{"annotations":
      {"volume.beta.kubernetes.io/storage-class":"slow"}},"spec":{}})")
                  .is_null());
}

}  // namespace
}  // namespace sluice::registry
