// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Network, KnowsAddresses) {
  expect_true({"ip('127.0.0.1').isLoopback()", "ip('::1').isLoopback()", "ip('::').isUnspecified()",
               "ip('169.254.1.1').isLinkLocalUnicast()", "ip('ff02::1').isLinkLocalMulticast()",
               "ip('8.8.8.8').isGlobalUnicast()", "!ip('255.255.255.255').isGlobalUnicast()",
               "ip('1.2.3.4').family() == 4", "ip('::1').family() == 6", "isIP('::1')",
               "!isIP('1.2.3')", "ip.isCanonical('::1')", "!ip.isCanonical('0:0::1')",
               "string(ip('0::1')) == '::1'", "ip('::1') == ip('0::1')",
               "type(ip('::1')) == net.IP"});
}

TEST(Network, KnowsNetworks) {
  expect_true(
      {"cidr('10.0.0.0/8').containsIP('10.1.1.1')", "cidr('10.0.0.0/8').containsIP(ip('10.1.1.1'))",
       "!cidr('10.0.0.0/8').containsIP('11.1.1.1')",
       "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')",
       "!cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
       "cidr('10.1.2.3/8').ip() == ip('10.1.2.3')", "cidr('10.0.0.0/8').prefixLength() == 8",
       "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')", "isCIDR('::/0')", "!isCIDR('10.0.0.0')",
       "string(cidr('::/0')) == '::/0'"});
}

}  // namespace
}  // namespace sluice::cel
