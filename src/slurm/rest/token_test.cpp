// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice::slurm::rest {
namespace {

std::string token_of(const std::string& claims) {
  return base64url_encode(R"({"alg":"HS256"})") + "." + base64url_encode(claims) + ".c2ln";
}

const WallTime kNow{std::chrono::seconds(1000)};

TEST(Token, TellsItsUserAndItsEnd) {
  const auto claims = read_token(token_of(R"({"exp": 2000, "iat": 1, "sun": "ann"})"));
  EXPECT_EQ(claims.user, "ann");
  EXPECT_EQ(claims.expires, 2000);
  EXPECT_EQ(read_token(token_of(R"({"username": "bob"})")).user, "bob");
  for (const char* text : {"", "a.b", "a.!!.c", "a.e30.c", "..", "opaque"}) {
    EXPECT_EQ(read_token(text).user, "");
    EXPECT_EQ(read_token(text).expires, 0);
  }
}

TEST(Token, IsReadAgainWhenItsFileChanges) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "token";
  TokenSource source("ignored", file);
  EXPECT_EQ(source.current(kNow).error().code, Code::kUnauthorized);
  ASSERT_TRUE(write_file_replacing(file, "SLURM_JWT=first\n", 0600));
  EXPECT_EQ(source.current(kNow).value(), "first");
  ASSERT_TRUE(write_file_replacing(file, "second", 0600));
  EXPECT_EQ(source.current(kNow).value(), "second");
}

TEST(Token, AFileOthersCanReadOrWithoutATokenIsRefusedWithoutQuotingIt) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "token";
  ASSERT_TRUE(write_file_replacing(file, "s3cr3t", 0644));
  const auto open = TokenSource("", file).current(kNow);
  EXPECT_EQ(open.error().code, Code::kUnauthorized);
  EXPECT_THAT(open.error().message, testing::HasSubstr("others may read it"));
  EXPECT_THAT(open.error().message, testing::HasSubstr(file.string()));
  ASSERT_TRUE(write_file_replacing(file, "s3cr3t with blanks", 0600));
  const auto none = TokenSource("", file).current(kNow);
  EXPECT_THAT(none.error().message, testing::HasSubstr("no token"));
  EXPECT_THAT(none.error().message, testing::Not(testing::HasSubstr("s3cr3t")));
}

TEST(Token, AnExpiredOneIsNotTriedAtAll) {
  TokenSource source(token_of(R"({"exp": 1000, "sun": "ann"})"), "");
  EXPECT_TRUE(source.current(kNow - std::chrono::seconds(1)).has_value());
  const auto late = source.current(kNow);
  EXPECT_EQ(late.error().code, Code::kUnauthorized);
  EXPECT_THAT(late.error().message, testing::HasSubstr("expired"));
}

TEST(Token, NoneIsFine) {
  EXPECT_EQ(TokenSource("", "").current(kNow).value(), "");
}

}  // namespace
}  // namespace sluice::slurm::rest
