// SPDX-License-Identifier: Apache-2.0
#include "http/digest.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

TEST(Digest, Sha512IsWhatTheStandardSays) {
  EXPECT_EQ(sha512("abc"),
            "DDAF35A193617ABACC417349AE20413112E6FA4E89A97EA20A9EEEE64B55D39A"
            "2192992A274FC1A836BA3C23A3FEEBBD454D4423643CE80E2A9AC94FA54CA49F");
  EXPECT_EQ(sha512(""),
            "CF83E1357EEFB8BDF1542850D66D8007D620E4050B5715DC83F4A921D36CE9CE"
            "47D0D13C5D85F2B0FF8318D2877EEC2F63B931BD47417A81A538327AF927DA3E");
}

TEST(Digest, EveryByteCounts) {
  EXPECT_NE(sha512(std::string(1, '\0')), sha512(""));
  EXPECT_NE(sha512("a"), sha512("b"));
}

TEST(Digest, OfPiecesIsTheDigestOfTheWhole) {
  RunningDigest digest(RunningDigest::Method::kSha256);
  digest.update("a");
  digest.update("bc");
  EXPECT_EQ(digest.finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  RunningDigest longer(RunningDigest::Method::kSha512);
  longer.update("abc");
  EXPECT_EQ(longer.finish().substr(0, 16), "ddaf35a193617aba");
}

// RFC 4231, test case 2
TEST(Digest, MessagesAreSigned) {
  EXPECT_EQ(hmac_sha256("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

}  // namespace
}  // namespace sluice::http
