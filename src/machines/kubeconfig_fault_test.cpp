// SPDX-License-Identifier: Apache-2.0
#include "machines/kubeconfig_fault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::machines {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string kubeconfig(const std::string& user, const std::string& cluster = "") {
  return "{apiVersion: v1, kind: Config, current-context: a, contexts: [{name: a, context: "
         "{cluster: c, user: u}}], clusters: [{name: c, cluster: {server: "
         "'https://10.0.0.9:6443'" +
         cluster + "}}], users: [{name: u, user: " + user + "}]}";
}

TEST(Kubeconfigs, ThatSomebodyCanUseAreTaken) {
  EXPECT_EQ(kubeconfig_fault(kubeconfig("{token: t}"), true), "");
  EXPECT_EQ(kubeconfig_fault(kubeconfig("{client-certificate: /x, client-key: /y}"), true), "");
  EXPECT_EQ(kubeconfig_fault(kubeconfig("{exec: {command: x}}"), false), "");
  EXPECT_EQ(kubeconfig_fault(kubeconfig("{}", ", insecure-skip-tls-verify: true"), false), "");
}

TEST(Kubeconfigs, ThatNobodyCanUseAreNotAndNothingOfThemIsTold) {
  for (const char* none : {"", "secret", "[secret]", "kind: Config\n", "{a: {b",
                           "a: 1\n---\nb: 2\n", "{current-context: secret}"}) {
    EXPECT_NE(kubeconfig_fault(none, false), "") << none;
    EXPECT_THAT(kubeconfig_fault(none, false), Not(HasSubstr("secret"))) << none;
  }
  std::string other = kubeconfig("{token: t}");
  EXPECT_THAT(kubeconfig_fault(other.replace(other.find("https"), 5, "ftp"), false),
              HasSubstr("https://"));
  other = kubeconfig("{token: t}");
  EXPECT_THAT(kubeconfig_fault(other.replace(other.find("name: u"), 7, "name: v"), false),
              HasSubstr("users has no entry"));
  EXPECT_THAT(kubeconfig_fault(kubeconfig("{exec: {command: x}}"), true), HasSubstr("\"exec\""));
  EXPECT_THAT(kubeconfig_fault(kubeconfig("{}", ", insecure-skip-tls-verify: true"), true),
              HasSubstr("certificate-authority-data"));
}

}  // namespace
}  // namespace sluice::machines
