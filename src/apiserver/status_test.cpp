// SPDX-License-Identifier: Apache-2.0
#include "apiserver/status.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

const StatusSubject kPod{.name = "web", .group = "", .resource = "pods", .kind = "Pod"};

TEST(Status, NotFoundNamesTheResource) {
  const auto status = to_status(Error{Code::kNotFound, "pods \"web\" not found"}, kPod);
  EXPECT_EQ(json::write(status),
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
            R"("message":"pods \"web\" not found","reason":"NotFound",)"
            R"("details":{"name":"web","kind":"pods"},"code":404})");
}

TEST(Status, InvalidNamesTheKindAndItsCauses) {
  const Error error{Code::kInvalid,
                    "Pod \"web\" is invalid: spec.containers: Required value",
                    {{"FieldValueRequired", "Required value", "spec.containers"}}};
  const auto status = to_status(error, kPod);
  EXPECT_EQ(status.at("code").as_int(), 422);
  EXPECT_EQ(json::write(status.at("details")),
            R"({"name":"web","kind":"Pod","causes":[{"reason":"FieldValueRequired",)"
            R"("message":"Required value","field":"spec.containers"}]})");
}

TEST(Status, EveryCodeHasItsStatusAndReason) {
  const std::tuple<Code, int, const char*> table[] = {
      {Code::kAlreadyExists, 409, "AlreadyExists"},
      {Code::kConflict, 409, "Conflict"},
      {Code::kBadRequest, 400, "BadRequest"},
      {Code::kExpired, 410, "Expired"},
      {Code::kForbidden, 403, "Forbidden"},
      {Code::kUnauthorized, 401, "Unauthorized"},
      {Code::kTooManyRequests, 429, "TooManyRequests"},
      {Code::kUnavailable, 503, "ServiceUnavailable"},
      {Code::kTimeout, 504, "Timeout"},
      {Code::kCancelled, 503, "ServiceUnavailable"},
      {Code::kUnsupported, 501, "NotImplemented"},
      {Code::kInternal, 500, "InternalError"},
  };
  for (const auto& [code, http_status, reason] : table) {
    const auto status = to_status(Error{code, "m"});
    EXPECT_EQ(status.at("code").as_int(), http_status);
    EXPECT_EQ(status.at("reason").as_string(), reason);
  }
}

TEST(Status, RetryableErrorsSayWhenToRetry) {
  const auto response = error_response(Error{Code::kTooManyRequests, "slow down"});
  EXPECT_EQ(response.status, 429);
  EXPECT_EQ(response.headers.get("Retry-After"), "1");
}

TEST(Status, UnknownPathsAndMethods) {
  EXPECT_EQ(unknown_path().status, 404);
  EXPECT_EQ(method_not_allowed().status, 405);
}

}  // namespace
}  // namespace sluice::apiserver
