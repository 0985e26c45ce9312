// SPDX-License-Identifier: Apache-2.0
#include "jobs/credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

TEST(JobCredentials, ASecretGivesUserCredentialAndKnownHosts) {
  const json::Value secret =
      json::Object{{"data", json::Object{{"user", base64_encode("migagi\n")},
                                         {"passwd", base64_encode("pass")},
                                         {"knownHosts", base64_encode("a b c")},
                                         {"other", base64_encode("x")}}}};
  const Credentials credentials = credentials_in(secret);
  EXPECT_EQ(lacking(credentials), std::nullopt);
  const ssh::Endpoint endpoint = endpoint_of("forward.i3m.upv.es", 22012, credentials, "d e f");
  EXPECT_EQ(to_string(endpoint), "migagi@forward.i3m.upv.es:22012");
  EXPECT_EQ(endpoint.password, "pass");
  EXPECT_EQ(endpoint.known_hosts, "a b c\nd e f");
}

TEST(JobCredentials, WhatIsLackingIsNamedAndValuesAreNot) {
  EXPECT_THAT(lacking({{"user", "migagi"}}).value_or(""), HasSubstr("\"passwd\""));
  const std::string no_user = lacking({{"passwd", "TOPSECRET"}}).value_or("");
  EXPECT_THAT(no_user, HasSubstr("\"user\""));
  EXPECT_THAT(no_user, testing::Not(HasSubstr("TOPSECRET")));
}

TEST(JobCredentials, ADirectoryIsReadAsAMountedSecret) {
  const TemporaryDirectory scratch("credentials");
  ASSERT_TRUE(write_file_replacing(scratch.path() / "user", "me\n"));
  ASSERT_TRUE(write_file_replacing(scratch.path() / "passwd", " of blanks \n"));
  ASSERT_TRUE(write_file_replacing(scratch.path() / "privateKey", "a\nb\n"));
  const auto credentials = read_credentials(scratch.path());
  ASSERT_TRUE(credentials.has_value()) << credentials.error().message;
  EXPECT_THAT(*credentials, testing::ElementsAre(testing::Pair("passwd", " of blanks "),
                                                 testing::Pair("privateKey", "a\nb\n"),
                                                 testing::Pair("user", "me")));
  EXPECT_EQ(read_credentials(scratch.path() / "nowhere").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::jobs
