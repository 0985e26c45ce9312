// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/resource_bounds.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

std::string broken(std::string_view item, std::string_view requests, std::string_view limits) {
  return join(broken_bounds(*json::parse(item), *json::parse(requests), *json::parse(limits)), "|");
}

TEST(ResourceBounds, TheLeast) {
  constexpr std::string_view kItem = R"({"type":"Container","min":{"cpu":"100m"}})";
  EXPECT_EQ(broken(kItem, R"({"cpu":"100m"})", "{}"), "");
  EXPECT_EQ(broken(kItem, "{}", "{}"),
            "minimum cpu usage per Container is 100m.  No request is specified");
  EXPECT_EQ(broken(kItem, R"({"cpu":"50m"})", "{}"),
            "minimum cpu usage per Container is 100m, but request is 50m");
  EXPECT_EQ(broken(kItem, R"({"cpu":"100m"})", R"({"cpu":"50m"})"),
            "minimum cpu usage per Container is 100m, but limit is 50m");
}

TEST(ResourceBounds, TheMost) {
  constexpr std::string_view kItem = R"({"type":"Pod","max":{"memory":"1Gi"}})";
  EXPECT_EQ(broken(kItem, "{}", R"({"memory":"1024Mi"})"), "");
  EXPECT_EQ(broken(kItem, R"({"memory":"1Mi"})", "{}"),
            "maximum memory usage per Pod is 1Gi.  No limit is specified");
  EXPECT_EQ(broken(kItem, "{}", R"({"memory":"2Gi"})"),
            "maximum memory usage per Pod is 1Gi, but limit is 2Gi");
}

TEST(ResourceBounds, AClaimIsBoundedByItsRequest) {
  constexpr std::string_view kItem =
      R"({"type":"PersistentVolumeClaim","min":{"storage":"1Gi"},"max":{"storage":"2Gi"}})";
  EXPECT_EQ(broken(kItem, R"({"storage":"2Gi"})", "{}"), "");
  EXPECT_EQ(broken(kItem, R"({"storage":"3Gi"})", "{}"),
            "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi");
}

TEST(ResourceBounds, TheRatio) {
  constexpr std::string_view kItem = R"({"type":"Container","maxLimitRequestRatio":{"cpu":"2"}})";
  EXPECT_EQ(broken(kItem, R"({"cpu":"1"})", R"({"cpu":"2"})"), "");
  EXPECT_EQ(broken(kItem, R"({"cpu":"1"})", R"({"cpu":"3"})"),
            "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000");
  EXPECT_EQ(broken(kItem, "{}", R"({"cpu":"3"})"),
            "cpu max limit to request ratio per Container is 2, but no request is specified or "
            "request is 0");
}

}  // namespace
}  // namespace sluice::registry
