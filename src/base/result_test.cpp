// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) {
    return fail(Code::kInvalid, "odd");
  }
  return value / 2;
}

Result<int> quarter(int value) {
  TRY_ASSIGN(const int once, half(value));
  TRY(half(once));
  return half(once);
}

TEST(Result, TryAssignPassesTheValueOnAndTheErrorUp) {
  EXPECT_EQ(quarter(8), 2);
  EXPECT_EQ(quarter(6).error(), (Error{Code::kInvalid, "odd"}));
}

TEST(Result, ContextIsPutBeforeTheMessage) {
  const Error error = with_context(Error{Code::kTimeout, "no answer"}, "asking slurmctld");
  EXPECT_EQ(error.message, "asking slurmctld: no answer");
  EXPECT_EQ(error.code, Code::kTimeout);
}

TEST(Result, EveryCodeHasAName) {
  EXPECT_EQ(to_string(Code::kTooManyRequests), "TooManyRequests");
}

}  // namespace
}  // namespace sluice
