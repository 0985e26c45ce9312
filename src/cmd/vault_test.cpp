// SPDX-License-Identifier: Apache-2.0
#include "cmd/vault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "base/files.h"
#include "http/test_pki.h"

namespace sluice::cmd {
namespace {

using testing::HasSubstr;

// What Vault answers, by its API.
class VaultReader : public testing::Test {
 protected:
  VaultReader() {
    server_ = http::serve(pki_.server_options(), [this](const http::Request& request) {
                return answer(request);
              }).value();
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "ca", pki_.ca_pem()));
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "token", "first\n"));
    auto opened = Vault::open({.address = "https://127.0.0.1:" + std::to_string(server_->port()),
                               .token_file = scratch_.path() / "token",
                               .ca_file = scratch_.path() / "ca"},
                              clock_);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    vault_ = std::move(*opened);
  }

  http::Response answer(const http::Request& request) {
    ++asked_;
    http::Response response;
    if (request.headers.get("X-Vault-Token") != good_token_) {
      response.status = 403;
      response.body = R"({"errors":["permission denied"]})";
    } else if (request.target.path == "/v1/secret/data/hpc") {
      response.body = R"({"data":{"data":{"user":"me","passwd":"x","other":1},
                          "metadata":{"version":3}}})";
    } else if (request.target.path == "/v1/kv1/hpc") {
      response.body = R"({"data":{"user":"me"}})";
    } else {
      response.status = 404;
      response.body = R"({"errors":[]})";
    }
    return response;
  }

  FakeClock clock_;
  http::TestPki pki_;
  TemporaryDirectory scratch_{"vault"};
  std::atomic<int> asked_ = 0;
  std::string good_token_ = "first";
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<Vault> vault_;
};

TEST_F(VaultReader, KeysAreReadAndKeptForAMoment) {
  const auto credentials = vault_->read("secret/data/hpc");
  ASSERT_TRUE(credentials.has_value()) << credentials.error().message;
  EXPECT_THAT(*credentials,
              testing::ElementsAre(testing::Pair("passwd", "x"), testing::Pair("user", "me")));
  EXPECT_TRUE(vault_->read("secret/data/hpc").has_value());
  EXPECT_EQ(asked_, 1);
  clock_.advance(std::chrono::seconds(31));
  EXPECT_TRUE(vault_->read("secret/data/hpc").has_value());
  EXPECT_EQ(asked_, 2);
}

TEST_F(VaultReader, ARenewedTokenIsUsed) {
  good_token_ = "second";
  EXPECT_EQ(vault_->read("secret/data/hpc").error().code, Code::kUnauthorized);
  ASSERT_TRUE(write_file_replacing(scratch_.path() / "token", "second"));
  EXPECT_TRUE(vault_->read("secret/data/hpc").has_value());
}

TEST_F(VaultReader, WhatIsNotThereIsToldByPath) {
  EXPECT_EQ(vault_->read("secret/data/none").error().code, Code::kNotFound);
  const auto other = vault_->read("kv1/hpc");
  EXPECT_EQ(other.error().code, Code::kInvalid);
  EXPECT_THAT(other.error().message, HasSubstr("kv1/hpc"));
  server_.reset();
  EXPECT_EQ(vault_->read("secret/data/hpc").error().code, Code::kUnavailable);
}

TEST(VaultOptionsGiven, AreChecked) {
  FakeClock clock;
  EXPECT_FALSE(*vault_reader({}, clock));
  EXPECT_THAT(vault_reader({.address = "vault", .token_file = "x"}, clock).error().message,
              HasSubstr("vault-address"));
  EXPECT_THAT(vault_reader({.address = "http://vault"}, clock).error().message,
              HasSubstr("vault-token-file"));
}

}  // namespace
}  // namespace sluice::cmd
