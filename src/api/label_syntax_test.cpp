// SPDX-License-Identifier: Apache-2.0
#include "api/label_syntax.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(LabelSyntax, AcceptsGoodNames) {
  EXPECT_EQ(dns_label_fault("a-1"), "");
  EXPECT_EQ(dns_subdomain_fault("a.b-c.1"), "");
  EXPECT_EQ(dns_1035_label_fault("web-1"), "");
  EXPECT_EQ(label_key_fault("example.com/App_1"), "");
  EXPECT_EQ(label_value_fault(""), "");
  EXPECT_EQ(config_key_fault(".bashrc"), "");
  EXPECT_EQ(environment_name_fault("A B.c-d"), "");
  EXPECT_EQ(port_name_fault("http-2"), "");
}

TEST(LabelSyntax, ExplainsBadOnesInKubernetesWords) {
  EXPECT_EQ(dns_label_fault("A"),
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
            "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', "
            "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
  EXPECT_EQ(dns_label_fault(std::string(64, 'a')), "must be no more than 63 characters");
  EXPECT_EQ(dns_label_fault("a.b"), "must not contain dots");
  EXPECT_NE(dns_label_fault("a.b"), "");
  EXPECT_NE(dns_subdomain_fault("a..b"), "");
  EXPECT_NE(dns_subdomain_fault(""), "");
  EXPECT_NE(dns_1035_label_fault("1a"), "");
  EXPECT_TRUE(
      label_key_fault("").starts_with("name part must be non-empty\nname part must consist"));
  EXPECT_EQ(label_key_fault("/a"), "prefix part must be non-empty");
  EXPECT_NE(label_key_fault("a/b/c"), "");
  EXPECT_NE(label_value_fault("-a"), "");
  EXPECT_EQ(config_key_fault(".."), "must not be '..'");
  EXPECT_EQ(config_key_fault("..a"), "must not start with '..'");
  EXPECT_NE(config_key_fault("a/b"), "");
  EXPECT_NE(environment_name_fault("a=b"), "");
  EXPECT_NE(environment_name_fault(""), "");
  EXPECT_EQ(port_name_fault("1"), "must contain at least one letter (a-z)");
  EXPECT_EQ(port_name_fault("a--b"), "must not contain consecutive hyphens");
}

TEST(LabelSyntax, RolesMayHaveAnyNameThatStandsInAUrl) {
  EXPECT_EQ(path_segment_fault("system:node"), "");
  EXPECT_EQ(path_segment_fault(".."), "may not be '..'");
  EXPECT_EQ(path_segment_fault("a/b"), "may not contain '/'");
}

}  // namespace
}  // namespace sluice::api
