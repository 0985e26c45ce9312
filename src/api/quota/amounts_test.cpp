// SPDX-License-Identifier: Apache-2.0
#include "api/quota/amounts.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api::quota {
namespace {

Amounts of(std::string_view text) {
  return amounts_of(std::move(json::parse(text)).value());
}

TEST(Amounts, AreAddedAndComparedByResource) {
  Amounts sum = of(R"({"cpu":"500m","pods":"1"})");
  add(sum, of(R"({"cpu":"1","memory":"1Gi"})"));
  EXPECT_EQ(listed(sum), "cpu=1500m,memory=1Gi,pods=1");
  raise(sum, of(R"({"cpu":"1","memory":"2Gi"})"));
  EXPECT_EQ(listed(sum), "cpu=1500m,memory=2Gi,pods=1");
  EXPECT_EQ(listed(surplus(sum, of(R"({"cpu":"1","memory":"3Gi","pods":1})"))), "cpu=500m");
}

TEST(Amounts, KeepTheFormTheyWereWrittenIn) {
  EXPECT_EQ(json::write(to_json(of(R"({"memory":"2048Mi","cpu":0.5})"))),
            R"({"cpu":"500m","memory":"2Gi"})");
  Amounts none = of(R"({"memory":"0"})");
  add(none, of(R"({"memory":"1Gi"})"));
  EXPECT_EQ(listed(none), "memory=1Gi");
}

}  // namespace
}  // namespace sluice::api::quota
