// SPDX-License-Identifier: Apache-2.0
#include "remote/status_error.h"

#include <gtest/gtest.h>

namespace sluice::remote {
namespace {

TEST(StatusError, ReasonDecidesAndMessageAndCausesAreKept) {
  const Error error = response_error(422, R"({"kind":"Status","reason":"Invalid","code":422,
      "message":"Pod \"x\" is invalid","details":{"causes":[
        {"reason":"FieldValueRequired","message":"Required value","field":"spec.containers"}]}})");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_EQ(error.message, "Pod \"x\" is invalid");
  ASSERT_EQ(error.causes.size(), 1U);
  EXPECT_EQ(error.causes[0],
            (ErrorCause{"FieldValueRequired", "Required value", "spec.containers"}));
}

TEST(StatusError, ConflictAndAlreadyExistsShareACodeButNotAReason) {
  EXPECT_EQ(response_error(409, R"({"kind":"Status","reason":"AlreadyExists"})").code,
            Code::kAlreadyExists);
  EXPECT_EQ(response_error(409, R"({"kind":"Status","reason":"Conflict"})").code, Code::kConflict);
}

TEST(StatusError, WithoutAReasonTheCodeDecides) {
  EXPECT_EQ(response_error(410, "").code, Code::kExpired);
  EXPECT_EQ(response_error(503, "overloaded\n").message, "the server answered 503: overloaded");
  EXPECT_EQ(response_error(503, "overloaded").code, Code::kUnavailable);
  EXPECT_EQ(response_error(501, R"({"kind":"Status","reason":"Mystery"})").code,
            Code::kUnsupported);
  EXPECT_EQ(response_error(418, "").code, Code::kInternal);
}

}  // namespace
}  // namespace sluice::remote
