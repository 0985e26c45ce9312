// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/volume_files.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

TEST(VolumeFilesTest, TheirSortsAreKnown) {
  for (const char* volume :
       {R"({"name":"v","configMap":{}})", R"({"name":"v","secret":{}})",
        R"({"name":"v","downwardAPI":{}})", R"({"name":"v","projected":{}})"}) {
    EXPECT_TRUE(has_files(*json::parse(volume))) << volume;
  }
  EXPECT_FALSE(has_files(*json::parse(R"({"name":"v","emptyDir":{}})")));
}

}  // namespace
}  // namespace sluice::kubelet
