// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/addresses.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

TEST(ProxyName, HasUpToThreeParts) {
  const auto all = parse_proxy_name("pod", "https:web:443").value();
  EXPECT_EQ(all.scheme + "|" + all.name + "|" + all.port, "https|web|443");
  const auto two = parse_proxy_name("pod", "web:http").value();
  EXPECT_EQ(two.scheme + "|" + two.name + "|" + two.port, "|web|http");
  EXPECT_EQ(parse_proxy_name("pod", "web")->name, "web");
  EXPECT_EQ(parse_proxy_name("pod", "https:web:")->name, "web");
  EXPECT_EQ(parse_proxy_name("pod", "ftp:web:21").error().message,
            "invalid pod request \"ftp:web:21\"");
  EXPECT_FALSE(parse_proxy_name("pod", ":80"));
  EXPECT_FALSE(parse_proxy_name("pod", "a:b:c:d"));
}

TEST(ProxyAddress, IsNeverThisMachineItself) {
  EXPECT_TRUE(is_global_unicast("10.1.2.3"));
  EXPECT_TRUE(is_global_unicast("2001:db8::1"));
  for (const char* address : {"127.0.0.1", "0.0.0.0", "169.254.169.254", "224.0.0.1", "::1",
                              "fe80::1", "255.255.255.255", "name", ""}) {
    EXPECT_FALSE(is_global_unicast(address)) << address;
  }
}

class ProxyAddressesTest : public testing::Test {
 protected:
  static std::string text(const Result<ProxyTarget>& target) {
    return target ? (target->tls ? "https://" : "http://") + target->host + ":" +
                        std::to_string(target->port)
                  : target.error().message;
  }
  void set_status(const api::Kind& kind, const std::string& ns, const std::string& name,
                  const char* status) {
    const auto written = cluster_.registry.patch(
        kind, {.key = {ns, name},
               .patch = {client::PatchType::kMerge, registry::json_of(status)},
               .subresource = "status"});
    ASSERT_TRUE(written) << written.error().message;
  }

  registry::TestCluster cluster_;
  ProxyAddresses addresses_{cluster_.registry};
};

TEST_F(ProxyAddressesTest, FindsAPodByItsAddressAndFirstPort) {
  cluster_.create(api::kinds::pod(), R"({"metadata":{"name":"web"},"spec":{"containers":[
      {"name":"a","image":"i"},{"name":"b","image":"i","ports":[{"containerPort":8080}]}]}})");
  EXPECT_EQ(text(addresses_.pod("default", {"", "web", ""})), "address not allowed");
  set_status(api::kinds::pod(), "default", "web", R"({"status":{"podIP":"10.1.1.1"}})");
  EXPECT_EQ(text(addresses_.pod("default", {"", "web", ""})), "http://10.1.1.1:8080");
  EXPECT_EQ(text(addresses_.pod("default", {"https", "web", "444"})), "https://10.1.1.1:444");
  EXPECT_EQ(text(addresses_.pod("default", {"", "web", "http"})), "invalid port \"http\"");
  EXPECT_EQ(addresses_.pod("default", {"", "ghost", ""}).error().code, Code::kNotFound);
}

TEST_F(ProxyAddressesTest, FindsTheKubeletOfANode) {
  cluster_.create(api::kinds::node(), R"({"metadata":{"name":"n"}})");
  EXPECT_EQ(addresses_.node({"", "n", ""}).error().code, Code::kUnavailable);
  set_status(api::kinds::node(), "", "n",
             R"({"status":{"addresses":[{"type":"Hostname","address":"n"},
                 {"type":"InternalIP","address":"10.0.0.5"}],
                 "daemonEndpoints":{"kubeletEndpoint":{"Port":10300}}}})");
  EXPECT_EQ(text(addresses_.node({"", "n", ""})), "https://10.0.0.5:10300");
  EXPECT_EQ(text(addresses_.node({"http", "n", "9100"})), "http://10.0.0.5:9100");
  EXPECT_EQ(text(addresses_.node({"", "n", "9100"})), "http://10.0.0.5:9100");
  EXPECT_EQ(text(addresses_.node({"https", "n", "9100"})), "https://10.0.0.5:9100");
  EXPECT_EQ(text(addresses_.node({"http", "n", "10300"})), "https://10.0.0.5:10300");
  EXPECT_TRUE(addresses_.node({"", "n", ""})->kubelet);
  EXPECT_TRUE(addresses_.node({"", "n", "10300"})->kubelet);
  EXPECT_FALSE(addresses_.node({"https", "n", "9100"})->kubelet);
}

