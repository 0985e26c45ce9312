// SPDX-License-Identifier: Apache-2.0
#include "api/crd/formats.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(Formats, AcceptWhatTheyName) {
  EXPECT_TRUE(has_format("date-time", "2014-12-15T19:30:20.000Z"));
  EXPECT_TRUE(has_format("date", "2006-01-02"));
  EXPECT_TRUE(has_format("ipv4", "10.0.0.1"));
  EXPECT_TRUE(has_format("ipv6", "fe80::1"));
  EXPECT_TRUE(has_format("cidr", "10.0.0.0/8"));
  EXPECT_TRUE(has_format("uuid", "A987FBC9-4BED-3078-CF07-9141BA07C9F3"));
  EXPECT_TRUE(has_format("uri", "https://example.com/a?b=c"));
  EXPECT_TRUE(has_format("email", "a@example.com"));
  EXPECT_TRUE(has_format("hostname", "node-1.example.com"));
  EXPECT_TRUE(has_format("mac", "01:23:45:67:89:ab"));
  EXPECT_TRUE(has_format("duration", "1h30m"));
  EXPECT_TRUE(has_format("byte", "aGVsbG8="));
}

TEST(Formats, RefuseOtherTexts) {
  EXPECT_FALSE(has_format("date-time", "yesterday"));
  EXPECT_FALSE(has_format("date", "2006-13-02"));
  EXPECT_FALSE(has_format("ipv4", "10.0.0.256"));
  EXPECT_FALSE(has_format("ipv6", "10.0.0.1"));
  EXPECT_FALSE(has_format("cidr", "10.0.0.0/33"));
  EXPECT_FALSE(has_format("uuid", "not-a-uuid"));
  EXPECT_FALSE(has_format("uri", "no scheme"));
  EXPECT_FALSE(has_format("email", "nobody"));
  EXPECT_FALSE(has_format("hostname", "-x-"));
  EXPECT_FALSE(has_format("duration", "soon"));
}

TEST(Formats, UnknownOnesAcceptEverything) {
  EXPECT_TRUE(has_format("phone-number", "whatever"));
}

}  // namespace
}  // namespace sluice::api
