// SPDX-License-Identifier: Apache-2.0
#include "registry/keys.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(Keys, NamespacedAndClusterObjectsHaveDistinctPlaces) {
  EXPECT_EQ(object_key(api::kinds::pod(), {"default", "a"}), "/registry/core/pods/default/a");
  EXPECT_EQ(object_key(api::kinds::job(), {"default", "a"}), "/registry/batch/jobs/default/a");
  EXPECT_EQ(object_key(api::kinds::node(), {"", "n"}), "/registry/core/nodes/n");
}

TEST(Keys, PrefixesEndWithTheSeparator) {
  EXPECT_EQ(kind_prefix(api::kinds::pod()), "/registry/core/pods/");
  EXPECT_EQ(kind_prefix(api::kinds::pod(), "de"), "/registry/core/pods/de/");
  EXPECT_EQ(kind_prefix(api::kinds::node(), "ignored"), "/registry/core/nodes/");
}

}  // namespace
}  // namespace sluice::registry
