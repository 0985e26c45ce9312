// SPDX-License-Identifier: Apache-2.0
#include "api/validation/resource_names.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(ResourceNames, AreStandardOrExtended) {
  EXPECT_TRUE(is_container_resource("cpu"));
  EXPECT_TRUE(is_container_resource("hugepages-2Mi"));
  EXPECT_FALSE(is_container_resource("pods"));
  EXPECT_TRUE(is_quota_resource("requests.cpu"));
  EXPECT_TRUE(is_quota_resource("count/jobs.batch"));
  EXPECT_FALSE(is_quota_resource("bogus"));
  EXPECT_TRUE(is_extended_resource("example.com/gpu"));
  EXPECT_FALSE(is_extended_resource("kubernetes.io/x"));
  EXPECT_FALSE(is_extended_resource("cpu"));
}

TEST(ResourceNames, SayWhatIsWrong) {
  EXPECT_EQ(resource_name_fault("cpu", true, "containers"), "");
  EXPECT_EQ(resource_name_fault("example.com/gpu", false, "containers"), "");
  EXPECT_EQ(resource_name_fault("bogus", false, "containers"),
            "must be a standard resource type or fully qualified\nmust be a standard resource for "
            "containers");
  EXPECT_NE(resource_name_fault("a b", false, "quota"), "");
}

}  // namespace
}  // namespace sluice::api
