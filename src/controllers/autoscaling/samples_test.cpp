// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/samples.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::autoscaling {
namespace {

client::ObjectPtr metrics(const std::string& name, const std::string& containers) {
  return std::make_shared<const client::Object>(
      json::parse(R"({"metadata":{"name":")" + name +
                  R"("},"timestamp":"2030-01-01T00:00:10Z","window":"10s","containers":)" +
                  containers + "}")
          .value());
}

const std::string kTwo =
    R"([{"name":"a","usage":{"cpu":"1500m","memory":"1Ki"}},{"name":"b","usage":{"cpu":"1"}}])";

TEST(Samples, AddUpAllContainers) {
  const Samples samples = samples_of({metrics("p", kTwo)}, "cpu", "");
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples.at("p").milli, 2500);
  EXPECT_EQ(samples.at("p").time, *parse_rfc3339("2030-01-01T00:00:10Z"));
  EXPECT_EQ(samples.at("p").window, std::chrono::seconds(10));
}

TEST(Samples, OfOneContainerAreItsOwn) {
  EXPECT_EQ(samples_of({metrics("p", kTwo)}, "cpu", "b").at("p").milli, 1000);
  EXPECT_TRUE(samples_of({metrics("p", kTwo)}, "cpu", "c").empty());
}

TEST(Samples, WhatIsNotKnownOfAllIsNotKnown) {
  EXPECT_TRUE(samples_of({metrics("p", kTwo)}, "memory", "").empty());
  EXPECT_TRUE(samples_of({metrics("p", "[]")}, "cpu", "").empty());
  EXPECT_EQ(samples_of({metrics("p", kTwo)}, "memory", "a").at("p").milli, 1'024'000);
}

}  // namespace
}  // namespace sluice::controllers::autoscaling
