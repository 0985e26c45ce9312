// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_names.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

pod::NamesSpec names(std::string_view spec, std::string_view name = "web-0") {
  json::Value pod = json::Object{{"metadata", json::Object{{"name", name}, {"namespace", "shop"}}},
                                 {"spec", *json::parse(spec)}};
  return names_of(pod);
}

TEST(PodNamesTest, APodIsCalledByItsName) {
  EXPECT_EQ(names("{}").hostname, "web-0");
  EXPECT_EQ(names("{}").domain, "");
  EXPECT_EQ(names("{}", std::string(63, 'a') + "bcd").hostname, std::string(63, 'a'));
  EXPECT_EQ(names("{}", std::string(62, 'a') + "-bcd").hostname, std::string(62, 'a'));
}

TEST(PodNamesTest, HostnameAndSubdomainAreItsOwnChoice) {
  const auto chosen = names(R"({"hostname":"db","subdomain":"data"})");
  EXPECT_EQ(chosen.hostname, "db");
  EXPECT_EQ(chosen.domain, "data.shop.svc.cluster.local");
}

TEST(PodNamesTest, DnsPolicyNoneForgetsTheNode) {
  const auto own = names(R"({"dnsPolicy":"None","dnsConfig":{"nameservers":["1.1.1.1"],
                             "searches":["x"],"options":[{"name":"ndots","value":"2"}]}})");
  EXPECT_FALSE(own.node_dns);
  EXPECT_EQ(own.nameservers, std::vector<std::string>{"1.1.1.1"});
  EXPECT_EQ(own.options[0].second, "2");
}

TEST(PodNamesTest, AliasesAreKept) {
  const auto known = names(R"({"hostAliases":[{"ip":"1.2.3.4","hostnames":["a","b"]}]})");
  ASSERT_EQ(known.aliases.size(), 1u);
  EXPECT_EQ(known.aliases[0].names.size(), 2u);
}

}  // namespace
}  // namespace sluice::kubelet
