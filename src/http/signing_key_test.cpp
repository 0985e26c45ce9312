// SPDX-License-Identifier: Apache-2.0
#include "http/signing_key.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

TEST(SigningKey, VerifiesWhatItSignedAndNothingElse) {
  const auto key = SigningKey::create().value();
  const std::string signature = key.sign("text").value();
  EXPECT_EQ(signature.size(), 64u);
  EXPECT_TRUE(key.verify("text", signature));
  EXPECT_FALSE(key.verify("other", signature));
  EXPECT_FALSE(key.verify("text", signature.substr(1)));
  EXPECT_FALSE(key.verify("text", std::string(64, '\0')));
  EXPECT_FALSE(SigningKey::create().value().verify("text", signature));
}

TEST(SigningKey, SurvivesItsText) {
  const auto key = SigningKey::create().value();
  const auto again = SigningKey::load(key.to_pem().value()).value();
  EXPECT_EQ(again.public_key().id, key.public_key().id);
  EXPECT_EQ(again.public_key().x.size(), 32u);
  EXPECT_EQ(again.public_key().y.size(), 32u);
  EXPECT_TRUE(again.verify("text", key.sign("text").value()));
}

TEST(SigningKey, OtherTextIsRefused) {
  EXPECT_EQ(SigningKey::load("nonsense").error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::http
