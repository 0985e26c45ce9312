// SPDX-License-Identifier: Apache-2.0
#include "cmd/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "json/yaml.h"

namespace sluice::cmd {
namespace {

using ::testing::HasSubstr;

class IdentityTest : public ::testing::Test {
 protected:
  Identity establish(const std::string& address = "127.0.0.1") {
    auto identity = establish_identity(home_, address, clock_);
    EXPECT_TRUE(identity) << identity.error().message;
    return std::move(*identity);
  }
  TemporaryDirectory scratch_;
  Home home_{scratch_.path()};
  FakeClock clock_;
};

TEST_F(IdentityTest, IsTheSameEveryTime) {
  const Identity first = establish();
  const Identity second = establish();
  EXPECT_EQ(first.cluster_id, second.cluster_id);
  EXPECT_EQ(first.ca.certificate_pem, second.ca.certificate_pem);
  EXPECT_EQ(first.server.certificate_pem, second.server.certificate_pem);
  EXPECT_EQ(first.admin.key_pem, second.admin.key_pem);
  EXPECT_EQ(first.kubelet_client.key_pem, second.kubelet_client.key_pem);
  EXPECT_NE(first.kubelet_client.certificate_pem, first.admin.certificate_pem);
  EXPECT_EQ(first.tokens.public_key().id, second.tokens.public_key().id);
}

TEST_F(IdentityTest, ABrokenTokenKeyIsNamedAndKept) {
  establish();
  const auto file = home_.pki() / "service-account.key";
  ASSERT_TRUE(write_file_atomic(file, "nonsense").has_value());
  const auto identity = establish_identity(home_, "127.0.0.1", clock_);
  ASSERT_FALSE(identity.has_value());
  EXPECT_NE(identity.error().message.find("service-account.key"), std::string::npos);
  EXPECT_EQ(read_file(file).value(), "nonsense");
}

TEST_F(IdentityTest, KeysArePrivate) {
  establish();
  for (const auto& entry : std::filesystem::directory_iterator(home_.pki())) {
    struct stat status {};
    ASSERT_EQ(::stat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 077U, 0U) << entry.path();
  }
}

TEST_F(IdentityTest, CertificatesAreRenewedInTimeAndTheAuthorityStays) {
  const Identity first = establish();
  clock_.advance(std::chrono::hours(24 * 340));
  const Identity second = establish();
  EXPECT_EQ(first.ca.certificate_pem, second.ca.certificate_pem);
  EXPECT_NE(first.server.certificate_pem, second.server.certificate_pem);
  EXPECT_NE(first.admin.certificate_pem, second.admin.certificate_pem);
}

TEST_F(IdentityTest, ANewAddressGetsANewServerCertificate) {
  const Identity first = establish();
  const Identity second = establish("192.0.2.7");
  EXPECT_NE(first.server.certificate_pem, second.server.certificate_pem);
  EXPECT_EQ(first.admin.certificate_pem, second.admin.certificate_pem);
}

TEST_F(IdentityTest, KubeconfigNamesServerAndCredentials) {
  const auto documents = json::parse_yaml(kubeconfig_text(establish(), "https://127.0.0.1:6443"));
  ASSERT_TRUE(documents);
  const json::Value& config = documents->front();
  EXPECT_EQ(config.at("clusters").as_array()[0].at("cluster", "server").as_string(),
            "https://127.0.0.1:6443");
  EXPECT_FALSE(config.at("users").as_array()[0].at("user", "client-key-data").as_string().empty());
  EXPECT_EQ(config.at("current-context").as_string(), "sluice");
}

}  // namespace
}  // namespace sluice::cmd
