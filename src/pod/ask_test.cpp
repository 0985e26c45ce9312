// SPDX-License-Identifier: Apache-2.0
#include "pod/ask.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(Ask, IsReadAsItWasWritten) {
  const Ask ask{.session = "0123abcd", .port = 40123};
  EXPECT_EQ(ask_from_text(to_text(ask)), ask);
}

TEST(Ask, OtherTextIsNone) {
  for (const char* text : {"", "sluice-ask", "sluice-ask a", "sluice-ask  1", "sluice-ask a 65536",
                           "sluice-ask a -1", "sluice-ask a b", "sluice-ask a 1 2", "other a 1"}) {
    EXPECT_EQ(ask_from_text(text), std::nullopt) << text;
  }
  EXPECT_EQ(ask_from_text("sluice-ask " + std::string(kLongestAsk, 'x') + " 1"), std::nullopt);
}

}  // namespace
}  // namespace sluice::pod
