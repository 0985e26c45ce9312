// SPDX-License-Identifier: Apache-2.0
#include "base/go_text.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(GoText, IsQuotedWithGosEscapes) {
  EXPECT_EQ(go_quoted("a\"b\\\a\n\x01ä"), R"("a\"b\\\a\n\x01ä")");
}

}  // namespace
}  // namespace sluice
