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

TEST(Formats, NumbersOfCards) {
  for (const char* number : {"4111111111111111", "4222222222222", "5555-5555-5555-4444",
                             "6011 1111 1111 1117", "378282246310005", "30569309025904",
                             "38520000023237", "3530111333300000", "card 371449635398431!"}) {
    EXPECT_TRUE(has_format("creditcard", number)) << number;
  }
  for (const char* number : {"", "foo", "4111111111111112", "411111111111111", "9111111111111111",
                             "5655555555554444", "1234567890123456"}) {
    EXPECT_FALSE(has_format("creditcard", number)) << number;
  }
}

TEST(Formats, NumbersOfBooks) {
  for (const char* number : {"3836221195", "3-8362-2119-5", "3 423 21412 0", "340101319X"}) {
    EXPECT_TRUE(has_format("isbn10", number)) << number;
    EXPECT_TRUE(has_format("isbn", number)) << number;
    EXPECT_FALSE(has_format("isbn13", number)) << number;
  }
  for (const char* number : {"9783836221191", "978-3-8362-2119-1", "978 3401013190"}) {
    EXPECT_TRUE(has_format("isbn13", number)) << number;
    EXPECT_TRUE(has_format("isbn", number)) << number;
    EXPECT_FALSE(has_format("isbn10", number)) << number;
  }
  for (const char* number : {"", "foo", "3423214121", "978-3836221190", "X401013190", "34010131"}) {
    EXPECT_FALSE(has_format("isbn", number)) << number;
  }
}

TEST(Formats, Colours) {
  EXPECT_TRUE(has_format("rgbcolor", "rgb(0,31,255)"));
  EXPECT_TRUE(has_format("rgbcolor", "rgb( 100 , 9, 249 )"));
  for (const char* colour : {"", "rgb(1,349,275)", "rgb(01,31,255)", "rgba(0,31,255)", "rgb(0,31)",
                             "rgb (0,31,255)", "rgb(0,31,256)"}) {
    EXPECT_FALSE(has_format("rgbcolor", colour)) << colour;
  }
}

TEST(Formats, UnknownOnesAcceptEverything) {
  EXPECT_TRUE(has_format("phone-number", "whatever"));
}

}  // namespace
}  // namespace sluice::api
