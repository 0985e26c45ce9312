// SPDX-License-Identifier: Apache-2.0
#include "controllers/quota/tally.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::quota {
namespace {

client::ObjectPtr of(std::string_view text) {
  return std::make_shared<const client::Object>(std::move(json::parse(text)).value());
}

constexpr const char* kPod =
    R"({"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"500m"}}}]}})";

TEST(QuotaTally, SumsWhatTheQuotaLimits) {
  const auto quota = of(R"({"spec":{"hard":{"pods":"9","requests.cpu":"9","secrets":"9"}}})");
  EXPECT_TRUE(limits(*quota, api::kinds::pod()));
  EXPECT_FALSE(limits(*quota, api::kinds::config_map()));
  const auto used =
      tally(*quota, api::kinds::pod(), {of(kPod), of(kPod), of(R"({"status":{"phase":"Failed"}})")},
            FakeClock().now());
  EXPECT_EQ(api::quota::listed(used), "pods=2,requests.cpu=1");
}

TEST(QuotaTally, OnlyWhatIsInScopeCounts) {
  const auto quota = of(R"({"spec":{"hard":{"pods":"9"},"scopes":["BestEffort"]}})");
  const auto used = tally(*quota, api::kinds::pod(), {of(kPod)}, FakeClock().now());
  EXPECT_EQ(api::quota::listed(used), "pods=0");
}

TEST(QuotaTally, TheStatusHasWhatTheSpecHas) {
  const auto quota = of(R"({"spec":{"hard":{"pods":"9","count/x.y":"1","new":"1"}},
                            "status":{"hard":{"pods":"1"},"used":{"count/x.y":"3","old":"1"}}})");
  EXPECT_EQ(json::write(status(*quota, {{"pods", *json::Quantity::parse("2")}})),
            R"({"hard":{"pods":"9","count/x.y":"1","new":"1"},)"
            R"("used":{"count/x.y":"3","pods":"2"}})");
}

}  // namespace
}  // namespace sluice::controllers::quota
