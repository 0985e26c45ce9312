// SPDX-License-Identifier: Apache-2.0
#include "pod/host_files.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(HostFilesTest, ThePodKnowsItselfByName) {
  const std::string text =
      hosts_file({.hostname = "web-0", .domain = "web.default.svc.cluster.local"}, "10.0.0.7", "");
  EXPECT_TRUE(text.starts_with("# Kubernetes-managed hosts file.\n"));
  EXPECT_NE(text.find("10.0.0.7\tweb-0.web.default.svc.cluster.local\tweb-0\n"), std::string::npos);
}

TEST(HostFilesTest, AliasesComeLast) {
  const std::string text =
      hosts_file({.hostname = "p", .aliases = {{"1.2.3.4", {"a", "b"}}}}, "10.0.0.7", "");
  EXPECT_TRUE(text.ends_with("\n# Entries added by HostAliases.\n1.2.3.4\ta\tb\n"));
}

TEST(HostFilesTest, OnTheHostsNetworkTheNodesFileCounts) {
  const std::string text = hosts_file({.hostname = "p", .node_hosts = true}, "10.0.0.7",
                                      "127.0.0.1 localhost\n10.1.1.1 login\n");
  EXPECT_NE(text.find("10.1.1.1 login"), std::string::npos);
  EXPECT_EQ(text.find("10.0.0.7"), std::string::npos);
}

TEST(HostFilesTest, TheNodesResolverIsExtended) {
  NamesSpec names;
  names.nameservers = {"9.9.9.9"};
  names.searches = {"my.org"};
  names.options = {{"ndots", "2"}, {"edns0", ""}};
  EXPECT_EQ(resolver_file(names,
                          "# made by hand\nnameserver 10.0.0.2\nsearch\tsite.org\n"
                          "options ndots:1 rotate\n"),
            "search site.org my.org\nnameserver 10.0.0.2\nnameserver 9.9.9.9\n"
            "options ndots:2 rotate edns0\n");
}

TEST(HostFilesTest, ThePodMayWantNothingOfTheNode) {
  NamesSpec names;
  names.node_dns = false;
  names.nameservers = {"1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"};
  EXPECT_EQ(resolver_file(names, "nameserver 10.0.0.2\n"),
            "nameserver 1.1.1.1\nnameserver 2.2.2.2\nnameserver 3.3.3.3\n");
}

TEST(HostFilesTest, NamesSurviveTheFile) {
  const NamesSpec names{.hostname = "p",
                        .domain = "d",
                        .aliases = {{"1.2.3.4", {"a"}}},
                        .node_dns = false,
                        .nameservers = {"9.9.9.9"},
                        .searches = {"x"},
                        .options = {{"ndots", "5"}},
                        .node_hosts = true};
  EXPECT_EQ(names_from_json(to_json(names)), names);
}

}  // namespace
}  // namespace sluice::pod
