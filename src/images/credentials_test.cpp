// SPDX-License-Identifier: Apache-2.0
#include "images/credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::images {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> users(const Credentials& credentials, const std::string& repository) {
  std::vector<std::string> names;
  for (const Login& login : credentials.matching(repository)) {
    names.push_back(login.username);
  }
  return names;
}

TEST(Credentials, TheMostSpecificPlaceComesFirst) {
  Credentials credentials;
  credentials.add("quay.io", {"all", "p"});
  credentials.add("quay.io/team", {"team", "p"});
  credentials.add("quay.io/team/app", {"app", "p"});
  credentials.add("other.io", {"other", "p"});
  credentials.add("quay.io/team", {"second", "p"});
  EXPECT_THAT(users(credentials, "quay.io/team/app"), ElementsAre("app", "team", "second", "all"));
  EXPECT_THAT(users(credentials, "quay.io/x"), ElementsAre("all"));
  EXPECT_THAT(users(credentials, "example.com/x"), ElementsAre());
}

TEST(Credentials, HostsMayBeGlobsAndPortsCount) {
  Credentials credentials;
  credentials.add("*.example.com", {"glob", "p"});
  credentials.add("host:5000", {"port", "p"});
  EXPECT_THAT(users(credentials, "a.example.com/x"), ElementsAre("glob"));
  EXPECT_THAT(users(credentials, "a.b.example.com/x"), ElementsAre());
  EXPECT_THAT(users(credentials, "example.com/x"), ElementsAre());
  EXPECT_THAT(users(credentials, "a.example.com:443/x"), ElementsAre());
  EXPECT_THAT(users(credentials, "host:5000/x"), ElementsAre("port"));
  EXPECT_THAT(users(credentials, "host/x"), ElementsAre());
}

TEST(Credentials, DockerHubHasAnOldName) {
  Credentials credentials;
  credentials.add("https://index.docker.io/v1/", {"hub", "p"});
  EXPECT_THAT(users(credentials, "docker.io/library/busybox"), ElementsAre("hub"));
  EXPECT_THAT(users(credentials, "quay.io/library/busybox"), ElementsAre());
}

TEST(Credentials, ReadsBothKindsOfSecrets) {
  Credentials credentials;
  ASSERT_TRUE(credentials.add_docker_config_json(
      R"({"auths":{"a.io":{"username":"u","password":"p"},"b.io":{"auth":"eDp5Onpa"},"c.io":{}}})"));
  ASSERT_TRUE(credentials.add_dockercfg(R"({"https://d.io/v2/":{"username":"v","password":"q"}})"));
  EXPECT_THAT(credentials.matching("a.io/x"), ElementsAre(Login{"u", "p"}));
  EXPECT_THAT(credentials.matching("b.io/x"), ElementsAre(Login{"x", "y:zZ"}));
  EXPECT_THAT(credentials.matching("c.io/x"), ElementsAre());
  EXPECT_THAT(credentials.matching("d.io/x"), ElementsAre(Login{"v", "q"}));
}

TEST(Credentials, BrokenSecretsChangeNothingAndAreNotQuoted) {
  Credentials credentials;
  for (const std::string text : {"hunter2", "{", R"({"auths":"hunter2"})", "[]",
                                 R"({"auths":{"a.io":{"username":"u","password":"p"},)"
                                 R"("b.io":{"auth":"hunter2!"}}})"}) {
    const auto added = credentials.add_docker_config_json(text);
    ASSERT_FALSE(added) << text;
    EXPECT_EQ(added.error().code, Code::kInvalid);
    EXPECT_THAT(added.error().message, Not(HasSubstr("hunter2")));
  }
  EXPECT_FALSE(credentials.add_dockercfg("[]"));
  EXPECT_TRUE(credentials.empty());
}

}  // namespace
}  // namespace sluice::images
