// SPDX-License-Identifier: Apache-2.0
#include "apiserver/request_timeout.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

Result<Duration> timeout_of(const std::string& target) {
  const http::Request request{.method = "GET", .target = http::parse_target(target).value()};
  return request_timeout(request.target, request_info(request));
}

TEST(RequestTimeout, IsWhatIsAskedForAndAMinuteAtMost) {
  using std::chrono::seconds;
  EXPECT_EQ(timeout_of("/api/v1/pods"), seconds(60));
  EXPECT_EQ(timeout_of("/api/v1/pods?timeout=1m"), seconds(60));
  EXPECT_EQ(timeout_of("/api/v1/pods?timeout=1500ms"), std::chrono::milliseconds(1500));
  for (const char* none : {"0", "0s", "-3s", "1h"}) {
    EXPECT_EQ(timeout_of(std::string("/api/v1/pods?timeout=") + none), seconds(60)) << none;
  }
}

TEST(RequestTimeout, MustBeATime) {
  const std::string why = "invalid timeout specified in the request URL - time: ";
  EXPECT_EQ(timeout_of("/healthz?timeout=bad").error().message, why + "invalid duration \"bad\"");
  EXPECT_EQ(timeout_of("/api/v1/pods?timeout=5").error().message,
            why + "missing unit in duration \"5\"");
  EXPECT_TRUE(timeout_of("/api/v1/pods?timeout=bad&watch=true"));
  EXPECT_TRUE(timeout_of("/api/v1/namespaces/a/pods/b/log?timeout=bad"));
}

}  // namespace
}  // namespace sluice::apiserver
