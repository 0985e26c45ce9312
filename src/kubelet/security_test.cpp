// SPDX-License-Identifier: Apache-2.0
#include "kubelet/security.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "json/text.h"

namespace sluice::kubelet {
namespace {

class SecurityTest : public testing::Test {
 protected:
  SecurityTest() {
    EXPECT_TRUE(make_directory(root_.path() / "etc").has_value());
    EXPECT_TRUE(write_file_replacing(root_.path() / "etc/passwd",
                                     "root:x:0:0::/root:/bin/sh\nweb:x:33:34::/srv:/bin/sh\n")
                    .has_value());
    EXPECT_TRUE(write_file_replacing(root_.path() / "etc/group", "extra:x:99:web\n").has_value());
    image_.root = root_.path();
  }
  static json::Value parse(std::string_view text) { return *json::parse(text); }
  Result<images::UserIds> user(std::string_view pod, std::string_view container) {
    return user_of(parse(pod), parse(container), image_);
  }

  TemporaryDirectory root_;
  images::Image image_;
};

TEST_F(SecurityTest, TheImagesUserCounts) {
  image_.config.user = "web";
  const auto who = user("{}", "{}");
  ASSERT_TRUE(who.has_value());
  EXPECT_EQ(who->uid, 33u);
  EXPECT_EQ(who->gid, 34u);
}

TEST_F(SecurityTest, ThePodOverridesTheImageAndTheContainerThePod) {
  const char* pod = R"({"spec":{"securityContext":{"runAsUser":1000,"runAsGroup":7}}})";
  EXPECT_EQ(user(pod, "{}")->uid, 1000u);
  EXPECT_EQ(user(pod, "{}")->gid, 7u);
  EXPECT_EQ(user(pod, R"({"securityContext":{"runAsUser":33}})")->uid, 33u);
}

TEST_F(SecurityTest, RootIsRefusedWhereNobodyMayBeRoot) {
  const char* pod = R"({"spec":{"securityContext":{"runAsNonRoot":true}}})";
  const auto refused = user(pod, R"({"name":"c"})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("container has runAsNonRoot and image will run as root"),
            std::string::npos);
  EXPECT_TRUE(user(pod, R"({"name":"c","securityContext":{"runAsUser":5}})").has_value());
  EXPECT_NE(user(pod, R"({"name":"c","securityContext":{"runAsUser":0}})")
                .error()
                .message.find("runAsUser breaks non-root policy"),
            std::string::npos);
}

TEST_F(SecurityTest, ANameCannotBeVerified) {
  image_.config.user = "web";
  const auto refused =
      user(R"({"spec":{"securityContext":{"runAsNonRoot":true}}})", R"({"name":"c"})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("non-numeric user (web)"), std::string::npos);
}

TEST_F(SecurityTest, GroupsOfImageAndPodComeTogether) {
  const json::Value pod =
      parse(R"({"spec":{"securityContext":{"supplementalGroups":[5,99],"fsGroup":2000}}})");
  const auto who = identity_of(pod, {.uid = 33, .gid = 34, .groups = {99}});
  EXPECT_EQ(who.groups, (std::vector<gid_t>{99, 5, 2000}));
}

TEST_F(SecurityTest, PrivilegesAreTheContainers) {
  const auto may = privileges_of(
      parse(R"({"spec":{"securityContext":{"seccompProfile":{"type":"Unconfined"}}}})"),
      parse(R"({"securityContext":{"capabilities":{"add":["NET_ADMIN"],"drop":["ALL"]},
                "allowPrivilegeEscalation":false}})"));
  ASSERT_TRUE(may.has_value());
  EXPECT_EQ(may->add, std::vector<std::string>{"NET_ADMIN"});
  EXPECT_EQ(may->drop, std::vector<std::string>{"ALL"});
  EXPECT_TRUE(may->no_new_privileges);
  EXPECT_FALSE(may->privileged);
  EXPECT_EQ(may->seccomp, containers::Seccomp::kUnconfined);
}

TEST_F(SecurityTest, ASystemCallProfileOfTheNodeIsRefusedByName) {
  const auto may = privileges_of(parse("{}"), parse(R"({"securityContext":{"seccompProfile":{
          "type":"Localhost","localhostProfile":"audit.json"}}})"));
  ASSERT_FALSE(may.has_value());
  EXPECT_EQ(may.error().code, Code::kUnsupported);
  EXPECT_EQ(may.error().message,
            "seccompProfile.type Localhost (\"audit.json\") is not supported; RuntimeDefault and "
            "Unconfined are");
}

}  // namespace
}  // namespace sluice::kubelet
