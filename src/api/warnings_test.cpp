// SPDX-License-Identifier: Apache-2.0
#include "api/warnings.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

TEST(Warnings, AreAboutTheKind) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["format"] = "odd";
  definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["type"] = "string";
  EXPECT_EQ(warnings(kinds::custom_resource_definition(), definition, nullptr).size(), 1U);
  EXPECT_TRUE(warnings(kinds::pod(), definition, nullptr).empty());
}

}  // namespace
}  // namespace sluice::api
