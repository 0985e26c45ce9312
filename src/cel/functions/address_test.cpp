// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/address.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace sluice::cel {
namespace {

TEST(Address, WritesTheCanonicalForm) {
  for (const auto& [text, canonical] : std::vector<std::pair<std::string, std::string>>{
           {"1.2.3.4", "1.2.3.4"},
           {"2001:DB8::1", "2001:db8::1"},
           {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
           {"::", "::"},
           {"::1.2.3.4", "::102:304"},
           {"1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"}}) {
    EXPECT_EQ(parse_address(text)->to_string(), canonical);
  }
}

TEST(Address, RefusesWhatKubernetesRefuses) {
  EXPECT_EQ(parse_address("::ffff:1.2.3.4").error().message,
            "IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed");
  EXPECT_EQ(parse_address("fe80::1%eth0").error().message,
            "IP address \"fe80::1%eth0\" with zone value is not allowed");
  EXPECT_EQ(parse_address("01.2.3.4").error().message,
            "IP Address \"01.2.3.4\" parse error during conversion from string: "
            "ParseAddr(\"01.2.3.4\"): unable to parse IP");
}

TEST(Prefix, MasksAndContains) {
  EXPECT_EQ(parse_prefix("10.1.2.3/8")->masked().to_string(), "10.0.0.0/8");
  EXPECT_TRUE(parse_prefix("10.0.0.0/8")->contains(*parse_address("10.9.9.9")));
  EXPECT_FALSE(parse_prefix("10.0.0.0/8")->contains(*parse_address("::1")));
  for (const char* bad : {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/08", "x/8", "10.0.0.0/", "1/-1"}) {
    EXPECT_FALSE(parse_prefix(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace sluice::cel
