// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/finalizers.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::namespaces {
namespace {

TEST(NamespaceFinalizers, OnlyOursIsTakenOff) {
  const auto home = json::parse(R"({"spec":{"finalizers":["kubernetes","other"]}})").value();
  EXPECT_TRUE(has_finalizer(home));
  const client::Object rest = without_finalizer(home);
  EXPECT_FALSE(has_finalizer(rest));
  EXPECT_EQ(json::write(rest), R"({"spec":{"finalizers":["other"]}})");
}

}  // namespace
}  // namespace sluice::controllers::namespaces
