// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

std::string state(std::string_view claim) {
  return claim_state(json::parse(claim).value(), {}).as_string();
}

TEST(DeviceCells, TellHowFarAClaimIs) {
  EXPECT_EQ(state("{}"), "pending");
  EXPECT_EQ(state(R"({"status":{"allocation":{}}})"), "allocated");
  EXPECT_EQ(state(R"({"status":{"allocation":{},"reservedFor":[{"name":"p"}]}})"),
            "allocated,reserved");
  EXPECT_EQ(state(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"}})"), "deleted");
}

}  // namespace
}  // namespace sluice::api::cells
