// SPDX-License-Identifier: Apache-2.0
#include "apiserver/status.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

const StatusSubject kPod{.name = "web", .kind = "pods"};

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

std::string details(const Error& error) {
  return json::write(to_status(error, kPod).at("details"));
}

TEST(Status, IsAboutWhatTheMessageNames) {
  EXPECT_EQ(details({Code::kNotFound, "namespaces \"b\" not found"}),
            R"({"name":"b","kind":"namespaces"})");
  EXPECT_EQ(details({Code::kConflict, "Operation cannot be fulfilled on jobs.batch \"b\": gone"}),
            R"({"name":"b","group":"batch","kind":"jobs"})");
  EXPECT_EQ(details({Code::kInvalid, "ListOptions.meta.k8s.io \"\" is invalid: limit: bad"}),
            R"({"group":"meta.k8s.io","kind":"ListOptions"})");
  EXPECT_EQ(details({Code::kInvalid, "Pod \"a\\\"b\" is invalid: no"}),
            R"({"name":"a\"b","kind":"Pod"})");
}

TEST(Status, IsAboutTheRequestWhereTheMessageNamesNothing) {
  EXPECT_EQ(details({Code::kForbidden, "pods is forbidden: no"}),
            R"({"name":"web","kind":"pods"})");
  EXPECT_EQ(details({Code::kNotFound, "pods \"web"}), R"({"name":"web","kind":"pods"})");
  EXPECT_EQ(details({Code::kInvalid, "the patch does not fit"}), "{}");
  EXPECT_EQ(details({Code::kBadRequest, "pods \"b\" is not JSON"}), "null");
}

TEST(Status, EveryCodeHasItsStatusAndReason) {
  const std::tuple<Code, int, const char*> table[] = {
      {Code::kAlreadyExists, 409, "AlreadyExists"},
      {Code::kConflict, 409, "Conflict"},
      {Code::kBadRequest, 400, "BadRequest"},
      {Code::kTooLarge, 413, "RequestEntityTooLarge"},
      {Code::kExpired, 410, "Expired"},
      {Code::kForbidden, 403, "Forbidden"},
      {Code::kUnauthorized, 401, "Unauthorized"},
      {Code::kTooManyRequests, 429, "TooManyRequests"},
      {Code::kUnavailable, 503, "ServiceUnavailable"},
      {Code::kTimeout, 504, "Timeout"},
      {Code::kCancelled, 503, "ServiceUnavailable"},
      {Code::kUnsupported, 501, "NotImplemented"},
  };
  for (const auto& [code, http_status, reason] : table) {
    const auto status = to_status(Error{code, "m"});
    EXPECT_EQ(status.at("code").as_int(), http_status);
    EXPECT_EQ(status.at("reason").as_string(), reason);
  }
}

TEST(Status, OnlyForeseenInternalErrorsHaveAReason) {
  EXPECT_EQ(to_status(Error{Code::kInternal, "m"}).find("reason"), nullptr);
  EXPECT_EQ(
      to_status(Error{Code::kInternal, "Internal error occurred: m"}).at("reason").as_string(),
      "InternalError");
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
