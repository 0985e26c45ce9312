// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

TEST(MetricsCells, AddUpTheContainers) {
  const auto metrics =
      json::parse(R"({"containers":[{"name":"a","usage":{"cpu":"1500n","memory":"1Mi"}},)"
                  R"({"name":"b","usage":{"cpu":"500n","memory":"1Mi"}}]})");
  EXPECT_EQ(metrics_cpu(*metrics, {}).as_string(), "2u");
  EXPECT_EQ(metrics_memory(*metrics, {}).as_string(), "2Mi");
}

TEST(MetricsCells, OfNothingAreZero) {
  EXPECT_EQ(metrics_cpu(json::Object{}, {}).as_string(), "0");
}

}  // namespace
}  // namespace sluice::api::cells