TEST_F(ProxyAddressesTest, ANodeMayHaveNoInternalAddress) {
  cluster_.create(api::kinds::node(), R"({"metadata":{"name":"n"}})");
  set_status(api::kinds::node(), "", "n",
             R"({"status":{"addresses":[{"type":"Hostname","address":"n.example"}]}})");
  EXPECT_EQ(text(addresses_.node({"", "n", ""})), "https://n.example:10250");
  set_status(api::kinds::node(), "", "n",
             R"({"status":{"addresses":[{"type":"Hostname","address":"n.example"},
                 {"type":"ExternalIP","address":"192.0.2.7"}]}})");
  EXPECT_EQ(text(addresses_.node({"", "n", ""})), "https://192.0.2.7:10250");
}

TEST_F(ProxyAddressesTest, AServiceThatIsNotThereIsNotFound) {
  EXPECT_EQ(addresses_.service("default", {"", "absent", ""}).error().code, Code::kNotFound);
}

TEST_F(ProxyAddressesTest, AServiceWithoutEndpointsIsUnavailable) {
  cluster_.create(api::kinds::service(),
                  R"({"metadata":{"name":"s"},"spec":{"ports":[{"name":"web","port":80}]}})");
  EXPECT_EQ(text(addresses_.service("default", {"", "s", "web"})),
            "no endpoints available for service \"s\"");
  EXPECT_EQ(text(addresses_.service("default", {"", "s", "81"})),
            "no service port 81 found for service \"s\"");
  EXPECT_EQ(addresses_.service("default", {"", "s", "81"}).error().code, Code::kUnavailable);
}

TEST_F(ProxyAddressesTest, FindsAReadyEndpointOfAService) {
  const api::Kind* slices = api::find_resource("discovery.k8s.io", "v1", "endpointslices");
  if (slices == nullptr) {
    GTEST_SKIP() << "no EndpointSlices in this build";
  }
  cluster_.create(api::kinds::service(),
                  R"({"metadata":{"name":"s"},"spec":{"ports":[{"name":"web","port":80}]}})");
  cluster_.create(*slices,
                  R"({"metadata":{"name":"s-1","labels":{"kubernetes.io/service-name":"s"}},
      "addressType":"IPv4","ports":[{"name":"web","port":8080}],"endpoints":[
        {"addresses":["10.2.0.1"],"conditions":{"ready":false}},
        {"addresses":["10.2.0.2"],"conditions":{"ready":true}}]})");
  EXPECT_EQ(text(addresses_.service("default", {"", "s", "80"})), "http://10.2.0.2:8080");
  EXPECT_EQ(text(addresses_.service("default", {"https", "s", "web"})), "https://10.2.0.2:8080");
}

TEST_F(ProxyAddressesTest, ServersAreAtTheirExternalNameOrAnEndpoint) {
  EXPECT_EQ(addresses_.server("default", "outside", "8443").error().code, Code::kNotFound);
  cluster_.create(api::kinds::service(),
                  R"({"metadata":{"name":"outside"},"spec":{"type":"ExternalName",)"
                  R"("externalName":"server.example.com"}})");
  EXPECT_EQ(text(addresses_.server("default", "outside", "8443")),
            "https://server.example.com:8443");
  EXPECT_EQ(addresses_.server("default", "outside", "0").error().code, Code::kBadRequest);
  cluster_.create(api::kinds::service(),
                  R"({"metadata":{"name":"inside"},"spec":{"ports":[{"port":443}]}})");
  EXPECT_EQ(text(addresses_.server("default", "inside", "443")),
            "no endpoints available for service \"inside\"");
}

}  // namespace
}  // namespace sluice::apiserver
