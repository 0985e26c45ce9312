// SPDX-License-Identifier: Apache-2.0
#include "remote/kubeconfig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice::remote {
namespace {

std::string config(const std::string& cluster, const std::string& user) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: here\n"
         "contexts:\n- name: here\n  context: {cluster: c, user: u, namespace: work}\n"
         "clusters:\n- name: other\n  cluster: {server: 'https://wrong'}\n"
         "- name: c\n  cluster: {" +
         cluster +
         "}\n"
         "users:\n- name: u\n  user: {" +
         user + "}\n";
}

Result<Endpoint> parse(const std::string& cluster, const std::string& user = "token: t") {
  return parse_kubeconfig(config(cluster, user), "/nowhere");
}

TEST(Kubeconfig, FollowsTheCurrentContext) {
  const auto endpoint =
      parse("server: 'https://10.0.0.1:6443', certificate-authority-data: " + base64_encode("CA"),
            "client-certificate-data: " + base64_encode("CERT") +
                ", client-key-data: " + base64_encode("KEY"));
  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->connection.host, "10.0.0.1");
  EXPECT_EQ(endpoint->connection.port, 6443);
  EXPECT_EQ(endpoint->connection.ca_pem, "CA");
  EXPECT_EQ(endpoint->connection.certificate_pem, "CERT");
  EXPECT_EQ(endpoint->connection.key_pem, "KEY");
  EXPECT_EQ(endpoint->connection.bearer_token, "");
  EXPECT_EQ(endpoint->path_prefix, "");
  EXPECT_EQ(endpoint->ns, "work");
}

TEST(Kubeconfig, ServerMayHaveAPathAndNoPort) {
  const auto endpoint = parse("server: 'https://rancher.example/k8s/c-1/'");
  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->connection.host, "rancher.example");
  EXPECT_EQ(endpoint->connection.port, 443);
  EXPECT_EQ(endpoint->path_prefix, "/k8s/c-1");
  EXPECT_EQ(endpoint->connection.bearer_token, "t");
}

TEST(Kubeconfig, ServerMayBeAnIpv6Address) {
  const auto endpoint = parse("server: 'https://[::1]:6443'");
  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->connection.host, "::1");
  EXPECT_EQ(endpoint->connection.port, 6443);
  EXPECT_EQ(parse("server: 'https://[::1]'")->connection.host, "::1");
}

TEST(Kubeconfig, FilesAreRelativeToTheKubeconfig) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_file_replacing(directory.path() / "ca.pem", "CA"));
  ASSERT_TRUE(write_file_replacing(directory.path() / "token", "secret\n"));
  ASSERT_TRUE(write_file_replacing(
      directory.path() / "config",
      config("server: 'https://h', certificate-authority: ca.pem", "tokenFile: token")));
  const auto endpoint = read_kubeconfig(directory.path() / "config");
  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->connection.ca_pem, "CA");
  EXPECT_EQ(endpoint->connection.bearer_token, "secret");
}

TEST(Kubeconfig, FaultsNameTheField) {
  using testing::HasSubstr;
  EXPECT_THAT(parse("server: 'http://h'").error().message, HasSubstr("server must be an https"));
  EXPECT_THAT(parse("server: 'https://h:x'").error().message, HasSubstr("no valid port"));
  EXPECT_THAT(parse("server: 'https://h', certificate-authority-data: '*'").error().message,
              HasSubstr("certificate-authority-data is not base64"));
  EXPECT_THAT(parse("server: 'https://h'", "client-key-data: QQ==").error().message,
              HasSubstr("must be given together"));
  EXPECT_THAT(parse_kubeconfig("current-context: x", "/").error().message,
              HasSubstr("contexts has no entry named \"x\""));
  EXPECT_THAT(parse_kubeconfig("{}", "/").error().message, HasSubstr("current-context"));
  EXPECT_EQ(parse_kubeconfig("[]", "/").error().code, Code::kInvalid);
}

TEST(Kubeconfig, WhatWeDoNotDoIsRefusedByName) {
  EXPECT_EQ(parse("server: 'https://h', insecure-skip-tls-verify: true").error().code,
            Code::kUnsupported);
  EXPECT_EQ(parse("server: 'https://h'", "exec: {command: aws}").error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace sluice::remote
